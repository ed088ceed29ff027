import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A server with its logs in PostgreSQL.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct DatabaseTests {
    private static func address() throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        return try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    private static func server(_ address: PostgresAddress) throws -> EngineFixture {
        let worlds = try PostgresWorlds(address)
        return try EngineFixture(log: worlds.main, store: worlds)
    }

    @Test func eachWorldIsStoredWithItsOwnPositions() throws {
        let address = try Self.address()
        let server = try Self.server(address)
        let summary: JSONValue
        do {
            let observer = try server.observer()
            for name in ["one", "two", "three"] {
                try observer.ask("world.create", ["world": .string(name), "clock": "virtual", "seed": 7])
            }
            #expect(observer.refusal("world.create", ["world": "one"]) == .conflict)
            #expect(observer.refusal("world.reset", ["world": "main"]) == .conflict)
            for name in ["main", "one", "two"] {
                let anna = try server.person("anna", world: name)
                let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"]
                try anna.ask("message.send", ["conversation": talk ?? .null, "text": .string("in \(name)")])
            }
            try observer.ask("world.delete", ["world": "three"])
            try observer.ask("world.reset", ["world": "two"])
            summary = try observer.ask("world.list")
        }
        server.engine.endAll()
        let again = try Self.server(address)
        let observer = try again.observer()
        func worlds(_ list: JSONValue) -> [JSONValue] {
            (list["worlds"]?.arrayValue ?? []).map { ["world": $0["world"] ?? .null, "cursor": $0["cursor"] ?? .null] }
        }
        #expect(worlds(try observer.ask("world.list")) == worlds(summary))
        let anna = try again.person("anna", world: "one")
        let talk = try anna.ask("conversation.list")["conversations"]?.arrayValue?.first
        #expect(talk?["lastMessage"]?["text"] == "in one")
        #expect(try again.person("anna", world: "two").ask("conversation.list")["conversations"] == .array([]))
    }

    /// The server regularly reads the ends of all logs, also while decided facts are not yet written.
    @Test func recoveryInTheMiddleOfATickEndsNoSession() throws {
        let server = try Self.server(try Self.address())
        let anna = try server.person("anna")
        let made = anna.post("conversation.create", ["participants": ["bea"]])
        server.engine.recover()
        server.flush()
        #expect(try anna.answer(made)["conversation"] != nil)
        #expect(anna.end == nil)
    }

    @Test("D4: a server that lost its database is unavailable, and recovers with the database")
    func serverIsUnavailableWithoutItsDatabase() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let address = try #require(PostgresAddress(cluster.address, schema: "away", use: .serving))
        let worlds = try PostgresWorlds(address, main: .init(clock: .virtual, seed: 0))
        let trip = try TripFixture(log: worlds.main, store: worlds)
        let send: JSONValue = ["conversation": trip.conversation, "text": "lost", "clientID": "c1"]
        try cluster.stop()
        #expect(trip.anna.refusal("message.send", send) == .unavailable)
        #expect(trip.anna.refusal("session.fence") == .unavailable)
        #expect(trip.server.engine.problem != nil)
        for _ in 0..<3 {
            trip.server.engine.recover()
            #expect(trip.anna.refusal("session.fence") == .unavailable)
        }
        try cluster.start()
        for _ in 0..<1_000 where trip.server.engine.problem != nil { trip.server.engine.recover() }
        let sent = try trip.anna.ask("message.send", send)
        #expect(sent["message"]?["text"] == "lost")
        #expect(try trip.anna.ask("message.send", send) == sent)
        try trip.bea.ask("session.fence")
        #expect(trip.bea.heard("message.posted").count == 1)
        #expect(try trip.server.log.restoredState() == trip.server.state)
    }
}
