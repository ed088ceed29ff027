Feature: A notice tells each person of the events they could know
  A notice grows for the people who were told of all its events. A person who loses access keeps the notice as it was
  then. A person who gets access has a notice that begins with the next event.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl, Dee and Emil are contacts
    And a conversation "Trip" between Anna, Bea, Carl and Dee
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: A removed person keeps what they were told

    @ntc-collapse
    Scenario: What somebody was told stays in their thread on every device
      Given Bea opens "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
      And in "Trip" Bea sees on a new device:
        | from   | text                      |
        | Anna   | https://notes.example/d/1 |
        | notice | Anna edited “Trip plan”   |
      And in "Trip" Carl sees on a new device:
        | from   | text                              |
        | Anna   | https://notes.example/d/1         |
        | notice | Bea joined “Trip plan”            |
        | notice | Anna made 2 edits to “Trip plan”  |
        | notice | Anna removed Bea from “Trip plan” |

    @ntc-collapse
    Scenario: A notice keeps a form for each person who was removed in between
      When Anna edits "https://notes.example/d/1" in "Notes"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      And Anna removes Carl from the share at "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      Then in "Trip" Bea sees on a new device:
        | from   | text                      |
        | Anna   | https://notes.example/d/1 |
        | notice | Anna edited “Trip plan”   |
      And in "Trip" Carl sees on a new device:
        | from   | text                              |
        | Anna   | https://notes.example/d/1         |
        | notice | Anna made 2 edits to “Trip plan”  |
        | notice | Anna removed Bea from “Trip plan” |
      And in "Trip" Dee sees on a new device:
        | from   | text                               |
        | Anna   | https://notes.example/d/1          |
        | notice | Anna made 3 edits to “Trip plan”   |
        | notice | Anna removed Bea from “Trip plan”  |
        | notice | Anna removed Carl from “Trip plan” |

  Rule: A notice counts no event from before its reader had access

    @ntc-collapse
    Scenario: A person who is added again has a notice of their own
      Given Anna removes Bea from the share at "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      And Anna adds Bea to the share at "https://notes.example/d/1"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then in "Trip" Bea sees on a new device:
        | from   | text                          |
        | Anna   | https://notes.example/d/1     |
        | notice | Anna added you to “Trip plan” |
        | notice | Anna edited “Trip plan”       |
      And in "Trip" Carl sees on a new device:
        | from   | text                              |
        | Anna   | https://notes.example/d/1         |
        | notice | Anna removed Bea from “Trip plan” |
        | notice | Anna made 2 edits to “Trip plan”  |
        | notice | Anna added Bea to “Trip plan”     |
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"
      And Carl sees the notice "Anna made 3 edits to “Trip plan”" in "Trip"
      And Bea sees two notices in "Trip"

    @ntc-collapse @grp-add
    Scenario: For a newcomer of the group no notice stands above the line that they joined
      Given Anna edits "https://notes.example/d/1" in "Notes"
      And Bea adds Emil to "Trip"
      And Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then in "Trip" Emil sees:
        | from   | text                              |
        | system | Bea added you to the conversation |
        | notice | Anna added you to “Trip plan”     |
        | notice | Anna edited “Trip plan”           |
      And in "Trip" Emil sees on a new device:
        | from   | text                              |
        | system | Bea added you to the conversation |
        | notice | Anna added you to “Trip plan”     |
        | notice | Anna edited “Trip plan”           |
      But Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"

    @ntc-collapse @grp-leave
    Scenario: A person who left the group and came back is told below the line that they joined
      Given Anna edits "https://notes.example/d/1" in "Notes"
      And Bea leaves "Trip"
      And Carl adds Bea to "Trip"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then in "Trip" Bea sees on a new device:
        | from   | text                               |
        | system | Carl added you to the conversation |
        | notice | Anna edited “Trip plan”            |
      And Carl sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"

    @ntc-collapse @resume
    Scenario: A person who was away resumes with what they could know
      Given Bea goes offline
      And Anna edits "https://notes.example/d/1" in "Notes"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      When Bea comes back online
      Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
      And Bea sees one notice in "Trip"

    @ntc-collapse @restart
    Scenario: A restart of the server changes nothing about it
      Given Anna edits "https://notes.example/d/1" in "Notes"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And the server restarts
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
      And Carl sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"

  Rule: Each joining and leaving is a notice of its own

    @ev-membership @ntc-collapse
    Scenario: Joining again after a removal does not grow the first notice
      Given Dee opens "https://notes.example/d/1"
      And Anna removes Dee from the share at "https://notes.example/d/1"
      And Anna adds Dee to the share at "https://notes.example/d/1"
      When Dee opens "https://notes.example/d/1"
      Then in "Trip" Bea sees:
        | from   | text                              |
        | Anna   | https://notes.example/d/1         |
        | notice | Dee joined “Trip plan”            |
        | notice | Anna removed Dee from “Trip plan” |
        | notice | Anna added Dee to “Trip plan”     |
        | notice | Dee joined “Trip plan”            |
