import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Failed commits during an answer that takes several ticks.
struct LongAnswerFailureTests {
    @Test("D4: a search over several ticks has one answer, although a commit fails at its beginning")
    func searchHasOneAnswerWhenACommitFails() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        for _ in 0..<4_000 {
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "rain and rain")))
        }
        trip.server.flush()
        (log.failure, log.failuresLeft) = (.unavailable, 1)
        let search = trip.bea.post(.messageSearch(.init(text: "lighthouse")))
        let send = trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "lost")))
        trip.server.flush()
        #expect(trip.anna.answers[send]?[0]["error"]?["code"] == -32008)
        #expect(trip.bea.answers[search]?.count == 1)
        #expect(trip.bea.answers[search]?[0]["result"] != nil)
    }
}
