import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// F2 with a staged item, a typed text, a chosen or an edited message, and with an item that no longer exists.
@Suite struct StagedSharingTests {
    private let size = SampleChat.standard

    private func press(_ keys: [Key], in state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
    }

    private func settle(_ state: inout ChatState) { _ = ChatUpdate.settle(&state, size: size) }

    private func staged(_ item: CollaborationDraft.Item, url: String? = nil) throws -> CollaborationDraft {
        var draft = try #require(SampleChat.staged)
        (draft.item, draft.url, draft.offer.title) = (item, url, "Songs")
        return draft
    }

    private let url = "https://notes.example/d/7"

    /// av-open
    @Test("F2 shares the staged document with its options, and not the last card of the thread")
    func stagedDocumentIsShared() throws {
        var state = SampleChat.allSent
        state.view.staged["c1"] = try staged(.document(DocumentID("d7")), url: url)
        #expect(press([.function(2)], in: &state).isEmpty, "the draft has its offer already")
        #expect(state.view.sharing?.item == .document(url: url, title: "Songs"))
        #expect(state.view.sharing?.draft == state.view.staged["c1"])
    }

    /// av-open
    @Test("F2 shares the staged file, whether it is attached or a document of an app")
    func stagedFileIsShared() throws {
        var state = SampleChat.allSent
        state.view.attachments["c1"] = "/home/carl/a.pdf"
        _ = press([.function(2)], in: &state)
        #expect(state.view.sharing?.item == .file("/home/carl/a.pdf"))
        state = SampleChat.allSent
        state.view.staged["c1"] = try staged(.file("/home/carl/b.md"))
        _ = press([.function(2)], in: &state)
        #expect(state.view.sharing?.item == .file("/home/carl/b.md") && state.view.sharing?.draft != nil)
    }

    /// av-open
    @Test("F2 refuses a document that Send creates, and shares nothing in its place")
    func newDocumentIsRefused() {
        var state = SampleChat.allSent
        state.view.staged["c1"] = SampleChat.staged
        _ = press([.function(2)], in: &state)
        #expect(state.sheet == nil && state.view.sharing == nil)
        #expect(state.view.hint?.contains("not sent yet") == true)
    }

    /// av-open
    @Test("F2 shares the chosen message before the staged item, and keeps the staged item")
    func chosenMessageComesFirst() {
        var state = SampleChat.allSent
        state.view.attachments["c1"] = "a.pdf"
        _ = press([.control("t"), .function(2)], in: &state)
        #expect(state.view.sharing?.source == "m4" && state.view.sharing?.item == .text("Great!"))
        #expect(state.view.attachments["c1"] == "a.pdf")
    }

    /// av-open
    @Test(
        "F2 shares the message that the composer replies to or edits", arguments: [Key.character("r"), .character("e")])
    func namedMessageIsShared(_ key: Key) {
        var state = SampleChat.allSent
        _ = press([.control("t"), key, .function(2)], in: &state)
        #expect(state.view.purpose != nil && state.view.sharing?.source == "m4")
    }

    /// av-open
    @Test("F2 with a text in the composer shares what came last, and the text stays")
    func writtenTextStays() {
        var state = SampleChat.allSent
        _ = press([.character("h"), .function(2)], in: &state)
        #expect(state.view.sharing?.url == SampleChat.plan.url && state.view.draft.text == "h")
    }

    // MARK: Moving to another conversation

    /// collab-start-sheet
    @Test("a file that is shared on leaves the composer in which it was staged")
    func sharedFileMoves() throws {
        var state = SampleChat.allSent
        state.view.attachments["c1"] = "a.pdf"
        _ = press([.function(2), .right, .enter], in: &state)
        let other = try #require(state.view.selected)
        #expect(other != "c1" && state.view.attachments == [other: "a.pdf"])
    }

    /// collab-start-sheet
    @Test("a document that is shared on moves with its options")
    func sharedDocumentMoves() throws {
        for item in [CollaborationDraft.Item.document(DocumentID("d7")), .file("b.md")] {
            var state = SampleChat.allSent
            state.view.staged["c1"] = try staged(item, url: url)
            _ = press([.function(2), .right, .enter], in: &state)
            let other = try #require(state.view.selected)
            #expect(other != "c1" && state.view.staged.keys.map { $0 } == [other])
            #expect(state.view.attachments.isEmpty)
        }
    }

    /// collab-start-sheet
    @Test("an item that is shared with the conversation in which it is staged stays there once")
    func sameConversationChangesNothing() {
        var state = SampleChat.allSent
        state.view.attachments["c1"] = "a.pdf"
        _ = press([.function(2), .enter], in: &state)
        #expect(state.view.selected == "c1" && state.view.attachments == ["c1": "a.pdf"])
    }

    @Test("a share sheet that is closed leaves the staged item where it is")
    func closedSheetMovesNothing() {
        var state = SampleChat.allSent
        state.view.attachments["c1"] = "a.pdf"
        _ = press([.function(2), .escape], in: &state)
        #expect(state.sheet == nil && state.view.attachments == ["c1": "a.pdf"])
    }

    // MARK: Texts and commands

    @Test("a shared text takes the place of a command that was not sent")
    func sharedTextReplacesACommand() {
        for command in [[Key.character("/")], [.alt("x")]] {
            var state = SampleChat.allSent
            _ = press(command + "delete".map(Key.character), in: &state)
            let context = ShareContext(.text("Great!"), preview: "")
            _ = ChatUpdate.run(on: &state, size: size) { $0.hand(context, to: "c1") }
            #expect(state.view.draft.text == "Great!" && state.view.purpose == nil)
        }
    }

    @Test("a shared text comes behind a text that was written")
    func sharedTextFollowsAText() {
        var state = SampleChat.allSent
        _ = press([.character("h")], in: &state)
        let context = ShareContext(.text("Great!"), preview: "")
        _ = ChatUpdate.run(on: &state, size: size) { $0.hand(context, to: "c1") }
        #expect(state.view.draft.text == "h\nGreat!")
    }

    @Test("a shared text that begins with a slash is sent as it is, and runs no command")
    func sharedSlashIsText() {
        var state = SampleChat.allSent
        let context = ShareContext(.text("/quit"), preview: "")
        _ = ChatUpdate.run(on: &state, size: size) { $0.hand(context, to: "c1") }
        #expect(press([.enter], in: &state).contains(.send(text: "/quit", conversation: "c1")))
    }

    @Test("an edit of a message that begins with a slash runs no command")
    func editedSlashIsText() {
        var state = SampleChat.allSent
        state.threads["c1"]?.entries.append(
            .message(MessageEntry(id: "s", sender: "Carl", isOwn: true, text: "/quit", time: "10:30", day: "Today")))
        let actions = press([.control("t"), .character("e"), .character("!"), .enter], in: &state)
        #expect(actions.contains(.edit(message: "s", text: "/quit!")) && !actions.contains(.quit))
    }

    @Test("a command acts and leaves no text while a document is staged")
    func commandActsBesideAStagedDocument() {
        var state = SampleChat.allSent
        state.view.staged["c1"] = SampleChat.staged
        _ = press("/delete".map(Key.character) + [.enter], in: &state)
        guard case .confirm(let question)? = state.sheet else {
            Issue.record("no question")
            return
        }
        #expect(question.button == "Delete" && state.view.draft.isEmpty && state.view.staged["c1"] != nil)
    }

    // MARK: Removed items

    /// av-what
    @Test(
        "the share sheet of a text, a link or a file closes when its message is unsent or deleted",
        arguments: [0, 1, 2])
    func sheetOfAGoneMessageCloses(_ place: Int) {
        for isDeleted in [false, true] {
            var state = SampleChat.allSent
            var message = MessageEntry(id: "g", sender: "Bea", text: "Hm", time: "10:30", day: "Today")
            if place == 1 { message.cards = [LinkCard(number: 9, url: "https://news.example/9")] }
            state.threads["c1"]?.entries.append(.message(message))
            _ = press([.control("t"), .function(2)], in: &state)
            if place == 2 { _ = press([.backTab, .enter], in: &state) }
            #expect(state.sheet == (place == 2 ? .shareActions : .share))
            state.threads["c1"]?.entries.removeLast()
            message.isUnsent = true
            if !isDeleted { state.threads["c1"]?.entries.append(.message(message)) }
            settle(&state)
            #expect(state.sheet == nil && state.view.hint == "The item to share no longer exists")
        }
    }

    @Test("the share sheet closes when its conversation is left, and stays when another message is unsent")
    func sheetFollowsItsOwnMessage() {
        var state = SampleChat.allSent
        _ = press([.control("t"), .function(2)], in: &state)
        state.threads["c1"]?.entries.removeFirst()
        settle(&state)
        #expect(state.sheet == .share)
        state.threads["c1"] = nil
        state.conversations.removeFirst()
        settle(&state)
        #expect(state.sheet == nil)
    }

    @Test("New Message gets nothing of a message that was unsent meanwhile")
    func newMessageGetsNothingOfAGoneMessage() {
        var state = SampleChat.allSent
        _ = press([.control("t"), .function(2)], in: &state)
        state.view.handsOn = state.view.sharing
        state.threads["c1"]?.entries.removeLast()
        settle(&state)
        #expect(state.view.handsOn == nil)
    }
}
