import Testing

/// Each check of messaging can fail: a check that cannot fail proves nothing.
@Suite struct FailingMessagingTests {
    static let background = """
        Feature: F
          Background:
            Given a conversation "Trip" between Anna, Bea and Carl
            And a conversation "Us" between Anna and Bea
            And Bea mutes "Trip"
            And Anna sends "@Carl, hello" to "Trip"
            And Anna sends "Hi" to "Us"
          Scenario: S

        """

    /// Steps of which the last fails, and a part of the report on it.
    static let failures: [(steps: String, said: String)] = [
        (#"When Anna edits "Hallo" to "Hi" in "Trip""#, "no one has such a message"),
        (
            """
            When Anna edits "Hi" to "Hello" in "Us"
            And Anna edits "Hi" to "Hey" in "Us"
            """, "no one has such a message"
        ),
        (#"Then Bea sees that "Hi" was edited in "Us""#, "the message is not marked as edited"),
        (
            """
            When Anna edits "Hi" to "Hello" in "Us"
            Then Bea sees that "Hello" was not edited in "Us"
            """, "the message is marked as edited"
        ),
        (
            """
            When Anna edits "Hi" to "Hello" in "Us"
            Then Bea sees "Hi" in "Us"
            """, "Bea does not see it in"
        ),
        (
            """
            When Anna edits "Hi" to "Hello" in "Us"
            Then Bea sees the earlier versions of "Hello" in "Us":
              | text  |
              | Hello |
            """, "the message had another text before"
        ),
        (
            """
            Then Bea sees the earlier versions of "Hi" in "Us":
              | said |
            """, "the table has a column “said”, which this step does not have"
        ),
        (
            """
            When Anna unsends "Hi" in "Us"
            Then Anna sees "Anna unsent a message" in "Us"
            """, "note: You unsent a message"
        ),
        (
            """
            When Anna unsends "Hi" in "Us"
            Then Bea sees that "Hi" was not edited in "Us"
            """, "Bea does not see it in"
        ),
        (
            """
            When Bea reacts "heart" to "Hi" in "Us"
            Then Anna sees no reaction to "Hi" in "Us"
            """, "bea: heart"
        ),
        (
            """
            When Bea reacts "heart" to "Hi" in "Us"
            Then Anna sees the reactions to "Hi" in "Us":
              | from | reaction  |
              | Bea  | thumbs up |
            """, "the tapbacks differ"
        ),
        (#"When Bea takes back the reaction to "Hi" in "Us""#, "Bea did not react to it"),
        (#"Then Bea sees that "@Carl, hello" mentions nobody in "Trip""#, "the message mentions others"),
        (#"Then Bea sees that "@Carl, hello" mentions Bea in "Trip""#, "the message mentions others"),
        (#"Then Bea sees "Hi" as a reply to "@Carl, hello" in "Us""#, "(not a reply)"),
        (
            """
            When Bea replies "Hey" to "Hi" in "Us"
            Then Anna sees "Hey" as a reply to an unsent message in "Us"
            """, "the message replies to another one"
        ),
        (
            """
            When Bea replies "Hey" to "Hi" in "Us"
            Then Anna sees 2 replies to "Hi" in "Us"
            """, "the thread of replies has another length"
        ),
        (#"Then Bea sees the document "Hi" in "Us""#, "the message is not a document"),
        (
            """
            When Anna attaches the document "a.pdf" to "Us"
            Then Bea cannot open the document "a.pdf" in "Us"
            """, "the document opens"
        ),
        (
            """
            When Anna adds Dee to "Trip"
            Then Anna, Bea and Carl are in "Trip"
            """, "for Anna, others are in"
        ),
        (#"Then Carl and Anna are in "Us""#, "for Carl, others are in"),
        (#"Then Dee and Anna are in "Us""#, "the scenario has no person Dee yet"),
        (#"Then Carl is not in "Trip""#, "Carl has \"Trip\" in the list"),
        (#"When Anna adds Carl to "Us""#, "the step began a new conversation"),
        (#"When Anna adds Dee to "Trip" and so begins "Big""#, "the step began no new conversation"),
        (#"When Anna adds Carl to "Us" and so begins "Trip""#, "there is already a conversation \"Trip\""),
        (#"When Anna renames "Nothing" to "Something""#, "no conversation has this name"),
        (#"When Anna renames "Us" to "Trip""#, "there is already a conversation \"Trip\""),
        (#"Then Bea has no unread messages in "Us""#, "another number is unread"),
        (#"Then Bea has 2 unread messages in "Us""#, "another number is unread"),
        (#"Then Carl has no unread messages in "Us""#, "Carl is not in"),
        (#"Then Anna sees that "Hi" was read in "Us""#, "actual:   not read"),
        (
            """
            When Bea reads "Us"
            Then Anna sees that "Hi" was not read in "Us"
            """, "actual:   read"
        ),
        (#"Then Bea sees that "Hi" was read in "Us""#, "only a person's own message has a receipt"),
        (#"Then Bea is alerted to "@Carl, hello" in "Trip""#, "Bea is not alerted to it"),
        (#"Then Carl is not alerted to "hello" in "Trip""#, "Carl is alerted to it"),
        (#"Then Carl is alerted 2 times in "Trip""#, "Carl is alerted another number of times"),
        (
            """
            Then in "Trip" Bea sees on a new device:
              | from | text |
              | Anna | Hi   |
            """, "the thread of Bea differs"
        ),
        (
            """
            Then in "Us" Carl sees on a new device:
              | from | text |
            """, "cannot be read on a new device of Carl"
        ),
    ]

    @Test(arguments: failures.indices)
    func everyFailureIsToldInItsWords(_ index: Int) throws {
        let failure = Self.failures[index]
        let played = try PlayedText.play(story: Self.background + failure.steps)
        #expect(played.status == 1)
        #expect(played.output.contains(failure.said), "\(played.output)")
        // The failure is in the last step.
        #expect(!played.output.contains("skipped"), "\(played.output)")
        #expect(!played.output.contains("no phrase matches this step"), "\(played.output)")
    }

    @Test func aNameThatIsADocumentAndAConversationIsNotGuessed() throws {
        let played = try PlayedText.play(
            story: """
                Feature: F
                  Scenario: S
                    Given the app "Notes" opens links at "notes.example"
                    And a conversation "https://notes.example/d/1" between Anna and Bea
                    And Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "https://notes.example/d/1"
                    When Anna renames "https://notes.example/d/1" to "Plan B"
                """)
        #expect(played.status == 1)
        #expect(played.output.contains("which one is meant?"), "\(played.output)")
    }
}
