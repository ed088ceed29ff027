import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Return in a conversation that is only previewed, and sentences about a share sheet that is closed.
struct PreviewTests {
    private let size = Size(columns: 80, rows: 24)

    /// Returns a state in which a conversation with a draft is previewed.
    private func preview(unread: Int) -> ChatState {
        var state = SampleChat.allSent
        for index in state.conversations.indices { state.conversations[index].unread = unread }
        _ = ChatUpdate.run(on: &state) { $0.select("c2") }
        state.view.drafts["c2"] = LineEditor("half written")
        return state
    }

    private func isSent(_ actions: [ChatAction]) -> Bool {
        actions.contains { if case .send(_, "c2", _) = $0 { true } else { false } }
    }

    @Test("Return opens a previewed conversation with unread messages, and a second one sends its draft")
    func returnOpens() {
        var state = preview(unread: 1)
        #expect(!isSent(ChatUpdate.apply(.enter, to: &state, size: size)))
        #expect(state.view.opened == "c2" && state.view.draft.text == "half written")
        #expect(state.view.hint == "Nothing was sent. Return sends what you wrote")
        #expect(isSent(ChatUpdate.apply(.enter, to: &state, size: size)))
    }

    @Test("Return sends the draft of a previewed conversation without unread messages")
    func returnSends() {
        var state = preview(unread: 0)
        #expect(isSent(ChatUpdate.apply(.enter, to: &state, size: size)))
    }

    @Test("an edit of a message whose share sheet was closed says nothing")
    func closedSheetSaysNothing() throws {
        var state = SampleChat.allSent
        let message = try #require(state.selectedThread?.newestMessage { $0.cards.isEmpty && $0.attachment == nil })
        var context = ShareContext(.text("the old text"), preview: "")
        context.source = message.id
        state.view.sharing = context
        _ = ChatUpdate.run(on: &state) { $0.followEdit() }
        #expect(state.view.hint == nil && state.view.sharing?.item == .text("the old text"))
    }
}
