import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Shared commits: a store that can do so writes the facts of several worlds in one tick together.
struct SharedCommitTests {
    /// A server with three worlds. In each one, Anna and Bea have a conversation.
    private struct Fixture {
        let store: SharingWorlds
        let server: EngineFixture
        var people: [(client: EngineClient, listener: EngineClient, talk: ConversationID)] = []

        init() throws {
            store = SharingWorlds([WorldName("b"), WorldName("c")])
            server = try EngineFixture(log: store.log(of: .main), store: store)
            for name in ["main", "b", "c"] {
                let (anna, bea) = (try server.person("anna", world: name), try server.person("bea", world: name))
                let talk = try anna.conversation.create(participants: ["bea"]).id
                people.append((anna, bea, talk))
                _ = bea.takeReceived()
            }
            store.begin()
        }

        /// Sends a message of Anna in some worlds, in one tick.
        func send(_ text: String, in worlds: [Int]) -> [Int: RequestID] {
            var ids: [Int: RequestID] = [:]
            for index in worlds {
                let (anna, _, talk) = people[index]
                ids[index] = anna.post(.messageSend(.init(conversation: talk, text: text)))
            }
            server.flush()
            return ids
        }

        func check() throws {
            for (name, world) in server.engine.worlds {
                let state = try store.log(of: name).restoredState()
                #expect(world.state == state)
            }
        }
    }

    @Test func worldsOfOneTickShareOneCommit() throws {
        let fixture = try Fixture()
        let commits = fixture.server.engine.counts.commits
        let ids = fixture.send("hi", in: [0, 1, 2])
        #expect(fixture.store.shared == [3] && fixture.store.single == 0)
        #expect(fixture.server.engine.counts.commits == commits + 3)
        for (index, id) in ids {
            #expect(try fixture.people[index].client.answer(id)["message"]?["text"] == "hi")
            #expect(fixture.people[index].listener.received("message.posted").count == 1)
        }
        // A world alone needs no shared commit, and a world without facts takes no part in one.
        _ = fixture.send("alone", in: [1])
        fixture.people[2].client.post(.sessionPing)
        _ = fixture.send("beside a ping", in: [0])
        #expect(fixture.store.shared == [3] && fixture.store.single == 2)
        try fixture.check()
    }

    @Test func declinedSharedCommitIsWrittenWorldByWorld() throws {
        let fixture = try Fixture()
        fixture.store.plan = { _ in nil }
        let ids = fixture.send("hi", in: [0, 1, 2])
        #expect(fixture.store.shared == [3] && fixture.store.single == 3)
        for (index, id) in ids { #expect(try fixture.people[index].client.answer(id)["message"] != nil) }
        try fixture.check()
    }

    /// No answer may report that nothing was done. The logs show the outcome when they can be read.
    @Test("D4: the outcome of a failed shared commit is unknown in all its worlds", arguments: [false, true])
    func failedSharedCommitIsUnknownInAllWorlds(isKept: Bool) throws {
        let fixture = try Fixture()
        fixture.store.plan = { [store = fixture.store] batches in
            if isKept { _ = store.keep(batches) }
            return .failure(.unavailable(reason: "the line broke", outcome: .unknown))
        }
        let ids = fixture.send("in doubt", in: [0, 1, 2])
        for (index, id) in ids {
            let answers = fixture.people[index].client.answers[id] ?? []
            #expect(answers.count == 1)
            #expect(answers.first?["error"]?["data"]?["outcome"] == "unknown")
        }
        fixture.store.plan = nil
        fixture.server.engine.recover()
        fixture.server.flush()
        for (_, listener, _) in fixture.people {
            #expect(listener.received("message.posted").count == (isKept ? 1 : 0))
        }
        try fixture.check()
        _ = fixture.send("after it", in: [0, 1, 2])
        for (_, listener, _) in fixture.people {
            #expect(listener.received("message.posted").last?["message"]?["text"] == "after it")
        }
        try fixture.check()
    }

    @Test(
        "a shared commit leaves out a world that another server took, and writes the other worlds",
        .enabled(if: PostgresCluster.isWanted))
    func aLostWorldIsLeftOutOfASharedCommit() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let worlds = [try PostgresWorlds(address), try PostgresWorlds(address)]
        let server = try EngineFixture(log: worlds[0].main, store: worlds[0])
        let names = ["main", "b", "c"]
        let observer = try server.observer()
        for name in names.dropFirst() { try observer.world.create(world: WorldName(name)) }
        let people = try names.map { try server.person("anna", world: $0) }
        func transactions() throws -> Int64 {
            let asking = PostgresStatement(
                try PostgresConnection(address.wanted(for: .reading)),
                sql: "SELECT count(DISTINCT xmin::text) FROM log")
            _ = try asking.step()
            return asking.integer(0)
        }
        let before = try transactions()
        var ids = people.map { $0.post(.contactAdd(.init(handle: "bea"))) }
        server.flush()
        for (anna, id) in zip(people, ids) { _ = try anna.answer(id) }
        #expect(try transactions() == before + 1)
        try worlds[0].leases?.release(WorldName("b"))
        _ = try worlds[1].find(WorldName("b"))
        ids = people.map { $0.post(.contactAdd(.init(handle: "carl"))) }
        server.flush()
        for index in [0, 2] { _ = try people[index].answer(ids[index]) }
        #expect(people[1].answers[ids[1]]?.first?["error"]?["data"]?["reason"] == "unavailable")
        #expect(people.map(\.end) == [nil, .worldMoved, nil])
        #expect(try transactions() == before + 3)
        #expect(server.engine.worlds.keys.sorted() == [WorldName("c"), .main])
    }
}

/// Worlds in memory with shared commits that a test can plan.
private final class SharingWorlds: WorldStore {
    private let logs: [WorldName: FailingLog]
    /// The planned result of a shared commit; a nil result declines it. Without a plan, the batches are written.
    var plan: (([LogBatch]) -> Result<Void, LogError>?)?
    /// The number of batches in each shared commit.
    private(set) var shared: [Int] = []
    private var before = 0

    init(_ names: [WorldName]) {
        logs = Dictionary(
            uniqueKeysWithValues: ([.main] + names).map { ($0, FailingLog()) })
    }

    /// Resets the counts.
    func begin() {
        shared = []
        kept = 0
        before = logs.values.reduce(0) { $0 + $1.batches }
    }

    /// The number of batches that were written outside shared commits.
    var single: Int { logs.values.reduce(0) { $0 + $1.batches } - before - kept }
    private var kept = 0

    func log(of name: WorldName) -> FailingLog { logs[name] ?? FailingLog() }

    func append(_ batches: [LogBatch]) -> Result<Void, LogError>? {
        shared.append(batches.count)
        return plan.map { $0(batches) } ?? keep(batches)
    }

    func keep(_ batches: [LogBatch]) -> Result<Void, LogError> {
        Result { () throws(LogError) in
            for batch in batches {
                try batch.log.append(batch.records, expectedEnd: batch.expectedEnd)
                kept += 1
            }
        }
    }

    var isStored: Bool { true }

    func find(_ name: WorldName) -> FoundWorld? {
        logs[name].map { .held(StoredWorld(name: name, clock: .virtual, seed: 0, log: $0)) }
    }

    func make(_: WorldName, clock _: ClockKind, seed _: Int64) -> Bool { false }
    func empty(_: WorldName) -> any EventLog { MemoryEventLog() }
    func remove(_: WorldName) {}
    func close() {}
}
