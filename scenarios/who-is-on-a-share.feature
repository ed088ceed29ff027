Feature: Who is on a share, and who says so
  Whoever shares a document owns the share. Everyone else is on it because they were invited, or because anyone with
  the link can open it. What somebody is there follows from that and is never theirs to claim.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: Inviting people
    @ucs-can-invite @ucs-invite-owner @ucs-role-names @ck-role
    Scenario: Sending the link invites everyone in the conversation, and each has to come
      Then Bea sees "https://notes.example/d/1" in "Trip"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | edit | no   |
        | Carl   | invited | edit | no   |

    @ucs-link-after-save @ucs-handler-steps
    Scenario: There is no link before the share is saved, and none where it cannot be
      Given Anna has no access to "https://notes.example/d/2"
      When Anna shares "Tickets" from "Notes" at "https://elsewhere.example/d/2" in "Trip"
      Then the last request of Anna fails with "forbidden"
      And Anna has no access to "https://elsewhere.example/d/2"
      And Bea does not see "https://elsewhere.example/d/2" in "Trip"
      When Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      Then Anna has access to "https://notes.example/d/2"
      And Bea sees "https://notes.example/d/2" in "Trip"

    @ck-accept
    Scenario: Invited, come, and gone again
      When Bea edits "https://notes.example/d/1" in "Notes" without having opened it
      Then the last request of Bea fails with "forbidden"
      When Bea opens "https://notes.example/d/1"
      Then Bea has access to "https://notes.example/d/1"
      When Bea comments on "https://notes.example/d/1" in "Notes"
      Then Carl sees the notice "Bea commented on “Trip plan”" in "Trip"
      When Anna removes Bea from the share at "https://notes.example/d/1"
      Then Bea has no access to "https://notes.example/d/1"
      When Bea comments on "https://notes.example/d/1" in "Notes"
      Then the last request of Bea fails with "not_found"
      And Carl does not see the notice "Bea made 2 comments on “Trip plan”" in "Trip"

    @ucs-private-identify @ucs-can-access
    Scenario: An invitation is for one person, and lets in nobody else who has the link
      When Dana opens "https://notes.example/d/1" over the wire
      Then the last request of Dana fails with "not_found"
      And Dana has no access to "https://notes.example/d/1"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | came |
        | Anna   | yes  |
        | Bea    | no   |
        | Carl   | no   |

    @ucs-can-invite @ev-membership
    Scenario: Somebody who is in no conversation with the document is invited by name
      When Anna adds Dana to the share at "https://notes.example/d/1"
      Then Dana sees on the share at "https://notes.example/d/1":
        | person | role    | came |
        | Anna   | owner   | yes  |
        | Bea    | invited | no   |
        | Carl   | invited | no   |
        | Dana   | invited | no   |
      And Bea sees the notice "Anna added Dana to “Trip plan”" in "Trip"
      But Anna sees no notice in "Trip"

    @ucs-invite-owner
    Scenario: Somebody who is added later is sent the link in the conversation of these two
      Given a conversation "Choir" between Anna, Dana and Emil
      And a conversation "Lunch" between Anna and Dana
      When Anna adds Dana to the share at "https://notes.example/d/1"
      Then Dana sees "https://notes.example/d/1" in "Lunch"
      But Dana does not see "https://notes.example/d/1" in "Choir"
      And Emil does not see "https://notes.example/d/1" in "Choir"

    @ucs-invite-owner
    Scenario: Without a conversation of these people a new one begins
      When Anna adds Dana to the share at "https://notes.example/d/1"
      And a conversation "Lunch" between Anna and Dana
      Then Dana sees "https://notes.example/d/1" in "Lunch"
      And Anna sees "https://notes.example/d/1" in "Lunch"

    @ucs-invite-owner @order-conv
    Scenario: A link that a screen sends by itself leaves its conversation unread
      Given a conversation "Lunch" between Dana and Anna
      And Dana sends "Did you see my question?" to "Lunch"
      When Anna adds Dana to the share at "https://notes.example/d/1"
      Then Anna sees the conversations:
        | name  | unread |
        | Lunch | 1      |
        | Trip  | 0      |
      When Anna reads "Lunch"
      Then Anna sees the conversations:
        | name  | unread |
        | Lunch | 0      |
        | Trip  | 0      |

    @ucs-invite-owner
    Scenario: Several who are added together are sent the link together
      Given a conversation "Choir" between Anna, Dana and Emil
      And a conversation "Lunch" between Anna and Dana
      When Anna adds Dana and Emil to the share at "https://notes.example/d/1"
      Then Dana sees "https://notes.example/d/1" in "Choir"
      And Emil sees "https://notes.example/d/1" in "Choir"
      But Dana does not see "https://notes.example/d/1" in "Lunch"

    @ucs-invite-owner
    Scenario: Who is added can be sent nothing
      Given a conversation "Lunch" between Anna and Dana
      When Anna adds Dana to the share at "https://notes.example/d/1" without sending the link
      Then Dana does not see "https://notes.example/d/1" in "Lunch"
      And Dana finds "Trip plan" shared with Anna, Bea and Carl

    @ucs-invite-owner
    Scenario: The command says where the link goes before it is sent
      Given a conversation "Lunch" between Anna and Dana
      Then Anna's screen shows for "/invite https://notes.example/d/1 dana":
        """
        …
        …Add Dana to “Trip plan”?…
        …
        …Send the link to Dana in “Lunch”.…
        …
        """
      And Dana does not see "https://notes.example/d/1" in "Lunch"

    @ck-add-same
    Scenario: Who is there already is not added twice
      Given Bea opens "https://notes.example/d/1"
      When Anna adds Bea to the share at "https://notes.example/d/1" so that they can view
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | view | yes  |
        | Carl   | invited | edit | no   |

    @ucs-title-key
    Scenario: Who is invited sees the title that the owner sees
      When Anna renames "https://notes.example/d/1" to "Lake plan"
      Then Bea lists the collaborations in "Trip":
        | title     | link                      |
        | Lake plan | https://notes.example/d/1 |

    @ck-share-limit
    Scenario: A hundred people are the most, and number 101 is refused
      Given Anna adds 97 people to the share at "https://notes.example/d/1"
      When Anna adds Dana to the share at "https://notes.example/d/1"
      Then the last request of Anna fails with "too_large"
      And the last request of Anna runs into the rule "ck-share-limit"
      And Dana has no access to "https://notes.example/d/1"
      When Anna removes Carl from the share at "https://notes.example/d/1"
      And Anna adds Dana to the share at "https://notes.example/d/1"
      And Dana opens "https://notes.example/d/1"
      Then Dana has access to "https://notes.example/d/1"

  Rule: Removing people
    @ucs-can-remove
    Scenario: Two are removed in one save
      Given Bea opens "https://notes.example/d/1"
      When Anna removes Bea and Carl from the share at "https://notes.example/d/1"
      Then Bea has no access to "https://notes.example/d/1"
      And Carl has no access to "https://notes.example/d/1"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role  |
        | Anna   | owner |

    @ucs-can-remove @ucs-handler-steps
    Scenario: A save that cannot be done whole is not done at all
      When Anna removes Bea and Dana from the share at "https://notes.example/d/1"
      Then the last request of Anna fails with "not_found"
      And Anna sees on the share at "https://notes.example/d/1":
        | person |
        | Anna   |
        | Bea    |
        | Carl   |

    @ucs-can-stop
    Scenario: The owner cannot be removed
      Given Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      When Bea removes Anna from the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "conflict"
      And Anna has access to "https://notes.example/d/1"
      And Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ck-accept
    Scenario: Who was removed comes back by a new invitation, and not by the old one
      Given Bea opens "https://notes.example/d/1"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      When Bea opens "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "not_found"
      When Anna adds Bea to the share at "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/1"
      Then Bea has access to "https://notes.example/d/1"

  Rule: What each may do follows from what they are
    @ck-role-meaning @ucs-role-auto
    Scenario: A participant adds nobody and removes nobody
      Given Bea opens "https://notes.example/d/1"
      When Bea adds Dana to the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      When Bea removes Carl from the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      And Dana has no access to "https://notes.example/d/1"
      And Carl sees on the share at "https://notes.example/d/1":
        | person |
        | Anna   |
        | Bea    |
        | Carl   |
      And Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ck-role-meaning @ucs-role-auto
    Scenario: The same request of an administrator is done
      Given Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      When Bea adds Dana to the share at "https://notes.example/d/1"
      And Bea removes Carl from the share at "https://notes.example/d/1"
      And Bea lets Dana only view the share at "https://notes.example/d/1"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role          | may  | came |
        | Anna   | owner         | edit | yes  |
        | Bea    | administrator | edit | yes  |
        | Dana   | invited       | view | no   |
      And Anna sees the notice "Bea added Dana to “Trip plan”" in "Trip"

    @ck-role-meaning @ucs-owner-people
    Scenario Outline: An administrator does not <do it>: that is the owner's
      Given Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Anna makes Carl an administrator of the share at "https://notes.example/d/1"
      When Bea <does it> over the wire
      Then the last request of Bea fails with "forbidden"
      And Anna sees that the share at "https://notes.example/d/1" is open to invited people
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role          | may  |
        | Anna   | owner         | edit |
        | Bea    | administrator | edit |
        | Carl   | administrator | edit |

      Examples:
        | do it                      | does it                                                                        |
        | open it to everyone        | opens the share at "https://notes.example/d/1" to anyone with the link         |
        | let people invite          | lets people invite others to the share at "https://notes.example/d/1"          |
        | take back who administers  | makes Carl an ordinary participant of the share at "https://notes.example/d/1" |
        | remove an administrator    | removes Carl from the share at "https://notes.example/d/1"                     |
        | hold an administrator back | lets Carl only view the share at "https://notes.example/d/1"                   |
        | stop it                    | stops sharing "https://notes.example/d/1"                                      |

    @ck-role-meaning
    Scenario: Who administers no longer manages no longer
      Given Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Anna makes Bea an ordinary participant of the share at "https://notes.example/d/1"
      When Bea adds Dana to the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"

    @ck-accept @ck-role-meaning
    Scenario: An administrator who has not come yet manages nothing
      Given Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      When Bea adds Dana to the share at "https://notes.example/d/1"
      Then the last request of Bea fails with "forbidden"
      And Dana has no access to "https://notes.example/d/1"

    @options-set
    Scenario: People may invite others if the owner allows it, and give no more than they have
      Given Bea opens "https://notes.example/d/1"
      And Carl opens "https://notes.example/d/1"
      And Anna lets Carl only view the share at "https://notes.example/d/1"
      And Anna lets people invite others to the share at "https://notes.example/d/1"
      When Bea adds Dana to the share at "https://notes.example/d/1"
      And Carl adds Emil to the share at "https://notes.example/d/1" so that they can edit
      Then the last request of Carl fails with "forbidden"
      When Carl adds Emil to the share at "https://notes.example/d/1"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | edit | yes  |
        | Carl   | invited | view | yes  |
        | Dana   | invited | edit | no   |
        | Emil   | invited | view | no   |
      When Bea removes Emil from the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      When Anna lets nobody else invite others to the share at "https://notes.example/d/1"
      And Bea adds Fritz to the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"

  Rule: Whom one sees
    @ck-participants
    Scenario: Who came by the link sees the owner and themselves, the owner sees everyone
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Dana opens "https://notes.example/d/1"
      And Emil opens "https://notes.example/d/1"
      Then Dana sees on the share at "https://notes.example/d/1":
        | person | role        |
        | Anna   | owner       |
        | Dana   | by the link |
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role        |
        | Anna   | owner       |
        | Dana   | by the link |
        | Emil   | by the link |

    @ntc-details-list
    Scenario: The details of a conversation list its collaborations, for those who are on them
      Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip"
      And a conversation "Choir" between Anna, Bea and Dana
      And Anna shares "Songs" from "Notes" at "https://notes.example/d/3" in "Choir"
      When Anna removes Carl from the share at "https://notes.example/d/1"
      Then Bea lists the collaborations in "Trip":
        | title     | link                      |
        | Tickets   | https://notes.example/d/2 |
        | Trip plan | https://notes.example/d/1 |
      And Carl lists the collaborations in "Trip":
        | title   | link                      |
        | Tickets | https://notes.example/d/2 |
      And Dana lists the collaborations in "Choir":
        | title | link                      |
        | Songs | https://notes.example/d/3 |
