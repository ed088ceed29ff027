@corner-case
Feature: A pin races an unsend
  One finger is on Pin and another on Undo Send, and both win on their own screen. It bites because a pin is a promise
  that the link stays, and an unsend one that the text goes: whichever comes first, neither may be broken, and no
  device may keep a pin of something that nobody sees.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Keep this: https://notes.example/d/1" to "Trip"
    And the link "https://notes.example/d/1" is called "the plan"

  @swy-delete @msg-unsend-note
  Scenario: The unsend comes first: there is nothing left to pin
    When Anna unsends the message that was just sent in "Trip"
    And Bea pins "the plan" in "Trip"
    Then the last request of Bea fails with "not_found"
    And Bea does not see "the plan" in Shared with You
    And Bea is not asked to share "Notes" automatically

  @pin-always @msg-unsend-note
  Scenario: The pin comes first: the link stays with who pinned it, and the text is gone
    Given Bea pins "the plan" in "Trip"
    When Anna unsends the message that was just sent in "Trip"
    Then Bea does not see "Keep this" in "Trip"
    And Bea sees "the plan" in Shared with You
    But Carl does not see "the plan" in Shared with You

  @pin-always @msg-unsend-note @restart
  Scenario: The pin outlives a restart, and the text does not come back with it
    Given Bea pins "the plan" in "Trip"
    And Anna unsends the message that was just sent in "Trip"
    When the server restarts
    Then Bea sees "the plan" in Shared with You
    And in "Trip" Bea sees on a new device:
      | from | text                  |
      | note | Anna unsent a message |

  @pin-always @swy-pin-gesture
  Scenario: Unpinned afterwards, the link is gone for good
    Given Bea pins "the plan" in "Trip"
    And Anna unsends the message that was just sent in "Trip"
    When Bea unpins "the plan" in "Trip" on the second device
    Then Bea does not see "the plan" in Shared with You
    When Bea pins "the plan" in "Trip"
    Then the last request of Bea fails with "not_found"

  @pin-always @dedupe-same-thread
  Scenario: Said by somebody else as well, it can still be pinned
    Given Carl sends "I have it too: https://notes.example/d/1" to "Trip"
    When Anna unsends "Keep this: https://notes.example/d/1" in "Trip"
    And Bea pins "the plan" in "Trip"
    Then Bea sees "the plan" in Shared with You from Carl
