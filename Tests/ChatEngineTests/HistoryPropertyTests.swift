import ChatProtocol
import ChatTestKit
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Properties of every history, checked on seeded random histories. A failure names its seed.
struct HistoryPropertyTests {
    private func scenario(_ seed: UInt64, ticks: Int = 50) throws -> RandomHistory {
        var history = try RandomHistory(seed: seed)
        try history.play(ticks: ticks)
        return history
    }

    @Test("D1: the folded log is the state, and its positions have no gaps", arguments: TestExtent.seeds(8, whole: 24))
    func foldedLogIsTheState(_ seed: UInt64) throws {
        let history = try scenario(seed)
        let facts = try history.server.log.allFacts()
        var folded = CoreState()
        for (index, fact) in facts.enumerated() {
            #expect(fact.position == Int64(index + 1), "seed \(seed)")
            folded.fold(fact)
            let copy = try EventRecord(position: fact.position, at: fact.at, body: fact.body)
            #expect(copy.event == fact.event && copy.body == fact.body, "seed \(seed) at \(fact.position)")
        }
        #expect(zip(facts, facts.dropFirst()).allSatisfy { $0.at <= $1.at }, "seed \(seed): time steps back")
        #expect(folded == history.server.state, "seed \(seed): folded")
        #expect(try history.server.log.restoredState() == history.server.state, "seed \(seed): restored")
        var sequences: [ConversationID: Int64] = [:]
        for case .messagePosted(let event) in facts.map(\.event) {
            let message = event.message
            sequences[message.conversation, default: 0] += 1
            #expect(message.sequence == sequences[message.conversation], "seed \(seed): a gap")
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func storedLogEqualsTheLogInMemory(_ seed: UInt64) throws {
        try withTemporaryDirectory { directory in
            let log = try SQLiteEventLog(path: directory + "/chat.sqlite")
            defer { log.close() }
            var stored = try RandomHistory(seed: seed, log: log)
            try stored.play(ticks: 50)
            let inMemory = try scenario(seed)
            #expect(stored.server.state == inMemory.server.state, "seed \(seed)")
            #expect(try log.restoredState() == stored.server.state, "seed \(seed)")
            #expect(
                try log.read(after: 0, limit: .max) == inMemory.server.log.read(after: 0, limit: .max), "seed \(seed)")
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func sameSeedGivesTheSameLogAndStreams(_ seed: UInt64) throws {
        let one = try scenario(seed, ticks: 30)
        let other = try scenario(seed, ticks: 30)
        #expect(
            try one.server.log.read(after: 0, limit: .max) == other.server.log.read(after: 0, limit: .max),
            "seed \(seed)")
        for name in RandomHistory.names {
            #expect(one.people[name]?.map(\.raw) == other.people[name]?.map(\.raw), "seed \(seed) \(name)")
        }
    }

    @Test(
        "D2: a session receives only its person's notifications, in order and once",
        arguments: TestExtent.seeds(6, whole: 16))
    func sessionReceivesOnlyItsPersonsNotifications(_ seed: UInt64) throws {
        let history = try scenario(seed)
        let state = history.server.state
        for (name, clients) in history.people {
            for client in clients {
                let cursors = client.durable.map(\.cursor)
                #expect(zip(cursors, cursors.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): cursors only grow")
                for received in client.durable {
                    var ids = [
                        received.params["message"]?["conversation"], received.params["notice"]?["conversation"],
                        received.params["conversation"]?["id"],
                    ].compactMap { $0?.stringValue }
                    for key in ["added", "updated"] {
                        for highlight in received.params[key]?.arrayValue ?? [] {
                            ids += (highlight["attribution"]?.arrayValue ?? []).compactMap {
                                $0["conversation"]?.stringValue
                            }
                        }
                    }
                    for id in ids {
                        let conversation = state.conversations[ConversationID(id)]
                        let isTheirs = Handle(name).map { conversation?.wasEverMember($0) == true } == true
                        #expect(isTheirs, "seed \(seed): \(name) heard \(received)")
                    }
                    if received.method == "highlights.changed" {
                        let all = ["added", "removed", "updated"].flatMap { received.params[$0]?.arrayValue ?? [] }
                        #expect(!all.isEmpty, "seed \(seed): nothing changed")
                    }
                }
            }
        }
    }

    @Test("D10: a resuming session receives what a live session received", arguments: TestExtent.seeds(6, whole: 16))
    func resumingSessionReceivesTheLiveNotifications(_ seed: UInt64) throws {
        let history = try scenario(seed)
        for name in RandomHistory.names {
            let first = try #require(history.people[name]?.first)
            let late = try history.server.person(name, after: first.welcome["cursor"]?.integerValue ?? 0)
            let live = Dictionary(uniqueKeysWithValues: first.durable.map { ($0.cursor, $0) })
            let replayed = Dictionary(uniqueKeysWithValues: late.durable.map { ($0.cursor, $0) })
            for received in first.durable {
                guard let again = replayed[received.cursor] else {
                    #expect(
                        NotificationMatch.isOver(received, followedBy: first.received + late.received),
                        "seed \(seed): \(name) is not told \(received)")
                    continue
                }
                #expect(NotificationMatch.isSame(again, received), "seed \(seed): \(again) and \(received)")
            }
            // The other notifications are about requests of this live session, which got the answers instead.
            let answered: Set = [
                "message.posted", "message.changed", "conversation.changed", "share.changed", "settings.changed",
                "notice.cleared", "document.changed",
            ]
            for received in late.durable where live[received.cursor] == nil {
                #expect(answered.contains(received.method), "seed \(seed): \(name) was not told \(received) live")
            }
        }
    }

    @Test("D10: a history has each notice as it was last delivered", arguments: TestExtent.seeds(6, whole: 16))
    func historyHasTheNoticesAsLastDelivered(_ seed: UInt64) throws {
        let history = try scenario(seed)
        for name in RandomHistory.names {
            let client = try history.server.person(name, after: 0)
            history.server.flush()
            let me = try #require(Handle(name))
            var delivered: [String: JSONValue] = [:]
            for params in client.received("notice.posted") {
                let notice = try #require(params["notice"])
                delivered[notice["id"]?.stringValue ?? ""] = notice
            }
            for id in history.server.state.people[me]?.conversations ?? [] {
                // The notices of a deleted conversation disappear and return with its messages.
                let start = max(
                    history.server.state.conversations.joined(me, id),
                    history.server.state.conversations.deleted(by: me, in: id)?.clearedThrough ?? 0)
                let expected = delivered.filter { key, notice in
                    notice["conversation"] == .string(id.rawValue) && (NoticeID(key).position ?? 0) > start
                }
                #expect(try notices(of: client, in: id) == expected, "seed \(seed): \(name) in \(id)")
            }
        }
    }

    /// Reads the history in pages and returns its notices by their ids.
    private func notices(of client: EngineClient, in conversation: ConversationID) throws -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        var request: JSONValue = ["conversation": .string(conversation.rawValue), "limit": 7]
        while true {
            let page = try client.ask("conversation.history", request)
            let entries = page["entries"]?.arrayValue ?? []
            for entry in entries {
                if let notice = entry["notice"] { found[notice["id"]?.stringValue ?? ""] = notice }
            }
            guard page["more"] == true, let oldest = entries.first?["id"] else { return found }
            request = with(request, "before", oldest)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func devicesOfAPersonAgreeAlsoAfterARestart(_ seed: UInt64) throws {
        let history = try scenario(seed)
        for name in RandomHistory.names {
            let views = try (history.people[name] ?? []).map { client in
                try ["conversation.list", "settings.get", "highlight.list", "contact.list"].map { try client.ask($0) }
            }
            #expect(Set(views.map { "\($0)" }).count == 1, "seed \(seed) \(name)")
        }
        let before = lasting(try history.people["anna"]?.first?.conversation.list())
        try history.server.restart()
        #expect(lasting(try history.server.person("anna").conversation.list()) == before, "seed \(seed)")
    }

    /// Returns the conversations without `deliveredThrough`, which a restart resets.
    private func lasting(_ list: Answered.Conversations?) -> [Conversation] {
        (list?.conversations ?? []).map { conversation in
            var lasting = conversation
            lasting.deliveredThrough = nil
            return lasting
        }
    }

    @Test("D6: a refused request changes neither the state nor the log", arguments: 1...10 as ClosedRange<UInt64>)
    func refusedRequestChangesNothing(_ seed: UInt64) throws {
        var history = try scenario(seed, ticks: 20)
        let anna = try #require(history.people["anna"]?.first)
        let app = try history.server.app(as: "anna")
        let observer = try history.server.observer()
        var random = SplitMix64(seed: seed)
        let values: [JSONValue] = [
            .null, true, 0, -1, .integer(.max), .integer(.min), .number(1e300), "", " ", "x", "c1", "c7", "s1", "m9",
            "n1", "q1", "heart", ["name": "a", "type": "b", "content": "aGk="], "anna", "bea",
            "https://notes.example/1", "https://notes.example/404", "http://[::1", "ftp://x",
            .array([]),
            .array([1]), .array(["bea"]), [:], ["type": "change", "trigger": "edit"],
            ["type": "mention", "mentioned": "bea"],
            ["everywhere": 1], ["apps": ["nope": true]], ["conversations": ["c999": false]],
            .string(String(repeating: "a", count: 20_001)), "allow", "private", "custom", "copy", "com.example.notes",
        ]
        let keys = [
            "conversation", "text", "participants", "name", "through", "url", "handle", "person", "automaticSharing",
            "consent", "answer", "app", "limit", "after", "event", "notice", "title", "backend", "access", "share",
            "mode", "message", "reaction", "remove", "muted", "pinned", "place", "replyTo", "attachment",
            "readReceipts",
            "mentionAlerts", "domains", "association", "about", "milliseconds", "before", "clientID", "tpyo",
        ]
        for _ in 0..<120 {
            guard let method = Method.allCases.randomElement(using: &random),
                ![.worldReset, .worldDelete, .worldCreate].contains(method)
            else { continue }
            var params: JSONValue = [:]
            for key in keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
                params = with(params, key, values.randomElement(using: &random) ?? .null)
            }
            let before = (history.server.state, history.server.log.end)
            let client = [anna, app, observer].randomElement(using: &random) ?? anna
            if client.refusal(method.rawValue, params) != nil {
                #expect(history.server.log.end == before.1, "seed \(seed): \(method) \(params)")
                #expect(history.server.state == before.0, "seed \(seed): \(method) \(params)")
            }
        }
        try history.play(ticks: 2)
    }
}
