import Testing

@testable import ChatClient

/// Collaborations as text. After a wanted change, look at the new picture before it is pasted here.
@Suite struct CollaborationSnapshotTests {
    private func draw(_ state: ChatState, _ columns: Int, _ rows: Int) -> String {
        ChatScreen.render(state, size: Size(columns: columns, rows: rows)).text
    }

    @Test func aPrint() {
        var state = SampleChat.collaborating()
        print(draw(state, 80, 24))
        state.view.staged["c1"] = SampleChat.staged
        print(draw(state, 80, 24))
        print(draw(state, 36, 10))
        state.view.sheet = .people(SampleChat.plan.url)
        print(draw(state, 80, 24))
        print(draw(state, 36, 10))
    }
}
