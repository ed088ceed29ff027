@corner-case
Feature: Coalescing across a restart
  Ten minutes of work become one notice, and in the sixth minute the server restarts. It bites because the open window
  is the kind of state that lives in memory: a server that forgets it begins a second notice beside the first, and one
  that opens it anew with the restart lets a notice grow for longer than people were promised.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"

  @ntc-collapse @restart
  Scenario: What is done after the restart grows the notice from before it
    Given 5 minutes pass
    When the server restarts
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                             |
      | Anna made 2 edits to “Trip plan” |
    And Bea has one notice waiting in "Trip"

  @ntc-collapse @restart
  Scenario: The restart does not begin the ten minutes anew
    Given 9 minutes pass
    When the server restarts
    And 2 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                    |
      | Anna edited “Trip plan” |
      | Anna edited “Trip plan” |

  @ntc-collapse @restart @resume
  Scenario: Who was away over the restart finds one notice, as it is now
    Given Carl goes offline
    And Anna edits "https://notes.example/d/1" in "Notes"
    When the server restarts
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Carl comes back online
    Then Carl sees the notices in "Trip":
      | text                             |
      | Anna made 3 edits to “Trip plan” |

  @ntc-collapse @restart @ntc-dismiss
  Scenario: A notice that was closed waits again when it grows, and only then
    Given Bea closes the notice "Anna edited “Trip plan”" in "Trip"
    When the server restarts
    Then Bea has no notice waiting in "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea has one notice waiting in "Trip"
    And Bea sees one notice in "Trip"
