@corner-case
Feature: A storm of reconnects
  A train, a tunnel, a radio cell too full: the connection comes and goes every second, and everything goes on
  meanwhile. It bites because every login is told what was missed: an off-by-one at the seam doubles a message or
  swallows one, and only the fiftieth drop of a line shows which.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  @resume
  Scenario: Fifty drops between two messages, and each stands there once
    Given Anna sends "One" to "Trip"
    When Bea's connection drops 50 times
    And Carl sends "Two" to "Trip"
    And Bea's connection drops 50 times
    And Anna sends "Three" to "Trip"
    Then in "Trip" Bea sees:
      | from | text                      |
      | Anna | https://notes.example/d/1 |
      | Anna | One                       |
      | Carl | Two                       |
      | Anna | Three                     |
    And Bea is alerted 4 times in "Trip"

  @resume @ntc-collapse
  Scenario: A notice that grows meanwhile is one notice
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Bea's connection drops 3 times
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Bea's connection drops 3 times
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Bea's connection drops
    Then Bea sees the notices in "Trip":
      | text                             |
      | Anna made 3 edits to “Trip plan” |

  @resume @auto-offer
  Scenario: A question that waits is asked once, and one that is settled not again
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea's connection drops 20 times
    Then Bea is asked to share "Notes" automatically
    When Bea answers "Not Now"
    And Bea's connection drops 20 times
    Then Bea is not asked to share "Notes" automatically

  @resume @retry @fault
  Scenario: A line that breaks at the next message, again and again, loses none of them
    Given Bea's connection breaks at the next message
    When Anna sends "One" to "Trip" and sends it again when the line breaks
    And Bea's connection drops 10 times
    Given Bea's connection breaks at the next message
    When Carl sends "Two" to "Trip" and sends it again when the line breaks
    And Bea's connection drops 10 times
    Then Bea sees "One" 1 time in "Trip"
    And Bea sees "Two" 1 time in "Trip"
    And Bea sees 3 messages in "Trip"

  @resume
  Scenario: Two devices in the storm are told alike
    Given Bea sees 1 message in "Trip" on the second device
    When Bea's connection drops 10 times
    And Anna sends "One" to "Trip"
    And Bea's connection drops 10 times on the second device
    And Bea sends "Two" to "Trip" on the second device
    And Bea's connection drops 10 times
    Then in "Trip" Bea sees:
      | from | text                      |
      | Anna | https://notes.example/d/1 |
      | Anna | One                       |
      | Bea  | Two                       |
    And in "Trip" Bea sees on the second device:
      | from | text                      |
      | Anna | https://notes.example/d/1 |
      | Anna | One                       |
      | Bea  | Two                       |
