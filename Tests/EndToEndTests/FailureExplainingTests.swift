import ChatClient
import ChatTestKit
import Testing

/// What is found out about a step that failed.
@Suite struct FailureExplainingTests {
    /// The failure of the last step of a story.
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

    @Test func whatIsNothingAlikeIsNoNearMiss() throws {
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

    @Test func whatNobodyWasToldHasNoTrail() throws {
        #expect(try Self.failure(of: #"Then Bea sees "Hi" in "Trip""#).trail.isEmpty)
    }
}
