Feature: Who comes to a document and who goes from it is told
  The system tells it, whatever brought it about, to everyone who has the document, is in a conversation with its link
  and did not do it. Nobody has to post it, and who posts it all the same tells nobody twice.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl, Dana and Emil are contacts
    And a conversation "Trip" between Anna, Bea, Carl and Dana
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: Each of the four kinds is one notice
    @notify-four-kinds
    Scenario: Joining, changing, mentioning and leaving are one notice each, in the conversation of the document
      Given a conversation "Choir" between Anna, Bea, Carl and Dana
      When Bea opens "https://notes.example/d/1"
      Then Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
        | Bea edited “Trip plan” |
      When Bea mentions Carl in "https://notes.example/d/1" in "Notes"
      Then Carl sees the notices in "Trip":
        | text                             |
        | Bea joined “Trip plan”           |
        | Bea edited “Trip plan”           |
        | Bea mentioned you in “Trip plan” |
      When Bea leaves the share at "https://notes.example/d/1"
      Then Carl sees the notices in "Trip":
        | text                             |
        | Bea joined “Trip plan”           |
        | Bea edited “Trip plan”           |
        | Bea mentioned you in “Trip plan” |
        | Bea left “Trip plan”             |
      But Carl sees no notice in "Choir"
      And Bea sees no notice in "Trip"

    @ev-membership
    Scenario: A membership event has two triggers, with the numbers of the framework
      When Anna adds Emil to the share at "https://notes.example/d/1"
      Then Bea is told in "Trip" of the membership event "addedCollaborator" with the raw value 1
      When Anna removes Emil from the share at "https://notes.example/d/1"
      Then Bea is told in "Trip" of the membership event "removedCollaborator" with the raw value 2
      And no membership event has the raw value 0
      And no membership event has the raw value 3

  Rule: Joining
    @ev-membership @notify-four-kinds
    Scenario: By accepting, and once
      When Bea opens "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/1"
      Then Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
      And Carl sees the notice "Bea joined “Trip plan”" in "Trip"
      And Bea sees no notice in "Trip"
      And Bea was not notified because "ntc-self"

    @ev-membership
    Scenario: By opening the document for the first time
      When Bea opens "https://notes.example/d/1" in "Notes"
      And Bea opens "https://notes.example/d/1" in "Notes"
      Then Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ev-membership
    Scenario: By an edit, which is the first opening
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
        | Bea edited “Trip plan” |

    @ev-membership @ucs-can-access
    Scenario: By a public link
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Emil opens "https://notes.example/d/1"
      Then Anna sees the notices in "Trip":
        | text                    |
        | Emil joined “Trip plan” |
      And Dana sees the notice "Emil joined “Trip plan”" in "Trip"

    @ev-membership
    Scenario: An app that posts nothing has its people told of all the same
      Given the app "Notes" posts nothing
      When Bea opens "https://notes.example/d/1" in "Notes"
      And Bea edits "https://notes.example/d/1" in "Notes"
      Then Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

  Rule: Being added and removed
    @ev-membership
    Scenario: By the owner: who is added is told as well, who is removed is not
      When Anna adds Emil to the share at "https://notes.example/d/1"
      And Anna removes Dana from the share at "https://notes.example/d/1"
      Then Dana was not notified because "ck-accept"
      And Bea sees the notices in "Trip":
        | text                               |
        | Anna added Emil to “Trip plan”     |
        | Anna removed Dana from “Trip plan” |
      But Dana does not see the notice "Anna removed Dana from “Trip plan”" in "Trip"
      And Anna sees no notice in "Trip"

    @ev-membership @ck-role-meaning
    Scenario: By whoever may: the one who did it is named
      Given Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Carl opens "https://notes.example/d/1"
      And Anna lets people invite others to the share at "https://notes.example/d/1"
      When Bea removes Dana from the share at "https://notes.example/d/1"
      And Carl adds Emil to the share at "https://notes.example/d/1"
      Then Anna sees the notices in "Trip":
        | text                              |
        | Bea joined “Trip plan”            |
        | Carl joined “Trip plan”           |
        | Bea removed Dana from “Trip plan” |
        | Carl added Emil to “Trip plan”    |

    @ev-membership @ucs-can-remove @ntc-collapse
    Scenario: Several in one save are one row
      Given Bea opens "https://notes.example/d/1"
      When Anna adds Emil and Fritz to the share at "https://notes.example/d/1"
      And Anna removes Carl, Dana and Emil from the share at "https://notes.example/d/1"
      Then Bea sees the notices in "Trip":
        | text                                              |
        | Anna added Emil and Fritz to “Trip plan”          |
        | Anna removed Carl, Dana and Emil from “Trip plan” |

    @ev-membership
    Scenario: Of many in one save some are named
      When Anna adds 9 people to the share at "https://notes.example/d/1"
      Then Bea sees the notice "Anna added Guest1, Guest2 and 7 others to “Trip plan”" in "Trip"
      And Bea sees one notice in "Trip"

    @ev-membership @ntc-collapse
    Scenario: Each save is a notice of its own, also where a removed person is added again
      When Anna adds Emil to the share at "https://notes.example/d/1"
      And Anna adds Fritz to the share at "https://notes.example/d/1"
      And Anna removes Emil from the share at "https://notes.example/d/1"
      And Anna adds Emil to the share at "https://notes.example/d/1"
      Then Bea sees the notices in "Trip":
        | text                               |
        | Anna added Emil to “Trip plan”     |
        | Anna added Fritz to “Trip plan”    |
        | Anna removed Emil from “Trip plan” |
        | Anna added Emil to “Trip plan”     |

    @ev-membership @group-sync-prompt-add @group-sync-prompt-remove
    Scenario: By the owner's answer when the group changes
      When Bea adds Emil to "Trip"
      And Anna answers "Add" to "Add Emil to “Trip plan”" in "Trip"
      Then Carl sees the notice "Anna added Emil to “Trip plan”" in "Trip"
      When Bea removes Carl from "Trip"
      And Anna answers "Remove" to "Remove Carl from “Trip plan”" in "Trip"
      Then Bea sees the notices in "Trip":
        | text                               |
        | Anna added Emil to “Trip plan”     |
        | Anna removed Carl from “Trip plan” |

    @ev-membership @ev-persistence @ck-public-default
    Scenario: A newcomer of the group is not told of a public document whose link they were never sent
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Anna adds Emil to "Trip"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
      But Emil sees no notice in "Trip"
      When Anna sends "https://notes.example/d/1" to "Trip"
      And 11 minutes pass
      And Anna edits "https://notes.example/d/1" in "Notes"
      Then Emil sees the notice "Anna edited “Trip plan”" in "Trip"

    @ev-membership @ck-public-lower
    Scenario: By closing a public link: who is kept is invited anew, the others are removed
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Bea opens "https://notes.example/d/1"
      And Carl opens "https://notes.example/d/1"
      When Anna closes the share at "https://notes.example/d/1" to invited people keeping Bea
      Then Bea sees the notice "Anna removed Carl from “Trip plan”" in "Trip"
      And Bea sees the notice "Anna added you to “Trip plan”" in "Trip"
      But Carl does not see the notice "Anna removed Carl from “Trip plan”" in "Trip"

    @ev-membership @ucs-standard
    Scenario: On the sharing screen
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna adds Emil on the sharing screen
      And Anna saves the sharing
      Then Bea sees the notices in "Trip":
        | text                           |
        | Anna added Emil to “Trip plan” |

    @ev-membership
    Scenario: Sent on to others, it is told to those who have it already
      Given a conversation "Choir" between Anna, Emil and Fritz
      When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
      Then Bea sees the notices in "Trip":
        | text                                     |
        | Anna added Emil and Fritz to “Trip plan” |
      But Emil sees no notice in "Choir"

  Rule: Leaving
    @ev-membership @ucs-can-leave
    Scenario: Those who stay are told, although who left is not on it any more
      Given Bea opens "https://notes.example/d/1"
      When Bea leaves the share at "https://notes.example/d/1"
      Then Anna sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
        | Bea left “Trip plan”   |
      And Carl sees the notice "Bea left “Trip plan”" in "Trip"
      And Bea was not notified because "ntc-self"

    @ev-membership @resume
    Scenario: Who was away is told when they are back
      Given Carl goes offline
      When Bea opens "https://notes.example/d/1"
      And Bea leaves the share at "https://notes.example/d/1"
      And Carl comes back online
      Then Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |
        | Bea left “Trip plan”   |

  Rule: What is told by nothing of the kind
    @ev-membership @notice-optional
    Scenario: The first sending is told by its message
      Then Bea sees "https://notes.example/d/1" in "Trip"
      But Bea sees no notice in "Trip"
      And Carl sees no notice in "Trip"

    @ev-membership
    Scenario: What was never sent anywhere has no thread, and is done all the same
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" with nobody yet
      When Anna adds Bea to the share at "https://notes.example/d/2"
      And Bea opens "https://notes.example/d/2"
      Then Bea has access to "https://notes.example/d/2"
      When Bea leaves the share at "https://notes.example/d/2"
      Then Bea has no access to "https://notes.example/d/2"
      And Anna sees no notice in "Trip"
      And Bea sees no notice in "Trip"

    @ev-membership @ck-public-raise
    Scenario: Opening it to everyone drops invitations and takes nothing from anybody
      Given Bea opens "https://notes.example/d/1"
      When Anna opens the share at "https://notes.example/d/1" to anyone with the link
      Then Bea sees no notice in "Trip"
      And Carl sees one notice in "Trip"
      And Carl sees the notice "Bea joined “Trip plan”" in "Trip"

    @ev-membership @ucs-can-stop
    Scenario: Stopping it ends it for everyone, and nobody is said to be removed
      Given Bea opens "https://notes.example/d/1"
      When Anna stops sharing "https://notes.example/d/1"
      Then Bea sees no notice in "Trip"
      And Carl sees one notice in "Trip"

    @ev-membership @ck-add-same
    Scenario: Who is there already is not added
      When Anna adds Bea to the share at "https://notes.example/d/1"
      Then Carl sees no notice in "Trip"

  Rule: What an app posts as well
    @ev-membership @ntc-collapse
    Scenario: What is true and was told stays as it was told
      Given Bea opens "https://notes.example/d/1"
      And Anna adds Emil to the share at "https://notes.example/d/1"
      When the app "Notes" tells for Bea that Bea joined "https://notes.example/d/1"
      And the app "Notes" tells for Anna that Emil was added to "https://notes.example/d/1"
      And Carl leaves the share at "https://notes.example/d/1"
      And the app "Notes" tells for Carl that Carl left "https://notes.example/d/1"
      And 2 hours pass
      And the app "Notes" tells for Bea that Bea joined "https://notes.example/d/1"
      Then Dana sees the notices in "Trip":
        | text                           |
        | Bea joined “Trip plan”         |
        | Anna added Emil to “Trip plan” |
        | Carl left “Trip plan”          |

    @ev-membership
    Scenario: What is not true is refused, whoever says it
      Given Bea opens "https://notes.example/d/1"
      When the app "Notes" tells for Bea that Anna was removed from "https://notes.example/d/1"
      Then the last request of Bea fails with "conflict"
      And the last request of Bea runs into the rule "ev-membership"
      When the app "Notes" tells for Anna that Queen was added to "https://notes.example/d/1"
      Then the last request of Anna fails with "conflict"
      When the app "Notes" tells for Bea that Queen was added to "https://notes.example/d/1"
      Then the last request of Bea fails with "conflict"
      When the app "Notes" tells for Bea that Bea left "https://notes.example/d/1"
      Then the last request of Bea fails with "conflict"
      When the app "Notes" tells for Anna that Anna joined "https://notes.example/d/1"
      Then the last request of Anna fails with "conflict"
      And Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ev-membership @ck-role-meaning
    Scenario: What is true and not theirs to do is refused
      Given Bea opens "https://notes.example/d/1"
      And Anna removes Dana from the share at "https://notes.example/d/1"
      When the app "Notes" tells for Bea that Carl was added to "https://notes.example/d/1"
      Then the last request of Bea fails with "forbidden"
      And the last request of Bea runs into the rule "ck-role-meaning"
      When the app "Notes" tells for Bea that Dana was removed from "https://notes.example/d/1"
      Then the last request of Bea fails with "forbidden"
      And Carl sees the notices in "Trip":
        | text                               |
        | Bea joined “Trip plan”             |
        | Anna removed Dana from “Trip plan” |
