Feature: A change of the group asks the owner of its documents
  Who is in the group and who is on a share are two things. When somebody comes or goes, the owner alone is asked
  whether the documents follow, in one question for all of them; nobody's access changes until the owner answers.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl, Dana and Emil are contacts
    And a conversation "Trip" between Anna, Bea, Carl and Dana
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: Somebody joins
    @group-sync-prompt-add @group-sync-wording
    Scenario: The owner alone is asked, and access changes by the answer alone
      When Bea adds Emil to "Trip"
      Then Anna is asked "Add Emil to “Trip plan”" in "Trip"
      But Bea is asked nothing in "Trip"
      And Emil is asked nothing in "Trip"
      And Emil has no access to "https://notes.example/d/1"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | edit | no   |
        | Carl   | invited | edit | no   |
        | Dana   | invited | edit | no   |
        | Emil   | invited | edit | no   |
      And Anna is asked nothing in "Trip"
      When Emil opens "https://notes.example/d/1"
      Then Emil has access to "https://notes.example/d/1"

    @group-sync-prompt-add
    Scenario: A document that the group was removed from is not asked about
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Anna removes Bea from the share at "https://notes.example/d/2"
      And Anna removes Carl from the share at "https://notes.example/d/2"
      And Anna removes Dana from the share at "https://notes.example/d/2"
      When Bea adds Emil to "Trip"
      Then Anna is asked "Add Emil to “Trip plan”" in "Trip"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      Then Emil has no access to "https://notes.example/d/2"
      And Anna sees on the share at "https://notes.example/d/2":
        | person | role  |
        | Anna   | owner |

    @group-sync-prompt-add
    Scenario: A question that waits drops a document that the group is removed from
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Bea adds Emil to "Trip"
      And Anna is asked "Add Emil to your 2 shared documents" in "Trip"
      When Anna removes Bea from the share at "https://notes.example/d/2"
      And Anna removes Carl from the share at "https://notes.example/d/2"
      And Anna removes Dana from the share at "https://notes.example/d/2"
      Then Anna is asked "Add Emil to “Trip plan”" in "Trip"

    @group-sync-prompt-add @ucs-invite-owner @grp-add
    Scenario: Whoever is added is sent the link, which came before they joined
      Given a conversation "Lunch" between Anna and Emil
      And Bea adds Emil to "Trip"
      And Emil does not see "https://notes.example/d/1" in "Trip"
      And Emil does not see "https://notes.example/d/1" in "Lunch"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      Then Emil sees "https://notes.example/d/1" in "Lunch"
      And Anna sees "https://notes.example/d/1" in "Lunch"
      But Emil does not see "https://notes.example/d/1" in "Trip"

    @group-sync-prompt-add @ucs-invite-owner
    Scenario: Several links go to one conversation, which begins for them
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Bea adds Emil to "Trip"
      When Anna answers "Add" to "Add Emil to your 2 shared documents" in "Trip"
      And a conversation "Lunch" between Anna and Emil
      Then in "Lunch" Emil sees:
        | from | text                      |
        | Anna | https://notes.example/d/1 |
        | Anna | https://notes.example/d/2 |

    @group-sync-prompt-add @ucs-invite-owner
    Scenario: A link that the newcomer sees already is not sent again
      Given a conversation "Lunch" between Anna and Emil
      And Bea adds Emil to "Trip"
      And Anna sends "Here it is: https://notes.example/d/1" to "Trip"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      Then Emil does not see "https://notes.example/d/1" in "Lunch"
      And Emil finds "Trip plan" shared with Anna, Bea, Carl and Dana

    @ucs-invite-owner @grp-add
    Scenario: A newcomer of the group who is added by hand is sent the link too
      Given a conversation "Lunch" between Anna and Emil
      And Bea adds Emil to "Trip"
      When Anna adds Emil to the share at "https://notes.example/d/1"
      Then Emil sees "https://notes.example/d/1" in "Lunch"
      And Anna is asked nothing in "Trip"

    @group-sync-prompt-add
    Scenario: A question stays when the owner opens the document
      Given Bea adds Emil to "Trip"
      When Anna opens "https://notes.example/d/1"
      Then Anna is asked "Add Emil to “Trip plan”" in "Trip"

    @group-sync-wording
    Scenario: A question about one document has its title, and follows a new one
      Given Bea adds Emil to "Trip"
      When Anna renames "https://notes.example/d/1" to "Lake plan"
      Then Anna is asked "Add Emil to “Lake plan”" in "Trip"
      And Anna has one notice waiting in "Trip"

    @group-sync-wording
    Scenario: One question for all documents of one owner, and one answer
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Anna shares "Packing list" from "Notes" at "https://notes.example/d/3" in "Trip"
      When Bea adds Emil to "Trip"
      Then Anna is asked "Add Emil to your 3 shared documents" in "Trip"
      And Anna has one notice waiting in "Trip"
      When Anna answers "Add" to "Add Emil to your 3 shared documents" in "Trip"
      Then Emil lists the collaborations in "Trip":
        | title        | link                      |
        | Packing list | https://notes.example/d/3 |
        | Tickets      | https://notes.example/d/2 |
        | Trip plan    | https://notes.example/d/1 |

    @group-sync-prompt-add @group-sync-wording
    Scenario: Each owner is asked for their own documents
      Given Bea shares "Route" from "Notes" at "https://notes.example/d/2" in "Trip"
      When Carl adds Emil to "Trip"
      Then Anna is asked "Add Emil to “Trip plan”" in "Trip"
      And Bea is asked "Add Emil to “Route”" in "Trip"
      When Bea answers "Add" to "Add Emil to “Route”" in "Trip"
      Then Emil has no access to "https://notes.example/d/1"
      And Emil sees on the share at "https://notes.example/d/2":
        | person |
        | Bea    |
        | Anna   |
        | Carl   |
        | Dana   |
        | Emil   |
      And Anna is asked "Add Emil to “Trip plan”" in "Trip"

    @group-sync-prompt-add
    Scenario: Closed, the question is settled, and nothing changed
      Given Bea adds Emil to "Trip"
      When Anna closes the notice "Add Emil to “Trip plan”" in "Trip"
      Then Anna is asked nothing in "Trip"
      And Anna sees the notice "Add Emil to “Trip plan”" in "Trip"
      And Emil has no access to "https://notes.example/d/1"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip" over the wire
      Then the last request of Anna fails with "conflict"
      And Emil has no access to "https://notes.example/d/1"

    @group-sync-prompt-add
    Scenario: Nobody answers for the owner
      Given Bea adds Emil to "Trip"
      When Emil answers "Add" to what Anna is asked in "Trip" over the wire
      Then the last request of Emil fails with "not_found"
      And Emil has no access to "https://notes.example/d/1"
      And Anna is asked "Add Emil to “Trip plan”" in "Trip"

    @group-sync-prompt-add
    Scenario: Who is on the document already, or can open it by its link, is not asked about
      Given Anna adds Emil to the share at "https://notes.example/d/1"
      And Bea shares "Route" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Bea opens the share at "https://notes.example/d/2" to anyone with the link
      When Carl adds Emil to "Trip"
      Then Anna is asked nothing in "Trip"
      And Bea is asked nothing in "Trip"

    @group-sync-prompt-add
    Scenario: A document of another conversation is no matter of this group
      Given a conversation "Choir" between Anna, Bea, Carl and Dana
      When Anna adds Emil to "Choir"
      Then Anna is asked nothing in "Choir"
      And Anna is asked nothing in "Trip"

    @group-sync-prompt-add
    Scenario: What stopped being shared meanwhile is not given to anyone
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Bea adds Emil to "Trip"
      And Anna is asked "Add Emil to your 2 shared documents" in "Trip"
      When Anna stops sharing "https://notes.example/d/1"
      Then Anna is asked "Add Emil to “Tickets”" in "Trip"
      When Anna answers "Add" to "Add Emil to “Tickets”" in "Trip"
      Then Emil lists the collaborations in "Trip":
        | title   | link                      |
        | Tickets | https://notes.example/d/2 |
      And Emil has no access to "https://notes.example/d/1"

  Rule: Somebody leaves or is removed
    @group-sync-prompt-remove @group-sync-wording
    Scenario: Removed from the group, Carl has the document until its owner says otherwise
      Given Carl opens "https://notes.example/d/1"
      When Bea removes Carl from "Trip"
      Then Anna is asked "Remove Carl from “Trip plan”" in "Trip"
      But Bea is asked nothing in "Trip"
      And Carl has access to "https://notes.example/d/1"
      When Anna answers "Remove" to "Remove Carl from “Trip plan”" in "Trip"
      Then Carl has no access to "https://notes.example/d/1"
      And Anna is asked nothing in "Trip"

    @group-sync-prompt-remove
    Scenario: The owner may leave it as it is
      Given Carl opens "https://notes.example/d/1"
      And Carl leaves "Trip"
      When Anna closes the notice "Remove Carl from “Trip plan”" in "Trip"
      Then Anna is asked nothing in "Trip"
      And Carl has access to "https://notes.example/d/1"

    @group-sync-prompt-remove
    Scenario: Who was on none of the documents is not asked about
      Given Anna removes Carl from the share at "https://notes.example/d/1"
      When Carl leaves "Trip"
      Then Anna is asked nothing in "Trip"

    @group-sync-prompt-remove @group-sync-prompt-add
    Scenario: Who comes and goes again leaves no question behind
      Given Bea adds Emil to "Trip"
      When Emil leaves "Trip"
      Then Anna is asked nothing in "Trip"
      When Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip" over the wire
      Then the last request of Anna fails with "conflict"
      And Emil has no access to "https://notes.example/d/1"

    @group-sync-prompt-remove
    Scenario: Leaving the share alone asks nobody anything
      Given Carl opens "https://notes.example/d/1"
      When Carl leaves the share at "https://notes.example/d/1"
      Then Anna is asked nothing in "Trip"
      And Anna, Bea, Carl and Dana are in "Trip"

    @group-sync-prompt-remove @unread-mark
    Scenario: A question still waits when its conversation was deleted and recovered
      Given Carl leaves "Trip"
      When Anna deletes the conversation "Trip"
      And Anna recovers the conversation "Trip"
      Then Anna is asked "Remove Carl from “Trip plan”" in "Trip"

  Rule: A question is no message
    @ntc-push @ntc-not-transcript
    Scenario: It alerts nobody and counts as nothing unread
      When Bea adds Emil to "Trip"
      Then Anna is not alerted to "Add Emil to “Trip plan”" in "Trip"
      And Anna sees the conversations:
        | name | unread |
        | Trip | 0      |
