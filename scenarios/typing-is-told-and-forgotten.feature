Feature: Who types is told while they do, and kept nowhere
  It ends by itself: with the message, when the text is cleared, after a minute, and when the typist is gone.

  Background:
    Given a conversation "Two" between Anna and Bea
    And Bea reads "Two"

  @typing-1to1
  Scenario: The other one sees it, and the typist does not
    When Anna is typing in "Two"
    Then Bea sees that Anna is typing in "Two"
    And Anna does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: It vanishes with the message
    When Anna is typing in "Two"
    And Anna sends "There you are" to "Two"
    Then Bea sees "There you are" in "Two"
    And Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: It vanishes when the text is cleared
    When Anna is typing in "Two"
    And Anna stops typing in "Two"
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: It vanishes after a minute in which nothing more is typed
    When Anna is typing in "Two"
    And 59 seconds pass
    Then Bea sees that Anna is typing in "Two"
    When Anna is typing in "Two"
    And 59 seconds pass
    Then Bea sees that Anna is typing in "Two"
    When 1 second passes
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: It vanishes when the typist is gone
    When Anna is typing in "Two"
    And Anna goes offline
    Then Bea does not see that Anna is typing in "Two"
    When Anna comes back online
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1 @sw-in-context
  Scenario: It vanishes when the conversation over an app is closed
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And Anna turns automatic sharing on for "Notes"
    And Bea sends "https://notes.example/d/1" to "Two"
    When Anna presses "r h i" in "Notes"
    Then Bea sees that Anna is typing in "Two"
    When Anna presses "Esc" in "Notes"
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: Who was away is not told of it
    Given Bea goes offline
    When Anna is typing in "Two"
    And Bea comes back online
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1 @restart
  Scenario: After a restart nobody types
    When Anna is typing in "Two"
    And the server restarts
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: A message in one conversation ends no typing in another
    Given a conversation "Trip" between Anna, Bea and Carl
    When Anna is typing in "Two"
    And Anna sends "Hello" to "Trip" on the second device
    Then Bea sees that Anna is typing in "Two"

  @typing-1to1
  Scenario: Who goes to another conversation types here no longer
    Given a conversation "Trip" between Anna, Bea and Carl
    When Anna is typing in "Two"
    And Anna sends "Hello" to "Trip"
    Then Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: A group sees it as well, and nobody else does
    Given a conversation "Trip" between Anna, Bea and Carl
    And Carl reads "Trip"
    When Anna is typing in "Trip"
    And Bea is typing in "Trip"
    Then Carl sees that Anna is typing in "Trip"
    And Carl sees that Bea is typing in "Trip"
    And Anna sees that Bea is typing in "Trip"
    And Bea does not see that Anna is typing in "Two"

  @typing-1to1
  Scenario: Nobody types where they are not
    When Carl is typing in "Two" over the wire
    Then the last request of Carl fails with "not_found"
    And Bea does not see that Carl is typing in "Two"
