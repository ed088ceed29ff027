Feature: A story that goes wrong
  Played for the trace alone: what a failure looks like, and what was not played after it.

  Background:
    Given the app "Notes" opens links at "notes.example/d/*"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl

  Scenario: All is well until somebody expects too much
    Given Anna sends "Here is the plan" to "Trip"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    When Bea edits "https://notes.example/d/1" in "Notes"
    Then in "Trip" Anna sees:
      | from   | text                        |
      | Anna   | Here is the plan            |
      | notice | Bea commented on “Trip plan” |
      | Bea    | Thank you                   |
    And Carl sends "Never said" to "Trip"

  Scenario: Nobody knows this sentence
    Given Anna sends "One" to "Trip"
    When Anna waves at Bea from afar
    Then Bea sees "One" in "Trip"

  Scenario: All is well
    Given Anna sends "Two" to "Trip"
    Then Bea sees "Two" in "Trip"
