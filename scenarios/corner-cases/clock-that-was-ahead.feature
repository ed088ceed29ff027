@corner-case
Feature: A clock that was ahead
  A machine wakes up with a wrong clock, or somebody sets it to tomorrow by mistake, and it is corrected soon after.
  What was decided meanwhile must not freeze the time of a world until the real time is there: typing would never end,
  and windows would stay open. The server counts time as a monotonic clock does, and believes a wall clock that is far
  ahead only once it has been so for a minute.

  Background:
    Given the server's clock stands still
    And Anna and Bea are contacts
    And a conversation "Us" between Anna and Bea

  @set-clock @typing-1to1
  Scenario: A moment ahead ends nothing
    Given Bea reads "Us"
    And Anna is typing in "Us"
    When the server's clock steps forward by 1 day
    Then Bea sees that Anna is typing in "Us"
    When the server's clock steps back by 1 day
    And 59 seconds pass
    Then Bea sees that Anna is typing in "Us"
    When 1 second passes
    Then Bea does not see that Anna is typing in "Us"

  @set-clock @typing-1to1
  Scenario: Typing ends after the clock was ahead for long
    Given the server's clock steps forward by 1 day
    And 2 minutes pass
    And Anna sends "Tomorrow" to "Us"
    And Bea reads "Us"
    When the server's clock steps back by 1 day
    And Anna is typing in "Us"
    And 59 seconds pass
    Then Bea sees that Anna is typing in "Us"
    When 1 second passes
    Then Bea does not see that Anna is typing in "Us"

  @set-clock @msg-unsend-window
  Scenario: The time to unsend ends after the clock was ahead for long
    Given the server's clock steps forward by 1 day
    And 2 minutes pass
    And Anna sends "The present is a kayak" to "Us"
    When the server's clock steps back by 1 day
    And 3 minutes pass
    And Anna unsends "The present is a kayak" in "Us"
    Then the last request of Anna fails with "expired"

  @set-clock @msg-edit-window
  Scenario: The time to edit ends after the clock was ahead for long
    Given the server's clock steps forward by 1 day
    And 2 minutes pass
    And Anna sends "See you at six" to "Us"
    When the server's clock steps back by 1 day
    And 16 minutes pass
    And Anna edits "See you at six" to "See you at seven" in "Us"
    Then the last request of Anna fails with "expired"
