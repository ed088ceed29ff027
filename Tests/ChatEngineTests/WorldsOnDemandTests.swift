import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Worlds of the database, which a server loads at their first login.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct WorldsOnDemandTests {
    private let address: PostgresAddress

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    private func server(
        _ name: String = "server", _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> EngineFixture {
        let worlds = try PostgresWorlds(address, main: .init(clock: .virtual, seed: 7))
        try worlds.leases?.advertise("\(name):1")
        return try EngineFixture(log: worlds.main, store: worlds, change)
    }

    /// Returns the names of the worlds that a server has loaded.
    private func served(_ server: EngineFixture) -> [String] {
        server.engine.worlds.keys.map(\.rawValue).sorted()
    }

    private func row(_ name: WorldName, _ observer: EngineClient) throws -> WorldSummary {
        try #require(try observer.world.list().first { $0.world == name })
    }

    @Test("a server loads a world at the first login, and no world at its start or for a list")
    func aWorldIsLoadedAtTheFirstLogin() throws {
        let first = try server()
        let maker = try first.observer()
        for number in 0..<20 { try maker.world.create(world: WorldName("w\(number)")) }
        let anna = try first.person("anna", world: "w7")
        let talk = try anna.conversation.create(participants: ["bea"]).id
        try anna.message.send(conversation: talk, text: "kept")
        first.engine.endAll()
        let next = try server()
        #expect(served(next) == [])
        let observer = try next.observer()
        #expect(try observer.world.list().count == 21)
        #expect(served(next) == ["main"], "a list begins none")
        let bea = try next.person("bea", world: "w7")
        #expect(try bea.conversation.list().conversations.first?.unread == 1)
        #expect(served(next) == ["main", "w7"])
        #expect(next.connect().refusal("session.hello", ["role": "observer", "world": "w20"]) == .notFound)
        #expect(observer.refusal { try $0.world.create(world: "w3") } == .conflict)
    }

    @Test func worldListCountsFactsThatAreNotYetWritten() throws {
        let server = try server()
        let observer = try server.observer()
        try observer.world.create(world: "w")
        let anna = try server.person("anna", world: "w")
        let add = anna.post(.contactAdd(.init(handle: "bea")))
        let list = observer.post(.worldList)
        server.flush()
        _ = try anna.answer(add)
        #expect(try observer.answer(list)["worlds"]?.arrayValue?.last?["cursor"] == 2)
    }

    @Test("a world list names the holder of each world, with its sessions as of the last renewal")
    func aListNamesTheHolders() throws {
        let (here, there) = (try server("here"), try server("there"))
        let maker = try here.observer()
        try maker.world.create(world: "empty", clock: .real)
        try maker.world.create(world: "later", clock: .virtual, seed: 42)
        try here.observer(world: "later").clock.advance(.milliseconds(86_400_000))
        try maker.world.create(world: "wall", clock: .real)
        let observer = try there.observer(world: "wall")
        let later = try #require(Instant("2022-09-13T09:00:00.000Z"))
        func rows(_ sessions: Int) -> [WorldSummary] {
            [
                .init(
                    world: "empty", clock: .real, now: here.now, seed: 0, sessions: 0, cursor: 0, isStored: true),
                .init(
                    world: "later", clock: .virtual, now: later, seed: 42, sessions: sessions, cursor: 1,
                    isStored: true, holder: "here:1"),
                .init(
                    world: "main", clock: .virtual, now: WorldClock.virtualStart, seed: 7, sessions: sessions,
                    cursor: 0, isStored: true, holder: "here:1"),
                .init(
                    world: "wall", clock: .real, now: here.now, seed: 0, sessions: 1, cursor: 0, isStored: true,
                    holder: "there:1"),
            ]
        }
        #expect(try observer.world.list() == rows(0))
        here.engine.recover()
        // This answer arrives after the answer to the renewal.
        _ = try here.engine.leases?.held()
        #expect(try observer.world.list() == rows(1))
        #expect(served(there) == ["wall"])
        here.engine.endAll()
        #expect(try row("later", observer).holder == nil)
    }

    @Test("a world that no server holds is reset and deleted by the server that is asked")
    func aFreeWorldIsResetAndDeleted() throws {
        let here = try server()
        let maker = try here.observer()
        for name: WorldName in ["a", "b"] {
            try maker.world.create(world: name)
            _ = try here.person("anna", world: name.rawValue)
        }
        here.engine.endAll()
        let there = try server()
        let observer = try there.observer()
        try observer.world.reset(world: "a")
        try observer.world.delete(world: "b")
        #expect(observer.refusal { try $0.world.delete(world: "b") } == .notFound)
        #expect(served(there) == ["a", "main"])
        #expect(try row("a", observer).cursor == 0)
        #expect(try there.person("anna", world: "a").welcome["cursor"] == 1)
        #expect(there.connect().refusal("session.hello", ["role": "observer", "world": "b"]) == .notFound)
    }

    @Test("the limit of worlds counts those of all servers")
    func theLimitCountsAllWorlds() throws {
        let (here, there) = (try server { $0.limits.worlds = 3 }, try server { $0.limits.worlds = 3 })
        let one = try here.observer()
        for name: WorldName in ["a", "b"] { try one.world.create(world: name) }
        let other = try there.observer(world: "b")
        #expect(other.refusal { try $0.world.create(world: "c") } == .tooLarge)
        try other.world.delete(world: "a")
        try other.world.create(world: "c")
        #expect(one.refusal { try $0.world.create(world: "d") } == .tooLarge)
        #expect(one.refusal { try $0.world.create(world: "c") } == .tooLarge)
    }
}
