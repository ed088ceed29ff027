import ChatConformance
import ChatEngine
import ChatProtocol
import ChatServer
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// A search that takes a long time in the database, over sockets.
@Suite(.enabled(if: PostgresCluster.isWanted), .timeLimit(.minutes(TestExtent.hang))) struct AsyncSearchTests {
    private let address: PostgresAddress
    private let server: SocketServer
    private let anna: RawProbe
    private let talk: JSONValue

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let worlds = try PostgresWorlds(address)
        var configuration = SocketServer.Configuration()
        configuration.engine.limitsRate = false
        server = try SocketServer(configuration: configuration, log: worlds.main, isStored: true, store: worlds)
        anna = try Self.person("anna", server)
        talk = try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        // There are enough messages that some tables are read by searches only.
        try anna.call("message.send", ["conversation": talk, "text": "a lighthouse"])
        for id in 1...1_100 {
            anna.sendLine(Self.line("message.send", Int64(id), ["conversation": talk, "text": "rain"]))
        }
        while try anna.message()["id"] != 1_100 {}
    }

    private static func person(_ handle: String, _ server: SocketServer) throws -> RawProbe {
        let client = try RawProbe(port: server.port, as: handle)
        return client
    }

    private static func line(_ method: String, _ id: Int64, _ params: JSONValue) -> String {
        let request: JSONValue = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        return String(decoding: JSONWriter.bytes(of: request), as: UTF8.self)
    }

    /// Blocks searches with a lock, in a database session of its own.
    private func hold() throws -> PostgresConnection {
        let holder = try PostgresConnection(address.wanted(for: .reading))
        try holder.begin()
        try holder.send("LOCK TABLE amended IN ACCESS EXCLUSIVE MODE")
        try holder.exchange()
        return holder
    }

    /// Waits until the lock blocks a search.
    private func wait(by holder: PostgresConnection) throws {
        var count: Int64 = 0
        while count == 0 {
            let waiting = PostgresStatement(
                holder, sql: "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'amended'::regclass")
            count = try waiting.step() ? waiting.integer(0) : 0
        }
    }

    @Test("D29: A search that takes the database long holds nobody else up") func aLongSearchHoldsNobodyUp() throws {
        defer { server.stop() }
        let (bea, searcher) = (try Self.person("bea", server), try Self.person("bea", server))
        let holder = try hold()
        searcher.sendLine(Self.line("message.search", 7, ["text": "lighthouse"]))
        searcher.sendLine(Self.line("session.ping", 8, [:]))
        try wait(by: holder)
        for number in 0..<20 {
            let text = JSONValue.string("meanwhile \(number)")
            #expect(try anna.call("message.send", ["conversation": talk, "text": text])["message"]?["text"] == text)
            while true {
                let heard = try bea.message()
                guard heard["method"] == "message.posted" else { continue }
                #expect(heard["params"]?["message"]?["text"] == text)
                break
            }
        }
        holder.rollBack()
        var answers: [JSONValue] = []
        while answers.count < 2 {
            let message = try searcher.message()
            if message["id"] != nil { answers.append(message) }
        }
        #expect(answers.map { $0["id"] } == [7, 8])
        let found = answers[0]["result"]?["messages"]?.arrayValue ?? []
        #expect(found.map { $0["text"] } == ["a lighthouse"], "\(answers[0])")
    }

    @Test func anAbandonedSearchDoesNotAffectTheServer() throws {
        let holder = try hold()
        do {
            let searcher = try Self.person("bea", server)
            searcher.sendLine(Self.line("message.search", 7, ["text": "lighthouse"]))
            try wait(by: holder)
        }
        let bea = try Self.person("bea", server)
        #expect(try bea.call("session.ping")["data"] == nil)
        holder.rollBack()
        let found = try bea.call("message.search", ["text": "lighthouse"])["messages"]?.arrayValue ?? []
        #expect(found.map { $0["text"] } == ["a lighthouse"])
        // The server stops during a search.
        let again = try hold()
        bea.sendLine(Self.line("message.search", 9, ["text": "lighthouse"]))
        try wait(by: again)
        server.stop()
        #expect(try !String(decoding: bea.everything(), as: UTF8.self).contains("\"messages\""))
        again.rollBack()
    }
}
