@corner-case
Feature: A pin races an unsend
  One finger is on Pin and another on Undo Send, and both win on their own screen. It bites because a pin is a promise
  that a link stays, and an unsend one that it goes: the unsend has to win whichever comes first, on every device and
  after a restart too, and must not take the link from those who shared it as well.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Keep this: https://notes.example/d/1" to "Trip"
    And the link "https://notes.example/d/1" is called "the plan"

  @swy-delete @msg-unsend-note
  Scenario: The unsend comes first: there is nothing left to pin
    When Anna unsends the message that was just sent in "Trip"
    And Bea pins "the plan" in "Trip" over the wire
    Then the last request of Bea fails with "not_found"
    And Bea does not see "the plan" in Shared with You
    And Bea is not asked to share "Notes" automatically

  @swy-delete @msg-unsend-note
  Scenario: The pin comes first: what was unsent is gone all the same, and its pin with it
    Given Bea pins "the plan" in "Trip"
    And Bea sees "the plan" in Shared with You
    And Bea sees "the plan" in Shared with You on the second device
    When Anna unsends the message that was just sent in "Trip"
    Then Bea does not see "notes.example/d/1" in "Trip"
    And Bea sees nothing in Shared with You
    And Bea sees nothing in Shared with You on the second device
    When Bea unpins "the plan" in "Trip" on the second device over the wire
    Then the last request of Bea fails with "not_found"

  @swy-delete @msg-unsend-note @restart
  Scenario: A restart brings neither the pin nor the text back
    Given Bea pins "the plan" in "Trip"
    And Anna unsends the message that was just sent in "Trip"
    When the server restarts
    Then Bea sees nothing in Shared with You
    And in "Trip" Bea sees on a new device:
      | from | text                  |
      | note | Anna unsent a message |

  @pin-always @dedupe-same-thread
  Scenario: Pinned, and said by somebody else as well, the link stays pinned, from them alone
    Given Carl sends "I have it too: https://notes.example/d/1" to "Trip"
    And Bea pins "the plan" in "Trip"
    When Anna unsends "Keep this: https://notes.example/d/1" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | from | pinned |
      | https://notes.example/d/1 | Carl | yes    |

  @pin-always @dedupe-same-thread
  Scenario: Said by somebody else as well, it can still be pinned
    Given Carl sends "I have it too: https://notes.example/d/1" to "Trip"
    When Anna unsends "Keep this: https://notes.example/d/1" in "Trip"
    And Bea pins "the plan" in "Trip"
    Then Bea sees "the plan" in Shared with You from Carl
