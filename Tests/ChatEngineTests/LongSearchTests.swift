import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Searches over several ticks: they answer the state at their end, and other clients do not wait for them.
struct LongSearchTests {
    private let server: EngineFixture
    private let anna: EngineClient
    private let bea: EngineClient
    private let conversation: JSONValue
    /// The messages with the rare word: the first three, which a search finds last.
    private let rare: [JSONValue]

    init() throws {
        server = try EngineFixture()
        anna = try server.person("anna")
        bea = try server.person("bea")
        let created = try anna.ask("conversation.create", ["participants": ["bea"]])
        conversation = try #require(created["conversation"]?["id"])
        var rare: [JSONValue] = []
        for number in 0..<3 {
            let sent = try anna.ask(
                "message.send", ["conversation": conversation, "text": .string("a lighthouse \(number)")])
            rare.append(try #require(sent["message"]?["id"]))
        }
        for _ in 0..<4_000 { anna.post("message.send", ["conversation": conversation, "text": "rain and rain"]) }
        server.flush()
        self.rare = rare
    }

    private func found(_ id: RequestID) throws -> [JSONValue] {
        try bea.answer(id)["messages"]?.arrayValue?.compactMap { $0["id"] } ?? []
    }

    @Test("D29: other clients are answered during a search, and the searcher's next request after it")
    func otherClientsAreAnsweredDuringASearch() throws {
        let search = bea.post("message.search", ["text": "lighthouse"])
        let behind = bea.post("session.ping")
        let other = anna.post("session.ping")
        #expect(server.flushOnce(), "there is more to do")
        #expect(anna.answers[other]?.count == 1)
        #expect(bea.answers[search] == nil && bea.answers[behind] == nil)
        server.flush()
        #expect(try found(search) == rare.reversed())
        let ids = bea.raw.compactMap { RequestID($0["id"]) }
        #expect(ids.suffix(2) == [search, behind], "in the order in which they were asked")
    }

    @Test("D29: a search answers the state at its end")
    func searchAnswersTheStateAtItsEnd() throws {
        let search = bea.post("message.search", ["text": "lighthouse and"])
        server.flushOnce()
        #expect(bea.answers[search] == nil)
        server.flush()
        #expect(try found(search).isEmpty)

        let again = bea.post("message.search", ["text": "rain", "limit": 200])
        let words = bea.post("message.search", ["text": "lighthouse"])
        server.flush()
        #expect(try found(again).count == 200 && found(words).count == 3)

        // Only the newest message has both words. The search finds it early, and it is unsent before the end.
        let sent = try anna.ask("message.send", ["conversation": conversation, "text": "rain at the lighthouse"])
        let newest = try #require(sent["message"]?["id"])
        let last = bea.post("message.search", ["text": "lighthouse"])
        server.flushOnce()
        #expect(bea.answers[last] == nil)
        anna.post("message.unsend", ["message": newest])
        server.flush()
        #expect(try found(last) == rare.reversed())
    }

    @Test("D29: a search whose session ends is dropped, and another session's search continues")
    func closedSessionDropsOnlyItsOwnSearch() throws {
        let tablet = try server.person("bea")
        let (one, two) = (
            bea.post("message.search", ["text": "lighthouse"]), tablet.post("message.search", ["text": "nowhere"])
        )
        server.flushOnce()
        server.close(tablet)
        server.flush()
        #expect(try found(one) == rare.reversed())
        #expect(tablet.answers[two] == nil)
        #expect(!server.flushOnce())
    }

    @Test("D29: a search omits a conversation that its reader is removed from before the end")
    func searchOmitsAConversationOfAFormerMember() throws {
        let created = try anna.ask("conversation.create", ["participants": ["bea", "carl", "dora"], "name": "Trip"])
        let group = try #require(created["conversation"]?["id"])
        try anna.ask("message.send", ["conversation": group, "text": "a lighthouse"])
        let search = bea.post("message.search", ["text": "lighthouse"])
        server.flushOnce()
        #expect(bea.answers[search] == nil)
        try anna.ask("conversation.removeParticipant", ["conversation": group, "handle": "bea"])
        #expect(try found(search) == rare.reversed())
    }
}
