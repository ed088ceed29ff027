import ChatTestKit
import Testing

@testable import ChatScenario

/// The explanations for a step that failed.
@Suite struct FailureExplainingTests {
    /// Returns the failure of the last step of a story.
    private static func failure(of steps: String) throws -> StepFailure {
        var failures: [StepFailure] = []
        let story = """
            Feature: F
              Scenario: S
                Given the app "Notes" opens links at "notes.example"
                And Anna, Bea and Carl are contacts
                And a conversation "Trip" between Anna, Bea and Carl

            """
        _ = try PlayedText.play(
            story: story + steps,
            onEvent: { event in
                if case .stepFinished(let outcome) = event, let failure = outcome.failure { failures.append(failure) }
            })
        try #require(failures.count == 1)
        return failures[0]
    }

    @Test func theNearestMissIsShown() throws {
        let failure = try Self.failure(
            of: """
                When Anna sends "See you at the lake" to "Trip"
                And Anna sends "Something else entirely" to "Trip"
                Then Bea sees "See you at the lakes" in "Trip"
                """)
        #expect(failure.nearest == #"Bea sees “See you at the lake” in "Trip""#)
    }

    @Test func anUnrelatedTextIsNoNearMiss() throws {
        let failure = try Self.failure(
            of: """
                When Anna sends "Hello" to "Trip"
                Then Bea sees "Pancakes for all" in "Trip"
                """)
        #expect(failure.nearest == nil)
    }

    @Test func whyANoticeDidNotComeIsShown() throws {
        let failure = try Self.failure(
            of: """
                When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Bea opens "https://notes.example/d/1" in "Notes"
                And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
                Then Carl sees the notice "Anna mentioned you in “Plan”" in "Trip"
                """)
        let decision = try #require(failure.trail.first)
        #expect(decision.person == "Carl")
        #expect(decision.about == "the notice “Anna mentioned you in “Plan””")
        #expect(!decision.isDelivered)
        #expect(decision.reasons.map(\.rule) == ["ev-mention-private"])
    }

    @Test func whyALinkIsNotOnTheShelfIsShown() throws {
        let failure = try Self.failure(
            of: """
                When Anna sends "https://notes.example/d/1" to "Trip"
                Then Bea sees "https://notes.example/d/1" in Shared with You
                """)
        #expect(failure.trail.map(\.about) == ["https://notes.example/d/1"])
        #expect(failure.trail.map(\.isDelivered) == [false])
        #expect(failure.trail[0].reasons.isEmpty == false)
    }

    @Test func aMessageThatWasNeverSentHasNoTrail() throws {
        #expect(try Self.failure(of: #"Then Bea sees "Hi" in "Trip""#).trail.isEmpty)
    }

    @Test(arguments: [
        ("lost", "this fault dropped a notice to Bea"),
        ("delayed by 10 minutes", "this fault delays a notice to Bea by 10 minutes"),
    ])
    func aFaultThatKeptANoticeIsNamed(_ fault: String, _ text: String) throws {
        let failure = try Self.failure(
            of: """
                When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Bea opens "https://notes.example/d/1" in "Notes"
                And the next notice to Bea is \(fault)
                And Anna edits "https://notes.example/d/1" in "Notes"
                Then Bea sees the notice "Anna edited “Plan”" in "Trip"
                """)
        let decision = try #require(failure.trail.first)
        #expect(decision.person == "Bea")
        #expect(!decision.isDelivered)
        #expect(decision.reasons.last == .init(rule: "fault-1", text: text))
        #expect(decision.reasons.count > 1)
    }

    @Test func aFaultThatLostTheMessageOnOneDeviceIsNamedThere() throws {
        let failure = try Self.failure(
            of: """
                When Bea reads "Trip"
                And Bea reads "Trip" on the second device
                And the next message to Bea is lost on the second device
                And Anna sends "Hello" to "Trip"
                Then Bea sees "Hello" in "Trip" on the second device
                """)
        let decision = try #require(failure.trail.first)
        #expect(decision.isDelivered)
        #expect(decision.reasons.last == .init(rule: "fault-1", text: "this fault dropped a message to Bea"))
    }

    @Test func aFaultThatLostSomethingElseIsNotBlamed() throws {
        let failure = try Self.failure(
            of: """
                Given the next message to Bea is lost
                And the next notice to Carl is lost
                When Anna sends "Lost" to "Trip"
                And Anna sends "Hello" to "Trip"
                Then Bea does not see "Hello" in "Trip"
                """)
        let decision = try #require(failure.trail.first)
        #expect(decision.isDelivered)
        #expect(!decision.reasons.contains { $0.rule.hasPrefix("fault") })
        #expect(failure.nearest == nil)
    }

    @Test(arguments: [
        ("offers", "Fly Away", "Anna's sharing screen does not offer “Fly Away”", "Fly Away"),
        ("does not offer", "Stop Sharing", "Anna's sharing screen offers “Stop Sharing”", "no Stop Sharing"),
    ])
    func aFailureNamesTheMissingOrOfferedAction(
        _ verb: String, _ label: String, _ message: String, _ expected: String
    ) throws {
        let failure = try Self.failure(
            of: """
                When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
                Then Anna's sharing screen \(verb) "\(label)"
                """)
        #expect(failure.message == message)
        #expect(failure.expected == expected)
    }
}
