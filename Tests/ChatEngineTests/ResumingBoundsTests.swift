import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The server's cost of resuming after a long absence.
struct ResumingBoundsTests {
    private static let facts = 100_000
    private static let cursor: Int64 = 10

    /// True if a fact is a message to Bea: every fiftieth, and all of the last 3,000.
    private static func isMessage(_ position: Int64) -> Bool {
        position > cursor && (position % 50 == 0 || position > Int64(facts) - 3_000)
    }

    /// Returns a log with the facts of a long absence.
    private func log() throws -> MemoryEventLog {
        let log = MemoryEventLog()
        let (anna, bea) = (Handle("anna"), Handle("bea"))
        let conversation = ConversationID("c1")
        let start = Instant(milliseconds: 1_700_000_000_000)
        var sequence: Int64 = 0
        let text = String(repeating: "x", count: 1_000)
        let records = (1...Int64(Self.facts) + Self.cursor).map { position in
            var event = Event.requestAnswered
            if position == 1 {
                event = .conversationCreated(conversation, creator: anna, members: [anna, bea], name: nil)
            } else if Self.isMessage(position) {
                sequence += 1
                let message = Message(
                    id: MessageID("m\(position)"), conversation: conversation, sender: anna, text: text, sentAt: start,
                    sequence: sequence)
                event = .messagePosted(message)
            }
            return LogRecord(EventRecord(position: position, at: start, event: event))
        }
        try log.append(records, expectedEnd: 0)
        return log
    }

    @Test("D14: a session that missed 100,000 facts receives them in pages")
    func longAbsenceIsDeliveredInPages() throws {
        let server = try EngineFixture(log: try log())
        let late = server.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(Self.cursor)])
        let main = try #require(server.engine.worlds[.main])
        let bound = server.engine.catchUps.lowWater(of: late.engineSession, in: main) + Limits.standard.messageBytes
        var (ticks, messages, largest) = (0, 0, 0)
        var hasMore = true
        while hasMore, ticks < 1_000 {
            let tick = server.tick()
            let bytes = tick.deliveries.reduce(0) {
                if case .message(let message) = $1.content { $0 + message.count } else { $0 }
            }
            messages += tick.deliveries.count { $0.session === late.engineSession }
            largest = max(largest, bytes)
            ticks += 1
            hasMore = tick.hasMore
            // The client has read everything.
            late.engineSession.noteUnsent(0)
        }
        let expected = (1...Int64(Self.facts) + Self.cursor).count { Self.isMessage($0) }
        #expect(messages == expected + 1, "and the answer to hello")
        #expect(largest <= bound, "\(largest) bytes waited at once")
        #expect(ticks > Self.facts / 5_000, "\(ticks) ticks: one of them read too much")
        #expect(late.engineSession.isCurrent)
    }

    @Test("D14: a tick reads few bytes of long facts that are not the reader's")
    func tickReadsFewBytesOfLongFacts() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        let text = String(repeating: "x", count: Limits.standard.textCharacters)
        for _ in 0..<700 {
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: text)))
        }
        let file = SentAttachment(name: "a", type: "t", content: Array(text.utf8))
        try trip.anna.message.send(conversation: trip.conversation, attachment: file)
        try trip.anna.conversation.create(participants: ["dora"])
        let late = trip.server.connect()
        late.post("session.hello", ["role": "person", "handle": "dora", "after": 1])
        var ticks = 0
        var hasMore = true
        while hasMore, ticks < 1_000 {
            let before = log.bytesRead
            hasMore = trip.server.flushOnce()
            #expect(log.bytesRead - before < 6 * 1024 * 1024)
            ticks += 1
        }
        #expect(ticks > 1 && late.engineSession.isCurrent)
        #expect(late.received("conversation.changed").count == 1 && late.received("message.posted").isEmpty)
    }
}
