@corner-case
Feature: An idle desktop
  A desktop stands logged in for days and nobody looks at it, while its owner reads and answers on the phone. It bites
  because each device is told for itself: what was read, closed or answered elsewhere keeps its badge, its banner and
  its question on the desktop, until somebody comes back on Monday and clears all of it once more.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea sees the link that was just shared in "Trip" on the second device

  @unread-mark @mute-hide
  Scenario: What was read on the phone is read on the desktop
    When Anna sends "Who drives?" to "Trip"
    And Bea reads "Trip"
    And 3 days pass
    Then Bea sees the conversations on the second device:
      | name | unread | last        |
      | Trip | 0      | Who drives? |
    When Bea mutes "Trip"
    And Anna sends "Anyone?" to "Trip"
    Then Bea sees "Anyone?" in "Trip" on the second device
    But Bea is not alerted to "Anyone?" in "Trip" on the second device

  @auto-offer @pin-signal
  Scenario: The question that was answered on the phone leaves the desktop
    When Bea pins the link that was just shared in "Trip"
    Then Bea is asked to share "Notes" automatically on the second device
    When 3 days pass
    And Bea answers "Not Now"
    Then Bea is not asked to share "Notes" automatically on the second device

  @ntc-dismiss @ntc-collapse
  Scenario: A notice waits there for as long as it waits anywhere, and its row stays
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then for 6 days, Bea has one notice waiting in "Trip" on the second device
    When Bea closes the notice "Anna edited “Trip plan”" in "Trip"
    Then Bea has no notice waiting in "Trip" on the second device
    But Bea sees the notice "Anna edited “Trip plan”" in "Trip" on the second device

  @typing-1to1
  Scenario: Who stopped typing is not typing there for ever
    Given a conversation "Us" between Anna and Bea
    And Bea sees nothing in Shared with You on the second device
    When Anna is typing in "Us"
    Then Bea sees that Anna is typing in "Us" on the second device
    And within 2 minutes, Bea does not see that Anna is typing in "Us" on the second device
