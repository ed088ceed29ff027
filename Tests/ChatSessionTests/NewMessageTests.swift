import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// The New Message while conversations go.
struct NewMessageTests {
    /// A person in Weekend, with another conversation and words in the New Message.
    private func made(words: String) throws -> Desk {
        var desk = try Desk()
        try desk.open()
        var other = desk.about()
        (other.id, other.name) = (ConversationID("c2"), "Other")
        try desk.notify(.conversationChanged(other, line: nil))
        desk.settle()
        desk.model.state.view.drafts[""] = LineEditor(words)
        return desk
    }

    private func leave(_ desk: inout Desk) throws {
        var gone = desk.about()
        gone.left = true
        try desk.notify(.conversationChanged(gone, line: nil))
        desk.settle()
    }

    @Test("what is typed after a removal joins no words of the New Message", arguments: ["", "for nobody yet"])
    func typedWordsStayApart(words: String) throws {
        var desk = try made(words: words)
        try leave(&desk)
        #expect(desk.model.state.view.selected == nil)
        _ = ChatUpdate.apply(.character("x"), to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.drafts[""]?.text == (words.isEmpty ? "x" : words))
        #expect(desk.model.state.view.unsent.text == (words.isEmpty ? "" : "x"))
    }

    @Test("a person who leaves a conversation goes to the first one, whatever lies in the New Message")
    func ownLeaveGoesToTheFirst() throws {
        var desk = try made(words: "for nobody yet")
        desk.model.perform(.leave(conversation: "c1"))
        try leave(&desk)
        #expect(desk.model.state.view.selected == "c2" && desk.model.state.sheet == nil)
    }
}
