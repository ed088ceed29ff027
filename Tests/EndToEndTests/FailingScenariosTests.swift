import ChatConnection
import ChatEngine
import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The report of a scenario that fails.
@Suite struct FailingScenariosTests {
    static let background = """
        Feature: F
          Background:
            Given the app "Notes" opens links at "notes.example"
            And a conversation "Trip" between Anna and Bea
          Scenario: S

        """

    @Test func itSaysWhereWhatAndWhatEveryoneSaw() throws {
        let played = try PlayedText.play(
            story: Self.background + """
                    When Anna sends "Hello" to "Trip"
                    Then Bea sees "Hallo" in "Trip"
                    And Bea sees "Hello" in "Trip"
                """)
        #expect(played.status == 1)
        let told = """
              1) story.feature:7  S
                 Then Bea sees "Hallo" in "Trip"
                 Bea does not see it in "Trip"
                 expected: Hallo
                 actual:   Anna: Hello
                 nearest miss: Bea sees “Hello” in "Trip"
                 Anna saw
                   │ [Trip] You: Hello
                 Bea saw
                   │ [Trip] Anna: Hello
                 again:    chat-client play story.feature:5

            seed 0

            5 steps: 3 passed, 1 failed, 1 skipped
            0 passed, 1 failed

            """
        #expect(played.output.hasSuffix(told), "\(played.output)")
    }

    @Test func aFailureDistinguishesOfflinePeopleFromThoseWhoSawNothing() throws {
        let played = try PlayedText.play(
            story: """
                Feature: F
                  Scenario: S
                    Given a conversation "Trip" between Anna, Bea, Carl and Dee
                    And Dee reads "Trip"
                    And a conversation "Lake" between Anna and Eve
                    When Bea goes offline
                    And Anna sends "Hello" to "Lake"
                    Then Anna sees "Hallo" in "Lake"
                """)
        #expect(played.status == 1)
        let told = """
                 Anna saw
                   │ [Lake] You: Hello
                 Bea, offline since “Bea goes offline”, had seen nothing
                 Carl saw nothing
                 Dee saw nothing
                 Eve saw
                   │ [Lake] Anna: Hello
                 again:    chat-client play story.feature:2

            """
        #expect(played.output.contains(told), "\(played.output)")
    }

    /// Steps that fail, and a part of the report on them.
    static let failures: [(steps: String, said: String)] = [
        (#"Then Bea sees that Anna is typing in "Trip""#, "no one is typing"),
        (
            """
            Given Bea reads "Trip"
            When Anna is typing in "Trip"
            Then Bea does not see that Anna is typing in "Trip"
            """, "expected: Anna is not typing"
        ),
        (
            """
            Given Bea goes offline
            When Anna sends "Hi" to "Trip"
            Then Anna sees that "Hi" was delivered
            """, "expected: Hi, delivered"
        ),
        (
            """
            Given Bea reads "Trip"
            When Anna sends "Hi" to "Trip"
            Then Anna does not see that "Hi" was delivered
            """, "actual:   Hi, delivered"
        ),
        (#"Then Anna sees that "Hi" was delivered"#, "Anna sent no such message"),
        (
            """
            Given the next message to Bea is lost
            When Anna sends "Hi" to "Trip"
            Then Bea sees "Hi" in "Trip"
            """, "Bea does not see it"
        ),
        (#"When Carl sends "Hi" to "Trip""#, "the screen of Carl does not do that"),
        (#"When Carl sends "Hi" to "Trip""#, "not_found: This conversation is not on this client"),
        (#"When Carl sends "Hi" to "Trip" over the wire"#, "the request of Carl was refused"),
        (
            #"When Carl sends "Hi" to "Trip" over the wire"#,
            "not_found: conversation: you are in no such conversation."
        ),
        (
            """
            When Anna sends "Hi" to "Trip"
            Then the last request of Anna fails with "forbidden"
            """, "the request was not refused"
        ),
        (
            """
            When Carl sends "Hi" to "Trip"
            Then the last request of Carl fails with "forbidden"
            """, "the request was refused for another reason"
        ),
        (
            """
            When Carl sends "Hi" to "Trip"
            Then the last request of Anna fails with "not_found"
            """, "the screen of Carl does not do that"
        ),
        (#"Then the last request of Bea fails with "forbidden""#, "Bea asked for nothing"),
        (
            """
            When Anna sends "A kayak" to "Trip"
            Then Bea does not see "kayak" in "Trip"
            """, "Bea sees it in"
        ),
        (#"When Anna sends "Hi" to "Choir""#, #"there is no conversation "Choir""#),
        (#"When Anna edits "https://x.example/1" in "Maps""#, #"there is no app "Maps""#),
        (#"When Anna renames "https://x.example/1" to "Y""#, #"nothing was shared at "https://x.example/1""#),
        (#"When Bea answers "Allow""#, "Bea is asked nothing"),
        (#"Then Bea is asked to share "Notes" automatically"#, "Bea is not asked about Notes"),
        (#"Then Bea was not notified because "ck-accept""#, "no event has notified"),
        (#"Then Bea sees one notice in "Trip""#, "The number of Bea's notices"),
        (#"Then Bea sees "https://x.example/1" in Shared with You"#, "Bea does not see it in Shared with You"),
        ("When Bea comes back online", "Bea is online already"),
        (
            """
            When Bea goes offline
            And Anna and Bea are on the server
            """, "Bea is offline"
        ),
        (
            """
            When Bea goes offline
            And Bea sends "Hi" to "Trip"
            """, "Bea is offline"
        ),
        (
            """
            When Anna sends "https://notes.example/d/1" to "Trip"
            And Bea pins "https://notes.example/d/1" in "Trip"
            Then Bea does not see "https://notes.example/d/1" in Shared with You
            """, "because pinned, the newest pin first"
        ),
        (
            """
            When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
            And Anna edits "https://notes.example/d/1" in "Notes"
            Then Bea was not notified because "ntc-self"
            """, "Bea was notified"
        ),
        (
            """
            When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
            And Anna edits "https://notes.example/d/1" in "Notes"
            Then Anna was not notified because "ck-accept"
            """, "but for another reason"
        ),
        ("When Anna hums", "no phrase matches this step"),
    ]

    @Test(arguments: failures.indices)
    func everyFailureIsToldInItsWords(_ index: Int) throws {
        let failure = Self.failures[index]
        let played = try PlayedText.play(story: Self.background + failure.steps)
        #expect(played.status == 1)
        #expect(played.output.contains(failure.said), "\(played.output)")
        #expect(played.output.contains("again:    chat-client play story.feature:5"))
    }

    @Test func aRefusalThatTheNextStepExpectsIsNoFailure() throws {
        let played = try PlayedText.play(
            story: Self.background + """
                    When Carl sends "Hi" to "Trip"
                    Then the last request of Carl fails with "not_found"
                """)
        #expect(played.status == 0, "\(played.output)")
    }

    @Test func aRealClockIsNotWaitedForUnlessThePlayIsPaced() throws {
        let stage: (PlayArguments) throws -> any Stage = { _ in
            try EmbeddedServer(configuration: .init(), clock: { .init(milliseconds: 1) })
        }
        let path = ScenariosTests.folder + "/notices-coalesce.feature"
        let played = PlayedText.play([path, "--name", "tenth minute"], stage: stage)
        #expect(played.status == 1)
        #expect(played.output.contains("the clock of this world is real, and this play does not wait for it"))
        let paced = PlayedText.play([path, "--name", "tenth minute", "--pace", "60"], stage: stage)
        #expect(paced.pauses.contains(.seconds(10)))
    }

    @Test func aFailureIsAMomentToo() throws {
        let played = try PlayedText.play(
            story: Self.background + #"    Then Bea sees "Hallo" in "Trip""#, drawing: true)
        #expect(played.moments.last?.phase == .failed(#"Bea does not see it in "Trip""#))
        #expect(played.moments.last?.wall.current == 1)
    }
}
