import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Changes of conversations in one person's client, made on any device.
struct ConversationChangeTests {
    private func desk() throws -> Desk {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "hi"))])
        _ = desk.lines()
        _ = desk.model.outbox.drain(\.requests)
        return desk
    }

    private func other(_ desk: Desk, _ id: String) -> Conversation {
        var conversation = desk.about()
        conversation.id = ConversationID(id)
        conversation.name = "Other \(id)"
        return conversation
    }

    /// grp-lines
    @Test func aLineStandsInTheThreadOnce() throws {
        var desk = try desk()
        let line = ThreadEntry.system(id: "e9", text: "Bea added Carl to the conversation")
        try desk.notify(.conversationChanged(try desk.group(), line: line))
        try desk.notify(.conversationChanged(try desk.group(), line: line))
        #expect(desk.texts == ["hi", "· Bea added Carl to the conversation"])
        #expect(desk.model.state.threads["c1"]?.members.map(\.handle) == ["anna", "bea", "carl", "dora"])
        #expect(desk.lines() == ["[Weekend] (system) Bea added Carl to the conversation"])
    }

    /// A system line has no time of its own. A live line gets the same day as in a page of the history.
    @Test func aLineStandsUnderTheDayUnderWhichAPagePutsIt() throws {
        var live = try Desk()
        try live.open()
        let line = ThreadEntry.system(id: "e9", text: "Bea added Carl to the conversation")
        let last = ThreadEntry.system(id: "e10", text: "Bea added Dora to the conversation")
        try live.notify(.conversationChanged(try live.group(), line: line))
        #expect(live.model.state.threads["c1"]?.entries.map(\.day) == [""])
        let message = live.message(1, "hi")
        try live.notify(.messagePosted(message, alert: false))
        try live.notify(.conversationChanged(try live.group(), line: last))
        // A repeated line keeps its place.
        try live.notify(.conversationChanged(try live.group(), line: line))
        var page = try Desk()
        try page.open(entries: [line, .message(message), last])
        let days = try #require(page.model.state.threads["c1"]).entries.map(\.day)
        #expect(live.model.state.threads["c1"]?.entries.map(\.day) == days)
        #expect(days.allSatisfy { !$0.isEmpty })
    }

    @Test func aConversationThatWasLeftDisappearsWithOneHintIfItWasOpen() throws {
        var desk = try desk()
        try desk.notify(.conversationChanged(other(desk, "c2"), line: nil))
        desk.model.state.view.drafts["c1"] = LineEditor("half a sentence")
        _ = desk.lines()
        var left = desk.about()
        left.left = true
        try desk.notify(.conversationChanged(left, line: nil))
        #expect(desk.model.state.view.hint == "You are no longer in “Weekend”")
        desk.settle()
        #expect(desk.model.state.conversations.map(\.id) == ["c2"])
        #expect(desk.model.state.view.selected == nil && desk.model.state.threads["c1"] == nil)
        #expect(desk.model.state.view.hint == "You are no longer in “Weekend”")
        #expect(desk.lines() == ["[Weekend] (system) You are no longer in “Weekend”"])
        // A repeated change, and a change of a conversation that was not open, shows no hint.
        desk.model.state.view.hint = nil
        try desk.notify(.conversationChanged(left, line: nil))
        var unseen = other(desk, "c3")
        try desk.notify(.conversationChanged(unseen, line: nil))
        unseen.left = true
        try desk.notify(.conversationChanged(unseen, line: nil))
        #expect(desk.model.state.view.hint == nil)
        // A list without the conversation does not count as a loss of data on the server.
        desk.model.apply(.result(.listConversations, clientID: nil, try desk.value([other(desk, "c2")])))
        #expect(desk.model.state.conversations.map(\.id) == ["c2"] && desk.model.state.view.hint == nil)
    }

    @Test("a command about a conversation that is gone names its link by address")
    func commandOfAGoneConversationNamesItsLink() throws {
        var desk = try desk()
        desk.model.state.threads["c1"]?.entries.append(.link(4, "https://n.example/4"))
        desk.model.state.view.drafts["c1"] = LineEditor("/stopshare 4")
        var left = desk.about()
        left.left = true
        try desk.notify(.conversationChanged(left, line: nil))
        #expect(desk.model.state.view.history.map(\.text) == ["/stopshare https://n.example/4"])
        #expect(desk.model.state.view.unsent.draft == "/stopshare https://n.example/4")
    }

    @Test("the hint that a conversation is gone goes when it returns", arguments: [true, false])
    func theHintOfADepartureGoes(isDeleted: Bool) throws {
        var desk = try desk()
        var gone = desk.about()
        (gone.left, gone.deleted) = (!isDeleted, isDeleted)
        try desk.notify(.conversationChanged(gone, line: nil))
        #expect(desk.model.state.view.hint?.contains("“Weekend”") == true)
        try desk.notify(.conversationChanged(desk.about(), line: nil))
        #expect(desk.model.state.view.hint == nil)
    }

    @Test func oneWhoLeavesIsToldSo() throws {
        var desk = try desk()
        var left = desk.about()
        left.left = true
        try desk.answer(
            .leave(desk.conversation), .conversation(left, line: .system(id: "e1", text: "Anna left the conversation")))
        #expect(desk.model.state.conversations.isEmpty)
        #expect(desk.model.state.view.hint == "You left “Weekend”")
    }

    /// grp-one-to-one-add
    @Test func aNewGroupOpensForWhoMadeIt() throws {
        var desk = try desk()
        try desk.answer(
            .member(handle: "carl", desk.conversation, isAdded: true), .conversation(other(desk, "c2"), line: nil))
        #expect(desk.model.state.view.selected == "c2")
        #expect(desk.model.state.conversations.map(\.id) == ["c2", "c1"])
    }

    /// mute-hide, unread-mark: a second device shows the changes that were made on the first.
    @Test func muteAndMarksAreThoseOfAllDevices() throws {
        var desk = try desk()
        var conversation = desk.about()
        conversation.muted = true
        conversation.markedUnread = true
        // The server counts the mark as a message.
        conversation.unread = 1
        try desk.notify(.conversationChanged(conversation, line: nil))
        #expect(desk.model.state.conversations[0].isMuted && desk.model.state.conversations[0].isMarkedUnread)
        desk.settle()
        #expect(
            !desk.model.outbox.drain(\.requests).contains(.markRead(desk.conversation)), "it is open, and stays marked")
        #expect(desk.lines() == ["[Weekend] (status) alerts are hidden", "[Weekend] (status) marked as unread"])
        // The person has read it after leaving it and coming back.
        try desk.notify(.conversationChanged(other(desk, "c2"), line: nil))
        for id: ConversationID in ["c2", "c1"] { desk.turn(to: id) }
        desk.settle()
        #expect(desk.model.outbox.drain(\.requests).contains(.markRead(desk.conversation)))
        #expect(desk.model.state.conversations.allSatisfy { !$0.isMarkedUnread })
    }

    /// msg-pin-conv
    @Test func pinnedConversationsStandOnTopInTheirOrderAndStayThere() throws {
        var desk = try desk()
        for id in ["c2", "c3"] { try desk.notify(.conversationChanged(other(desk, id), line: nil)) }
        let settings = Settings(
            sharing: .init(everywhere: true, apps: .empty, conversations: .empty), consents: [],
            receipts: .init(everywhere: false, conversations: .empty), mentionAlerts: false,
            pinnedConversations: [ConversationID("c1"), ConversationID("c2")])
        try desk.notify(.settingsChanged(settings))
        #expect(desk.model.state.conversations.map(\.id) == ["c1", "c2", "c3"])
        #expect(desk.model.state.conversations.map(\.isPinned) == [true, true, false])
        #expect(!desk.model.state.settings.readReceipts && !desk.model.state.settings.mentionAlerts)
        #expect(desk.model.outbox.drain(\.requests).contains(.listConversations))
        try desk.notify(.messagePosted(desk.message(2, "news", in: ConversationID("c2")), alert: false))
        #expect(desk.model.state.conversations.map(\.id) == ["c1", "c2", "c3"], "a pinned one does not move")
        try desk.notify(.messagePosted(desk.message(2, "news", in: ConversationID("c3")), alert: false))
        #expect(desk.model.state.conversations.map(\.id) == ["c1", "c2", "c3"], "and nothing passes them")
    }

    /// edit-menu-limit
    @Test func theServersClockAndLimitsAreThoseOfTheMenu() throws {
        var desk = try desk()
        var limits = Limits.standard
        limits.unsendMilliseconds = 5_000
        desk.model.apply(.terms(limits, isClockReal: true))
        desk.model.apply(.welcome(isFresh: false, now: desk.start))
        desk.model.pass(milliseconds: 2_000)
        #expect(desk.model.state.clock == desk.start.milliseconds + 2_000)
        #expect(desk.model.state.limits.unsendMilliseconds == 5_000)
        // The client asks the server for the time if the server's clock does not run by itself.
        desk.model.apply(.terms(limits, isClockReal: false))
        desk.model.pass(milliseconds: 2_000)
        #expect(desk.model.state.clock == desk.start.milliseconds + 2_000)
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.checkClock)
        #expect(desk.model.outbox.drain(\.requests) == [.clock])
        try desk.answer(.clock, .clock(.virtual, now: desk.start.advanced(byMilliseconds: 60_000)))
        #expect(desk.model.state.clock == desk.start.milliseconds + 60_000)
    }

    /// swy-pin-list: the order of the server is kept.
    @Test func aSearchShowsWhatWasFoundWhereItIs() throws {
        var desk = try desk()
        desk.model.state.search.query = "hi"
        try desk.answer(.search(text: "hi"), .messages([desk.message(1, "hi")], more: true))
        #expect(desk.model.state.search.hits.map(\.place) == ["Weekend"] && desk.model.state.search.hasMore)
        #expect(
            desk.lines() == [
                "(search) 1. [Weekend] Bea: hi — 09:01", "(search) more results exist; add words to narrow the search",
            ])
        // An unsent message disappears from the results.
        var unsent = desk.message(1, "")
        unsent.unsentAt = unsent.sentAt
        let kept = desk
        try desk.notify(.messageChanged(unsent, .unsent, alert: false))
        #expect(desk.model.state.search.hits.isEmpty)
        desk = kept
        desk.model.state.search.query = "ho"
        try desk.answer(.search(text: "hi"), .messages([], more: false))
        #expect(desk.model.state.search.hits.count == 1, "a late answer to another search")
    }

    @Test(arguments: [
        (RPCError(.unknownMethod, "no such method"), ClientRequest.search(text: "x"), "This server cannot search"),
        (
            RPCError(.invalidParams, "participants[0] must be a handle.", .field("participants[0]")),
            .create(participants: ["x"], name: nil), "The handle must be a handle."
        ),
        (
            RPCError.tooLarge("10 pinned conversations", limit: "pinnedConversations", 9),
            .pinConversation(ConversationID("c1"), isPinned: true, place: nil),
            "9 conversations are at the top, the most possible"
        ),
        (
            RPCError(.notFound, "handle: zoe is not in this conversation.", .field("handle")),
            .member(handle: "zoe", ConversationID("c1"), isAdded: false), "Zoe is not in this conversation."
        ),
        (
            RPCError(.expired, "message: it can be edited for 15 minutes after it was sent.", .field("message")),
            .edit(MessageID("m1"), text: "x"), "This message can no longer be edited. ↑ restores your text"
        ),
        (
            RPCError.tooLarge("The text has 3 characters", limit: "textCharacters", 2),
            .send(text: "abc", ConversationID("c1")),
            "The text is too long: the limit is 2 characters. ↑ restores it"
        ),
    ])
    func refusalsAreInPeoplesWords(_ error: RPCError, _ request: ClientRequest, _ words: String) throws {
        var desk = try desk()
        desk.model.apply(.refusal(request, clientID: "k", error))
        #expect(desk.model.state.view.hint?.hasSuffix(words) == true, "\(desk.model.state.view.hint ?? "")")
    }

    @Test(
        "a document is saved only as it was sent, under a name that leads to no other folder",
        arguments: [
            ("../.profile", "profile"), ("/etc/hosts", "hosts"), ("..", "document"), ("a/..", "document"),
            // A slash and a combining mark are one character, but the file system sees the slash.
            ("../\u{301}plan", "plan"), ("/\u{301}plan", "plan"), ("a\u{600}/../plan", "plan"),
            ("a/\u{200D}plan", "plan"), (".\u{301}profile", "\u{301}profile"),
        ])
    func savedNameLeadsToNoOtherFolder(_ name: String, _ saved: String) throws {
        var desk = try desk()
        let content = Array("plan".utf8)
        var attachment = Attachment(
            name: name, type: "text/plain", size: 4, digest: Attachment.digest(of: content))
        let request = ClientRequest.attachment(MessageID("m1"), path: nil)
        try desk.answer(
            request, .attachment(AttachmentFile(attachment: attachment, content: Base64.encode(content))))
        let names = desk.model.outbox.drain(\.files).map { Array($0.name.utf8) }
        #expect(names == [Array(saved.utf8)])
        attachment.digest = Attachment.digest(of: [])
        try desk.answer(
            request, .attachment(AttachmentFile(attachment: attachment, content: Base64.encode(content))))
        #expect(desk.model.outbox.drain(\.files).isEmpty)
        #expect(desk.model.state.view.hint?.contains("was not saved") == true)
    }

    @Test("a new name goes to the server without line breaks, and a stored name shows as one line")
    func namesAreOneLine() throws {
        var desk = try desk()
        desk.model.perform(.rename(conversation: "c1", name: "Name\nwith lines"))
        desk.model.perform(.createConversation(handles: ["bea", "carl"], name: "A\r\nB", photo: nil))
        let names = desk.model.outbox.drain(\.requests).map { "\($0)" }
        #expect(names.contains { $0.contains("Name with lines") } && names.contains { $0.contains("A B") })
        var stored = desk.about()
        stored.name = "Name\nwith lines"
        try desk.notify(.conversationChanged(stored, line: nil))
        #expect(desk.model.state.conversations.map(\.title) == ["Name with lines"])
    }

    @Test("a removal selects no other conversation, and leaving by oneself selects the next", arguments: [false, true])
    func removalSelectsNothing(_ isOwn: Bool) throws {
        var desk = try desk()
        try desk.notify(.conversationChanged(other(desk, "c2"), line: nil))
        if isOwn { desk.model.perform(.leave(conversation: "c1")) }
        var left = desk.about()
        left.left = true
        try desk.notify(.conversationChanged(left, line: nil))
        desk.settle()
        #expect(desk.model.state.view.selected == (isOwn ? "c2" : nil))
        #expect(desk.model.state.view.hint == "You are no longer in “Weekend”")
    }
}
