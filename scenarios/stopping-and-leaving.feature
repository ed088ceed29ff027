Feature: Leaving a share, and ending it
  A participant leaves for themselves. The owner ends it for everyone, and the link then leads nowhere.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"

  Rule: Leaving
    @ucs-can-leave @ucs-part-people
    Scenario: Who leaves has the document no longer, and the others have it still
      When Bea leaves the share at "https://notes.example/d/1"
      Then Bea has no access to "https://notes.example/d/1"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | came |
        | Anna   | yes  |
        | Carl   | no   |
      When Bea opens "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "not_found"

    @ucs-can-leave
    Scenario: Who never came may decline in the same way
      When Carl leaves the share at "https://notes.example/d/1"
      Then Carl has no access to "https://notes.example/d/1"
      And Bea has access to "https://notes.example/d/1"

    @ucs-can-leave
    Scenario: Leaving the share is not leaving the conversation, and the other way round
      Given a conversation "Hike" between Anna, Bea, Carl and Dana
      And Anna shares "Route" from "Notes" at "https://notes.example/d/2" in "Hike"
      When Bea leaves the share at "https://notes.example/d/2"
      Then Anna, Bea, Carl and Dana are in "Hike"
      When Carl leaves "Hike"
      Then Carl lists the collaborations in "Trip":
        | title     | link                      |
        | Trip plan | https://notes.example/d/1 |
      And Carl sees on the share at "https://notes.example/d/2":
        | person |
        | Anna   |
        | Carl   |
        | Dana   |

    @ucs-can-leave
    Scenario: From a link that is open to everyone one can leave, and come back by it
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Bea leaves the share at "https://notes.example/d/1"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person |
        | Anna   |
      When Bea opens "https://notes.example/d/1"
      Then Bea has access to "https://notes.example/d/1"

    @ucs-can-leave @ucs-role-auto
    Scenario: The owner does not leave
      When Anna leaves the share at "https://notes.example/d/1" over the wire
      Then the last request of Anna fails with "conflict"
      And Anna has access to "https://notes.example/d/1"

    @ucs-can-leave @ntc-dismiss
    Scenario: What waited about it waits no longer for who left
      Given Anna edits "https://notes.example/d/1" in "Notes"
      And Bea has one notice waiting in "Trip"
      When Bea leaves the share at "https://notes.example/d/1"
      Then Bea has no notice waiting in "Trip"
      But Carl has 3 notices waiting in "Trip"
      And Carl sees the notices in "Trip":
        | text                    |
        | Bea joined “Trip plan”  |
        | Anna edited “Trip plan” |
        | Bea left “Trip plan”    |
      When Anna comments on "https://notes.example/d/1" in "Notes"
      Then Bea was not notified because "ck-accept"
      And Bea has no notice waiting in "Trip"

  Rule: Stopping
    @ucs-can-stop @ucs-owner-people
    Scenario: The owner stops it, and it is gone for everyone
      Given Anna edits "https://notes.example/d/1" in "Notes"
      When Anna stops sharing "https://notes.example/d/1"
      Then Anna has no access to "https://notes.example/d/1"
      And Bea has no access to "https://notes.example/d/1"
      And Carl has no access to "https://notes.example/d/1"
      And Bea has no notice waiting in "Trip"
      When Bea comments on "https://notes.example/d/1" in "Notes"
      Then the last request of Bea fails with "not_found"

    @ucs-can-stop
    Scenario: Those who were on it are told that it was stopped, and others that there is nothing
      When Anna stops sharing "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "conflict"
      When Dana opens "https://notes.example/d/1" over the wire
      Then the last request of Dana fails with "not_found"

    @ucs-can-stop @ucs-part-people @ucs-role-auto
    Scenario: A participant stops nothing
      When Bea stops sharing "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      And Carl opens "https://notes.example/d/1"

    @ucs-can-stop @ntc-details-list
    Scenario: A collaboration that was stopped is not listed
      When Anna stops sharing "https://notes.example/d/1"
      Then Bea lists the collaborations in "Trip":
        | title | link |

    @ucs-can-stop @ck-accept
    Scenario: Shared again, it is a new share: who was on the old one is invited anew or not at all
      Given Anna stops sharing "https://notes.example/d/1"
      And a conversation "Pair" between Anna and Bea
      When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Pair"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    | came |
        | Anna   | owner   | yes  |
        | Bea    | invited | no   |
      When Carl opens "https://notes.example/d/1" over the wire
      Then the last request of Carl fails with "conflict"

    @ucs-owner-db
    Scenario: The share is the owner's: it lasts whoever else leaves it
      When Bea leaves the share at "https://notes.example/d/1"
      And Carl leaves the share at "https://notes.example/d/1"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role  |
        | Anna   | owner |
