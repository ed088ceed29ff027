import ChatProtocol
import ChatTestKit
import Dispatch
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Asynchronous searches of a database, which answer the state at their end.
@Suite(.enabled(if: PostgresCluster.isWanted), .timeLimit(.minutes(TestExtent.hang))) struct AsyncSearchTests {
    private let server: EngineFixture
    private let wakes = DispatchSemaphore(value: 0)

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let worlds = try PostgresWorlds(try #require(PostgresAddress(text, schema: schema, use: .serving)))
        server = try EngineFixture(log: worlds.main, store: worlds)
        server.engine.readAsync { [wakes] in wakes.signal() }
    }

    private func answer(_ id: RequestID, of client: EngineClient) throws -> JSONValue {
        server.flush()
        while client.answers[id] == nil {
            wakes.wait()
            server.flush()
        }
        return try client.answer(id)
    }

    private func found(_ id: RequestID, by client: EngineClient) throws -> [String] {
        var fields = try JSONFields(try answer(id, of: client))
        return try Answered.Messages(from: &fields).messages.map(\.text)
    }

    @discardableResult
    private func talk(of client: EngineClient, _ texts: [String]) throws -> [MessageID] {
        let conversation = try client.conversation.create(participants: ["bea"]).id
        let sent = texts.map { client.post(.messageSend(.init(conversation: conversation, text: $0))) }
        server.flush()
        return try sent.map { MessageID(try client.answer($0)["message"]?["id"]?.stringValue ?? "") }
    }

    @Test("D29: an async search answers the state at its end, and the searcher's next request after it")
    func asyncSearchAnswersTheStateAtItsEnd() throws {
        defer { server.engine.endAll() }
        let (anna, bea) = (try server.person("anna"), try server.person("bea"))
        let texts = (0..<3).map { "a lighthouse \($0)" }
        let rare = try talk(of: anna, texts + [String](repeating: "rain and rain", count: 2_000))
        let search = bea.post(.messageSearch(.init(text: "lighthouse")))
        let behind = bea.post(.sessionPing)
        server.flush()
        let other = anna.post(.sessionPing)
        server.flush()
        #expect(anna.answers[other] != nil)
        #expect(try found(search, by: bea) == texts.reversed())
        #expect(bea.raw.compactMap { RequestID($0["id"]) }.suffix(2) == [search, behind])
        // The message is unsent during the search, and the answer omits it.
        let again = bea.post(.messageSearch(.init(text: "lighthouse")))
        try anna.message.unsend(message: rare[0])
        #expect(try found(again, by: bea) == texts.dropFirst().reversed())
    }

    @Test("D29: closing a session drops its async search") func closedSessionDropsItsAsyncSearch() throws {
        defer { server.engine.endAll() }
        let anna = try server.person("anna")
        try talk(of: anna, ["a lighthouse"])
        let bea = try server.person("bea")
        for _ in 0..<20 {
            let tablet = try server.person("bea")
            let gone = tablet.post(.messageSearch(.init(text: "lighthouse")))
            server.flushOnce {
                #expect(server.engine.longRequests.waitingCount == 1)
                server.engine.close(tablet.engineSession)
                #expect(server.engine.longRequests.waitingCount == 0 && server.engine.longRequests.isEmpty)
            }
            server.flush()
            #expect(tablet.answers[gone] == nil)
        }
        #expect(try found(bea.post(.messageSearch(.init(text: "lighthouse"))), by: bea) == ["a lighthouse"])
    }

    @Test func asyncSearchOfAResetOrDeletedWorldHasNoResult() throws {
        defer { server.engine.endAll() }
        let observer = try server.observer()
        try observer.world.create(world: "w", clock: .virtual)
        let (anna, onlooker) = (try server.person("anna", world: "w"), try server.observer(world: "w"))
        try talk(of: anna, ["a lighthouse"])
        let before = onlooker.post(.messageSearch(.init(text: "lighthouse")))
        #expect(try found(before, by: onlooker) == ["a lighthouse"])

        let theirs = anna.post(.messageSearch(.init(text: "lighthouse")))
        let reset = onlooker.post(.messageSearch(.init(text: "lighthouse")))
        try observer.world.reset(world: "w")
        let refusal = #expect(throws: RPCError.self) { try answer(reset, of: onlooker) }
        #expect(refusal?.reason == .unavailable && refusal?.message.contains("the world was reset") == true)
        #expect(anna.end == .worldEnded && anna.answers[theirs]?.first?["result"] == nil)
        server.close(anna)
        #expect(server.engine.longRequests.waitingCount == 0)

        let last = onlooker.post(.messageSearch(.init(text: "lighthouse")))
        try observer.world.delete(world: "w")
        #expect(onlooker.end == .worldEnded)
        server.close(onlooker)
        #expect(onlooker.answers[last]?.first?["result"] == nil)
        #expect(server.engine.longRequests.waitingCount == 0 && server.engine.longRequests.isEmpty)
    }
}
