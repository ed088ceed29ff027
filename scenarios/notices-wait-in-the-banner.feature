Feature: A notice waits in the banner until it is opened, closed or old
  The row in the thread stays; the banner forgets.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"

  @ntc-dismiss
  Scenario: Closed, it waits no longer and still stands in the thread
    Given Bea has one notice waiting in "Trip"
    When Bea closes the notice "Anna edited “Trip plan”" in "Trip"
    Then Bea has no notice waiting in "Trip"
    And Bea sees the notice "Anna edited “Trip plan”" in "Trip"

  @ntc-dismiss
  Scenario: What one person closes waits on for another
    When Bea closes the notice "Anna edited “Trip plan”" in "Trip"
    Then Carl has one notice waiting in "Trip"

  @center-clear-since @ntc-dismiss
  Scenario: Opening the document clears its notices, and only its own
    Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
    And Anna edits "https://notes.example/d/2" in "Notes"
    And Anna comments on "https://notes.example/d/1" in "Notes"
    And Bea has 3 notices waiting in "Trip"
    When Bea opens "https://notes.example/d/1" in "Notes"
    Then Bea has one notice waiting in "Trip"
    And Bea sees 3 notices in "Trip"
    And Carl has 4 notices waiting in "Trip"

  @ntc-dismiss
  Scenario: A notice that grows after it was closed waits again
    Given Bea closes the notice "Anna edited “Trip plan”" in "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea has one notice waiting in "Trip"
    And Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"

  Scenario: After seven days it is forgotten, and the row stays
    When 6 days 23 hours 59 minutes pass
    Then Bea has one notice waiting in "Trip"
    When a minute passes
    Then Bea has no notice waiting in "Trip"
    And Bea sees one notice in "Trip"

  @ntc-collapse
  Scenario: At most twenty wait in one conversation, the oldest go first
    When Carl edits "https://notes.example/d/1" in "Notes" 21 times every 11 minutes
    Then Bea has 20 notices waiting in "Trip"
    And Bea sees 23 notices in "Trip"
    When Bea closes the notice "Carl edited “Trip plan”" in "Trip"
    Then Bea has 19 notices waiting in "Trip"

  @ntc-not-transcript @order-conv
  Scenario: A notice is no message: it counts as nothing unread and moves no conversation
    Given a conversation "Choir" between Carl, Bea and Anna
    And Carl sends "Rehearsal at eight" to "Choir"
    When Anna comments on "https://notes.example/d/1" in "Notes"
    Then Bea sees the conversations:
      | name  | unread |
      | Choir | 1      |
      | Trip  | 1      |

  @center-clear-since
  Scenario: An app clears its own notices only
    Given the app "Maps" opens links at "maps.example"
    When Bea opens "https://notes.example/d/1" in "Maps"
    Then the last request of Bea fails with "forbidden"
    And Bea has one notice waiting in "Trip"

  @ntc-dismiss
  Scenario: Return for a question that was answered on another device opens no other notice
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Hugo are contacts
    And a conversation "Lake" between Anna, Bea and Carl
    And Anna shares "Lake plan" from "Notes" at "https://notes.example/d/77" in "Lake"
    And Bea opens "https://notes.example/d/77"
    And Bea edits "https://notes.example/d/77" in "Notes"
    And Bea adds Hugo to "Lake"
    And Anna reads "Lake" on the second device
    And Anna presses "Ctrl-O" on the second device
    When Anna presses "Ctrl-O Return"
    And Anna presses "Return" on the second device
    Then Anna has 2 notices waiting in "Lake" on the second device
