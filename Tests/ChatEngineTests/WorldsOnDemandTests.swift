import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A database may have more worlds than anybody is in: a server begins one when somebody comes to it, or asks for it.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct WorldsOnDemandTests {
    private let address: PostgresAddress

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    private func server(
        _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> EngineFixture {
        let worlds = try PostgresWorlds(address)
        return try EngineFixture(log: worlds.main, store: worlds, change)
    }

    /// The names of the worlds that a server serves.
    private func served(_ server: EngineFixture) -> [String] {
        server.engine.worlds.keys.map(\.rawValue).sorted()
    }

    private func row(_ name: String, _ observer: EngineClient) throws -> JSONValue {
        let all = try observer.ask("world.list")["worlds"]?.arrayValue ?? []
        return try #require(all.first { $0["world"] == .string(name) })
    }

    @Test func aStartBeginsOneWorldHoweverManyThereAre() throws {
        let first = try server()
        let maker = try first.observer()
        for number in 0..<20 { try maker.ask("world.create", ["world": .string("w\(number)")]) }
        let anna = try first.person("anna", world: "w7")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try anna.ask("message.send", ["conversation": talk, "text": "kept"])
        first.engine.endAll()
        let next = try server()
        #expect(served(next) == ["main"])
        let observer = try next.observer()
        #expect(try observer.ask("world.list")["worlds"]?.arrayValue?.count == 21)
        #expect(served(next) == ["main"], "a list begins none")
        let bea = try next.person("bea", world: "w7")
        #expect(try bea.ask("conversation.list")["conversations"]?.arrayValue?.first?["unread"] == 1)
        #expect(served(next) == ["main", "w7"])
        #expect(next.connect().refusal("session.hello", ["role": "observer", "world": "w20"]) == .notFound)
        #expect(observer.refusal("world.create", ["world": "w3"]) == .conflict)
    }

    /// As it would be told where each world is served.
    @Test func aListTellsOfWorldsThatAreNotServed() throws {
        let (here, there) = (try server { $0.seed = 7 }, try server { $0.seed = 7 })
        let maker = try here.observer()
        try maker.ask("world.create", ["world": "later", "clock": "virtual", "seed": 42])
        try maker.ask("world.create", ["world": "empty"])
        try maker.ask("world.create", ["world": "wall", "clock": "real"])
        let late = try here.observer(world: "later")
        try late.ask("clock.advance", ["milliseconds": 86_400_000])
        here.now = here.now.advanced(byMilliseconds: 1_000)
        let anna = try here.person("anna", world: "wall")
        try anna.ask("contact.add", ["handle": "bea"])
        let observer = try there.observer()
        let virtualStart = JSONValue.string(World.virtualStart.description)
        func rows(sessions: Int64, cursor: Int64, now: Instant) -> JSONValue {
            [
                [
                    "world": "empty", "clock": "virtual", "now": virtualStart, "seed": 0, "sessions": 0, "cursor": 0,
                    "stored": true,
                ],
                [
                    "world": "later", "clock": "virtual", "now": "2022-09-13T09:00:00.000Z", "seed": 42, "sessions": 1,
                    "cursor": 1, "stored": true,
                ],
                [
                    "world": "main", "clock": "virtual", "now": virtualStart, "seed": 7, "sessions": 2, "cursor": 0,
                    "stored": true,
                ],
                [
                    "world": "wall", "clock": "real", "now": .string(now.description), "seed": 0,
                    "sessions": .integer(sessions), "cursor": .integer(cursor), "stored": true,
                ],
            ]
        }
        // Its clock is never behind what was decided, whatever the wall of this server says.
        #expect(there.now < here.now)
        #expect(try observer.ask("world.list")["worlds"] == rows(sessions: 1, cursor: 2, now: here.now))
        there.now = here.now.advanced(byMilliseconds: 5_000)
        try anna.ask("contact.add", ["handle": "carl"])
        #expect(try observer.ask("world.list")["worlds"] == rows(sessions: 1, cursor: 3, now: there.now))
        #expect(served(there) == ["main"])
        // Who serves them all says the same.
        here.now = there.now
        #expect(try maker.ask("world.list") == observer.ask("world.list"))
        _ = try there.person("bea", world: "wall")
        #expect(try observer.ask("world.list")["worlds"] == rows(sessions: 2, cursor: 4, now: there.now))
    }

    @Test func aListHasWhatIsDecidedAndNotWrittenYet() throws {
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

    @Test func aWorldIsEmptiedAndTakenAwayByWhoNeverServedIt() throws {
        let here = try server()
        let maker = try here.observer()
        for name in ["a", "b"] { try maker.ask("world.create", ["world": .string(name)]) }
        let people = try ["a", "b"].map { try here.person("anna", world: $0) }
        let there = try server()
        let observer = try there.observer()
        try observer.ask("world.reset", ["world": "a"])
        try observer.ask("world.delete", ["world": "b"])
        #expect(observer.refusal("world.delete", ["world": "b"]) == .notFound)
        try maker.ask("session.ping")
        #expect(people.map(\.end) == [.worldEnded, .worldEnded])
        #expect(served(here) == ["a", "main"])
        #expect(try here.person("anna", world: "a").welcome["cursor"] == 1)
        #expect(try row("a", observer)["cursor"] == 1)
        // Nor is it one to a server that hears of it and never served it.
        let third = try server()
        let watcher = try third.observer()
        try maker.ask("world.delete", ["world": "a"])
        try watcher.ask("session.ping")
        #expect(third.connect().refusal("session.hello", ["role": "observer", "world": "a"]) == .notFound)
        #expect(try watcher.ask("world.list")["worlds"]?.arrayValue?.count == 1)
    }

    @Test func thereAreNoMoreThanThereMayBe() throws {
        let (here, there) = (try server { $0.limits.worlds = 3 }, try server { $0.limits.worlds = 3 })
        let (one, other) = (try here.observer(), try there.observer())
        for name in ["a", "b"] { try one.ask("world.create", ["world": .string(name)]) }
        #expect(other.refusal("world.create", ["world": "c"]) == .tooLarge)
        #expect(served(there) == ["main"])
        try other.ask("world.delete", ["world": "a"])
        try other.ask("world.create", ["world": "c"])
        #expect(one.refusal("world.create", ["world": "d"]) == .tooLarge)
    }

    /// A server follows the worlds in which it has somebody; of the others it knows when somebody comes, or asks.
    @Test func whatIsSaidWhereNobodyIsCostsNothingUntilSomebodyComes() throws {
        let (here, there) = (try server(), try server())
        try here.observer().ask("world.create", ["world": "b"])
        let (anna, observer) = (try here.person("anna", world: "b"), try there.observer())
        try anna.ask("contact.add", ["handle": "bea"])
        try observer.ask("session.ping")
        #expect(served(there) == ["main"])
        there.close(try there.person("anna", world: "b"))
        let b = try #require(there.engine.worlds[WorldName("b")])
        let known = b.state.position
        // It is heard of,
        try anna.ask("contact.add", ["handle": "carl"])
        try observer.ask("session.ping")
        #expect(b.state.position == known && b.heardEnd == known + 1)
        // or seen at a look,
        try anna.ask("contact.add", ["handle": "dora"])
        there.now = there.now.advanced(byMilliseconds: 60_000)
        there.engine.recover()
        #expect(b.state.position == known && b.heardEnd == known + 2)
        #expect(try row("b", observer)["cursor"] == .integer(known + 2))
        // and learned by who comes.
        let again = try there.person("anna", world: "b")
        #expect(again.welcome["cursor"] == .integer(known + 2))
        try anna.ask("contact.add", ["handle": "emil"])
        there.now = there.now.advanced(byMilliseconds: 60_000)
        there.engine.recover()
        #expect(b.state.position == known + 3)
    }

    @Test func aLookAsksForNoMoreThanIsServed() throws {
        let first = try server()
        let maker = try first.observer()
        for name in ["a", "b"] { try maker.ask("world.create", ["world": .string(name)]) }
        let worlds = try PostgresWorlds(address)
        let second = try EngineFixture(log: worlds.main, store: worlds)
        _ = try second.observer(world: "b")
        try first.person("anna", world: "b").ask("contact.add", ["handle": "bea"])
        #expect(try worlds.ends() == [.main: 0, WorldName("b"): 2])
        // One that was emptied is not the one any more whose log was opened.
        try maker.ask("world.reset", ["world": "b"])
        #expect(try worlds.ends() == [.main: 0])
    }

    /// In a world where nobody is at any server, nobody is told of it either; it comes at the moment at which it is begun, as
    /// it does in `main` at a start.
    @Test func whatIsDueByThenComesWhenAWorldIsBegun() throws {
        let names = ["main", "w"]
        let first = try server { $0.clock = .real }
        try first.observer().ask("world.create", ["world": "w", "clock": "real"])
        var cursors: [Int64] = []
        for name in names {
            try first.observer(world: name).ask("app.register", BoardFixture.board)
            let anna = try first.person("anna", world: name)
            let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"]
            let draft: JSONValue = ["app": "com.example.board", "title": "Ideas", "conversation": talk ?? .null]
            let start = try anna.ask("collaboration.start", draft)["start"]
            #expect(start?["state"] == "waiting")
            cursors.append(first.engine.worlds[WorldName(name)]?.state.position ?? 0)
        }
        first.engine.endAll()
        let next = try server { $0.clock = .real }
        next.now = first.now.advanced(byMilliseconds: 3_600_000)
        next.flush()
        let observer = try next.observer()
        #expect(try row("w", observer)["cursor"] == .integer(cursors[1]), "nobody has come")
        #expect(try row("main", observer)["cursor"] != .integer(cursors[0]))
        let people = try zip(names, cursors).map { try next.person("anna", after: $1, world: $0) }
        next.flush()
        let told = people.map { $0.heard("collaboration.changed").map { $0["start"]?["state"] } }
        #expect(told == [["failed"], ["failed"]])
        let ends = try zip(names, cursors).map { name, cursor in
            try #require(next.engine.worlds[WorldName(name)]).log.facts(after: cursor, limit: .max)
                .map { "\($0.event.kind) \($0.at)" }
        }
        #expect(ends[0] == ends[1] && !ends[0].isEmpty)
        #expect(next.engine.nextDue == nil)
    }

    /// What goes on in a world is told to a server that begins it.
    @Test func whoBeginsAWorldHearsWhatGoesOnInIt() throws {
        let (here, there) = (try server(), try server())
        (here.others, there.others) = ([there], [here])
        try here.observer().ask("world.create", ["world": "w"])
        let observer = try here.observer(world: "w")
        try observer.ask("app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        let anna = try here.person("anna", world: "w")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        let shared = try anna.ask(
            "share.create", ["app": "com.example.notes", "title": "Trip plan", "url": TripFixture.url])
        try anna.ask("share.send", ["share": shared["share"]?["id"] ?? .null, "conversation": talk])
        try anna.ask("document.open", ["url": TripFixture.url])
        let beas = try here.person("bea", world: "w")
        try beas.ask("contact.add", ["handle": "anna"])
        try beas.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        here.close(beas)
        let link: JSONValue = "https://notes.example/L1"
        try anna.ask("message.send", ["conversation": talk, "text": link])
        let app = try here.app(as: "bea", world: "w")
        let highlight = try app.ask("highlightCenter.getHighlight", ["url": link])["highlight"]?["id"]
        let token = try app.ask("attribution.attach", ["highlight": highlight ?? .null])["attribution"] ?? .null
        // What was said by now is heard where the world is not served.
        try there.observer().ask("session.ping")
        #expect(served(there) == ["main"])
        let bea = try there.person("bea", world: "w")
        // Behind a fence all is heard that was said before.
        try bea.ask("session.fence")
        #expect(try bea.ask("document.open", ["url": TripFixture.url])["document"]?["active"] == ["anna", "bea"])
        let shown = try bea.ask("attribution.show", ["attribution": token])["attribution"]
        #expect(shown?["sharers"]?.arrayValue?.first?["name"] == "Anna")
        here.close(anna)
        try bea.ask("session.fence")
        #expect(try bea.ask("document.get", ["url": TripFixture.url])["document"]?["active"] == ["bea"])
    }
}
