import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Searches over several ticks: they answer the state at their end, and other clients do not wait for them.
struct LongSearchTests {
    private let server: EngineFixture
    private let anna: EngineClient
    private let bea: EngineClient
    private let conversation: ConversationID
    /// The messages with the rare word: the first three, which a search finds last.
    private let rare: [MessageID]

    init() throws {
        server = try EngineFixture()
        anna = try server.person("anna")
        bea = try server.person("bea")
        conversation = try anna.conversation.create(participants: ["bea"]).id
        rare = try (0..<3).map { [anna, conversation] number in
            try anna.message.send(conversation: conversation, text: "a lighthouse \(number)").id
        }
        for _ in 0..<4_000 { anna.post(.messageSend(.init(conversation: conversation, text: "rain and rain"))) }
        server.flush()
    }

    private func found(_ id: RequestID) throws -> [MessageID] {
        var fields = try JSONFields(try bea.answer(id))
        return try Answered.Messages(from: &fields).messages.map(\.id)
    }

    @Test("D29: other clients are answered during a search, and the searcher's next request after it")
    func otherClientsAreAnsweredDuringASearch() throws {
        let search = bea.post(.messageSearch(.init(text: "lighthouse")))
        let behind = bea.post(.sessionPing)
        let other = anna.post(.sessionPing)
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
        let search = bea.post(.messageSearch(.init(text: "lighthouse and")))
        server.flushOnce()
        #expect(bea.answers[search] == nil)
        server.flush()
        #expect(try found(search).isEmpty)

        let again = bea.post(.messageSearch(.init(text: "rain", limit: 200)))
        let words = bea.post(.messageSearch(.init(text: "lighthouse")))
        server.flush()
        #expect(try found(again).count == 200 && found(words).count == 3)

        // Only the newest message has both words. The search finds it early, and it is unsent before the end.
        let newest = try anna.message.send(conversation: conversation, text: "rain at the lighthouse").id
        let last = bea.post(.messageSearch(.init(text: "lighthouse")))
        server.flushOnce()
        #expect(bea.answers[last] == nil)
        anna.post(.messageUnsend(.init(message: newest)))
        server.flush()
        #expect(try found(last) == rare.reversed())
    }

    @Test("D29: a search whose session ends is dropped, and another session's search continues")
    func closedSessionDropsOnlyItsOwnSearch() throws {
        let tablet = try server.person("bea")
        let (one, two) = (
            bea.post(.messageSearch(.init(text: "lighthouse"))), tablet.post(.messageSearch(.init(text: "nowhere")))
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
        let group = try anna.conversation.create(participants: ["bea", "carl", "dora"], name: "Trip").id
        try anna.message.send(conversation: group, text: "a lighthouse")
        let search = bea.post(.messageSearch(.init(text: "lighthouse")))
        server.flushOnce()
        #expect(bea.answers[search] == nil)
        try anna.conversation.removeParticipant(conversation: group, handle: "bea")
        #expect(try found(search) == rare.reversed())
    }
}
