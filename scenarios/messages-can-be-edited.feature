Feature: A message can be edited for fifteen minutes, five times
  It keeps its place and everybody's unread count, and everyone can read what it said before.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "See you at five" to "Trip"

  @msg-edit-label
  Scenario: Everyone reads the new text and can open the old ones
    When Anna edits "See you at five" to "See you at six" in "Trip"
    And 1 minute passes
    And Anna edits "See you at six" to "See you at seven" in "Trip"
    Then Bea sees "See you at seven" in "Trip"
    And Bea sees that "See you at seven" was edited in "Trip"
    And Bea sees the earlier versions of "See you at seven" in "Trip":
      | text            |
      | See you at five |
      | See you at six  |
    And Anna sees the earlier versions of "See you at seven" in "Trip":
      | text            |
      | See you at five |
      | See you at six  |
    But Bea does not see "five" in "Trip"
    And Anna does not see "six" in "Trip"

  @msg-edit-label
  Scenario: It keeps its place in the thread, on every device
    Given Bea sends "Fine" to "Trip"
    When Anna edits "See you at five" to "See you at six" in "Trip"
    Then in "Trip" Carl sees:
      | from | text           |
      | Anna | See you at six |
      | Bea  | Fine           |
    And in "Trip" Carl sees on a new device:
      | from | text           |
      | Anna | See you at six |
      | Bea  | Fine           |
    And Carl sees that "Fine" was not edited in "Trip"

  @msg-edit-window @msg-window-caveat @edit-menu-limit
  Scenario: At fifteen minutes to the millisecond it is still done
    When 15 minutes pass
    And Anna edits "See you at five" to "See you at six" in "Trip"
    Then Bea sees "See you at six" in "Trip"

  @msg-edit-window @edit-menu-limit
  Scenario: A millisecond later it is refused, and leaves no trace
    Given Bea reads "Trip"
    When 15 minutes 1 millisecond pass
    And Anna edits "See you at five" to "See you at six" in "Trip"
    Then the last request of Anna fails with "expired"
    And Bea sees that "See you at five" was not edited in "Trip"
    And Bea does not see "six" in "Trip"
    And in "Trip" Bea sees on a new device:
      | from | text            |
      | Anna | See you at five |
    And Bea has no unread messages in "Trip"

  @msg-edit-window
  Scenario: An edit does not begin the fifteen minutes anew
    Given 14 minutes 59 seconds pass
    And Anna edits "See you at five" to "See you at six" in "Trip"
    When 2 seconds pass
    And Anna edits "See you at six" to "See you at seven" in "Trip"
    Then the last request of Anna fails with "expired"
    And Bea sees "See you at six" in "Trip"

  @msg-edit-limit @edit-menu-limit
  Scenario: The sixth edit is refused, and leaves no trace
    Given Anna edits "See you at five" to "one" in "Trip"
    And Anna edits "one" to "two" in "Trip"
    And Anna edits "two" to "three" in "Trip"
    And Anna edits "three" to "four" in "Trip"
    And Anna edits "four" to "five" in "Trip"
    When Anna edits "five" to "six" in "Trip" over the wire
    Then the last request of Anna fails with "conflict"
    And Bea sees "five" in "Trip"
    And Bea does not see "six" in "Trip"
    And Bea sees the earlier versions of "five" in "Trip":
      | text            |
      | See you at five |
      | one             |
      | two             |
      | three           |
      | four            |

  @msg-edit-limit
  Scenario: An edit that changes nothing is none
    Given Anna edits "See you at five" to "one" in "Trip"
    And Anna edits "one" to "two" in "Trip"
    And Anna edits "two" to "three" in "Trip"
    And Anna edits "three" to "four" in "Trip"
    When Anna edits "four" to "four" in "Trip"
    And Anna edits "four" to "five" in "Trip"
    Then Bea sees the earlier versions of "five" in "Trip":
      | text            |
      | See you at five |
      | one             |
      | two             |
      | three           |
      | four            |

  @edit-type
  Scenario: Nobody's unread count moves, and nobody is alerted
    Given Bea is alerted 1 time in "Trip"
    And Carl reads "Trip"
    When Anna edits "See you at five" to "See you at six" in "Trip"
    Then Bea has 1 unread message in "Trip"
    And Bea is alerted 1 time in "Trip"
    And Carl has no unread messages in "Trip"
    And Carl is not alerted to "six" in "Trip"

  @edit-type
  Scenario: A document cannot be edited
    Given Anna attaches the document "tickets.pdf" to "Trip"
    When Anna edits "tickets.pdf" to "no tickets" in "Trip" over the wire
    Then the last request of Anna fails with "conflict"
    And Bea sees the document "tickets.pdf" in "Trip"
    And Bea sees that "tickets.pdf" was not edited in "Trip"

  @edit-type
  Scenario: Nobody edits what somebody else said
    When Bea edits "See you at five" to "See you never" in "Trip" over the wire
    Then the last request of Bea fails with "forbidden"
    When Dana edits "See you at five" to "See you never" in "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    And Carl sees that "See you at five" was not edited in "Trip"

  @edit-type @order-conv
  Scenario: An edit moves no conversation in anybody's list
    Given a conversation "Choir" between Carl, Bea and Anna
    And Carl sends "Rehearsal at eight" to "Choir"
    When Anna edits "See you at five" to "See you at six" in "Trip"
    Then Bea sees the conversations:
      | name  | unread | last               |
      | Choir | 1      | Rehearsal at eight |
      | Trip  | 1      | See you at six     |

  @msg-edit-label @resume
  Scenario: Who was away reads the message as it reads now
    Given Bea goes offline
    And Anna edits "See you at five" to "See you at six" in "Trip"
    When Bea comes back online
    Then in "Trip" Bea sees:
      | from | text           |
      | Anna | See you at six |
    And Bea sees the earlier versions of "See you at six" in "Trip":
      | text            |
      | See you at five |

  @msg-edit-label @msg-edit-window @restart
  Scenario: A restart forgets no version, and begins no window anew
    Given Anna edits "See you at five" to "See you at six" in "Trip"
    When the server restarts
    And 14 minutes pass
    And Anna edits "See you at six" to "See you at seven" in "Trip"
    Then Bea sees the earlier versions of "See you at seven" in "Trip":
      | text            |
      | See you at five |
      | See you at six  |
    When 1 minute 1 millisecond passes
    And Anna edits "See you at seven" to "See you at eight" in "Trip"
    Then the last request of Anna fails with "expired"
