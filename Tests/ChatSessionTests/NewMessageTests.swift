import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// The New Message while the person leaves conversations or is removed from them.
struct NewMessageTests {
    /// Returns a person in Weekend, with another conversation and a text in the New Message.
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

    @Test("text typed after a removal does not join the words of the New Message", arguments: ["", "for nobody yet"])
    func typedWordsStayApart(words: String) throws {
        var desk = try made(words: words)
        try leave(&desk)
        #expect(desk.model.state.view.selected == nil)
        _ = ChatUpdate.apply(.character("x"), to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.drafts[""]?.text == (words.isEmpty ? "x" : words))
        #expect(desk.model.state.view.unsent.text.text == (words.isEmpty ? "" : "x"))
    }

    @Test("a refused message outlives the client, and the next one restores it by Up until it is sent")
    func aRefusedMessageOutlivesTheClient() throws {
        var desk = try made(words: "")
        let words = "Bring the kayak"
        let message = SendMessage(conversation: desk.conversation, text: words)
        desk.model.echo(words, in: desk.conversation, clientID: "x-1")
        desk.model.apply(
            .refusal(.request(.messageSend(message)), clientID: "x-1", RPCError(.forbidden, "Not now.")))
        let kept = desk.model.unpostedWords
        #expect(kept.map(\.words) == [words] && kept.first?.isAnswered == true)

        var next = try made(words: "")
        next.model.giveBack(kept, lost: 0)
        #expect(next.model.state.view.hint == "A message to “Weekend” was refused. ↑ restores it")
        var last = try made(words: "")
        last.model.giveBack(next.model.unpostedWords, lost: 0)
        #expect(last.model.state.view.hint == nil, "the first client reported it")
        #expect(last.model.unpostedWords.map(\.words) == [words], "the client after that one finds it too")
        for press in 1...2 {
            _ = ChatUpdate.apply(.up, to: &next.model.state, size: Size(columns: 80, rows: 24))
            #expect(next.model.state.view.draft.text == words, "press \(press)")
            swap(&next, &last)
        }
        next.model.echo(words, in: next.conversation, clientID: "x-2")
        #expect(next.model.unpostedWords.isEmpty)
    }

    @Test("a refused message to a group that the person left meanwhile is reported with the group's name")
    func refusalAfterLeavingNamesTheGroup() throws {
        var desk = try made(words: "")
        let message = SendMessage(conversation: desk.conversation, text: "Bring the kayak")
        desk.model.echo(message.text, in: desk.conversation, clientID: "x-1")
        try leave(&desk)
        desk.model.apply(
            .refusal(.request(.messageSend(message)), clientID: "x-1", RPCError(.notFound, "You are in no such one.")))
        // The refusal of another change does not replace this hint.
        let muting = MuteConversation(conversation: desk.conversation, muted: true)
        desk.model.apply(
            .refusal(.request(.conversationMute(muting)), clientID: "x-2", RPCError(.notFound, "There is no such one."))
        )
        let hint = try #require(desk.model.state.view.hint)
        #expect(hint.hasPrefix("Not sent to “Weekend”: ") && hint.hasSuffix(" ↑ restores it"), "\(hint)")
    }

    @Test("several refused messages are counted, and are restored by Up")
    func refusedMessagesAreCounted() throws {
        var desk = try made(words: "")
        let place = DraftStore.Place(conversation: desk.conversation.rawValue, title: "Weekend", members: [])
        let changes = ["one", "two"].map { text in
            DraftStore.Change(
                .messageSend(SendMessage(conversation: desk.conversation, text: text)), clientID: text, place: place,
                cursor: 0, isAnswered: true)
        }
        desk.model.giveBack(changes, lost: 0)
        #expect(desk.model.state.view.hint == "2 messages were refused. ↑ restores them, the newest first")
        for text in ["two", "one"] {
            _ = ChatUpdate.apply(.up, to: &desk.model.state, size: Size(columns: 80, rows: 24))
            #expect(desk.model.state.view.draft.text == text)
        }
    }

    @Test("a command at an empty New Message stays there when it was chosen among other conversations")
    func aCommandStaysAtTheNewMessage() throws {
        var desk = try made(words: "")
        (desk.model.state.view.selected, desk.model.state.view.staysAtNewMessage) = (nil, true)
        for key in "/help".map({ Key.character($0) }) + [.enter, .escape] {
            _ = ChatUpdate.apply(key, to: &desk.model.state, size: Size(columns: 80, rows: 24))
        }
        #expect(desk.model.state.view.selected == nil && desk.model.state.sheet == nil)
    }

    @Test("the text that an editor saved after its client ended comes back by Up")
    func anEditorsTextComesBack() throws {
        var desk = try made(words: "")
        let text = SendMessage(conversation: ConversationID(""), text: "from the editor")
        desk.model.giveBack(
            [DraftStore.Change(.messageSend(text), clientID: "x", place: nil, cursor: 0, isAnswered: true)], lost: 0)
        let hint = "Your editor saved a text after the client ended. ↑ in a composer restores it"
        #expect(desk.model.state.view.hint == hint)
        _ = ChatUpdate.apply(.up, to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.draft.text == "from the editor")
    }

    @Test("a client says that the sending of a document was decided while no client ran")
    func anAppAnsweredMeanwhile() throws {
        var desk = try made(words: "")
        let start = Request.collaborationStart(
            .init(app: AppID("a.board"), title: "Ideas", conversation: desk.conversation, text: "see my ideas"))
        desk.model.giveBack(
            [DraftStore.Change(start, clientID: "x-1", place: nil, cursor: 0, isAnswered: true)], lost: 0)
        #expect(desk.model.state.view.hint?.hasPrefix("“Ideas” was decided while no client ran.") == true)
        _ = ChatUpdate.apply(.up, to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.draft.text == "see my ideas")
    }

    @Test("a person who leaves a conversation goes to the first one, whatever lies in the New Message")
    func ownLeaveGoesToTheFirst() throws {
        var desk = try made(words: "for nobody yet")
        desk.model.perform(.leave(conversation: "c1"))
        try leave(&desk)
        #expect(desk.model.state.view.selected == "c2" && desk.model.state.sheet == nil)
    }
}
