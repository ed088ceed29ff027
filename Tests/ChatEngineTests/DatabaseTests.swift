import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A server whose logs are in a database.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct DatabaseTests {
    private static func address() throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        return try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    private static func server(_ address: PostgresAddress) throws -> EngineFixture {
        let worlds = try PostgresWorlds(address)
        return try EngineFixture(log: worlds.main, store: worlds)
    }

    @Test func everyWorldIsStoredWithPositionsOfItsOwn() throws {
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

    /// Once in a while it is looked how far all logs are, and what is decided by then is not written yet.
    @Test func aLookAroundInTheMiddleOfATickEndsNoSession() throws {
        let server = try Self.server(try Self.address())
        let anna = try server.person("anna")
        let made = anna.post("conversation.create", ["participants": ["bea"]])
        server.engine.recover()
        server.flush()
        #expect(try anna.answer(made)["conversation"] != nil)
        #expect(anna.end == nil)
    }

    /// Who decides again asks the log, and hears with its answer what was said elsewhere, in whichever world.
    @Test func aWorldOfWhichIsHeardInTheMiddleOfATickIsSettled() throws {
        let address = try Self.address()
        let (here, there) = (try Self.server(address), try Self.server(address))
        try here.observer().ask("world.create", ["world": "b"])
        let anna = try here.person("anna")
        let bea = try here.person("bea", world: "b")
        let talk = try bea.ask("conversation.create", ["participants": ["carl"]])["conversation"]?["id"] ?? .null
        let (carl, dora) = (try there.person("carl", world: "b"), try there.person("dora"))
        // That they came is heard before.
        for here in [anna, bea] { try here.ask("session.ping") }
        let (list, add) = (anna.post("conversation.list"), anna.post("contact.add", ["handle": "bea"]))
        try dora.ask("contact.add", ["handle": "anna"])
        try carl.ask("conversation.typing", ["conversation": talk, "typing": true])
        here.flush()
        #expect(here.engine.counts.commitFailures == 1)
        _ = (try anna.answer(list), try anna.answer(add))
        #expect(bea.heard("typing").count == 1)
        try bea.ask("contact.add", ["handle": "emil"])
    }

    /// Somebody's fence is answered in the middle of another's request, while what a third asked is not written yet.
    @Test func aFenceThatIsHeardInTheMiddleOfARequestTakesNobodysAnswer() throws {
        let address = try Self.address()
        let (here, there) = (try Self.server(address), try Self.server(address))
        try here.observer().ask("world.create", ["world": "b"])
        let (anna, bea) = (try here.person("anna"), try here.person("bea", world: "b"))
        let (carl, watcher) = (try there.person("carl", world: "b"), try there.observer())
        try bea.ask("session.ping")
        let add = bea.post("contact.add", ["handle": "dora"])
        try carl.ask("contact.add", ["handle": "emil"])
        let fence = carl.post("session.fence")
        there.flush()
        let ping = anna.post("session.ping")
        here.flush()
        _ = (try anna.answer(ping), try bea.answer(add))
        for _ in 0..<100 where carl.answers[fence] == nil {
            for client in [anna, watcher] { try client.ask("session.ping") }
        }
        #expect(try carl.answer(fence)["missing"] == [])
        for node in [here, there] {
            let world = try #require(node.engine.worlds[WorldName("b")])
            #expect(world.state == (try world.log.restoredState()))
        }
    }

    /// What goes on when the other server answered decides something, and may be heard while a world is being written.
    @Test func timeThatGoesOnWhileAWorldIsWrittenIsWrittenToo() throws {
        let address = try Self.address()
        let (here, there) = (try Self.server(address), try Self.server(address))
        let maker = try here.observer()
        for name in ["b", "c"] { try maker.ask("world.create", ["world": .string(name)]) }
        let (observer, watcher) = (try here.observer(world: "b"), try there.observer())
        let (anna, bea) = (try here.person("anna"), try here.person("bea", world: "b"))
        let (dora, emil) = (try there.person("dora"), try here.person("emil", world: "c"))
        let talk = try bea.ask("conversation.create", ["participants": ["carl"]])["conversation"]?["id"] ?? .null
        try bea.ask("conversation.typing", ["conversation": talk, "typing": true])
        try anna.ask("session.ping")
        let advance = observer.post("clock.advance", ["until": "settled"])
        here.flush()
        let (list, contact) = (anna.post("conversation.list"), anna.post("contact.add", ["handle": "bea"]))
        let adds = [bea, emil].map { ($0, $0.post("contact.add", ["handle": "carl"])) }
        try dora.ask("contact.add", ["handle": "anna"])
        try watcher.ask("session.ping")
        here.flush()
        #expect(here.engine.counts.commitFailures == 1)
        _ = (try anna.answer(list), try anna.answer(contact))
        for (person, add) in adds { _ = try person.answer(add) }
        for _ in 0..<100 where observer.answers[advance] == nil {
            for client in [watcher, anna] { try client.ask("session.ping") }
        }
        _ = try observer.answer(advance)
        try bea.ask("contact.add", ["handle": "emil"])
        let world = try #require(here.engine.worlds[WorldName("b")])
        #expect(world.state == (try world.log.restoredState()))
        #expect(bea.end == nil)
    }

    @Test("D4: A server whose database is lost says so, and goes on when it is back")
    func whatIsAskedWhileTheDatabaseIsAway() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let address = try #require(PostgresAddress(cluster.address, schema: "away", use: .serving))
        let worlds = try PostgresWorlds(address)
        let trip = try TripFixture(log: worlds.main)
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
