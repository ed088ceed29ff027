import ChatEngine
import ChatServer
import ChatTestKit
import Testing

/// Steps that refer to earlier steps, that have a time, or that concern a second device, and their failures.
@Suite struct StepsOfEveryShapeTests {
    static let background = """
        Feature: F
          Background:
            Given the app "Notes" opens links at "notes.example"
            And Anna and Bea are contacts
            And a conversation "Trip" between Anna and Bea
            And Bea reads "Trip"
          Scenario: S

        """

    /// Steps that pass.
    static let passing = [
        """
        When Anna sends "https://notes.example/d/1" to "Trip"
        And Bea sends "Hi" to "Trip"
        Then Bea pins the link that was just sent in "Trip"
        And Bea sees the link that Anna just sent in Shared with You
        And Anna sees the message that was just sent in "Trip"
        And Anna sees the message that Bea just sent in "Trip"
        """,
        """
        When Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
        And Bea sends "https://notes.example/d/2" to "Trip"
        Then Bea edits the link that was just shared in "Notes"
        And Bea pins the link that Bea just sent in "Trip"
        """,
        """
        When Anna sends "Who drives?" to "Trip"
        And the message "Who drives?" in "Trip" is called "the question"
        And Anna edits the message called "the question" to "Who drives us?" in "Trip"
        Then Bea replies "I do" to the message called "the question" in "Trip"
        And Anna sees "I do" as a reply to "Who drives us?" in "Trip"
        When Anna unsends the message called "the question" in "Trip"
        And Anna unsends the message called "the question" in "Trip"
        Then the last request of Anna fails with "conflict"
        """,
        """
        Given the link "https://notes.example/d/1" is called "the plan"
        When Anna sends the link called "the plan" to "Trip"
        And Bea pins "the plan" in "Trip"
        Then Bea sees "the plan" in Shared with You
        When Anna sends "the plan" to "Trip"
        Then Bea sees "the plan" 1 time in "Trip"
        """,
        """
        When Anna sends "https://notes.example/d/1" to "Trip"
        And the link that was just sent is called "the plan"
        And the message that was just sent is called "the news"
        And the server restarts
        And Bea sends "https://notes.example/d/2" to "Trip"
        Then Bea pins "the plan" in "Trip"
        And Bea pins the link that was just sent in "Trip"
        And Bea sees the message called "the news" in "Trip"
        """,
        """
        Given the next message to Bea is delayed by 10 minutes
        When Anna sends "Late" to "Trip"
        Then within 10 minutes, Bea sees "Late" in "Trip"
        """,
        """
        Given the next message to Bea is delayed by 10 minutes
        When Anna sends "Late" to "Trip"
        Then for 9 minutes 59 seconds, Bea does not see "Late" in "Trip"
        And within 1 second, Bea sees "Late" in "Trip"
        """,
        """
        When Anna sends "One" to "Trip"
        And Bea sends "Two" to "Trip"
        Then in "Trip" Bea sees in any order:
          | from | text |
          | Bea  | Two  |
          | Anna | One  |
        And Bea sees 2 messages in "Trip"
        And Bea sees "One" 1 time in "Trip"
        """,
        """
        Given Bea sees 0 messages in "Trip" on the second device
        And Bea goes offline on the second device
        When Anna sends "One" to "Trip"
        Then Bea sees "One" in "Trip"
        And Bea does not see "One" in "Trip" on their second device
        When Bea comes back online on the second device
        Then Bea sees "One" in "Trip" on the second device
        And in "Trip" Bea sees on the second device:
          | from | text |
          | Anna | One  |
        """,
        """
        Given Bea sees 0 messages in "Trip" on the second device
        And the next message to Bea is delayed by 10 minutes on the second device
        When Anna sends "One" to "Trip"
        Then Bea sees "One" in "Trip"
        And for 9 minutes, Bea does not see "One" in "Trip" on the second device
        And within 1 minute, Bea sees "One" in "Trip" on the second device
        """,
        """
        When Bea's connection drops
        And Anna sends "One" to "Trip"
        And Bea's connection drops 3 times
        Then Bea sees "One" 1 time in "Trip"
        """,
    ]

    @Test(arguments: passing.indices)
    func aStoryWithTrueStepsPasses(_ index: Int) throws {
        let played = try PlayedText.play(story: Self.background + Self.passing[index])
        #expect(played.status == 0, "\(played.output)")
    }

    /// Steps that fail, and a part of the report on them.
    static let failing: [(steps: String, said: String)] = [
        (
            #"When Bea pins the link that was just sent in "Trip""#,
            "there is no such thing: the link that was just sent"
        ),
        (
            """
            When Anna sends "https://notes.example/d/1" to "Trip"
            And Bea pins the link that Bea just sent in "Trip"
            """, "there is no such thing: the link that Bea just sent"
        ),
        (
            """
            When Anna sends "https://notes.example/d/1" to "Trip"
            And Bea edits the link that was just shared in "Notes"
            """, "there is no such thing: the link that was just shared"
        ),
        (
            """
            Given the link "https://notes.example/d/1" is called "the plan"
            When Bea pins "the plam" in "Trip"
            """, "actual:   the link \"the plan\": https://notes.example/d/1"
        ),
        (
            """
            Given the link "https://notes.example/d/1" is called "the plan"
            When Anna sends the message called "the plan" to "Trip"
            """, "no message is called \"the plan\""
        ),
        (
            """
            Given the link "https://notes.example/d/1" is called "the plan"
            And the link "https://notes.example/d/2" is called "the plan"
            """, "\"the plan\" is already another name"
        ),
        (#"When the message "Hi" in "Trip" is called "it""#, "no one sees such a message"),
        (
            #"Then within 10 minutes, Bea sees "Hi" in "Trip""#,
            "not within 10 minutes: "
        ),
        (
            """
            Given the next message to Bea is delayed by 10 minutes
            When Anna sends "Late" to "Trip"
            Then within 9 minutes 59 seconds, Bea sees "Late" in "Trip"
            """, "not within 9 minutes 59 seconds: "
        ),
        (
            """
            Given the next message to Bea is delayed by 10 minutes
            When Anna sends "Late" to "Trip"
            Then for 1 day, Bea does not see "Late" in "Trip"
            """, "Bea sees it in \"Trip\", after 10 minutes"
        ),
        (#"When within 10 minutes, Anna sends "Hi" to "Trip""#, "did you mean: Anna sends \"Hi\" to \"Trip\""),
        (
            """
            When Anna sends "One" to "Trip"
            Then in "Trip" Bea sees in any order:
              | from | text |
              | Anna | One  |
              | Anna | One  |
            """, "the thread of Bea differs"
        ),
        (
            """
            When Anna sends "One" to "Trip"
            Then Bea sees "One" 2 times in "Trip"
            """, "Bea sees it 1 times in \"Trip\""
        ),
        (#"Then Bea sees 1 message in "Trip""#, "another number of messages"),
        ("Then Bea sees 1 link in Shared with You", "another number of links"),
        (
            """
            Then Bea sees the notices in "Trip" in any order:
              | text |
              | Hi   |
            """, "Bea sees other notices"
        ),
        (
            """
            Given Bea goes offline on the second device
            When Bea sends "Hi" to "Trip" on the second device
            """, "Bea is offline"
        ),
        (
            #"When Anna pin "https://x.example/1" in "Trip""#,
            #"did you mean: Anna pins "https://x.example/1" in "Trip""#
        ),
    ]

    @Test(arguments: failing.indices)
    func aFailingStoryReportsTheReason(_ index: Int) throws {
        let played = try PlayedText.play(story: Self.background + Self.failing[index].steps)
        #expect(played.status == 1)
        #expect(played.output.contains(Self.failing[index].said), "\(played.output)")
    }

    @Test func aFailureShowsTheSecondDeviceToo() throws {
        let played = try PlayedText.play(
            story: Self.background + """
                When Anna sends "Hi" to "Trip"
                Then Bea does not see "Hi" in "Trip" on the second device
                """)
        #expect(
            played.output.contains("     Bea on the second device saw\n       │ [Trip] Anna: Hi\n"),
            "\(played.output)")
    }

    @Test func aCheckWithADeadlineDoesNotWaitForARealClock() throws {
        let server = try EmbeddedServer(configuration: .init())
        let played = try PlayedText.play(
            story: "Feature: F\n  Scenario: S\n    Given a conversation \"Trip\" between Anna and Bea\n"
                + "    Then within 1 hour, Bea sees \"Hi\" in \"Trip\"\n"
        ) { _ in server }
        #expect(
            played.output.contains("the clock of this world is real, and this play does not wait for it"),
            "\(played.output)")
        #expect(played.pauses.isEmpty)
    }

    @Test func aClockThatIsSetStandsStillOtherwise() throws {
        let played = try PlayedText.play(
            story: """
                Feature: F
                  Scenario: S
                    Given the server's clock stands still
                    And a conversation "Trip" between Anna and Bea
                    And Bea reads "Trip"
                    When Anna is typing in "Trip"
                    Then for 59 seconds, Bea sees that Anna is typing in "Trip"
                    And within 1 second, Bea does not see that Anna is typing in "Trip"
                """)
        #expect(played.status == 0, "\(played.output)")
    }

    @Test(arguments: [
        #"Then Beaa does not see "Hi" in "Trip""#, "Then Beaa sees nothing in Shared with You",
        #"Then Ana sees no notice in "Trip""#,
    ])
    func aCheckOfAMisspeltNameDoesNotPass(_ step: String) throws {
        let story = """
            Feature: F
              Scenario: S
                Given a conversation "Trip" between Anna and Bea
                \(step)
            """
        let played = try PlayedText.play(story: story)
        #expect(played.status == 1)
        #expect(played.output.contains("; did you mean "), "\(played.output)")
        // A check adds no person to the story: it fails for a person who is not on the server.
        let other = story.split(separator: "Beaa").joined(separator: "Emil").split(separator: "Ana ").joined(
            separator: "Emil ")
        let absent = try PlayedText.play(story: other)
        #expect(absent.status == 1 && absent.output.contains("the scenario has no person Emil yet"), "\(absent.output)")
        #expect(absent.output.contains("or a step like: Emil is on the server"), "\(absent.output)")
    }
}
