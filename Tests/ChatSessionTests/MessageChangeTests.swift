import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Changes of messages in one person's client.
struct MessageChangeTests {
    private func desk(_ messages: [Message]) throws -> Desk {
        var desk = try Desk()
        try desk.open(entries: messages.map(ThreadEntry.message), last: messages.last)
        _ = desk.lines()
        _ = desk.model.outbox.drain(\.requests)
        return desk
    }

    /// msg-edit-label, msg-edit-old
    @Test func anEditKeepsItsPlaceAndItsEarlierTexts() throws {
        let plain = try Desk()
        var desk = try desk([plain.message(1, "at six"), plain.message(2, "ok", own: true)])
        var edited = desk.message(1, "at seven")
        edited.versions = [MessageVersion(text: "at six", at: edited.sentAt)]
        edited.editedAt = edited.sentAt.advanced(byMilliseconds: 1)
        try desk.notify(.messageChanged(edited, .edited(mentioned: []), alert: false))
        #expect(desk.texts == ["at seven", "ok"])
        #expect(desk.messages[0].isEdited && desk.messages[0].versions.map(\.text) == ["at six"])
        #expect(desk.lines() == ["[Weekend] Bea: Edited to “at seven”"])
        #expect(desk.model.state.conversations[0].preview == "You: ok", "the list shows the newest message")
        // A change that arrives again after a reconnect is not new, and an older answer does not restore the old text.
        try desk.notify(.messageChanged(edited, .edited(mentioned: []), alert: false))
        try desk.notify(.messagePosted(desk.message(1, "at six"), alert: false))
        #expect(desk.texts == ["at seven", "ok"])
        #expect(desk.lines().isEmpty)
    }

    /// msg-unsend-note: the note shows in the thread, in the list, and in the quote of a reply.
    @Test func anUnsentMessageLeavesANoteEverywhere() throws {
        let plain = try Desk()
        var reply = plain.message(2, "which one?", own: true)
        reply.replyTo = MessageID("m1")
        reply.thread = MessageID("m1")
        var desk = try desk([plain.message(1, "the secret"), reply])
        #expect(desk.messages[1].quote == "Bea: the secret")
        var unsent = desk.message(1, "")
        unsent.unsentAt = unsent.sentAt
        try desk.notify(.messageChanged(unsent, .unsent, alert: false))
        #expect(desk.messages[0].isUnsent && desk.messages[0].text.isEmpty)
        #expect(desk.messages[1].quote == "Bea unsent a message")
        #expect(desk.lines() == ["[Weekend] (unsent) Bea unsent a message"])
        #expect(!"\(desk.model.state)".contains("the secret"))
    }

    @Test("a refused reply shows no text that was unsent, is in the thread that it answers alone, and can be deleted")
    func aRefusedReplyCanBeDeleted() throws {
        let plain = try Desk()
        var desk = try desk([plain.message(1, "the secret"), plain.message(2, "elsewhere")])
        let sending = SendMessage(conversation: desk.conversation, text: "why?", replyTo: MessageID("m1"))
        desk.model.echo("why?", in: desk.conversation, clientID: "x-1", replyTo: MessageID("m1"))
        #expect(desk.messages.last?.quote == "Bea: the secret")
        var unsent = desk.message(1, "")
        unsent.unsentAt = unsent.sentAt
        try desk.notify(.messageChanged(unsent, .unsent, alert: false))
        desk.model.apply(.refusal(.request(.messageSend(sending)), clientID: "x-1", RPCError(.conflict, "Not now.")))
        #expect(desk.messages.last?.quote == "Bea unsent a message")
        #expect(!"\(desk.model.state)".contains("the secret"))
        for (root, isShown) in [("m1", true), ("m2", false)] {
            desk.model.state.view.replies = root
            desk.model.refreshReplies()
            let entries = desk.model.state.shownThread?.entries ?? []
            #expect(entries.contains { $0.id == desk.messages.last?.id } == isShown, "the thread of \(root)")
        }
        desk.model.state.view.replies = nil
        let failed = try #require(desk.messages.last)
        #expect(MessageMenu.deeds(for: failed, in: desk.model.state) == [.copy, .delete])
        let reply = MessageMenu.obstacle(to: .reply, failed, in: desk.model.state)
        #expect(reply?.text == "This message was not sent: d deletes it")
        desk.model.state.view.chosen = failed.id
        _ = ChatUpdate.apply(.character("d"), to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.messages.map(\.id) == ["m1", "m2"])
        #expect(desk.model.state.view.hint == "Deleted. ↑ restores its text")
        #expect(desk.model.state.view.question == nil, "the server has nothing to delete")
    }

    /// tap-one, tap-notify, tap-sms
    @Test func tapbacksAreCountedAndReadAsText() throws {
        let plain = try Desk()
        var desk = try desk([plain.message(1, "see you", own: true)])
        var message = desk.message(1, "see you", own: true)
        let heart = Reaction.classic(.heart)
        message.reactions = [.init(handle: desk.bea, reaction: heart, at: message.sentAt)]
        try desk.notify(.messageChanged(message, .reacted(by: desk.bea, heart, removed: false), alert: true))
        #expect(desk.messages[0].reactions.map(\.named) == ["♥ Bea"] && desk.messages[0].ownReaction == nil)
        #expect(desk.model.state.conversations[0].preview == "Bea: Loved “see you”")
        #expect(desk.model.state.conversations[0].isAlerted && desk.model.outbox.drain(\.alerts).count == 1)
        #expect(desk.lines() == ["[Weekend] Bea: Loved “see you”", "[Weekend] (alert) a tapback of Bea"])
        // A tapback of the person's own, from a second device.
        message.reactions.append(
            .init(handle: desk.me, reaction: heart, at: message.sentAt.advanced(byMilliseconds: 1)))
        try desk.notify(.messageChanged(message, .reacted(by: desk.me, heart, removed: false), alert: false))
        #expect(desk.messages[0].reactions.map(\.named) == ["♥ Bea, You"] && desk.messages[0].ownReaction == "heart")
        #expect(desk.model.outbox.drain(\.alerts).count == 0)
        desk.settle()
        #expect(!desk.model.state.conversations[0].isAlerted, "it is on the screen")
    }

    /// reply-inline
    @Test func repliesAreCountedUnderTheirOriginAndShownAlone() throws {
        let plain = try Desk()
        var desk = try desk([plain.message(1, "where?"), plain.message(2, "and when?")])
        for (number, origin) in [(Int64(3), "m1"), (4, "m3")] {
            var reply = desk.message(number, "answer \(number)", own: number == 4)
            reply.replyTo = MessageID(origin)
            reply.thread = MessageID("m1")
            try desk.notify(.messagePosted(reply, alert: false))
            try desk.notify(.messagePosted(reply, alert: false))
        }
        #expect(desk.messages.map(\.replies) == [2, 0, 0, 0], "told twice, counted once")
        #expect(desk.messages.map(\.quote) == [nil, nil, "Bea: where?", "Bea: answer 3"])
        desk.model.state.view.replies = "m1"
        desk.model.perform(.openReplies(message: "m1"))
        #expect(desk.model.outbox.drain(\.requests).contains(.replies(MessageID("m1"), isAsked: true)))
        let texts = { (desk: Desk) in
            desk.model.state.shownThread?.entries.compactMap { entry in
                if case .message(let message) = entry { message.text } else { nil }
            }
        }
        #expect(texts(desk) == ["where?", "answer 3", "answer 4"])
        var late = desk.message(5, "late")
        late.replyTo = MessageID("m1")
        late.thread = MessageID("m1")
        try desk.notify(.messagePosted(late, alert: false))
        #expect(texts(desk) == ["where?", "answer 3", "answer 4", "late"], "it stays in step while it is open")
        try desk.notify(.messagePosted(desk.message(6, "elsewhere"), alert: false))
        #expect(texts(desk)?.count == 4)
    }

    @Test func aMissingOriginOfAReplyIsRequestedOnce() throws {
        let plain = try Desk()
        var reply = plain.message(60, "yes")
        reply.replyTo = MessageID("m1")
        reply.thread = MessageID("m1")
        var desk = try Desk()
        try desk.open(entries: [.message(reply)])
        let request = ClientRequest.replies(MessageID("m1"), isAsked: false)
        #expect(desk.model.outbox.drain(\.requests).filter { $0 == request }.count == 1)
        #expect(desk.messages[0].quote == "an earlier message")
        // The error of a server without this method shows no hint.
        desk.model.state.view.hint = nil
        desk.model.apply(.refusal(request, clientID: nil, RPCError(.unknownMethod, "no such method")))
        #expect(desk.model.state.view.hint == nil)
        try desk.answer(request, .messages([desk.message(1, "coming?"), reply], more: false))
        #expect(desk.messages[0].quote == "Bea: coming?")
        #expect(desk.messages.count == 1, "the origin is quoted, not put into the page")
    }

    /// mute-hide: only a message that the server marks causes an alert.
    @Test func onlyWhatIsMarkedRingsAndMarksTheList() throws {
        var desk = try desk([])
        try desk.notify(.messagePosted(desk.message(1, "quiet"), alert: false))
        #expect(desk.model.outbox.drain(\.alerts).count == 0 && !desk.model.state.conversations[0].isAlerted)
        try desk.notify(.messagePosted(desk.message(2, "loud"), alert: true))
        #expect(desk.model.outbox.drain(\.alerts).count == 1 && desk.model.state.conversations[0].isAlerted)
        #expect(desk.model.outbox.drain(\.alerts).count == 0)
    }

    /// rcpt-delivered, rcpt-setting
    @Test func onlyTheNewestOwnMessageOfTwoPeopleSaysHowFarItCame() throws {
        let plain = try Desk()
        var desk = try desk([plain.message(1, "one", own: true), plain.message(2, "two", own: true)])
        let receipt = { (desk: Desk) in desk.model.state.threads["c1"]?.receipt }
        #expect(receipt(desk) == nil)
        let delivered = """
            {"conversation": "c1", "person": "bea", "message": "m2", "status": "delivered", \
            "sequence": 2, "at": "2022-09-12T09:03:00.000Z"}
            """
        try desk.notify("receipt", delivered)
        #expect(receipt(desk) == ThreadReceipt(entry: "m2", text: "Delivered"))
        let read = MessageReceipt(status: .read, sequence: 1, at: desk.start)
        try desk.notify(.receipt(desk.conversation, person: desk.bea, MessageID("m1"), read))
        #expect(receipt(desk) == ThreadReceipt(entry: "m2", text: "Delivered"), "an older one was read")
        try desk.notify(
            .receipt(
                desk.conversation, person: desk.bea, MessageID("m2"),
                MessageReceipt(status: .read, sequence: 2, at: desk.start)))
        #expect(receipt(desk) == ThreadReceipt(entry: "m2", text: "Read 09:00"))
        try desk.notify("receipt", delivered)
        #expect(receipt(desk)?.text == "Read 09:00", "what was read is not merely delivered again")
        try desk.notify(.messagePosted(desk.message(3, "three", own: true), alert: false))
        #expect(receipt(desk) == nil, "the newest has none yet, and older ones show none")
        #expect(
            desk.lines().filter { $0.contains("(receipt)") }
                == ["[Weekend] (receipt) Delivered", "[Weekend] (receipt) Read 09:00"])
        try desk.notify(.conversationChanged(try desk.group(), line: nil))
        try desk.notify("receipt", delivered.replacing("m2", with: "m3"))
        #expect(receipt(desk) == nil, "a group shows none")
    }

    /// typing-1to1: sent at the first key, sent again after half a minute, and ended once.
    @Test func theOthersAreToldThatOneTypes() throws {
        var desk = try desk([])
        let typed = { (desk: inout Desk, text: String) -> [ClientRequest] in
            (desk.model.state.view.draft, desk.model.state.view.isTyping) = (LineEditor(text), true)
            desk.model.tellTyping()
            return desk.model.outbox.drain(\.requests)
        }
        let (begins, ends) = (
            ClientRequest.typing(desk.conversation, isTyping: true),
            ClientRequest.typing(desk.conversation, isTyping: false)
        )
        #expect(typed(&desk, "/he").isEmpty, "a command is for nobody")
        #expect(typed(&desk, "H") == [begins])
        #expect(typed(&desk, "He").isEmpty)
        desk.model.pass(milliseconds: 30_000)
        #expect(typed(&desk, "Hel") == [begins])
        #expect(typed(&desk, "") == [ends])
        #expect(typed(&desk, "").isEmpty)
        #expect(typed(&desk, "Hello") == [begins])
        desk.model.state.view.isTyping = false
        desk.model.tellTyping()
        #expect(desk.model.outbox.drain(\.requests) == [ends], "what was abandoned is nobody's typing")
        desk.model.state.view.purposes["c1"] = .edit("m1", before: LineEditor(), reply: nil)
        #expect(typed(&desk, "an edit").isEmpty)
    }

    /// typing-1to1
    @Test func dotsGoOnSendOnStopOnTimeoutAndWithTheConnection() throws {
        var desk = try desk([])
        let typing = { (desk: Desk) in desk.model.state.threads["c1"]?.typing ?? [] }
        let starts = #"{"conversation": "c1", "person": "bea", "typing": true}"#
        try desk.notify("typing", starts)
        try desk.notify("typing", starts)
        #expect(typing(desk) == ["Bea"] && desk.model.state.conversations[0].isTyping)
        #expect(desk.lines() == ["[Weekend] (typing) Bea is typing"])
        try desk.notify("typing", starts.replacing("true", with: "false"))
        #expect(typing(desk).isEmpty && !desk.model.state.conversations[0].isTyping)
        try desk.notify("typing", starts)
        try desk.notify(.messagePosted(desk.message(1, "hi"), alert: false))
        #expect(typing(desk).isEmpty)
        try desk.notify("typing", starts)
        desk.model.pass(milliseconds: 65_000)
        #expect(typing(desk) == ["Bea"], "the server says when it is over")
        desk.model.apply(.phase(.waiting(until: 1)))
        #expect(typing(desk).isEmpty)
        try desk.notify("typing", starts.replacing("bea", with: "anna"))
        #expect(typing(desk).isEmpty, "one's own second device")
    }
}
