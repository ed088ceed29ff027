import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Who has a session where, of several servers of one world.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct SeatsOfNodesTests {
    private let nodes: [EngineFixture]
    private let address: PostgresAddress

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let made = try [0, 1].map { [address] _ in
            let worlds = try PostgresWorlds(address)
            return try EngineFixture(log: worlds.main, store: worlds)
        }
        (made[0].others, made[1].others) = ([made[1]], [made[0]])
        nodes = made
    }

    private func number(_ client: EngineClient) -> JSONValue? { client.welcome["device"]?["number"] }

    private func counts(at node: EngineFixture) throws -> [JSONValue?] {
        let observer = try node.observer()
        defer { node.close(observer) }
        let world = try observer.ask("world.list")["worlds"]?.arrayValue?.first
        let people = try observer.ask("person.list")["people"]?.arrayValue ?? []
        return [world?["sessions"]] + people.map { $0["sessions"] }
    }

    @Test("A device has a number that no other of its person has, whichever servers they are at")
    func numbersAreGivenOnce() throws {
        let bea = try (0..<4).map { try nodes[$0 % 2].person("bea") }
        #expect(bea.map(number) == [1, 2, 3, 4])
        #expect(try number(nodes[1].person("carl")) == 1)
        nodes[1].close(bea[1])
        nodes[0].close(bea[2])
        #expect(try number(nodes[0].person("bea")) == 2)
        #expect(try number(nodes[1].person("bea")) == 3)
        // An app that runs as somebody has numbers of its own.
        try nodes[0].observer().ask(
            "app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        #expect(try number(nodes[1].app(as: "bea")) == 1)
    }

    @Test("a link waits where its app runs at no server, and is delivered at whichever server the app starts")
    func linksWaitForAllServers() throws {
        try nodes[0].observer().ask(
            "app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        let bea = try nodes[0].person("bea")
        let running = try nodes[1].app(as: "bea")
        try bea.ask("link.open", ["url": "https://notes.example/d/1"])
        try running.ask("session.fence")
        #expect(running.heard("userActivity").count == 1)
        nodes[1].close(running)
        try bea.ask("link.open", ["url": "https://notes.example/d/2"])
        let started = try nodes[1].app(as: "bea")
        #expect(started.heard("userActivity").map { $0["webpageURL"] } == ["https://notes.example/d/2"])
        #expect(try nodes[0].app(as: "bea").heard("userActivity").isEmpty)
    }

    @Test func sessionsAreCountedAtAll() throws {
        let anna = try nodes[0].person("anna")
        let bea = try nodes.map { try $0.person("bea") }
        // With the observer who asks.
        for node in nodes { #expect(try counts(at: node) == [4, 1, 2]) }
        nodes[0].close(anna)
        nodes[1].close(bea[1])
        for node in nodes { #expect(try counts(at: node) == [2, 0, 1]) }
        nodes[0].engine.endAll()
        #expect(try counts(at: nodes[1]) == [1, 0, 0])
    }

    /// Ends the connection of the first server.
    ///
    /// - Parameter isForgotten: whether the others forget it meanwhile, as they do after 10 s.
    private func cutFirst(isForgotten: Bool = false) throws {
        let other = try PostgresConnection(address.wanted(for: .reading))
        try other.send(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
            AND objid = (SELECT min(id) FROM node) AND pid <> pg_backend_pid()
            AND classid::bigint = hashtext('\(address.schema)')::bigint & 4294967295
            """)
        if isForgotten { try other.send("DELETE FROM node WHERE id = (SELECT min(id) FROM node)") }
        try other.exchange()
        while nodes[0].engine.problem == nil {
            nodes[0].engine.channel?.read()
            if nodes[0].engine.channel?.descriptor == nil { break }
        }
    }

    private func recoverFirst() {
        for _ in 0..<1_000 where nodes[0].engine.problem != nil { nodes[0].engine.recover() }
        nodes[0].engine.recover()
        #expect(nodes[0].engine.problem == nil)
    }

    /// A server that lost its connection comes back with the sessions that it has then.
    @Test func whatChangesWhileAConnectionIsLostIsMadeUpFor() throws {
        let bea = try nodes[0].person("bea")
        let gone = try nodes[0].person("bea")
        let carl = try nodes[0].person("carl")
        try cutFirst()
        nodes[0].close(gone)
        recoverFirst()
        #expect(try number(nodes[1].person("bea")) == 2)
        #expect(try counts(at: nodes[1]) == [4, 2, 1])
        for client in [bea, carl] { try client.ask("session.ping") }
    }

    @Test("a sender learns what was delivered while their server had lost its connection")
    func receiptsAreMadeUpFor() throws {
        let anna = try [nodes[0].person("anna"), nodes[1].person("anna")]
        let bea = try nodes[1].person("bea")
        let talk = try anna[1].ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        for (node, person) in zip(nodes, anna) { try person.ask("session.fence"); node.flush() }
        try cutFirst()
        try anna[1].ask("message.send", ["conversation": talk, "text": "one"])
        try anna[1].ask("message.send", ["conversation": talk, "text": "two"])
        nodes[1].flush()
        #expect(bea.heard("message.posted").count == 2)
        #expect(anna[0].heard("receipt").isEmpty)
        recoverFirst()
        try anna[0].ask("session.fence")
        #expect(anna[0].heard("receipt").map { $0["sequence"] }.last == 2)
        #expect(anna[1].heard("receipt").map { $0["sequence"] } == [1, 2])
    }

    /// Nor is anybody lost of a server that was forgotten; who has the number of another meanwhile keeps it.
    @Test func whoWasForgottenTakesASeatAgain() throws {
        let bea = try (0..<2).map { _ in try nodes[0].person("bea") }
        try cutFirst(isForgotten: true)
        #expect(try number(nodes[1].person("bea")) == 1)
        recoverFirst()
        #expect(try counts(at: nodes[1]) == [4, 3])
        #expect(bea.map { $0.session.device?.number } == [3, 2])
        #expect(try number(nodes[1].person("bea")) == 4)
    }

    @Test func whoLooksOnIsCountedInAWorldThatIsReset() throws {
        let observer = try nodes[0].observer()
        try observer.ask("world.create", ["world": "w", "seed": 7])
        let inside = try nodes.map { try $0.observer(world: "w") }
        let person = try nodes[1].person("anna", world: "w")
        try observer.ask("world.reset", ["world": "w"])
        nodes[1].engine.channel?.read()
        nodes[1].flush()
        #expect(person.end == .worldEnded)
        let worlds = try inside[1].ask("world.list")["worlds"]?.arrayValue ?? []
        #expect(worlds.last?["sessions"] == 2)
    }
}
