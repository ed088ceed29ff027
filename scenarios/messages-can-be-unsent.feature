Feature: A message can be taken back for two minutes
  A note stays in everybody's thread. What it said is gone: from the thread, from every device, from the shelf.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "The present is a kayak" to "Trip"

  @msg-unsend-note
  Scenario: A note stands in its place, for the sender in other words
    Given Bea sends "Hi all" to "Trip"
    When Anna unsends "The present is a kayak" in "Trip"
    Then in "Trip" Anna sees:
      | from | text                 |
      | note | You unsent a message |
      | Bea  | Hi all               |
    And in "Trip" Bea sees:
      | from | text                  |
      | note | Anna unsent a message |
      | Bea  | Hi all                |
    And in "Trip" Carl sees on a new device:
      | from | text                  |
      | note | Anna unsent a message |
      | Bea  | Hi all                |
    And Bea sees "Anna unsent a message" in "Trip"
    But Bea does not see "kayak" in "Trip"
    And Anna does not see "kayak" in "Trip"

  @msg-unsend-note
  Scenario: Who was away never learns what it said
    Given Bea goes offline
    And Anna sends "Well, a canoe" to "Trip"
    And Anna edits "Well, a canoe" to "Well, a small canoe" in "Trip"
    And Anna unsends "Well, a small canoe" in "Trip"
    When Bea comes back online
    Then Bea does not see "canoe" in "Trip"
    And Bea is not alerted to "canoe" in "Trip"
    And Bea sees "Anna unsent a message" in "Trip"

  @msg-unsend-note
  Scenario: Who was not there meanwhile never learns what it said
    Given Carl goes offline
    And Anna sends "The paddle is hidden" to "Trip"
    When Anna unsends "The paddle is hidden" in "Trip"
    And Carl comes back online
    Then Carl does not see "paddle" in "Trip"
    And Carl is alerted 1 time in "Trip"
    And Carl was never told "paddle"
    And Carl sees "Anna unsent a message" in "Trip"

  @msg-unsend-note @restart
  Scenario: Nothing of it stays in anybody's list
    Given a conversation "Choir" between Carl, Bea and Anna
    When Anna unsends "The present is a kayak" in "Trip"
    Then Bea sees the conversations:
      | name  | last                  |
      | Choir |                       |
      | Trip  | Anna unsent a message |
    When the server restarts
    Then Bea sees the conversations:
      | name  | last                  |
      | Choir |                       |
      | Trip  | Anna unsent a message |

  @msg-unsend-window @msg-window-caveat @edit-menu-limit
  Scenario: At two minutes to the millisecond it is still done
    When 2 minutes pass
    And Anna unsends "The present is a kayak" in "Trip"
    Then Bea does not see "kayak" in "Trip"

  @msg-unsend-window @msg-window-caveat @edit-menu-limit
  Scenario: A millisecond later it is refused, and the message stays
    When 2 minutes 1 millisecond pass
    And Anna unsends "The present is a kayak" in "Trip"
    Then the last request of Anna fails with "expired"
    And Bea sees "The present is a kayak" in "Trip"
    And Bea does not see "unsent" in "Trip"

  @msg-unsend-window @msg-window-caveat @edit-menu-limit
  Scenario: After three minutes it can be edited and no longer taken back
    When 3 minutes pass
    And Anna unsends "The present is a kayak" in "Trip"
    Then the last request of Anna fails with "expired"
    When Anna edits "The present is a kayak" to "The present is a secret" in "Trip"
    Then Bea sees "The present is a secret" in "Trip"

  @msg-unsend-window
  Scenario: An edit does not begin the two minutes anew
    Given 1 minute passes
    And Anna edits "The present is a kayak" to "The present is a boat" in "Trip"
    When 1 minute 1 second pass
    And Anna unsends "The present is a boat" in "Trip"
    Then the last request of Anna fails with "expired"

  @msg-unsend-note
  Scenario: Earlier versions and reactions go with it
    Given Anna edits "The present is a kayak" to "The present is a boat" in "Trip"
    And Bea reacts "heart" to "The present is a boat" in "Trip"
    When Anna unsends "The present is a boat" in "Trip"
    Then Carl does not see "kayak" in "Trip"
    And Carl does not see "boat" in "Trip"

  @msg-unsend-note
  Scenario: A document goes with it, and opens for nobody any more
    Given Anna attaches the document "invoice.pdf" to "Trip"
    And Bea sees the document "invoice.pdf" in "Trip"
    When Anna unsends "invoice.pdf" in "Trip"
    Then Bea does not see "invoice.pdf" in "Trip"
    And Bea cannot open the document "invoice.pdf" in "Trip"
    And Anna cannot open the document "invoice.pdf" in "Trip"

  @msg-unsend-note
  Scenario: With what was unsent nothing more can be done
    Given Anna unsends "The present is a kayak" in "Trip"
    When Anna unsends "The present is a kayak" in "Trip" over the wire
    Then the last request of Anna fails with "conflict"
    When Anna edits "The present is a kayak" to "The present is a secret" in "Trip" over the wire
    Then the last request of Anna fails with "conflict"
    When Bea reacts "heart" to "The present is a kayak" in "Trip" over the wire
    Then the last request of Bea fails with "conflict"
    When Bea replies "Nice" to "The present is a kayak" in "Trip" over the wire
    Then the last request of Bea fails with "conflict"
    And in "Trip" Carl sees:
      | from | text                  |
      | note | Anna unsent a message |

  @msg-unsend-note
  Scenario: Nobody takes back what somebody else said
    When Bea unsends "The present is a kayak" in "Trip" over the wire
    Then the last request of Bea fails with "forbidden"
    When Dana unsends "The present is a kayak" in "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    And Carl sees "The present is a kayak" in "Trip"

  @msg-unsend-note
  Scenario: Nobody is alerted to it, and nobody's unread count moves
    Given Bea is alerted 1 time in "Trip"
    And Carl reads "Trip"
    When Anna unsends "The present is a kayak" in "Trip"
    Then Bea is alerted 1 time in "Trip"
    And Bea has 1 unread message in "Trip"
    And Carl has no unread messages in "Trip"

  @msg-unsend-note @restart
  Scenario: A restart brings nothing back
    Given Anna unsends "The present is a kayak" in "Trip"
    When the server restarts
    Then in "Trip" Bea sees on a new device:
      | from | text                  |
      | note | Anna unsent a message |
    And Bea does not see "kayak" in "Trip"

  @swy-delete
  Scenario: Its link leaves the shelf at once
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Bea sees "https://notes.example/d/1" in Shared with You from Anna
    When Anna unsends "https://notes.example/d/1" in "Trip"
    Then Bea sees nothing in Shared with You
    And the app "Notes" does not see "https://notes.example/d/1" for Bea

  @swy-delete @dedupe-same-thread
  Scenario: A link that somebody else shared too stays, from them alone
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And Bea turns automatic sharing on for "Notes"
    And Carl sends "https://notes.example/d/1" to "Trip"
    And Anna sends "Again: https://notes.example/d/1" to "Trip"
    And Bea sees "https://notes.example/d/1" in Shared with You from Anna
    When Anna unsends "Again: https://notes.example/d/1" in "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl

  @swy-edit
  Scenario: A link that is edited out leaves the shelf, and the new one comes
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    When Anna edits "https://notes.example/d/1" to "https://notes.example/d/2" in "Trip"
    Then Bea does not see "https://notes.example/d/1" in Shared with You
    And Bea sees "https://notes.example/d/2" in Shared with You from Anna
