Feature: Many events are one notice
  Who types for ten minutes edits a hundred times. The same person, the same document, the same thing done within
  ten minutes of the first is one notice, which grows in its place.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  @ntc-collapse
  Scenario: Three edits are one notice, in its first place
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Carl sends "Looks good" to "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 9 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then in "Trip" Bea sees:
      | from   | text                             |
      | Anna   | https://notes.example/d/1        |
      | notice | Anna made 3 edits to “Trip plan” |
      | Carl   | Looks good                       |
    And Bea has one notice waiting in "Trip"

  @ntc-collapse
  Scenario: The tenth minute still counts, the next millisecond does not
    When Anna edits "https://notes.example/d/1" in "Notes"
    And 10 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 1 millisecond passes
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then in "Trip" Bea sees:
      | from   | text                             |
      | Anna   | https://notes.example/d/1        |
      | notice | Anna made 2 edits to “Trip plan” |
      | notice | Anna edited “Trip plan”          |

  @ntc-collapse
  Scenario: Once everything has settled nothing grows any more
    When Anna edits "https://notes.example/d/1" in "Notes"
    And everything has settled
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees two notices in "Trip"

  @ntc-collapse
  Scenario: The window is counted from the first event, not from the last
    When Anna edits "https://notes.example/d/1" in "Notes"
    And 8 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 8 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"
    And Bea sees the notice "Anna edited “Trip plan”" in "Trip"
    And Bea sees two notices in "Trip"

  @ntc-collapse
  Scenario: Another person, another thing done or another document is another notice
    Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Carl edits "https://notes.example/d/1" in "Notes"
    And Anna comments on "https://notes.example/d/1" in "Notes"
    And Anna edits "https://notes.example/d/2" in "Notes"
    And Anna comments on "https://notes.example/d/1" in "Notes"
    Then in "Trip" Bea sees:
      | from   | text                                |
      | Anna   | https://notes.example/d/1           |
      | Anna   | https://notes.example/d/2           |
      | notice | Anna edited “Trip plan”             |
      | notice | Carl joined “Trip plan”             |
      | notice | Carl edited “Trip plan”             |
      | notice | Anna made 2 comments on “Trip plan” |
      | notice | Anna edited “Tickets”               |

  @ntc-collapse @ev-mention-private
  Scenario: Mentions of two people are two notices, each for one of them
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    And Anna mentions Carl in "https://notes.example/d/1" in "Notes"
    And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you 2 times in “Trip plan”" in "Trip"
    And Bea sees one notice in "Trip"
    And Carl sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Carl sees one notice in "Trip"

  @ntc-collapse
  Scenario: It grows in every conversation that the document was shared in
    Given a conversation "Parents" between Anna and Dana
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Parents"
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"
    And Dana sees the notice "Anna edited “Trip plan”" in "Parents"

  @ntc-collapse @restart
  Scenario: It grows across a restart of the server
    When Anna edits "https://notes.example/d/1" in "Notes"
    And the server restarts
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"
    And Bea sees one notice in "Trip"

  @ev-persistence @ntc-collapse
  Scenario: Several renames say where it began and where it ended
    When Bea renames "https://notes.example/d/1" to "Lake plan"
    And 2 minutes pass
    And Bea renames "https://notes.example/d/1" to "Mountain plan"
    Then Anna sees the notices in "Trip":
      | text                                       |
      | Bea joined “Trip plan”                     |
      | Bea renamed “Trip plan” to “Mountain plan” |
