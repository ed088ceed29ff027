import ChatConformance
import ChatConnection
import ChatProtocol
import ChatTestKit
import Foundation
import ServerTestSupport
import Synchronization
import Testing

@testable import ChatLog

/// Several processes of `chat-server` on one database, each of which serves the worlds whose leases it holds.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct SharedDatabaseTests {
    /// A client's stream to one of the servers.
    private final class Client {
        private let connection: RawProbe
        let welcome: JSONValue
        /// The notifications that arrived.
        var heard: [JSONValue] { connection.notifications }

        init(_ server: ServerProcess, _ hello: JSONValue) throws {
            connection = try RawProbe(port: server.port)
            welcome = try connection.call("session.hello", hello)
        }

        /// Sends a request without waiting for its answer.
        func post(_ method: String, _ params: JSONValue = [:]) {
            let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
            connection.sendLine(String(decoding: JSONWriter.bytes(of: request), as: UTF8.self))
        }

        @discardableResult
        func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
            try connection.call(method, params)
        }

        /// Returns the rest of the stream, up to its end.
        func rest() throws -> String { String(decoding: try connection.everything(), as: UTF8.self) }

        func params(_ method: String) throws -> [JSONValue] {
            // After a fence, resumed sessions have caught up too.
            try ask("session.fence")
            return heard.filter { $0["method"] == .string(method) }.compactMap { $0["params"] }
        }

        func texts() throws -> [JSONValue] { try params("message.posted").compactMap { $0["message"]?["text"] } }
    }

    private static func servers(_ count: Int, on cluster: PostgresCluster) throws -> [ServerProcess] {
        try (0..<count).map { _ in try ServerProcess(["--data", cluster.address]) }
    }

    @Test("servers that start at the same time on an empty database all serve it")
    func serversStartTogetherOnAnEmptyDatabase() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let address = cluster.address
        let serving = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            guard let server = try? ServerProcess(["--data", address]),
                let anna = try? Client(server, Self.person("anna")), anna.welcome["cursor"] != nil
            else { return }
            serving.add(1, ordering: .relaxed)
        }
        #expect(serving.load(ordering: .relaxed) == 4)
    }

    private static func person(_ handle: String) -> JSONValue { ["role": "person", "handle": .string(handle)] }

    /// A world that the first of two servers holds, with a conversation, and Bea connected to the second server.
    private struct Stage {
        let cluster: PostgresCluster
        let holder: ServerProcess
        let other: ServerProcess
        let anna: Client
        let bea: Client
        let talk: JSONValue

        init() throws {
            cluster = try PostgresCluster()
            (holder, other) = (
                try ServerProcess(["--data", cluster.address]), try ServerProcess(["--data", cluster.address])
            )
            anna = try Client(holder, person("anna"))
            bea = try Client(other, person("bea"))
            talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
            try anna.ask("session.fence")
        }

        func message(_ text: String) -> JSONValue { ["conversation": talk, "text": .string(text)] }

        /// Logs a person in at the other server after the holder's lease has expired.
        func takenOver(by handle: String = "carl") throws -> Client {
            // The test does not wait for the ten seconds of the lease.
            try cluster.run("UPDATE understudy.server SET renewed = renewed - interval '1 minute'")
            while true {
                let client = try Client(other, person(handle))
                if client.welcome["holder"] == .string("127.0.0.1:\(other.port)") { return client }
            }
        }

        /// Returns the texts of the conversation.
        func texts() throws -> [JSONValue] {
            let history = try Client(other, person("anna")).ask("conversation.history", ["conversation": talk])
            return (history["entries"]?.arrayValue ?? []).compactMap { $0["message"]?["text"] }
        }
    }

    @Test("D16: People at different servers hear each other once and in one order, and fences hold")
    func peopleAtDifferentServersHearEachOther() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(3, on: cluster)
        let people = try ["anna", "bea", "carl"].enumerated().map { try Client(servers[$0], Self.person($1)) }
        for person in people { #expect(person.welcome["holder"] == .string("127.0.0.1:\(servers[0].port)")) }
        let made = try people[0].ask("conversation.create", ["participants": ["bea", "carl"]])
        let talk = try #require(made["conversation"]?["id"])
        for number in 0..<30 {
            let sent = try people[number % 3].ask(
                "message.send", ["conversation": talk, "text": .string("\(number)")])
            #expect(sent["message"]?["sequence"] == .integer(Int64(number + 1)), "\(sent)")
        }
        try people[2].ask("conversation.typing", ["conversation": talk, "typing": true])
        try people[0].ask("session.fence")
        for (index, person) in people.enumerated() {
            let others = (0..<30).filter { $0 % 3 != index }.map { JSONValue.string("\($0)") }
            #expect(try person.texts() == others, "each once and in one order")
            if index < 2 { #expect(try person.params("typing").map { $0["person"] } == ["carl"]) }
        }
        // The holder ends, and notifies also the forwarded sessions.
        #expect(servers[0].end(with: SIGTERM) == 0)
        for person in people { #expect(try person.rest().contains("log in again with your cursor")) }
        #expect(
            try Client(servers[2], Self.person("anna")).welcome["holder"] == .string("127.0.0.1:\(servers[2].port)"))
    }

    @Test("a client that forges the handshake of a server gets no session")
    func forgedHandshakesAreRefused() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        let hello: JSONValue = ["role": "observer", "world": "main"]
        for proof in ["held", "", String(repeating: "0", count: 64)] {
            let client = try RawProbe(port: stage.holder.port)
            client.sendLine(#"{"forward":"00112233445566778899aabbccddeeff"}"#)
            let challenge = try client.message()
            #expect(challenge["nonce"] != nil && challenge["result"] == nil)
            let login = JSONWriter.object { $0.member("hello", hello) }
            let line = JSONWriter.object {
                $0.member("login", String(decoding: login, as: UTF8.self))
                $0.member("proof", proof == "held" ? challenge["proof"] ?? "" : .string(proof))
            }
            client.sendLine(String(decoding: line, as: UTF8.self))
            client.sendLine(#"{"jsonrpc":"2.0","id":1,"method":"person.list"}"#)
            while let line = try client.line() { #expect(line.contains("unauthenticated"), "\(proof): \(line)") }
        }
        #expect(try stage.anna.ask("session.ping") == [:])
    }

    @Test("D7: Retries and cursors hold at every server") func retriesAndCursorsHoldEverywhere() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        var send = stage.message("once")
        send = with(send, "clientID", "c1")
        let sent = try stage.anna.ask("message.send", send)
        let elsewhere = try Client(stage.other, Self.person("anna"))
        #expect(try elsewhere.ask("message.send", send) == sent)
        #expect(try stage.bea.texts() == ["once"])
        let cursor = try #require(stage.bea.heard.last?["params"]?["cursor"])
        try stage.anna.ask("message.send", stage.message("then"))
        let hello: JSONValue = ["role": "person", "handle": "bea", "after": cursor]
        for server in [stage.holder, stage.other] { #expect(try Client(server, hello).texts() == ["then"]) }
    }

    @Test("a WebSocket and HTTP requests are forwarded with their answers, errors and close codes")
    func otherFramingsAreForwarded() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        let socket = try WebSocketProbe(port: stage.other.port)
        _ = try socket.next()
        socket.say(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"bea"}}"#)
        func message() throws -> JSONValue {
            guard case .message(let bytes) = try socket.next() else { return .null }
            return try JSONReader.read(bytes).value
        }
        #expect(try message()["result"]?["me"]?["handle"] == "bea")
        try stage.anna.ask("message.send", stage.message("to a WebSocket"))
        #expect(try message()["params"]?["message"]?["text"] == "to a WebSocket")
        socket.say(#"{"jsonrpc":"2.0","id":2,"method":"session.nothing"}"#)
        #expect(try message()["error"]?["data"]?["reason"] == "unknown_method")
        let url = "http://127.0.0.1:\(stage.other.port)/rpc?role=person&handle=bea"
        let answer = try RawProbe(port: stage.other.port)
        let body = "{\"jsonrpc\":\"2.0\",\n\"id\":\"x\",\"method\":\"conversation.list\"}"
        answer.send(
            "POST \(url) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let text = String(decoding: try answer.everything(), as: UTF8.self)
        #expect(
            text.contains("HTTP/1.1 200") && text.contains(#""id":"x""#) && text.contains("to a WebSocket"), "\(text)")
        let call =
            #"{"jsonrpc":"2.0","id":"y","method":"tools/call","params":{"name":"call","arguments":{"method":"person.list"}}}"#
        let tool = try RawProbe(port: stage.other.port)
        tool.send(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(call.utf8.count)\r\n\r\n\(call)"
        )
        let result = String(decoding: try tool.everything(), as: UTF8.self)
        #expect(result.contains(#""id":"y""#) && result.contains(#""structuredContent":{"people":["#), "\(result)")
        // The end of the holder arrives with its message and its close code.
        #expect(stage.holder.end(with: SIGTERM) == 0)
        #expect(try message()["error"]?["data"]?["reason"] == "unavailable")
        guard case .closed(let close) = try socket.next() else {
            Issue.record("the WebSocket was not closed")
            return
        }
        #expect(close.code == .goingAway)
    }

    /// A load balancer that asks each server directs people to the servers that can write.
    @Test("D4: Each server says for itself whether it can write") func eachSaysForItselfWhetherItCanWrite() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        try withTemporaryDirectory { folder in
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: cluster.socket)
            defer { line.end() }
            let servers = [
                try ServerProcess(["--data", cluster.address]),
                try ServerProcess(["--data", PostgresCluster.address(in: folder)]),
            ]
            func health() throws -> [String] { try servers.map(DatabaseProcessTests.status) }
            #expect(try health() == ["200", "200"])
            line.cut(after: 0, .there)
            while try health() != ["200", "503"] {}
            let anna = try Client(servers[0], Self.person("anna"))
            #expect(try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"] != nil)
            #expect(try health() == ["200", "503"])
            line.repair()
            while try health() != ["200", "200"] {}
            // A stop of the database affects all servers.
            try cluster.stop()
            while try health() != ["503", "503"] {}
            try cluster.start()
            while try health() != ["200", "200"] {}
        }
    }

    @Test("D16: A server without its database ends its streams, and their clients resume at another")
    func aServerWithoutItsDatabaseEndsItsStreams() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        try withTemporaryDirectory { folder in
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: cluster.socket)
            defer { line.end() }
            let near = try ServerProcess(["--data", cluster.address])
            let far = try ServerProcess(["--data", PostgresCluster.address(in: folder)])
            let (bea, anna) = (try Client(far, Self.person("bea")), try Client(near, Self.person("anna")))
            let made = try anna.ask("conversation.create", ["participants": ["bea"]])
            try anna.ask("session.fence")
            let cursor = try #require(try bea.params("conversation.changed").last?["cursor"])
            line.cut(after: 0, .there)
            for person in [anna, bea] { #expect(try person.rest().contains("log in again with your cursor")) }
            let again = try Client(near, Self.person("anna"))
            let talk = made["conversation"]?["id"] ?? .null
            try again.ask("message.send", ["conversation": talk, "text": "meanwhile"])
            let hello: JSONValue = ["role": "person", "handle": "bea", "after": cursor]
            #expect(try Client(near, hello).texts() == ["meanwhile"])
            line.repair()
            while try DatabaseProcessTests.status(of: far) != "200" {}
            #expect(try Client(far, hello).texts() == ["meanwhile"])
        }
    }

    @Test("a server that was frozen before a commit commits and certifies nothing once another has its world")
    func aServerThatWasFrozenCommitsNothing() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        stage.holder.suspend()
        stage.anna.post("message.send", stage.message("too late"))
        stage.anna.post("session.fence")
        let carl = try stage.takenOver()
        #expect(try carl.ask("session.fence")["cursor"] != nil)
        kill(stage.holder.id, SIGCONT)
        let rest = try stage.anna.rest()
        #expect(!rest.contains("\"result\""), "\(rest)")
        #expect(try stage.texts() == [])
    }

    @Test("a commit that a server had begun when it was frozen is there when another takes its world")
    func aServerThatIsFrozenWithinACommit() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        let address = try #require(PostgresAddress(stage.cluster.address))
        let database = try PostgresConnection(address.wanted(for: .reading))
        func ask(_ sql: String) throws -> Bool { try PostgresStatement(database, sql: sql).step() }
        // Each record waits for a lock.
        _ = try ask(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NEW; END $$
            """)
        _ = try ask("CREATE TRIGGER wait BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION wait()")
        _ = try ask("SELECT pg_advisory_lock(77)")
        stage.anna.post("message.send", stage.message("in between"))
        let waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted"
        while try !ask(waits) {}
        stage.holder.suspend()
        _ = try ask("SELECT pg_advisory_unlock(77)")
        _ = try stage.takenOver()
        #expect(try stage.texts() == ["in between"])
        kill(stage.holder.id, SIGCONT)
        let rest = try stage.anna.rest()
        #expect(!rest.contains("Nothing was done"), "\(rest)")
        #expect(try stage.texts() == ["in between"])
    }

    @Test("a server that was frozen after a commit certifies nothing that it does not know of")
    func aServerThatWasFrozenAfterACommit() throws {
        let stage = try Stage()
        defer { stage.cluster.end() }
        try stage.anna.ask("message.send", stage.message("first"))
        stage.holder.suspend()
        let bea = try stage.takenOver(by: "bea")
        try bea.ask("message.send", stage.message("second"))
        stage.anna.post("session.fence")
        kill(stage.holder.id, SIGCONT)
        let rest = try stage.anna.rest()
        #expect(!rest.contains("\"result\""), "\(rest)")
        #expect(try stage.texts() == ["first", "second"])
    }

    @Test("worlds of a database are made, emptied and deleted at every server") func worldsAreThoseOfAllServers() throws
    {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(2, on: cluster)
        let observer = try Client(servers[0], ["role": "observer"])
        try observer.ask("world.create", ["world": "w", "seed": 7])
        let elsewhere = try Client(servers[1], ["role": "observer"])
        #expect(try elsewhere.ask("world.create", ["world": "w"])["data"]?["reason"] == "conflict")
        let carl: JSONValue = ["role": "person", "handle": "carl", "world": "w"]
        let first = try Client(servers[1], carl)
        #expect(first.welcome["cursor"] == 1 && first.welcome["clock"]?["kind"] == "virtual")
        #expect(first.welcome["holder"] == .string("127.0.0.1:\(servers[1].port)"))
        let clock = try Client(servers[0], ["role": "observer", "world": "w"])
        try clock.ask("clock.advance", ["milliseconds": 60_000])
        #expect(try first.ask("clock.now")["now"] == "2022-09-12T09:01:00.000Z")
        let worlds = try observer.ask("world.list")["worlds"]?.arrayValue ?? []
        #expect(
            worlds.map { $0["holder"] }
                == servers.map { .string("127.0.0.1:\($0.port)") }, "main, and w")
        // The holder resets the world, and deletes it.
        #expect(try observer.ask("world.reset", ["world": "w"]) == [:])
        #expect(try first.rest().isEmpty, "it ended")
        let second = try Client(servers[1], carl)
        #expect(second.welcome["cursor"] == 1)
        #expect(try observer.ask("world.delete", ["world": "w"]) == [:])
        #expect(try second.rest().isEmpty)
        #expect(try elsewhere.ask("world.list")["worlds"]?.arrayValue?.count == 1)
    }

    /// Each person uses another server, and the result is the same as with one server.
    @Test func scenariosReadTheSameOnSeveralServers() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(3, on: cluster)
        let endpoints = try ServerEndpoints(servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ","))
        // Scenarios that restart the server or set its clock need a server of their own.
        let words =
            [ScenariosTests.folder, "--tags", "not @set-clock and not @restart"] + ["--shard", "1/4"]
        let single = PlayedText.play(words) { _ in try EmbeddedServer() }
        let several = PlayedText.play(words + ["--server", "\(endpoints)"]) { _ in SocketStage(to: endpoints) }
        #expect(several.status == 0, "\(several.output.suffix(3_000))")
        #expect(several.output == single.output)
    }
}
