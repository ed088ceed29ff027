import ChatProtocol
import Testing

@testable import ChatCore

/// Hand-written equality. The checks of restored states rely on it: a member that it ignores can be lost unnoticed.
struct EqualityTests {
    @Test("choices that differ in one member are different")
    func choicesDifferInEachMember() throws {
        let changes: [(String, (inout PersonChoices) throws -> Void)] = [
            ("everywhere", { $0.everywhere.isOn = false }),
            ("conversationSwitches", { $0.conversationSwitches = [("c1", .init(isOn: false, since: 4))] }),
            (
                "pins",
                {
                    $0.pins[try CanonicalURL("https://notes.example/d/1")] = .init(
                        position: 3, conversation: "c1", at: Instant(milliseconds: 5))
                }
            ),
            ("hiddenHighlights", { $0.hiddenHighlights = ["h1"] }),
            ("uses", { $0.uses["h1"] = [.viewed: Instant(milliseconds: 5)] }),
            ("blocked", { $0.blocked = [try #require(Handle("bea"))] }),
            ("mentionAlertsOff", { $0.mentionAlertsOff.turn(true, at: 4) }),
            ("pinnedConversations", { $0.pinnedConversations = ["c1"] }),
            ("offeredActivities", { $0.offeredActivities = ["com.example.notes": []] }),
            ("storedLinks", { $0.storedLinks = ["com.example.notes": ["https://notes.example/d/1"]] }),
            ("devices", { $0.devices = ["phone"] }),
        ]
        for (member, change) in changes {
            var choices = PersonChoices()
            try change(&choices)
            #expect(choices == choices, "\(member)")
            #expect(choices != PersonChoices(), "\(member)")
            #expect(PersonChoices() != choices, "\(member)")
        }
    }

    @Test("keys of entries that differ in one member are different")
    func keysDifferInEachMember() {
        func key(
            _ conversation: String = "c1", _ id: String = "m4", _ sequence: Int64 = 2, _ sender: String = "anna",
            _ kind: EntryKey.Kind = .message, replaces: Bool = false, thread: String? = nil
        ) -> EntryKey {
            EntryKey(
                conversation: conversation, id: id, sequence: sequence, sender: sender, kind: kind,
                replaces: replaces, thread: thread)
        }
        #expect(key() == key())
        for other in [
            key("c2"), key("c1", "m5"), key("c1", "m4", 3), key("c1", "m4", 2, "bea"),
            key("c1", "m4", 2, "anna", .notice), key(replaces: true), key(thread: "m1"),
        ] {
            #expect(key() != other && other != key())
        }
    }

    @Test("the records of two requests are equal only if sender, id and result are equal")
    func requestRecordsDifferInEachMember() {
        let record = IdempotencyRecord(sender: "anna", clientID: "k1", result: [1])
        #expect(record == IdempotencyRecord(sender: "anna", clientID: "k1", result: [1]))
        #expect(record != IdempotencyRecord(sender: "bea", clientID: "k1", result: [1]))
        #expect(record != IdempotencyRecord(sender: "anna", clientID: "k2", result: [1]))
        #expect(record != IdempotencyRecord(sender: "anna", clientID: "k1", result: [2]))
    }
}
