@corner-case
Feature: A notice for a share that stopped
  Somebody edits, the notice is on its way, and the owner stops sharing. It bites because a notice is a door: one that
  comes late, or that waits in a banner, leads to a document that nobody may open, and one that still grows tells
  people of work in a document that is not theirs any more.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens the link that was just shared in "Notes"
    And Carl opens the link that was just shared in "Notes"
    And the link that was just shared is called "the plan"

  @ucs-can-stop @ntc-dismiss
  Scenario: What waits in the banner is gone when the share is, on every device; its row stays
    Given Bea edits "the plan" in "Notes"
    And Carl has one notice waiting in "Trip"
    And Carl sees two notices in "Trip" on the second device
    When Anna stops sharing "the plan"
    Then Carl has no notice waiting in "Trip"
    And Carl has no notice waiting in "Trip" on the second device
    But Carl sees the notice "Bea edited “Trip plan”" in "Trip"

  @ucs-can-stop
  Scenario: An edit that comes too late is refused, and told to nobody
    When Anna stops sharing "the plan"
    And Bea edits "the plan" in "Notes"
    Then the last request of Bea fails with "not_found"
    And for 10 minutes, Carl sees one notice in "Trip"
    And Carl sees the notice "Bea joined “Trip plan”" in "Trip"

  @ucs-can-stop @ntc-collapse
  Scenario: Shared again it is the same document: the notice grows in its place, and waits again
    Given Anna edits "the plan" in "Notes"
    When Anna stops sharing "the plan"
    Then Bea has no notice waiting in "Trip"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "the plan" in "Notes"
    And Anna edits "the plan" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                             |
      | Carl joined “Trip plan”          |
      | Anna made 2 edits to “Trip plan” |
    And Bea has one notice waiting in "Trip"

  @ucs-can-stop @fault
  Scenario: One that was held up on the way leads nowhere, and waits for nobody
    Given the next notice to Carl is delayed by 10 minutes
    And Bea edits "the plan" in "Notes"
    When Anna stops sharing "the plan"
    Then Carl sees one notice in "Trip"
    And within 10 minutes, Carl sees two notices in "Trip"
    And Carl has no notice waiting in "Trip"
    And Carl has no access to "the plan"
