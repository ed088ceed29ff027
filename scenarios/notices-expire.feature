Feature: What notices are, and when they are over
  A notice names who did what to which document and opens it. It stands in the thread for good and waits in the banner
  until it was seen, was closed, or is old.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  @ntc-dismiss
  Scenario: Opening the document takes its notices from the banner, wherever it is opened from
    Given Anna edits "https://notes.example/d/1" in "Notes"
    And Bea has one notice waiting in "Trip"
    When Bea opens "https://notes.example/d/1"
    Then Bea has no notice waiting in "Trip"
    And Bea sees the notice "Anna edited “Trip plan”" in "Trip"
    But Carl has two notices waiting in "Trip"
    And Carl sees the notice "Bea joined “Trip plan”" in "Trip"

  @ntc-collapse
  Scenario: What one person does again and again is one line with a count
    When Anna edits "https://notes.example/d/1" in "Notes" 3 times every 2 minutes
    Then Bea has one notice waiting in "Trip"
    And Bea sees the notice "Anna made 3 edits to “Trip plan”" in "Trip"

  @ntc-dismiss
  Scenario: Seven days after the last of several edits, and not after the first
    Given Anna edits "https://notes.example/d/1" in "Notes"
    And 9 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    When 6 days 23 hours 55 minutes pass
    Then Bea has one notice waiting in "Trip"
    When 5 minutes pass
    Then Bea has no notice waiting in "Trip"
    And Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"

  @ntc-dismiss
  Scenario: Notices of the same millisecond all leave the banner after seven days
    Given Bea edits "https://notes.example/d/1" in "Notes"
    And Anna has two notices waiting in "Trip"
    And Carl has two notices waiting in "Trip"
    When 7 days pass
    Then Anna has no notice waiting in "Trip"
    And Carl has no notice waiting in "Trip"
    And Anna sees the notices in "Trip":
      | text                   |
      | Bea joined “Trip plan” |
      | Bea edited “Trip plan” |

  @group-sync-prompt-add @ntc-dismiss
  Scenario: A question to the owner leaves the banner like any notice, and can be answered in the thread
    Given Bea adds Emil to "Trip"
    When 7 days pass
    Then Anna has no notice waiting in "Trip"
    When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
    And Emil opens "https://notes.example/d/1"
    Then Emil has access to "https://notes.example/d/1"
    And Anna is asked nothing in "Trip"

  @ntc-self
  Scenario: Who did it has no notice of it, on any device
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna adds Dana to the share at "https://notes.example/d/1"
    Then Anna sees no notice in "Trip"
    And in "Trip" Anna sees on a new device:
      | from | text                      |
      | Anna | https://notes.example/d/1 |

  @ntc-not-transcript
  Scenario: A notice is not found among the messages, and counts as nothing unread
    Given Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea searches for "edited" and finds:
      | from | text |
    And Bea sees the conversations:
      | name | unread |
      | Trip | 1      |

  @ntc-push
  Scenario: A mention alerts also where messages do not, an edit alerts nobody
    Given Bea mutes "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea is alerted to "Anna mentioned you in “Trip plan”" in "Trip"
    But Bea is not alerted to "Anna edited “Trip plan”" in "Trip"
    And Carl is not alerted to "Anna edited “Trip plan”" in "Trip"

  @ntc-wording @ev-change @ev-membership @ev-mention @ev-persistence
  Scenario: Each kind of event has its own words
    Given Bea opens "https://notes.example/d/1"
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna comments on "https://notes.example/d/1" in "Notes"
    And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    And Anna adds Dana to the share at "https://notes.example/d/1"
    And Anna removes Dana from the share at "https://notes.example/d/1"
    And Anna creates "https://notes.example/d/1" in "Notes"
    And Anna moves "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Lake plan"
    Then in "Trip" Bea sees:
      | from   | text                                    |
      | Anna   | https://notes.example/d/1               |
      | notice | Anna edited “Trip plan”                 |
      | notice | Anna commented on “Trip plan”           |
      | notice | Anna mentioned you in “Trip plan”       |
      | notice | Anna added Dana to “Trip plan”          |
      | notice | Anna removed Dana from “Trip plan”      |
      | notice | Anna created “Trip plan”                |
      | notice | Anna moved “Trip plan”                  |
      | notice | Anna renamed “Trip plan” to “Lake plan” |
