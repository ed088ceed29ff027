import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Names of conversations, read marks, receipts, muting, pinning and settings.
struct ConversationMarkTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    // MARK: Names

    @Test("a rename changes the name for each participant and adds a line to the thread")
    func renameReachesEachParticipant() throws {
        let answer = try chat.bea.conversation.rename(conversation: chat.group, name: "Trip")
        #expect(answer.line?.systemText == "You named the conversation “Trip”")
        #expect(try chat.view(chat.group, of: chat.anna)?.name == "Trip")
        let line = chat.anna.received("conversation.changed").first?["line"]
        #expect(line?["text"] == "Bea named the conversation “Trip”" && line?["id"]?.stringValue == answer.line?.id)
        #expect(try chat.thread(chat.carl) == ["Bea named the conversation “Trip”"])
        let again = try chat.changesNothing(chat.carl) {
            try $0.conversation.rename(conversation: chat.group, name: "Trip")
        }
        #expect(again.line == nil)
        func refusal(_ name: String) -> RPCError.Reason? {
            chat.refusal(chat.anna) { try $0.conversation.rename(conversation: chat.group, name: name) }
        }
        for name in ["  ", "Trip\nof us", "Trip\r\n", "Trip\u{2028}of us"] { #expect(refusal(name) == .invalidParams) }
        let long = String(repeating: "n", count: 200)
        try chat.anna.conversation.rename(conversation: chat.group, name: long)
        #expect(refusal(long + "n") == .tooLarge)
        #expect(try chat.view(chat.group, of: chat.dora)?.unread == 0, "a line is nothing to be read")
    }

    // MARK: Receipts

    /// Returns a client's read receipts. Delivery receipts are excluded, because they are not in the log.
    private func reads(_ client: EngineClient) -> [JSONValue] {
        client.received("receipt").filter { $0["status"] == "read" }
    }

    @Test("the sender receives one read receipt for each newly read message")
    func senderReceivesReadReceiptsOnce() throws {
        let first = try chat.send("one", to: chat.pair)
        let second = try chat.send("two", to: chat.pair)
        try chat.bea.conversation.markRead(conversation: chat.pair, through: first)
        var delivered = try #require(reads(chat.anna).last)
        #expect(
            delivered["message"] == JSONValue(first) && delivered["person"] == "bea" && delivered["status"] == "read")
        #expect(delivered["sequence"] == 1 && delivered["conversation"] == JSONValue(chat.pair))
        try chat.bea.conversation.markRead(conversation: chat.pair)
        delivered = try #require(reads(chat.anna).last)
        #expect(delivered["message"] == JSONValue(second) && delivered["sequence"] == 2)
        try chat.changesNothing(chat.bea) { try $0.conversation.markRead(conversation: chat.pair) }
        try chat.changesNothing(chat.bea) { try $0.conversation.markRead(conversation: chat.pair, through: first) }
        #expect(reads(chat.anna).count == 2)
        let view = try chat.view(chat.pair, of: chat.anna)
        #expect(view?.receipt?.status == .read && view?.receipt?.sequence == 2)
        #expect(try chat.view(chat.pair, of: chat.bea)?.receipt == nil, "Anna has read nothing of hers")
        #expect(reads(chat.bea).isEmpty)
        let before = reads(chat.anna)
        #expect(reads(try chat.device(of: "anna", after: 0)) == before)
    }

    @Test("a group sends no receipts to its participants")
    func groupsHaveNoReceipts() throws {
        try chat.send("one")
        try chat.bea.conversation.markRead(conversation: chat.group)
        for client in [chat.anna, chat.carl, chat.dora] {
            #expect(client.received.allSatisfy { $0.method != "receipt" })
        }
        #expect(try chat.view(chat.group, of: chat.anna)?.receipt == nil)
        #expect(try chat.view(chat.group, of: chat.bea)?.unread == 0)
    }

    @Test("a reader without read receipts sends none, and the setting of the conversation comes first")
    func readerWithoutReceiptsSendsNone() throws {
        try chat.bea.settings.set(receipts: .init(everywhere: false))
        try chat.send("one", to: chat.pair)
        try chat.bea.conversation.markRead(conversation: chat.pair)
        #expect(reads(chat.anna).isEmpty)
        #expect(try chat.view(chat.pair, of: chat.bea)?.unread == 0, "it is read nonetheless")
        try chat.changesNothing(chat.bea) { try $0.conversation.markRead(conversation: chat.pair) }
        try chat.bea.settings.set(receipts: .init(conversations: .init([(chat.pair, true)])))
        #expect(reads(chat.anna).isEmpty, "a switch tells of nothing by itself")
        try chat.send("two", to: chat.pair)
        try chat.bea.conversation.markRead(conversation: chat.pair)
        #expect(reads(chat.anna).count == 1, "the conversation's own switch goes before")
        try chat.bea.settings.set(receipts: .init(everywhere: true))
        try chat.bea.settings.set(receipts: .init(conversations: .init([(chat.pair, false)])))
        try chat.send("three", to: chat.pair)
        try chat.bea.conversation.markRead(conversation: chat.pair)
        #expect(reads(chat.anna).count == 1)
    }

    // MARK: Unread

    @Test("the read mark only moves forward")
    func readMarkOnlyMovesForward() throws {
        let first = try chat.send("one")
        let second = try chat.send("two")
        try chat.bea.conversation.markRead(conversation: chat.group, through: second)
        let answer = try chat.changesNothing(chat.bea) {
            try $0.conversation.markRead(conversation: chat.group, through: first)
        }
        #expect(answer.unread == 0)
        let elsewhere = try chat.send("three", to: chat.pair)
        for message in [elsewhere, "m404"] {
            let refusal = chat.refusal(chat.bea) {
                try $0.conversation.markRead(conversation: chat.group, through: message)
            }
            #expect(refusal == .notFound)
        }
    }

    @Test("a conversation marked as unread stays unread until it is read")
    func markedConversationStaysUnread() throws {
        try chat.send("one")
        try chat.bea.conversation.markRead(conversation: chat.group)
        _ = chat.bea.takeReceived()
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.conversation.markUnread(conversation: chat.group)
        #expect(answer.unread == 1 && answer.markedUnread)
        #expect(
            try device.received("conversation.changed").map { $0["conversation"] } == [JSONValue(answer.conversation)])
        #expect(chat.anna.received("conversation.changed").isEmpty, "nobody else's business")
        try chat.changesNothing(chat.bea) { try $0.conversation.markUnread(conversation: chat.group) }
        try chat.send("two")
        #expect(try chat.view(chat.group, of: chat.bea)?.unread == 1)
        let read = try chat.bea.conversation.markRead(conversation: chat.group)
        #expect(read.unread == 0 && !read.markedUnread)
    }

    @Test("an empty conversation can be marked as unread, and an own message clears the mark")
    func emptyConversationCanBeMarkedUnread() throws {
        #expect(try chat.bea.conversation.markUnread(conversation: chat.group).unread == 1)
        try chat.send("one", by: chat.bea)
        #expect(try chat.view(chat.group, of: chat.bea)?.unread == 0)
    }

    enum Clearing: CaseIterable { case reading, writing, nothing, writingBefore, writingByAnother }

    @Test("a restart keeps the unread mark unless reading or writing cleared it", arguments: Clearing.allCases)
    func restartKeepsTheUnreadMark(_ clearing: Clearing) throws {
        try chat.send("one")
        if clearing == .writingBefore { try chat.send("two", by: chat.bea) }
        try chat.bea.conversation.markRead(conversation: chat.group)
        try chat.bea.conversation.markUnread(conversation: chat.group)
        switch clearing {
        case .reading: try chat.bea.conversation.markRead(conversation: chat.group)
        case .writing: try chat.send("mine", by: chat.bea)
        case .writingByAnother: try chat.send("theirs", by: chat.carl)
        case .nothing, .writingBefore: break
        }
        let before = try #require(try chat.view(chat.group, of: chat.bea))
        let isCleared = clearing == .reading || clearing == .writing
        #expect(before.markedUnread == !isCleared)
        #expect(before.unread == (isCleared ? 0 : 1))
        try chat.server.restart()
        #expect(try chat.view(chat.group, of: try chat.device(of: "bea")) == before)
    }

    // MARK: Muting

    @Test("muting a conversation affects only the person's own devices")
    func mutingAffectsOnlyOwnDevices() throws {
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.conversation.mute(conversation: chat.group, muted: true)
        #expect(answer.muted)
        #expect(
            try device.received("conversation.changed").map { $0["conversation"] } == [JSONValue(answer.conversation)])
        #expect(chat.anna.received.isEmpty)
        try chat.changesNothing(chat.bea) { try $0.conversation.mute(conversation: chat.group, muted: true) }
        #expect(try chat.view(chat.group, of: chat.anna)?.muted == false)
        #expect(try chat.bea.conversation.mute(conversation: chat.group, muted: false).muted == false)
    }

    // MARK: Pinning

    private func groups(_ count: Int) throws -> [ConversationID] {
        try (0..<count).map { number in
            let other = try #require(Handle("p\(number)"))
            return try chat.bea.conversation.create(participants: ["carl", other]).id
        }
    }

    @Test("a person can pin at most nine conversations, in any order")
    func personPinsAtMostNineConversations() throws {
        let all = try groups(10)
        for id in all.prefix(9) { try chat.bea.conversation.pin(conversation: id, pinned: true) }
        #expect(chat.refusal(chat.bea) { try $0.conversation.pin(conversation: all[9], pinned: true) } == .tooLarge)
        #expect(try chat.bea.settings.get().pinnedConversations == Array(all.prefix(9)))
        let list = try chat.bea.conversation.list().conversations
        #expect(list.prefix(9).map(\.id) == Array(all.prefix(9)))
        #expect(list.map(\.pinned) == [Bool](repeating: true, count: 9) + [false, false, false])
        let moved = try chat.bea.conversation.pin(conversation: all[8], pinned: true, place: 2)
        #expect(moved.pinnedConversations == [all[0], all[8]] + all[1...7], "one that stands there moves")
        try chat.changesNothing(chat.bea) { try $0.conversation.pin(conversation: all[8], pinned: true) }
        let unpinned = try chat.bea.conversation.pin(conversation: all[0], pinned: false)
        #expect(unpinned.pinnedConversations == [all[8]] + all[1...7])
        let last = try chat.bea.conversation.pin(conversation: all[9], pinned: true, place: 1_000)
        #expect(last.pinnedConversations.last == all[9] && last.pinnedConversations.count == 9)
        try chat.changesNothing(chat.bea) { try $0.conversation.pin(conversation: all[0], pinned: false) }
    }

    @Test("pinning a conversation affects only the person's own devices")
    func pinningAffectsOnlyOwnDevices() throws {
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.conversation.pin(conversation: chat.group, pinned: true)
        #expect(try device.received("settings.changed").map { $0["settings"] } == [JSONValue(answer)])
        #expect(chat.anna.received.isEmpty && chat.bea.received.isEmpty)
        #expect(try chat.anna.settings.get().pinnedConversations.isEmpty)
    }

    // MARK: Settings

    @Test("a setting can be changed without the others")
    func settingChangesWithoutTheOthers() throws {
        let before = try chat.bea.settings.get()
        #expect(before.receipts == .init(everywhere: true, conversations: .empty))
        #expect(before.mentionAlerts)
        var expected = before
        expected.receipts.everywhere = false
        #expect(try chat.bea.settings.set(receipts: .init(everywhere: false)) == expected)
        let mentions = try chat.bea.settings.set(mentionAlerts: false)
        #expect(!mentions.mentionAlerts && !mentions.receipts.everywhere)
        try chat.changesNothing(chat.bea) { try $0.settings.set(mentionAlerts: false) }
        try chat.changesNothing(chat.bea) { try $0.settings.set(receipts: .init(everywhere: false)) }
        let after = try chat.bea.settings.set(
            sharing: .init(everywhere: false), receipts: .init(everywhere: true), mentionAlerts: true)
        #expect(!after.sharing.everywhere && after.mentionAlerts)
        #expect(chat.anna.received.isEmpty)
    }

    @Test("an invalid setting or one for another person's conversation is refused as a whole")
    func invalidSettingIsRefused() throws {
        for params in [
            [:], ["mentionAlerts": 1], ["readReceipts": ["everywhere": "yes"]], ["readReceipts": ["apps": [:]]],
            ["readReceipts": true],
        ] as [JSONValue] {
            #expect(chat.refusal(chat.bea) { try $0.ask("settings.set", params) } == .invalidParams, "\(params)")
        }
        let unknown = chat.refusal(chat.bea) {
            try $0.settings.set(receipts: .init(conversations: .init([("c404", false)])), mentionAlerts: false)
        }
        #expect(unknown == .notFound, "and the rest of it is not done either")
        let foreign = chat.refusal(chat.carl) {
            try $0.settings.set(receipts: .init(conversations: .init([(chat.pair, false)])))
        }
        #expect(foreign == .notFound)
    }
}
