@corner-case
Feature: A clock that steps back
  A time server corrects the machine by an hour, or somebody sets it by hand, and it is suddenly earlier than it was.
  It bites because everything is ordered and ended by time: what is said next would stand above what was said before,
  a window would be open again that was closed, and a wait would be longer by an hour. So the time of a world goes on
  from where it was, as a monotonic clock counts, and never goes back behind what was decided.

  Background:
    Given the server's clock stands still
    And the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl

  @set-clock @order-conv
  Scenario: What is said later stands later
    Given Anna sends "Before" to "Trip"
    When the server's clock steps back by 1 hour
    And Carl sends "After" to "Trip"
    Then in "Trip" Bea sees:
      | from | text   |
      | Anna | Before |
      | Carl | After  |
    And Bea sees the conversations:
      | name | last  |
      | Trip | After |

  @set-clock @rank-rest-chrono
  Scenario: What is shared later is the newer on the shelf
    Given Bea turns automatic sharing on for "Notes"
    And 2 days pass
    And Anna sends "https://notes.example/d/1" to "Trip"
    And 1 minute passes
    And Anna sends "https://notes.example/d/2" to "Trip"
    When the server's clock steps back by 1 day
    And Anna sends "https://notes.example/d/3" to "Trip"
    And Anna sends "https://notes.example/d/4" to "Trip"
    Then Bea sees in Shared with You:
      | link                      |
      | https://notes.example/d/4 |
      | https://notes.example/d/3 |
      | https://notes.example/d/2 |
      | https://notes.example/d/1 |

  @set-clock @msg-unsend-window
  Scenario: A window that was closed is not open again
    Given Anna sends "The present is a kayak" to "Trip"
    And 3 minutes pass
    And Carl sends "What present?" to "Trip"
    When the server's clock steps back by 2 minutes
    And Anna unsends "The present is a kayak" in "Trip" over the wire
    Then the last request of Anna fails with "expired"
    And Bea sees "The present is a kayak" in "Trip"

  @set-clock @ntc-collapse
  Scenario: A notice does not grow again that was complete
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 11 minutes pass
    And Carl sends "Done?" to "Trip"
    When the server's clock steps back by 10 minutes
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees two notices in "Trip"

  @set-clock @typing-1to1
  Scenario: When the clock has caught up, time goes on as before
    Given a conversation "Us" between Anna and Bea
    And Bea reads "Us"
    And Anna is typing in "Us"
    When the server's clock steps back by 10 minutes
    Then Bea sees that Anna is typing in "Us"
    When the server's clock steps forward by 10 minutes
    And 59 seconds pass
    Then Bea sees that Anna is typing in "Us"
    When 1 second passes
    Then Bea does not see that Anna is typing in "Us"
