import ChatProtocol
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The counters of the engine.
struct EngineCountsTests {
    @Test func requestsAreCountedByMethodAndResult() throws {
        let trip = try TripFixture()
        let counts = trip.server.engine.counts
        func count(_ method: Method?, _ reason: RPCError.Reason?) -> Int { counts.requests(method, reason) }
        let before = count(.messageSend, nil)
        try trip.anna.message.send(conversation: trip.conversation, text: "x")
        _ = trip.anna.refusal { try $0.message.send(conversation: "c999", text: "x") }
        _ = trip.anna.refusal("message.send", ["conversation": JSONValue(trip.conversation), "text": 1])
        _ = trip.anna.refusal("no.such")
        trip.anna.post(line: "{")
        trip.server.flush()
        #expect(count(.messageSend, nil) == before + 1)
        #expect(count(.messageSend, .notFound) == 1 && count(.messageSend, .invalidParams) == 1)
        #expect(count(nil, .unknownMethod) == 1 && count(nil, .parse) == 1 && count(nil, nil) == 0)
        #expect(counts.notifications[.messagePosted] >= 2)
        #expect(counts.records == Int(trip.server.log.end))
    }

    @Test("a request that could not be written counts as undone") func aRequestThatWasNotWrittenCountsAsUndone() throws
    {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        let counts = trip.server.engine.counts
        func send(_ client: EngineClient) throws -> Message {
            try client.message.send(conversation: trip.conversation, text: "x")
        }
        let (before, commits) = (counts.requests(.messageSend, nil), counts.commits)
        log.failure = .conflict
        #expect(trip.anna.refusal(send) == .unavailable)
        #expect(counts.undone == 1 && counts.commitFailures == 1 && counts.commits == commits)
        log.heal()
        _ = try send(trip.anna)
        #expect(counts.requests(.messageSend, nil) == before + 2, "each request counts")
        #expect(counts.undone == 1 && counts.commits == commits + 1)
    }

    @Test("the notification of each observer counts")
    func notificationsOfObserversCount() throws {
        let trip = try TripFixture()
        func sent() throws -> Int {
            let before = trip.server.engine.counts.notifications[.messagePosted]
            try trip.anna.message.send(conversation: trip.conversation, text: "x")
            return trip.server.engine.counts.notifications[.messagePosted] - before
        }
        let count = try sent()
        let other = try trip.server.observer()
        #expect(try sent() == count + 1)
        #expect(other.received("message.posted").count == 1)
    }

    @Test func loginWithACursorCountsAsResumed() throws {
        let server = try EngineFixture()
        _ = try server.person("anna")
        #expect(server.engine.counts.resumes == 0)
        _ = try server.person("anna", after: 0)
        #expect(server.engine.counts.resumes == 1)
    }
}
