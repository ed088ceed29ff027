import AppModel
import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Deleted and recovered messages and conversations in a client.
struct DeletionModelTests {
    /// Returns a client that shows three messages, of which the last one replies to the first.
    private func desk() throws -> Desk {
        var desk = try Desk()
        var reply = desk.message(3, "three", own: true)
        (reply.replyTo, reply.thread) = (MessageID("m1"), MessageID("m1"))
        var first = desk.message(1, "one")
        first.replies = 1
        let entries: [ThreadEntry] = [.message(first), .message(desk.message(2, "two")), .message(reply)]
        try desk.open(entries: entries, last: reply)
        _ = desk.model.outbox.drain(\.requests)
        _ = desk.lines()
        return desk
    }

    private func change(
        _ kind: DeletionChange.Kind, _ runs: ClosedRange<Int64>..., whole: Bool = false
    ) -> DeletionChange {
        DeletionChange(
            kind: kind, runs: runs.map { MessageRun(first: $0.lowerBound, last: $0.upperBound) }, whole: whole)
    }

    private func shown(_ desk: Desk) -> [String] {
        (desk.model.state.threads["c1"]?.entries ?? []).compactMap {
            if case .message(let message) = $0 { message.text } else { nil }
        }
    }

    @Test("a deleted message leaves the thread, the list and the number of replies")
    func aDeletedMessageLeavesTheThread() throws {
        var desk = try desk()
        desk.model.state.view.purposes["c1"] = .reply("m3")
        try desk.notify(.deletionChanged(desk.about(last: desk.message(2, "two")), change(.deleted, 3...3)))
        #expect(shown(desk) == ["one", "two"])
        #expect(desk.model.state.threads["c1"]?.message("m1")?.replies == 0)
        #expect(desk.model.state.conversations[0].preview == "Bea: two")
        desk.model.state.view.selected = "c1"
        #expect(desk.model.state.isPurposeGone, "Return sends nothing")
        #expect(desk.lines() == ["[Weekend] (status) 1 message was deleted"])
        #expect(desk.model.outbox.drain(\.requests).contains(.listConversations))
    }

    @Test("a deletion requests the list of Recently Deleted only if it is on the screen")
    func aDeletionRequestsNoHiddenList() throws {
        var desk = try desk()
        try desk.notify(.deletionChanged(desk.about(), change(.deleted, 2...2)))
        let requests = desk.model.outbox.drain(\.requests)
        desk.model.perform(.loadRecentlyDeleted)
        let list = try #require(desk.model.outbox.drain(\.requests).first)
        #expect(!requests.contains(list))
    }

    @Test("a recovered message is loaded in its place, and nothing else is told again")
    func aRecoveredMessageIsLoadedInItsPlace() throws {
        var desk = try desk()
        try desk.notify(.deletionChanged(desk.about(), change(.deleted, 2...2)))
        _ = desk.lines()
        try desk.notify(.deletionChanged(desk.about(), change(.restored, 2...2)))
        desk.model.loadSelected()
        let history = ClientRequest.history(desk.conversation, before: nil)
        #expect(desk.model.outbox.drain(\.requests).contains(history))
        let page = (1...3).map { ThreadEntry.message(desk.message($0, ["one", "two", "three"][Int($0) - 1])) }
        try desk.answer(history, .history(page, more: false))
        #expect(shown(desk) == ["one", "two", "three"])
        #expect(desk.lines() == ["[Weekend] (status) 1 message was recovered", "[Weekend] Bea: two"])
    }

    /// Presses keys in the client.
    ///
    /// - Returns: the messages that the keys send.
    private func sent(_ keys: [Key], _ desk: inout Desk) -> [ChatAction] {
        let actions = keys.flatMap { ChatUpdate.apply($0, to: &desk.model.state, size: Size(columns: 80, rows: 24)) }
        for action in actions { desk.model.perform(action) }
        return actions.filter { if case .send = $0 { true } else { false } }
    }

    /// Opens the replies of the first message and writes one.
    private func writeReply(_ text: String, _ desk: inout Desk) {
        let actions = ChatUpdate.run(on: &desk.model.state) { update in
            if let message = update.state.message("m1") { update.openReplies(of: message) }
        }
        for action in actions { desk.model.perform(action) }
        #expect(sent(text.map { .character($0) }, &desk).isEmpty)
        #expect(desk.model.state.view.replies == "m1")
    }

    @Test("a reply to a deleted message is sent after the message was recovered, before the thread is loaded")
    func replyToARecoveredMessageIsSent() throws {
        var desk = try desk()
        desk.model.state.view.purposes["c1"] = .reply("m2")
        desk.model.state.view.drafts["c1"] = LineEditor("answer")
        try desk.notify(.deletionChanged(desk.about(), change(.deleted, 2...2)))
        #expect(sent([.enter], &desk).isEmpty && desk.model.state.isPurposeGone)
        try desk.notify(.deletionChanged(desk.about(), change(.restored, 1...1)))
        #expect(sent([.enter], &desk).isEmpty && desk.model.state.isPurposeGone, "another message was recovered")
        try desk.notify(.deletionChanged(desk.about(), change(.restored, 2...2)))
        #expect(!desk.model.state.isPurposeGone)
        #expect(sent([.enter], &desk) == [.send(text: "answer", conversation: "c1", replyTo: "m2")])
    }

    @Test("a recovered message returns to its opened replies, which take a reply again")
    func recoveredMessageReturnsToItsReplies() throws {
        var desk = try desk()
        writeReply("four", &desk)
        try desk.notify(.deletionChanged(desk.about(), change(.deleted, 1...1)))
        #expect(sent([.enter], &desk).isEmpty)
        _ = desk.model.outbox.drain(\.requests)
        try desk.notify(.deletionChanged(desk.about(), change(.restored, 1...1)))
        let request = ClientRequest.replies(MessageID("m1"), isAsked: false)
        #expect(desk.model.outbox.drain(\.requests).contains(request))
        var reply = desk.message(3, "three", own: true)
        (reply.replyTo, reply.thread) = (MessageID("m1"), MessageID("m1"))
        try desk.answer(request, .messages([desk.message(1, "one"), reply], more: false))
        #expect(desk.model.state.shownThread?.entries.map(\.id) == ["m1", "m3"])
        #expect(sent([.enter], &desk) == [.send(text: "four", conversation: "c1", replyTo: "m1")])
    }

    @Test("Esc leaves the replies of a deleted message with the text, which Return sends as a new message")
    func escapeKeepsTheTextOfAReplyToADeletedMessage() throws {
        for isRefused in [true, false] {
            var desk = try desk()
            writeReply("four", &desk)
            try desk.notify(.deletionChanged(desk.about(), change(.deleted, 1...1)))
            if isRefused { #expect(sent([.enter], &desk).isEmpty) }
            #expect(sent([.escape], &desk).isEmpty)
            #expect(desk.model.state.view.replies == nil && desk.model.state.view.draft.text == "four")
            #expect(sent([.enter], &desk) == [.send(text: "four", conversation: "c1")])
        }
    }

    @Test("a deleted conversation leaves the list, and returns as nothing new")
    func aDeletedConversationLeavesTheList() throws {
        var desk = try desk()
        desk.model.state.view.drafts["c1"] = LineEditor("half a sentence")
        var gone = desk.about()
        gone.deleted = true
        try desk.notify(.deletionChanged(gone, change(.deleted, 1...3, whole: true)))
        desk.settle()
        #expect(desk.model.state.conversations.isEmpty && desk.model.state.threads["c1"] == nil)
        #expect(desk.model.state.view.history.contains { $0.text == "half a sentence" })
        #expect(desk.lines() == ["[Weekend] (system) “Weekend” was deleted: /deleted lists it for 30 days"])
        // A late change does not restore it, and a list without it does not count as a loss of data on the server.
        try desk.notify(.conversationChanged(gone, line: nil))
        desk.model.apply(.result(.listConversations, clientID: nil, try desk.value([])))
        #expect(desk.model.state.conversations.isEmpty && desk.lines().isEmpty)
        try desk.notify(.conversationChanged(desk.about(), line: nil))
        try desk.notify(.messagePosted(desk.message(4, "four"), alert: false))
        #expect(desk.model.state.conversations.map(\.unread) == [1])
        #expect(desk.lines() == ["[Weekend] Bea: four"])
    }

    @Test("a command about a conversation names the last message that the client knows")
    func commandsNameTheLastKnownMessage() throws {
        var desk = try desk()
        desk.model.perform(.markAllRead(conversation: "c1"))
        desk.model.perform(.delete(.conversation("c1")))
        let last = MessageID("m3")
        #expect(
            desk.model.outbox.drain(\.requests) == [
                .request(.conversationMarkRead(.init(conversation: desk.conversation, through: last))),
                .request(.conversationDelete(.init(conversation: desk.conversation, through: last))),
            ])
    }

    @Test("the last deletion of this device is what /recover brings back")
    func theLastDeletionIsWhatRecoverBringsBack() throws {
        var desk = try desk()
        let request = Request.messageDelete(.init(messages: [MessageID("m2")]))
        try desk.answer(.request(request), .conversation(desk.about(), line: nil))
        #expect(desk.model.state.view.deletions == [.messages(["m2"], conversation: "c1")])
        let actions = try ChatUpdate.run(on: &desk.model.state) { update throws(SlashCommand.Mistake) in
            _ = try update.perform("/recover")
        }
        #expect(actions == [.recover(.messages(["m2"], conversation: "c1"))])
    }

    @Test("Recently Deleted lists conversations with the days that are left, and their messages")
    func recentlyDeletedListsConversationsAndMessages() throws {
        var desk = try desk()
        let end = desk.start.advanced(byMilliseconds: 28 * 86_400_000 + 1)
        let deleted = RecentlyDeleted(
            conversation: desk.about(), messages: 2, deletedAt: desk.start, endsAt: end)
        desk.model.state.clock = desk.start.milliseconds
        let actions = try ChatUpdate.run(on: &desk.model.state) { update throws(SlashCommand.Mistake) in
            _ = try update.perform("/deleted")
        }
        #expect(actions == [.loadRecentlyDeleted])
        try desk.answer(.request(.conversationRecentlyDeleted), .recentlyDeleted([deleted], more: false))
        let sheet = Sheets.sheet(.recentlyDeleted, in: desk.model.state)
        #expect(sheet.choices.map(\.label) == ["Weekend"])
        #expect(sheet.choices.map(\.value) == ["2 Messages · 29 days"])
        try desk.answer(
            .live(.messageRecentlyDeleted(.init(conversation: desk.conversation))),
            .messages([desk.message(1, "one"), desk.message(3, "three", own: true)], more: false))
        let messages = Sheets.sheet(.deletedMessages("c1"), in: desk.model.state)
        #expect(
            messages.choices.map(\.label) == ["Recover 2 Messages", "Delete 2 Messages…", "Bea: one", "You: three"])
        let erasing = try ChatUpdate.run(on: &desk.model.state) { update throws(SlashCommand.Mistake) in
            _ = try update.perform("/recover weekend #3")
        }
        #expect(erasing == [.recover(.messages(["m3"], conversation: "c1"))])
    }
}
