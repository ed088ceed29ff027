import ChatProtocol
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

    private func row(_ name: String, _ observer: EngineClient) throws -> JSONValue {
        let all = try observer.ask("world.list")["worlds"]?.arrayValue ?? []
        return try #require(all.first { $0["world"] == .string(name) })
    }

    @Test("a server loads a world at the first login, and no world at its start or for a list")
    func aWorldIsLoadedAtTheFirstLogin() throws {
        let first = try server()
        let maker = try first.observer()
        for number in 0..<20 { try maker.ask("world.create", ["world": .string("w\(number)")]) }
        let anna = try first.person("anna", world: "w7")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try anna.ask("message.send", ["conversation": talk, "text": "kept"])
        first.engine.endAll()
        let next = try server()
        #expect(served(next) == [])
        let observer = try next.observer()
        #expect(try observer.ask("world.list")["worlds"]?.arrayValue?.count == 21)
        #expect(served(next) == ["main"], "a list begins none")
        let bea = try next.person("bea", world: "w7")
        #expect(try bea.ask("conversation.list")["conversations"]?.arrayValue?.first?["unread"] == 1)
        #expect(served(next) == ["main", "w7"])
        #expect(next.connect().refusal("session.hello", ["role": "observer", "world": "w20"]) == .notFound)
        #expect(observer.refusal("world.create", ["world": "w3"]) == .conflict)
    }

    @Test func worldListCountsFactsThatAreNotYetWritten() throws {
        let server = try server()
        let observer = try server.observer()
        try observer.ask("world.create", ["world": "w"])
        let anna = try server.person("anna", world: "w")
        let add = anna.post("contact.add", ["handle": "bea"])
        let list = observer.post("world.list")
        server.flush()
        _ = try anna.answer(add)
        #expect(try observer.answer(list)["worlds"]?.arrayValue?.last?["cursor"] == 2)
    }

    @Test("a world list names the holder of each world, with its sessions as of the last renewal")
    func aListNamesTheHolders() throws {
        let (here, there) = (try server("here"), try server("there"))
        let maker = try here.observer()
        try maker.ask("world.create", ["world": "empty", "clock": "real"])
        try maker.ask("world.create", ["world": "later", "clock": "virtual", "seed": 42])
        try here.observer(world: "later").ask("clock.advance", ["milliseconds": 86_400_000])
        try maker.ask("world.create", ["world": "wall", "clock": "real"])
        let observer = try there.observer(world: "wall")
        func rows(_ sessions: Int64) -> JSONValue {
            let (start, now) = (
                JSONValue.string(WorldClock.virtualStart.description), JSONValue.string(here.now.description)
            )
            return [
                [
                    "world": "empty", "clock": "real", "now": now, "seed": 0, "sessions": 0, "cursor": 0,
                    "stored": true,
                ],
                [
                    "world": "later", "clock": "virtual", "now": "2022-09-13T09:00:00.000Z", "seed": 42,
                    "sessions": .integer(sessions), "cursor": 1, "stored": true, "holder": "here:1",
                ],
                [
                    "world": "main", "clock": "virtual", "now": start, "seed": 7, "sessions": .integer(sessions),
                    "cursor": 0, "stored": true, "holder": "here:1",
                ],
                [
                    "world": "wall", "clock": "real", "now": now, "seed": 0, "sessions": 1, "cursor": 0, "stored": true,
                    "holder": "there:1",
                ],
            ]
        }
        #expect(try observer.ask("world.list")["worlds"] == rows(0))
        here.engine.recover()
        // This answer arrives after the answer to the renewal.
        _ = try here.engine.leases?.held()
        #expect(try observer.ask("world.list")["worlds"] == rows(1))
        #expect(served(there) == ["wall"])
        here.engine.endAll()
        #expect(try row("later", observer)["holder"] == nil)
    }

    @Test("a world that no server holds is reset and deleted by the server that is asked")
    func aFreeWorldIsResetAndDeleted() throws {
        let here = try server()
        let maker = try here.observer()
        for name in ["a", "b"] {
            try maker.ask("world.create", ["world": .string(name)])
            _ = try here.person("anna", world: name)
        }
        here.engine.endAll()
        let there = try server()
        let observer = try there.observer()
        try observer.ask("world.reset", ["world": "a"])
        try observer.ask("world.delete", ["world": "b"])
        #expect(observer.refusal("world.delete", ["world": "b"]) == .notFound)
        #expect(served(there) == ["a", "main"])
        #expect(try row("a", observer)["cursor"] == 0)
        #expect(try there.person("anna", world: "a").welcome["cursor"] == 1)
        #expect(there.connect().refusal("session.hello", ["role": "observer", "world": "b"]) == .notFound)
    }

    @Test("the limit of worlds counts those of all servers")
    func theLimitCountsAllWorlds() throws {
        let (here, there) = (try server { $0.limits.worlds = 3 }, try server { $0.limits.worlds = 3 })
        let one = try here.observer()
        for name in ["a", "b"] { try one.ask("world.create", ["world": .string(name)]) }
        let other = try there.observer(world: "b")
        #expect(other.refusal("world.create", ["world": "c"]) == .tooLarge)
        try other.ask("world.delete", ["world": "a"])
        try other.ask("world.create", ["world": "c"])
        #expect(one.refusal("world.create", ["world": "d"]) == .tooLarge)
        #expect(one.refusal("world.create", ["world": "c"]) == .tooLarge)
    }
}
