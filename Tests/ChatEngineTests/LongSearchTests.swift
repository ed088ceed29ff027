import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A search goes on from tick to tick, and is answered as if it had been at once (law 14).
struct LongSearchTests {
    private let server: EngineFixture
    private let anna: EngineClient
    private let bea: EngineClient
    private let conversation: JSONValue
    /// The messages that have the rare word: the first three, as the search finds them last.
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

    @Test("D29: While one searches others are answered, and what the searcher asks comes behind")
    func othersAreAnsweredMeanwhile() throws {
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

    @Test("D29: A search says what is so when it is answered")
    func whatIsSaidIsSoWhenItIsSaid() throws {
        let search = bea.post("message.search", ["text": "lighthouse and"])
        server.flushOnce()
        #expect(bea.answers[search] == nil)
        server.flush()
        #expect(try found(search).isEmpty)

        let again = bea.post("message.search", ["text": "rain", "limit": 200])
        let words = bea.post("message.search", ["text": "lighthouse"])
        server.flush()
        #expect(try found(again).count == 200 && found(words).count == 3)

        // Found early, and gone before the end: the newest has both words, and nothing else has.
        let sent = try anna.ask("message.send", ["conversation": conversation, "text": "rain at the lighthouse"])
        let newest = try #require(sent["message"]?["id"])
        let last = bea.post("message.search", ["text": "lighthouse"])
        server.flushOnce()
        #expect(bea.answers[last] == nil)
        anna.post("message.unsend", ["message": newest])
        server.flush()
        #expect(try found(last) == rare.reversed())
    }

    @Test("D29: Several searches have their turns, and one whose session ends is forgotten")
    func severalHaveTheirTurns() throws {
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

    @Test("D29: Who leaves the conversation while it is searched is told nothing of it")
    func whoLeavesFindsNothing() throws {
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
