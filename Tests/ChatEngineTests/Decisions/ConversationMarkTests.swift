import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Names of conversations, read marks, receipts, muting, pinning and settings.
struct ConversationMarkTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func here(_ more: JSONValue = [:], in conversation: JSONValue? = nil) -> JSONValue {
        (["conversation": conversation ?? chat.group] as JSONValue).adding(more)
    }

    private var pair: JSONValue { ["conversation": chat.pair] }

    private func conversationSwitch(_ id: JSONValue, _ isOn: Bool) -> JSONValue {
        .object(JSONObject([.init(key: id.stringValue ?? "", value: .bool(isOn))]))
    }

    // MARK: Names

    @Test("a rename changes the name for each participant and adds a line to the thread")
    func renameReachesEachParticipant() throws {
        let answer = try chat.bea.ask("conversation.rename", here(["name": "Trip"]))
        #expect(answer["line"]?["text"] == "You named the conversation “Trip”")
        #expect(try chat.view(chat.group, of: chat.anna)?["name"] == "Trip")
        let line = chat.anna.heard("conversation.changed").first?["line"]
        #expect(line?["text"] == "Bea named the conversation “Trip”" && line?["id"] == answer["line"]?["id"])
        #expect(try chat.thread(chat.carl) == ["Bea named the conversation “Trip”"])
        let again = try chat.changesNothing(chat.carl, "conversation.rename", here(["name": "Trip"]))
        #expect(again["line"] == nil)
        #expect(chat.refusal(chat.anna, "conversation.rename", here(["name": "  "])) == .invalidParams)
        for name in ["Trip\nof us", "Trip\r\n", "Trip\u{2028}of us"] {
            #expect(chat.refusal(chat.anna, "conversation.rename", here(["name": .string(name)])) == .invalidParams)
        }
        let long = String(repeating: "n", count: 200)
        try chat.anna.ask("conversation.rename", here(["name": .string(long)]))
        #expect(chat.refusal(chat.anna, "conversation.rename", here(["name": .string(long + "n")])) == .tooLarge)
        #expect(try chat.view(chat.group, of: chat.dora)?["unread"] == 0, "a line is nothing to be read")
    }

    // MARK: Receipts

    /// Returns a client's read receipts. Delivery receipts are excluded, because they are not in the log.
    private func reads(_ client: EngineClient) -> [JSONValue] {
        client.heard("receipt").filter { $0["status"] == "read" }
    }

    @Test("the sender receives one read receipt for each newly read message")
    func senderReceivesReadReceiptsOnce() throws {
        let first = try chat.send("one", to: chat.pair)
        let second = try chat.send("two", to: chat.pair)
        try chat.bea.ask("conversation.markRead", pair.adding(["through": first]))
        var told = try #require(reads(chat.anna).last)
        #expect(told["message"] == first && told["person"] == "bea" && told["status"] == "read")
        #expect(told["sequence"] == 1 && told["conversation"] == chat.pair)
        try chat.bea.ask("conversation.markRead", pair)
        told = try #require(reads(chat.anna).last)
        #expect(told["message"] == second && told["sequence"] == 2)
        try chat.changesNothing(chat.bea, "conversation.markRead", pair)
        try chat.changesNothing(chat.bea, "conversation.markRead", pair.adding(["through": first]))
        #expect(reads(chat.anna).count == 2)
        let view = try chat.view(chat.pair, of: chat.anna)
        #expect(view?["receipt"]?["status"] == "read" && view?["receipt"]?["sequence"] == 2)
        #expect(try chat.view(chat.pair, of: chat.bea)?["receipt"] == nil, "Anna has read nothing of hers")
        #expect(reads(chat.bea).isEmpty)
        let before = reads(chat.anna)
        #expect(reads(try chat.device(of: "anna", after: 0)) == before)
    }

    @Test("a group sends no receipts to its participants")
    func groupsHaveNoReceipts() throws {
        try chat.send("one")
        try chat.bea.ask("conversation.markRead", here())
        for client in [chat.anna, chat.carl, chat.dora] { #expect(client.heard.allSatisfy { $0.method != "receipt" }) }
        #expect(try chat.view(chat.group, of: chat.anna)?["receipt"] == nil)
        #expect(try chat.view(chat.group, of: chat.bea)?["unread"] == 0)
    }

    @Test("a reader without read receipts sends none, and the setting of the conversation comes first")
    func readerWithoutReceiptsSendsNone() throws {
        try chat.bea.ask("settings.set", ["readReceipts": ["everywhere": false]])
        try chat.send("one", to: chat.pair)
        try chat.bea.ask("conversation.markRead", pair)
        #expect(reads(chat.anna).isEmpty)
        #expect(try chat.view(chat.pair, of: chat.bea)?["unread"] == 0, "it is read nonetheless")
        try chat.changesNothing(chat.bea, "conversation.markRead", pair)
        let own: JSONValue = ["readReceipts": ["conversations": conversationSwitch(chat.pair, true)]]
        try chat.bea.ask("settings.set", own)
        #expect(reads(chat.anna).isEmpty, "a switch tells of nothing by itself")
        try chat.send("two", to: chat.pair)
        try chat.bea.ask("conversation.markRead", pair)
        #expect(reads(chat.anna).count == 1, "the conversation's own switch goes before")
        try chat.bea.ask("settings.set", ["readReceipts": ["everywhere": true]])
        try chat.bea.ask("settings.set", ["readReceipts": ["conversations": conversationSwitch(chat.pair, false)]])
        try chat.send("three", to: chat.pair)
        try chat.bea.ask("conversation.markRead", pair)
        #expect(reads(chat.anna).count == 1)
    }

    // MARK: Unread

    @Test("the read mark only moves forward")
    func readMarkOnlyMovesForward() throws {
        let first = try chat.send("one")
        let second = try chat.send("two")
        try chat.bea.ask("conversation.markRead", here(["through": second]))
        let answer = try chat.changesNothing(chat.bea, "conversation.markRead", here(["through": first]))
        #expect(answer["conversation"]?["unread"] == 0)
        let elsewhere = try chat.send("three", to: chat.pair)
        #expect(chat.refusal(chat.bea, "conversation.markRead", here(["through": elsewhere])) == .notFound)
        #expect(chat.refusal(chat.bea, "conversation.markRead", here(["through": "m404"])) == .notFound)
    }

    @Test("a conversation marked as unread stays unread until it is read")
    func markedConversationStaysUnread() throws {
        try chat.send("one")
        try chat.bea.ask("conversation.markRead", here())
        _ = chat.bea.takeHeard()
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.ask("conversation.markUnread", here())["conversation"]
        #expect(answer?["unread"] == 1 && answer?["markedUnread"] == true)
        #expect(device.heard("conversation.changed").map { $0["conversation"] } == [answer])
        #expect(chat.anna.heard("conversation.changed").isEmpty, "nobody else's business")
        try chat.changesNothing(chat.bea, "conversation.markUnread", here())
        try chat.send("two")
        #expect(try chat.view(chat.group, of: chat.bea)?["unread"] == 1)
        let read = try chat.bea.ask("conversation.markRead", here())["conversation"]
        #expect(read?["unread"] == 0 && read?["markedUnread"] == nil)
    }

    @Test("an empty conversation can be marked as unread, and an own message clears the mark")
    func emptyConversationCanBeMarkedUnread() throws {
        #expect(try chat.bea.ask("conversation.markUnread", here())["conversation"]?["unread"] == 1)
        try chat.send("one", by: chat.bea)
        #expect(try chat.view(chat.group, of: chat.bea)?["unread"] == 0)
    }

    enum Clearing: CaseIterable { case reading, writing, nothing, writingBefore, writingByAnother }

    @Test("a restart keeps the unread mark unless reading or writing cleared it", arguments: Clearing.allCases)
    func restartKeepsTheUnreadMark(_ clearing: Clearing) throws {
        try chat.send("one")
        if clearing == .writingBefore { try chat.send("two", by: chat.bea) }
        try chat.bea.ask("conversation.markRead", here())
        try chat.bea.ask("conversation.markUnread", here())
        switch clearing {
        case .reading: try chat.bea.ask("conversation.markRead", here())
        case .writing: try chat.send("mine", by: chat.bea)
        case .writingByAnother: try chat.send("theirs", by: chat.carl)
        case .nothing, .writingBefore: break
        }
        let before = try #require(try chat.view(chat.group, of: chat.bea))
        let isCleared = clearing == .reading || clearing == .writing
        #expect(before["markedUnread"] == (isCleared ? nil : true))
        #expect(before["unread"] == (isCleared ? 0 : 1))
        try chat.server.restart()
        #expect(try chat.view(chat.group, of: try chat.device(of: "bea")) == before)
    }

    // MARK: Muting

    @Test("muting a conversation affects only the person's own devices")
    func mutingAffectsOnlyOwnDevices() throws {
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.ask("conversation.mute", here(["muted": true]))["conversation"]
        #expect(answer?["muted"] == true)
        #expect(device.heard("conversation.changed").map { $0["conversation"] } == [answer])
        #expect(chat.anna.heard.isEmpty)
        try chat.changesNothing(chat.bea, "conversation.mute", here(["muted": true]))
        #expect(try chat.view(chat.group, of: chat.anna)?["muted"] == false)
        #expect(try chat.bea.ask("conversation.mute", here(["muted": false]))["conversation"]?["muted"] == false)
    }

    // MARK: Pinning

    private func groups(_ count: Int) throws -> [JSONValue] {
        try (0..<count).map { number in
            let others: JSONValue = ["participants": ["carl", .string("p\(number)")]]
            return try #require(try chat.bea.ask("conversation.create", others)["conversation"]?["id"])
        }
    }

    private func pinned(_ answer: JSONValue) -> [JSONValue] {
        answer["settings"]?["pinnedConversations"]?.arrayValue ?? []
    }

    @Test("a person can pin at most nine conversations, in any order")
    func personPinsAtMostNineConversations() throws {
        let all = try groups(10)
        for id in all.prefix(9) { try chat.bea.ask("conversation.pin", here(["pinned": true], in: id)) }
        #expect(chat.refusal(chat.bea, "conversation.pin", here(["pinned": true], in: all[9])) == .tooLarge)
        let settings = try chat.bea.ask("settings.get")
        #expect(pinned(settings) == Array(all.prefix(9)))
        let list = try chat.bea.ask("conversation.list")["conversations"]?.arrayValue ?? []
        #expect(list.prefix(9).map { $0["id"] ?? .null } == Array(all.prefix(9)))
        #expect(list.map { $0["pinned"] == true } == [Bool](repeating: true, count: 9) + [false, false, false])
        let moved = try chat.bea.ask("conversation.pin", here(["pinned": true, "place": 2], in: all[8]))
        #expect(pinned(moved) == [all[0], all[8]] + all[1...7], "one that stands there moves")
        try chat.changesNothing(chat.bea, "conversation.pin", here(["pinned": true], in: all[8]))
        let unpinned = try chat.bea.ask("conversation.pin", here(["pinned": false], in: all[0]))
        #expect(pinned(unpinned) == [all[8]] + all[1...7])
        let last = try chat.bea.ask("conversation.pin", here(["pinned": true, "place": 1_000], in: all[9]))
        #expect(pinned(last).last == all[9] && pinned(last).count == 9)
        try chat.changesNothing(chat.bea, "conversation.pin", here(["pinned": false], in: all[0]))
    }

    @Test("pinning a conversation affects only the person's own devices")
    func pinningAffectsOnlyOwnDevices() throws {
        let device = try chat.device(of: "bea")
        let answer = try chat.bea.ask("conversation.pin", here(["pinned": true]))
        #expect(device.heard("settings.changed").map { $0["settings"] } == [answer["settings"]])
        #expect(chat.anna.heard.isEmpty && chat.bea.heard.isEmpty)
        #expect(try chat.anna.ask("settings.get")["settings"]?["pinnedConversations"] == [])
    }

    // MARK: Settings

    @Test("a setting can be changed without the others")
    func settingChangesWithoutTheOthers() throws {
        let before = try #require(try chat.bea.ask("settings.get")["settings"])
        #expect(before["readReceipts"] == ["everywhere": true, "conversations": [:]])
        #expect(before["mentionAlerts"] == true)
        let receipts = try chat.bea.ask("settings.set", ["readReceipts": ["everywhere": false]])["settings"]
        #expect(
            receipts == with(before, "readReceipts", ["everywhere": false, "conversations": [:]]).inOrder(of: before))
        let mentions = try chat.bea.ask("settings.set", ["mentionAlerts": false])["settings"]
        #expect(mentions?["mentionAlerts"] == false && mentions?["readReceipts"]?["everywhere"] == false)
        try chat.changesNothing(chat.bea, "settings.set", ["mentionAlerts": false])
        try chat.changesNothing(chat.bea, "settings.set", ["readReceipts": ["everywhere": false]])
        let all: JSONValue = [
            "automaticSharing": ["everywhere": false], "readReceipts": ["everywhere": true], "mentionAlerts": true,
        ]
        let after = try chat.bea.ask("settings.set", all)["settings"]
        #expect(after?["automaticSharing"]?["everywhere"] == false && after?["mentionAlerts"] == true)
        #expect(chat.anna.heard.isEmpty)
    }

    @Test("an invalid setting or one for another person's conversation is refused as a whole")
    func invalidSettingIsRefused() throws {
        for params in [
            [:], ["mentionAlerts": 1], ["readReceipts": ["everywhere": "yes"]], ["readReceipts": ["apps": [:]]],
            ["readReceipts": true],
        ] as [JSONValue] {
            #expect(chat.refusal(chat.bea, "settings.set", params) == .invalidParams, "\(params)")
        }
        let foreign: JSONValue = [
            "mentionAlerts": false, "readReceipts": ["conversations": conversationSwitch("c404", false)],
        ]
        #expect(chat.refusal(chat.bea, "settings.set", foreign) == .notFound, "and the rest of it is not done either")
        let others: JSONValue = ["readReceipts": ["conversations": conversationSwitch(chat.pair, false)]]
        #expect(chat.refusal(chat.carl, "settings.set", others) == .notFound)
    }
}

extension JSONValue {
    /// Returns the object with its members in the order of another object.
    fileprivate func inOrder(of other: JSONValue) -> JSONValue {
        .object(
            JSONObject(
                (other.objectValue?.members ?? []).compactMap { member in
                    self[member.key].map { .init(key: member.key, value: $0) }
                }))
    }
}
