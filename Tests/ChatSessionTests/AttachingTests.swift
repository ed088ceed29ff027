import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

@Suite struct AttachingTests {
    /// Returns the view after the client could not read a file.
    private func view(after line: String, over draft: String = "", _ purpose: DraftPurpose? = nil) throws -> ViewState {
        let anna = try #require(Handle("anna"))
        let connection = TransportConnection<ClientRequest>(hello: Hello(.person(anna, name: nil))) {
            () throws(TransportError) in throw .closed("no server is there")
        }
        let session = PersonSession(on: connection, me: anna, size: Size(columns: 80, rows: 24))
        session.updateState { state in
            state.conversations = [ConversationRow(id: "c1", title: "Trip")]
            state.threads["c1"] = ThreadState(conversation: "c1", title: "Trip")
            state.view.selected = "c1"
            (state.view.draft, state.view.purpose) = (LineEditor(draft), purpose)
            if !draft.isEmpty { state.view.purpose = .command(before: state.view.draft, purpose: purpose) }
            state.view.draft = LineEditor(line)
        }
        _ = session.apply(.enter)
        return session.model.state.view
    }

    @Test(
        "a command with a missing file returns to the composer with the reason, and attaches nothing",
        arguments: [
            ("/attach /no/my file.txt", "/no/my: No such file or directory. Quote a path with spaces"),
            ("/attach '/no/my file.txt' look", "/no/my file.txt: No such file or directory"),
        ])
    func commandWithAMissingFileReturns(_ line: String, _ why: String) throws {
        let view = try view(after: line)
        #expect(view.draft.text == line && view.purpose == nil && view.attachments.isEmpty)
        #expect(view.hint == "Not sent: " + why && view.refusal == view.hint)
    }

    @Test("a command with a missing file returns above the message that is being written")
    func commandReturnsAboveTheMessage() throws {
        let line = "/attach '/no/my file.txt' look"
        let view = try view(after: line, over: "hello", .reply("m1"))
        #expect(view.draft.text == line && view.attachments.isEmpty)
        #expect(view.purpose == .command(before: LineEditor("hello"), purpose: .reply("m1")))
    }

    @Test("a file that is missing when its message is sent stays with the message, without advice about quotes")
    func missingFileStaysWithItsMessage() throws {
        let anna = try #require(Handle("anna"))
        let connection = TransportConnection<ClientRequest>(hello: Hello(.person(anna, name: nil))) {
            () throws(TransportError) in throw .closed("no server is there")
        }
        let session = PersonSession(on: connection, me: anna, size: Size(columns: 80, rows: 24))
        session.updateState { state in state.view.selected = "c1" }
        _ = session.perform([.attach(path: "/no/a.txt", text: "look", conversation: "c1", replyTo: nil)])
        let view = session.model.state.view
        #expect(view.draft.text == "look" && view.attachments == ["c1": "/no/a.txt"])
        #expect(view.hint == "Not sent: /no/a.txt: No such file or directory")
    }
}
