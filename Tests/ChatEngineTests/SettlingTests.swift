import ChatProtocol
import Testing

@testable import ChatEngine

/// Pending events: a fence lists their due times, and the clock can advance past all of them at once.
struct SettlingTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func pending(_ client: EngineClient? = nil) throws -> [JSONValue] {
        try (client ?? trip.observer).ask("session.fence")["pending"]?.arrayValue ?? []
    }

    private func now() throws -> Instant {
        var fields = try JSONFields(try trip.observer.ask("clock.now"))
        return try fields.read("now")
    }

    /// Creates four pending events: a growing notice, a delayed message, a typing person and an app's action.
    private func wait() throws {
        try trip.post(TripFixture.edit)
        try trip.observer.ask(
            "fault.inject",
            ["on": ["notification": "message.posted", "to": "bea"], "do": "delay", "milliseconds": 7_000])
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "later"])
        try trip.carl.ask("conversation.typing", ["conversation": trip.conversation, "typing": true])
        try trip.anna.ask(
            "collaboration.start",
            ["app": "com.example.notes", "title": "Ideas", "backend": "custom", "conversation": trip.conversation])
        #expect(try pending().count == 4)
    }

    @Test func advancingToEachDueTimeLeavesNothingPending() throws {
        try wait()
        var rounds = 0
        while let next = try pending().first?["dueAt"]?.stringValue.flatMap({ Instant($0) }) {
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
        let start = try now()
        let answer = try trip.observer.ask("clock.advance", ["until": "settled"])
        #expect(answer["now"] == .string(start.advanced(byMilliseconds: 600_001).description))
        #expect(try pending().isEmpty)
        #expect(trip.bea.heard("message.posted").count == 1 && trip.anna.heard("typing").count == 2)
        #expect(trip.anna.heard("collaboration.changed").last?["start"]?["state"] == "failed")
        let again = try trip.observer.ask("clock.advance", ["until": "settled"])
        #expect(again["now"] == answer["now"], "there is nothing left to wait for")
    }

    @Test func advanceUntilSettledPassesTheDelayOfADueEvent() throws {
        try trip.observer.ask(
            "fault.inject",
            ["on": ["notification": "collaboration.changed", "nth": 1], "do": "delay", "milliseconds": 3_600_000])
        try trip.anna.ask(
            "collaboration.start",
            ["app": "com.example.notes", "title": "Ideas", "backend": "custom", "conversation": trip.conversation])
        let start = try now()
        try trip.observer.ask("clock.advance", ["until": "settled"])
        #expect(try pending().isEmpty)
        #expect(try now() == start.advanced(byMilliseconds: 10_000 + 3_600_000))
        #expect(trip.anna.heard("collaboration.changed").last?["start"]?["state"] == "failed")
    }

    @Test func advanceUntilSettledTakesNoMilliseconds() throws {
        for params in [["until": "later"], ["until": "settled", "milliseconds": 1], [:]] as [JSONValue] {
            #expect(trip.observer.refusal("clock.advance", params) == .invalidParams)
        }
        #expect(trip.anna.refusal("clock.advance", ["until": "settled"]) == .forbidden)
    }
}
