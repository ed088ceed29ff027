import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Pending events: a fence lists their due times, and the clock can advance past all of them at once.
struct ClockAdvanceTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func pending(_ client: EngineClient? = nil) throws -> [PendingWork] {
        try (client ?? trip.observer).session.fence().pending
    }

    private func now() throws -> Instant { try trip.observer.clock.now().now }

    private func delay(_ target: FaultTarget, milliseconds: Int64) throws {
        try trip.observer.fault.inject(target: target, effect: .delay(milliseconds: milliseconds))
    }

    private func start() throws {
        try trip.anna.collaboration.start(
            app: "com.example.notes", title: "Ideas", conversation: trip.conversation, backend: .custom)
    }

    /// Creates four pending events: a growing notice, a delayed message, a typing person and an app's action.
    private func wait() throws {
        try trip.post(.change(.edit))
        try delay(.init(notification: .messagePosted, to: "bea"), milliseconds: 7_000)
        try trip.anna.message.send(conversation: trip.conversation, text: "later")
        try trip.carl.conversation.typing(conversation: trip.conversation, isTyping: true)
        try start()
        #expect(try pending().count == 4)
    }

    @Test func advancingToEachDueTimeLeavesNothingPending() throws {
        try wait()
        var rounds = 0
        while let next = try pending().first?.dueAt {
            rounds += 1
            try #require(rounds < 10, "it never ends")
            let rest = next.milliseconds - (try now().milliseconds)
            try #require(rest > 0, "what is due is not pending")
            try trip.advance(rest)
        }
        #expect(rounds == 4)
    }

    @Test func advanceUntilSettledPassesAllPendingEvents() throws {
        try wait()
        let begun = try now()
        let answer = try trip.observer.clock.advance(.until(.quiescent))
        #expect(answer.now == begun.advanced(byMilliseconds: 600_001))
        #expect(try pending().isEmpty)
        #expect(trip.bea.received("message.posted").count == 1 && trip.anna.received("typing").count == 2)
        #expect(trip.anna.received("collaboration.changed").last?["start"]?["state"] == "failed")
        let again = try trip.observer.clock.advance(.until(.quiescent))
        #expect(again.now == answer.now, "there is nothing left to wait for")
    }

    @Test func advanceUntilSettledPassesTheDelayOfADueEvent() throws {
        try delay(.init(notification: .collaborationChanged, nth: 1), milliseconds: 3_600_000)
        try start()
        let begun = try now()
        try trip.observer.clock.advance(.until(.quiescent))
        #expect(try pending().isEmpty)
        #expect(try now() == begun.advanced(byMilliseconds: 10_000 + 3_600_000))
        #expect(trip.anna.received("collaboration.changed").last?["start"]?["state"] == "failed")
    }

    @Test func advanceUntilSettledTakesNoMilliseconds() throws {
        for params in [["until": "later"], ["until": "settled", "milliseconds": 1], [:]] as [JSONValue] {
            #expect(trip.observer.refusal("clock.advance", params) == .invalidParams)
        }
        #expect(trip.anna.refusal { try $0.clock.advance(.until(.quiescent)) } == .forbidden)
    }
}
