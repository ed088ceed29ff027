import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The arrow up restores a refused message with its file, its document and its reply.
@Suite struct RefusedDraftTests {
    private let size = Size(columns: 120, rows: 40)
    private let map = "/home/carl/map.pdf"

    @discardableResult
    private func press(_ keys: [Key], _ state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
    }

    private func type(_ text: String, _ state: inout ChatState) { press(text.map { .character($0) }, &state) }

    /// Returns the state of a person whose message with a file was refused.
    private func refused(_ text: String = "see the map", reply: String? = nil, in conversation: ConversationID = "c1")
        -> ChatState
    {
        var state = SampleChat.allSent
        state.view.remember(text, parts: DraftParts(conversation: conversation, reply: reply, attachment: map))
        return state
    }

    @Test("Up restores a refused text with its file, and Down the draft with its own", arguments: ["see the map", ""])
    func fileReturnsWithItsText(text: String) {
        var state = refused(text)
        state.view.attachments["c1"] = "own.pdf"
        type("mine", &state)
        #expect(press([.up], &state) == [.checkFile(path: map, conversation: "c1")])
        #expect(state.view.draft.text == text && state.view.attachments["c1"] == map)
        press([.down], &state)
        #expect(state.view.draft.text == "mine" && state.view.attachments["c1"] == "own.pdf")
    }

    @Test("two refused files without a text are two steps of Up")
    func filesWithoutTextsAreTwoLines() {
        var state = refused("")
        state.view.remember("", parts: DraftParts(conversation: "c1", attachment: "b.pdf"))
        press([.up], &state)
        #expect(state.view.attachments["c1"] == "b.pdf")
        press([.up], &state)
        #expect(state.view.attachments["c1"] == map)
        press([.down, .down], &state)
        #expect(state.view.attachments["c1"] == nil)
    }

    @Test("Return sends a restored message whole, and then the composer and the history have what they had before")
    func restoredMessageIsSentWhole() {
        var state = refused()
        state.view.attachments["c1"] = "own.pdf"
        type("mine", &state)
        let sent = press([.up, .enter], &state)
        #expect(sent.contains(.attach(path: map, text: "see the map", conversation: "c1", replyTo: nil)))
        #expect(state.view.draft.text == "mine" && state.view.attachments["c1"] == "own.pdf")
        press([.up], &state)
        #expect(state.view.draft.text == "see the map" && state.view.attachments["c1"] == "own.pdf", "it was sent")
    }

    @Test("a text that is sent once more does not hide the file of an earlier refusal")
    func repeatedTextKeepsTheFile() {
        var state = refused()
        state.view.remember("later")
        state.view.remember("see the map")
        press([.up], &state)
        #expect(state.view.draft.text == "see the map" && state.view.attachments["c1"] == map)
    }

    @Test("a refusal replaces the sent line of the history")
    func refusalReplacesTheSentLine() {
        var state = SampleChat.allSent
        type(":heart: you", &state)
        let text = ChatUpdate.said(":heart: you")
        press([.enter], &state)
        state.view.remember(text, parts: DraftParts(conversation: "c1", attachment: map))
        #expect(state.view.history.map(\.text) == [text])
    }

    @Test("a restored document is staged with its text, and its sharing is asked about")
    func documentIsStagedAgain() throws {
        var state = SampleChat.allSent
        var draft = try #require(SampleChat.staged)
        draft.url = "https://notes.example/d/7"
        state.view.remember("look", parts: DraftParts(conversation: "c9", staged: draft))
        let asked = press([.up], &state)
        #expect(asked == [.loadOffer(.staged(url: "https://notes.example/d/7", conversation: "c1"))])
        #expect(state.view.draft.text == "look" && state.view.staged["c1"]?.title == "Songs")
        #expect(state.view.staged["c1"]?.conversation == ConversationID("c1"))
        let sent = press([.enter], &state)
        #expect(sent.contains { if case .start(let draft) = $0 { draft.text == "look" } else { false } })
        #expect(state.view.staged["c1"] == nil && state.view.draft.isEmpty)
    }

    @Test("a document without a text leaves the history when it is sent again")
    func documentWithoutTextIsSentOnce() throws {
        var state = SampleChat.allSent
        let draft = try #require(SampleChat.staged)
        state.view.remember("", parts: DraftParts(conversation: "c1", staged: draft))
        type("mine", &state)
        let sent = press([.up, .enter], &state)
        #expect(sent.contains { if case .start = $0 { true } else { false } })
        #expect(state.view.draft.text == "mine" && state.view.staged["c1"] == nil)
        #expect(state.view.history.allSatisfy { $0.parts == nil })
    }

    @Test("a document needs a conversation, and the hint says so at the New Message")
    func documentNeedsAConversation() throws {
        var state = SampleChat.allSent
        let draft = try #require(SampleChat.staged)
        state.view.remember("look", parts: DraftParts(conversation: "c1", staged: draft))
        (state.view.selected, state.view.staysAtNewMessage) = (nil, true)
        press([.up], &state)
        #expect(state.view.draft.text == "look" && state.view.staged[""] == nil)
        #expect(state.view.hint == "“Songs” needs a conversation: ↑ restores it there")
    }

    @Test("a restored reply answers its message again, until another line is recalled")
    func replyIsAReplyAgain() throws {
        let id = try #require(
            SampleChat.allSent.selectedThread?.entries.compactMap { entry in
                if case .message(let message) = entry, message.isThere { message.id } else { nil }
            }.first)
        var state = refused(reply: id)
        press([.up], &state)
        #expect(state.view.purpose == .reply(id))
        press([.down], &state)
        #expect(state.view.purpose == nil)
        let sent = press([.up, .enter], &state)
        #expect(sent.contains(.attach(path: map, text: "see the map", conversation: "c1", replyTo: id)))
        state = refused(reply: id, in: "c9")
        press([.up], &state)
        #expect(state.view.purpose == nil && state.view.attachments["c1"] == map)
        #expect(state.view.hint == "The message that it answers is in another conversation")
    }

    @Test("a file that replaces a restored one stays, and undo restores the one before")
    func anotherFileStays() {
        var state = refused()
        state.view.attachments["c1"] = "own.pdf"
        press([.up], &state)
        state.view.attachments["c1"] = "new.pdf"
        press([.down], &state)
        #expect(state.view.attachments["c1"] == "new.pdf")
        press([.control("_")], &state)
        #expect(state.view.attachments["c1"] == "own.pdf")
    }

    @Test("undo after Up restores the draft with its own file")
    func undoRestoresTheOwnFile() {
        var state = refused()
        state.view.attachments["c1"] = "own.pdf"
        type("mine", &state)
        press([.up, .control("_")], &state)
        #expect(state.view.draft.text == "mine" && state.view.attachments["c1"] == "own.pdf")
    }

    @Test("a command over a restored message leaves the file in the history")
    func commandLeavesTheFile() {
        var state = refused()
        state.view.attachments["c1"] = "own.pdf"
        press([.up, .alt("c")], &state)
        type("/help", &state)
        press([.enter, .escape], &state)
        #expect(state.view.attachments["c1"] == "own.pdf")
        #expect(state.view.history.contains { $0.parts?.attachment == map })
    }

    @Test("an edit takes the text of a refused message alone")
    func editTakesTheTextAlone() throws {
        var state = refused()
        let id = try #require(
            state.selectedThread?.entries.compactMap { entry in
                if case .message(let message) = entry, message.isThere { message.id } else { nil }
            }.first)
        state.view.purpose = .edit(id, before: LineEditor(), reply: nil)
        press([.up], &state)
        #expect(state.view.draft.text == "see the map" && state.view.attachments["c1"] == nil)
    }

    @Test("a failed message with a file that is deleted comes back whole by Up", arguments: ["see the map", ""])
    func deletedMessageComesBackWhole(text: String) {
        var state = SampleChat.allSent
        var failed = MessageEntry(pending: "pending 1", sender: "Carl", text: text, day: "", file: nil)
        failed.delivery = .failed("Not now.")
        failed.parts = DraftParts(conversation: "c1", attachment: map)
        state.threads["c1"]?.entries.append(.message(failed))
        state.view.remember("later")
        state.view.chosen = failed.id
        press([.character("d")], &state)
        #expect(state.view.hint == "Deleted. ↑ restores it")
        press([.up], &state)
        #expect(state.view.draft.text == text && state.view.attachments["c1"] == map)
    }
}
