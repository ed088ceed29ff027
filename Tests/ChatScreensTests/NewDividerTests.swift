import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The position of the "New" divider after another session of the person read messages (`unread-mark`).
struct NewDividerTests {
    private let size = Size(columns: 120, rows: 30)

    /// Returns the state that previews the second conversation, which has two unread messages.
    private func peek() throws -> ChatState {
        var state = SampleChat.state
        _ = ChatUpdate.apply(.control("n"), to: &state, size: size)
        try #require(state.view.selected == "c2" && state.look.divider == "d2")
        return state
    }

    @Test("messages that were read elsewhere lose the divider")
    func readingElsewhereRemovesTheDivider() throws {
        var state = try peek()
        state.conversations[1].readAll()
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.look.divider == nil)
        _ = ChatUpdate.apply(.enter, to: &state, size: size)
        #expect(state.look.divider == nil)
    }

    @Test("the divider moves below the messages that were read elsewhere")
    func readingSomeElsewhereMovesTheDivider() throws {
        var state = try peek()
        state.conversations[1].read(through: state.conversations[1].readThrough + 1, left: 1)
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.look.divider == "d3")
    }

    @Test("the divider stays above messages that the person reads here")
    func readingHereKeepsTheDivider() throws {
        var state = try peek()
        _ = ChatUpdate.apply(.enter, to: &state, size: size)
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.conversations[1].unread == 0 && state.look.divider == "d2")
    }
}
