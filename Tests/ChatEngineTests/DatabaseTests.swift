import ChatProtocol
import ChatTestKit
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
        let summary: [WorldSummary]
        do {
            let observer = try server.observer()
            for name: WorldName in ["one", "two", "three"] {
                try observer.world.create(world: name, clock: .virtual, seed: 7)
            }
            #expect(observer.refusal { try $0.world.create(world: "one") } == .conflict)
            #expect(observer.refusal { try $0.world.reset(world: "main") } == .conflict)
            for name in ["main", "one", "two"] {
                let anna = try server.person("anna", world: name)
                let talk = try anna.conversation.create(participants: ["bea"]).id
                try anna.message.send(conversation: talk, text: "in \(name)")
            }
            try observer.world.delete(world: "three")
            try observer.world.reset(world: "two")
            summary = try observer.world.list()
        }
        server.engine.endAll()
        let again = try Self.server(address)
        let observer = try again.observer()
        let worlds = try observer.world.list()
        #expect(worlds.map(\.world) == summary.map(\.world) && worlds.map(\.cursor) == summary.map(\.cursor))
        let anna = try again.person("anna", world: "one")
        let talk = try anna.conversation.list().conversations.first
        #expect(talk?.lastMessage?.text == "in one")
        #expect(try again.person("anna", world: "two").conversation.list().conversations.isEmpty)
    }

    /// The server regularly reads the ends of all logs, also while decided facts are not yet written.
    @Test func recoveryInTheMiddleOfATickEndsNoSession() throws {
        let server = try Self.server(try Self.address())
        let anna = try server.person("anna")
        let made = anna.post(.conversationCreate(.init(participants: ["bea"])))
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
        func send(_ client: EngineClient) throws -> Message {
            try client.message.send(conversation: trip.conversation, text: "lost", clientID: "c1")
        }
        try cluster.stop()
        #expect(trip.anna.refusal(send) == .unavailable)
        #expect(trip.anna.refusal { try $0.session.fence() } == .unavailable)
        #expect(trip.server.engine.problem != nil)
        for _ in 0..<3 {
            trip.server.engine.recover()
            #expect(trip.anna.refusal { try $0.session.fence() } == .unavailable)
        }
        try cluster.start()
        for _ in 0..<1_000 where trip.server.engine.problem != nil { trip.server.engine.recover() }
        let sent = try send(trip.anna)
        #expect(sent.text == "lost")
        #expect(try send(trip.anna) == sent)
        try trip.bea.session.fence()
        #expect(trip.bea.received("message.posted").count == 1)
        #expect(try trip.server.log.restoredState() == trip.server.state)
    }
}
