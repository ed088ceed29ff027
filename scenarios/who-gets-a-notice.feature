Feature: Who is told of what happens in a document
  Everyone in the conversations that it was shared in, who is on the share and did not do it themselves.
  A mention is for one person alone. Whoever is not told can be told why.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: The four kinds
    @notify-four-kinds @ev-change @ntc-self
    Scenario: A change is for everyone but who made it
      When Bea edits "https://notes.example/d/1" in "Notes"
      And Bea comments on "https://notes.example/d/1" in "Notes"
      Then Anna sees the notice "Bea edited “Trip plan”" in "Trip"
      And Anna sees the notice "Bea commented on “Trip plan”" in "Trip"
      And Carl sees the notices in "Trip":
        | text                         |
        | Bea joined “Trip plan”       |
        | Bea edited “Trip plan”       |
        | Bea commented on “Trip plan” |
      But Bea sees no notice in "Trip"
      And Bea was not notified because "ntc-self"

    @notify-four-kinds @ev-membership
    Scenario: Who joins and who leaves is for everyone else
      When Bea opens "https://notes.example/d/1"
      And Anna adds Dana to the share at "https://notes.example/d/1"
      And Anna removes Carl from the share at "https://notes.example/d/1"
      Then Carl was not notified because "ck-accept"
      And Bea sees the notices in "Trip":
        | text                               |
        | Anna added Dana to “Trip plan”     |
        | Anna removed Carl from “Trip plan” |
      And Carl sees the notices in "Trip":
        | text                           |
        | Bea joined “Trip plan”         |
        | Anna added Dana to “Trip plan” |
      And Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ev-membership
    Scenario: A notice names the handle too where a member has the same name
      Given Dana logs in again with the name "Bea"
      When Anna adds Dana to the share at "https://notes.example/d/1"
      And Dana edits "https://notes.example/d/1" in "Notes"
      And Bea edits "https://notes.example/d/1" in "Notes"
      Then Carl sees the notices in "Trip":
        | text                                 |
        | Anna added Bea (dana) to “Trip plan” |
        | Bea (dana) joined “Trip plan”        |
        | Bea (dana) edited “Trip plan”        |
        | Bea joined “Trip plan”               |
        | Bea edited “Trip plan”               |

    @notify-four-kinds @ev-mention @ev-mention-private
    Scenario: A mention is for the mentioned person alone
      When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
      But Carl sees no notice in "Trip"
      And Carl was not notified because "ev-mention-private"
      And Anna sees no notice in "Trip"
      And Anna was not notified because "ntc-self"

    @ev-persistence @ev-persistence-use
    Scenario: What becomes of the document itself is for everyone
      When Anna creates "https://notes.example/d/1" in "Notes"
      And Anna moves "https://notes.example/d/1" in "Notes"
      And Anna renames "https://notes.example/d/1" to "Lake plan"
      And Anna deletes "https://notes.example/d/1" in "Notes"
      Then in "Trip" Bea sees:
        | from   | text                                    |
        | Anna   | https://notes.example/d/1               |
        | notice | Anna created “Trip plan”                |
        | notice | Anna moved “Trip plan”                  |
        | notice | Anna renamed “Trip plan” to “Lake plan” |
        | notice | Anna deleted “Lake plan”                |
      But Anna sees no notice in "Trip"

    @notice-form @notice-place
    Scenario: It stands in the thread where the document was shared, and in no other
      Given a conversation "Choir" between Anna, Bea and Carl
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees one notice in "Trip"
      But Bea sees no notice in "Choir"

    @notice-place
    Scenario: Shared in two conversations, it stands in both
      Given a conversation "Parents" between Anna and Dana
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Parents"
      When Anna edits "https://notes.example/d/1" in "Notes"
      # Those who have it already are told who is added; those who are added have the message with the link.
      Then Bea sees the notices in "Trip":
        | text                           |
        | Anna added Dana to “Trip plan” |
        | Anna edited “Trip plan”        |
      And Dana sees the notices in "Parents":
        | text                    |
        | Anna edited “Trip plan” |
      But Dana sees no notice in "Trip"
      And Bea sees no notice in "Parents"

  Rule: Only those on the share
    @ck-accept
    Scenario: Invited and not yet there is enough to be told
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Carl sees the notice "Anna edited “Trip plan”" in "Trip"

    @notice-place
    Scenario: Somebody outside of the conversation is told nothing
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Dana sees no notice in "Trip"
      And Dana was not notified because "notice-place"

    @ck-accept
    Scenario: In the conversation and not on the share is told nothing
      Given a conversation "Family" between Anna, Bea and Dana
      And Anna sends "We keep it at https://notes.example/d/1" to "Family"
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then Anna sees the notice "Bea edited “Trip plan”" in "Family"
      But Dana sees no notice in "Family"
      And Dana was not notified because "ck-accept"

    @ev-mention-private @ck-accept
    Scenario: A mention of somebody without access reaches nobody
      Given a conversation "Family" between Anna and Dana
      When Anna mentions Dana in "https://notes.example/d/1" in "Notes"
      Then Dana sees no notice in "Trip"
      And Bea sees no notice in "Trip"
      And Carl sees no notice in "Trip"

  Rule: Who may post
    @ck-accept
    Scenario: Somebody who was not invited posts nothing, and nobody is told
      When Dana edits "https://notes.example/d/1" in "Notes"
      Then the last request of Dana fails with "not_found"
      And Bea sees no notice in "Trip"

    @ck-accept
    Scenario: Invited is not yet there: who never opened it posts nothing
      When Carl edits "https://notes.example/d/1" in "Notes" without having opened it
      Then the last request of Carl fails with "forbidden"
      And Bea sees no notice in "Trip"
      When Carl edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Carl edited “Trip plan”" in "Trip"

    @options-set
    Scenario: Who may only read may comment, and not edit
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip" so that everyone can view
      When Bea edits "https://notes.example/d/2" in "Notes"
      Then the last request of Bea fails with "forbidden"
      And Carl sees the notices in "Trip":
        | text                 |
        | Bea joined “Tickets” |
      When Bea comments on "https://notes.example/d/2" in "Notes"
      Then Carl sees the notice "Bea commented on “Tickets”" in "Trip"

    @options-set
    Scenario Outline: Who may only read cannot <do it>
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip" so that everyone can view
      When Bea <does it>
      Then the last request of Bea fails with "forbidden"
      And Anna sees the notices in "Trip":
        | text                 |
        | Bea joined “Tickets” |

      Examples:
        | do it     | does it                                                 |
        | rename it | renames "https://notes.example/d/2" to "Stolen tickets" |
        | delete it | deletes "https://notes.example/d/2" in "Notes"          |
        | move it   | moves "https://notes.example/d/2" in "Notes"            |

    @privacy-app-scope @ev-from-center
    Scenario: An app tells of its own links only
      Given the app "Maps" opens links at "maps.example"
      When Anna edits "https://notes.example/d/1" in "Maps"
      Then the last request of Anna fails with "forbidden"
      And Bea sees no notice in "Trip"

    @ev-from-center
    Scenario: Of what was never shared there is nothing to tell
      When Anna edits "https://notes.example/d/404" in "Notes"
      Then the last request of Anna fails with "not_found"

    @ev-mention-precond
    Scenario: An app without mentions mentions nobody
      Given the app "Notes" has no mentions
      When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
      Then the last request of Anna fails with "forbidden"
      And Bea sees no notice in "Trip"
