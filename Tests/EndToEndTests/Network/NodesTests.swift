import ChatConnection
import ChatProtocol
import ChatTestKit
import Foundation
import ServerTestSupport
import Testing

/// Several processes of `chat-server` that serve the worlds of one database.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct NodesTests {
    /// Somebody's stream to one of them.
    private final class Client {
        private let connection: RawConnection
        private(set) var welcome = JSONValue.null
        /// The notifications that came.
        private(set) var heard: [JSONValue] = []

        init(_ server: ServerProcess, _ hello: JSONValue) throws {
            connection = try RawConnection(port: server.port)
            welcome = try ask("session.hello", hello)
        }

        @discardableResult
        func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
            let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
            connection.sendLine(String(decoding: JSONWriter.bytes(of: request), as: UTF8.self))
            while true {
                let message = try connection.message()
                if message["id"] == 1 { return message["result"] ?? message["error"] ?? .null }
                heard.append(message)
            }
        }

        /// What is still on the stream, to its end.
        func rest() throws -> [UInt8] { try connection.everything() }

        func params(_ method: String) throws -> [JSONValue] {
            try ask("session.ping")
            return heard.filter { $0["method"] == .string(method) }.compactMap { $0["params"] }
        }

        func texts() throws -> [JSONValue] { try params("message.posted").compactMap { $0["message"]?["text"] } }
    }

    private static func servers(_ count: Int, on cluster: PostgresCluster) throws -> [ServerProcess] {
        try (0..<count).map { _ in try ServerProcess(["--data", cluster.address]) }
    }

    private static func person(_ handle: String) -> JSONValue { ["role": "person", "handle": .string(handle)] }

    @Test("D16: A fence holds for the streams of all servers, and names who did not answer")
    func aFenceHoldsForTheStreamsOfAll() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(3, on: cluster)
        let people = try ["anna", "bea", "carl"].enumerated().map { try Client(servers[$0], Self.person($1)) }
        let made = try people[0].ask("conversation.create", ["participants": ["bea", "carl"]])
        let talk = try #require(made["conversation"]?["id"])
        for number in 0..<30 {
            let sent = try people[number % 3].ask(
                "message.send", ["conversation": talk, "text": .string("\(number)")])
            #expect(sent["message"]?["sequence"] == .integer(Int64(number + 1)), "\(sent)")
        }
        try people[2].ask("conversation.typing", ["conversation": talk, "typing": true])
        #expect(try people[0].ask("session.fence")["missing"] == .array([]))
        for (index, person) in people.enumerated() {
            let others = (0..<30).filter { $0 % 3 != index }.map { JSONValue.string("\($0)") }
            #expect(try person.texts() == others, "each once and in one order")
            if index < 2 { #expect(try person.params("typing").map { $0["person"] } == ["carl"]) }
        }

        // One that stands still is missing, and one that goes on has all.
        servers[1].suspend()
        try people[0].ask("message.send", ["conversation": talk, "text": "meanwhile"])
        let missing = try people[0].ask("session.fence")["missing"]?.arrayValue ?? []
        #expect(missing.count == 1)
        kill(servers[1].id, SIGCONT)
        while try people[0].ask("session.fence")["missing"] != .array([]) {}
        #expect(try people[1].texts().last == "meanwhile")

        // One that ends says so, and is missing nowhere; one that is killed is missing for a while.
        #expect(servers[2].end(with: SIGTERM) == 0)
        #expect(String(decoding: try people[2].rest(), as: UTF8.self).contains("resume on another one"))
        #expect(try people[0].ask("session.fence")["missing"] == .array([]))
        servers[1].end(with: SIGKILL)
        #expect(try people[0].ask("session.fence")["missing"] == .array(missing))
        while try people[0].ask("session.fence")["missing"] != .array([]) {}
    }

    @Test("D7: Retries and cursors are at home at every server") func retriesAndCursorsAreAtHomeEverywhere() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(2, on: cluster)
        let anna = try Client(servers[0], Self.person("anna"))
        let bea = try Client(servers[1], Self.person("bea"))
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        let send: JSONValue = ["conversation": talk, "text": "once", "clientID": "c1"]
        let sent = try anna.ask("message.send", send)
        let elsewhere = try Client(servers[1], Self.person("anna"))
        #expect(try elsewhere.ask("message.send", send) == sent)
        #expect(try bea.texts() == ["once"])
        // From where the one server told her, the other goes on.
        let cursor = try #require(bea.heard.last?["params"]?["cursor"])
        try anna.ask("message.send", ["conversation": talk, "text": "then"])
        let hello: JSONValue = ["role": "person", "handle": "bea", "after": cursor]
        #expect(try Client(servers[0], hello).texts() == ["then"])
    }

    /// A balancer that asks each of them sends people to those that can write.
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
            line.mend()
            while try health() != ["200", "200"] {}
            // The end of the database is that of all.
            try cluster.stop()
            while try health() != ["503", "503"] {}
            try cluster.start()
            while try health() != ["200", "200"] {}
        }
    }

    /// The others wait for it for 10 s, and then there is no stream on which anything could be missing.
    @Test("D16: A server that lost its database for long ends its streams before others certify without it")
    func whoIsOutOfTouchHasNoStreams() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        try withTemporaryDirectory { folder in
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: cluster.socket)
            defer { line.end() }
            let near = try ServerProcess(["--data", cluster.address])
            let far = try ServerProcess(["--data", PostgresCluster.address(in: folder)])
            let (anna, bea) = (try Client(near, Self.person("anna")), try Client(far, Self.person("bea")))
            let made = try anna.ask("conversation.create", ["participants": ["bea"]])
            try anna.ask("session.fence")
            let cursor = try #require(try bea.params("conversation.changed").last?["cursor"])
            line.cut(after: 0, .there)
            try anna.ask(
                "message.send", ["conversation": made["conversation"]?["id"] ?? .null, "text": "meanwhile"])
            while try anna.ask("session.fence")["missing"] != .array([]) {}
            let rest = String(decoding: try bea.rest(), as: UTF8.self)
            #expect(rest.contains("lost its database: resume on another one") && !rest.contains("meanwhile"), "\(rest)")
            // There, and here when it is back.
            let hello: JSONValue = ["role": "person", "handle": "bea", "after": cursor]
            #expect(try Client(near, hello).texts() == ["meanwhile"])
            line.mend()
            while try DatabaseProcessTests.status(of: far) != "200" {}
            #expect(try Client(far, hello).texts() == ["meanwhile"])
        }
    }

    /// Each notes the requests that it was asked itself, and says so.
    @Test func aJournalSaysWhoseRequestsItHas() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(2, on: cluster)
        let observers = try servers.map { try Client($0, ["role": "observer"]) }
        let marks = try observers.map { try $0.ask("journal.list")["since"] }
        #expect(Set(marks.compactMap { $0?["node"]?.stringValue }).count == 2)
        let anna = try Client(servers[0], Self.person("anna"))
        try anna.ask("contact.add", ["handle": "bea"])
        let added: JSONValue = ["event": "contact.add", "after": .integer(1)]
        func verify(_ index: Int, _ count: JSONValue) throws -> JSONValue {
            try observers[index].ask("journal.verify", with(added, "count", count))
        }
        #expect(try verify(0, ["atLeast": 1])["holds"] == true)
        // Another may have been asked as well.
        for index in 0..<2 {
            let verdict = try verify(index, ["exactly": 1])
            #expect(verdict["holds"] == nil && verdict["since"]?["node"] == marks[index]?["node"])
            #expect(verdict["unknown"]?.stringValue?.contains("may have received some too") == true, "\(verdict)")
        }
        #expect(servers[1].end(with: SIGTERM) == 0)
        #expect(try verify(0, ["exactly": 1])["holds"] == true)
    }

    @Test func worldsAreThoseOfAllServers() throws {
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
        // Time is one, and what is due by it.
        let clock = try Client(servers[0], ["role": "observer", "world": "w"])
        try clock.ask("clock.advance", ["milliseconds": 60_000])
        #expect(try first.ask("clock.now")["now"] == "2022-09-12T09:01:00.000Z")
        try observer.ask("world.reset", ["world": "w"])
        #expect(try first.rest().isEmpty, "it ended")
        let second = try Client(servers[1], carl)
        #expect(second.welcome["cursor"] == 1)
        try observer.ask("world.delete", ["world": "w"])
        #expect(try second.rest().isEmpty)
        #expect(try elsewhere.ask("world.list")["worlds"]?.arrayValue?.count == 1)
    }

    /// Each person is at another server, and everything reads the same as with one.
    @Test func scenariosReadTheSameOnSeveralServers() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let servers = try Self.servers(3, on: cluster)
        let endpoints = try ServerEndpoints(servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ","))
        // What restarts the server or sets its clock needs one of its own.
        let words =
            [ScenariosTests.folder, "--tags", "not @set-clock and not @restart"] + ["--shard", "1/4"]
        let single = PlayedText.play(words) { _ in try EmbeddedServer() }
        let several = PlayedText.play(words + ["--server", "\(endpoints)"]) { _ in SocketStage(to: endpoints) }
        #expect(several.status == 0, "\(several.output.suffix(3_000))")
        #expect(several.output == single.output)
    }
}
