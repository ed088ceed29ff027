Feature: Who can open a share, and what they may do
  A share is for invited people or for anyone with the link, never for both: a switch from one to the other says who
  loses access. What people may do is set for all, or for one of them.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  Rule: Invited people or anyone with the link
    @ck-public-default @ucs-can-access
    Scenario: A new share is for invited people, and a stranger finds nothing there
      Given Dana is on the server
      Then Anna sees that the share at "https://notes.example/d/1" is open to invited people
      And Dana has no access to "https://notes.example/d/1"
      When Dana opens "https://notes.example/d/1" over the wire
      Then the last request of Dana fails with "not_found"

    @ucs-can-access @ck-role @ucs-owner-people
    Scenario: Opened to anyone with the link, it lets a stranger in, who is there by the link
      When Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Dana opens "https://notes.example/d/1"
      Then Dana has access to "https://notes.example/d/1"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role        | may  | came |
        | Anna   | owner       | edit | yes  |
        | Dana   | by the link | edit | yes  |

    @ck-public-raise
    Scenario: Opening it ends the invitations that nobody answered, and those who came stay
      Given Bea opens "https://notes.example/d/1"
      When Anna opens the share at "https://notes.example/d/1" to anyone with the link
      Then Anna is told that Carl lost access
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role        | may  | came |
        | Anna   | owner       | edit | yes  |
        | Bea    | by the link | edit | yes  |
      # The link lets Carl in as anyone else.
      When Carl opens "https://notes.example/d/1"
      Then Carl sees on the share at "https://notes.example/d/1":
        | person | role        |
        | Anna   | owner       |
        | Carl   | by the link |

    @ck-public-lower
    Scenario: Closing it leaves the owner alone
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Bea opens "https://notes.example/d/1"
      And Dana opens "https://notes.example/d/1"
      When Anna closes the share at "https://notes.example/d/1" to invited people
      Then Anna is told that Bea and Dana lost access
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role  |
        | Anna   | owner |
      And Bea has no access to "https://notes.example/d/1"
      When Dana opens "https://notes.example/d/1" over the wire
      Then the last request of Dana fails with "not_found"

    @ck-public-lower @ucs-can-permission
    Scenario: Whoever is invited again keeps their own permission
      Given Bea opens "https://notes.example/d/1"
      And Anna lets Bea only view the share at "https://notes.example/d/1"
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Anna closes the share at "https://notes.example/d/1" to invited people keeping Bea
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | view | no   |

    @ck-public-lower
    Scenario: Who is to stay is invited again in the same save
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Bea opens "https://notes.example/d/1"
      And Dana opens "https://notes.example/d/1"
      And Carl reads "Trip"
      When Anna closes the share at "https://notes.example/d/1" to invited people keeping Bea
      Then Anna is told that Dana lost access
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role    | came |
        | Anna   | owner   | yes  |
        | Bea    | invited | no   |
      And Bea sees the notice "Anna removed Dana from “Trip plan”" in "Trip"
      And Bea sees the notice "Anna added you to “Trip plan”" in "Trip"
      When Bea comments on "https://notes.example/d/1" in "Notes"
      # Carl, who is not on it any more, was told who came while the link was open to him, and nothing since.
      Then Carl sees the notices in "Trip":
        | text                    |
        | Bea joined “Trip plan”  |
        | Dana joined “Trip plan” |
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role    | came |
        | Anna   | owner   | yes  |
        | Bea    | invited | yes  |

    @ucs-can-access @perm-summary-text
    Scenario: The card of a public document follows its share on the screen of a person who has not opened it
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Bea reads "Trip"
      When Anna lets everyone only view the share at "https://notes.example/d/1"
      Then Bea's screen shows:
        """
        …
        …Everyone can view.…
        …Anyone with the link…
        …
        """
      When Anna closes the share at "https://notes.example/d/1" to invited people
      Then Bea's screen shows:
        """
        …
        …No longer shared with you…
        …
        """
      When Anna opens the share at "https://notes.example/d/1" to anyone with the link
      Then Bea's screen shows:
        """
        …
        …Anyone with the link…
        …
        """
      When Anna stops sharing "https://notes.example/d/1"
      Then Bea's screen shows:
        """
        …
        …No longer shared with you…
        …
        """

    @ck-no-mix @ck-role-meaning
    Scenario Outline: Nobody is <managed> by name on a share that anyone with the link can open
      Given Bea opens "https://notes.example/d/1"
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Anna <manages> over the wire
      Then the last request of Anna fails with "conflict"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role        | may  |
        | Anna   | owner       | edit |
        | Bea    | by the link | edit |

      Examples:
        | managed    | manages                                                                |
        | added      | adds Dana to the share at "https://notes.example/d/1"                  |
        | removed    | removes Bea from the share at "https://notes.example/d/1"              |
        | restricted | lets Bea only view the share at "https://notes.example/d/1"            |
        | promoted   | makes Bea an administrator of the share at "https://notes.example/d/1" |

    @ck-no-mix
    Scenario: Sending a link that is open to everyone invites nobody by name
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And a conversation "Choir" between Anna, Bea and Dana
      When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role  |
        | Anna   | owner |
      When Dana opens "https://notes.example/d/1"
      Then Dana has access to "https://notes.example/d/1"

    @ck-public-lower @ck-accept
    Scenario: A link that is closed again tells those who have it nothing any more
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Anna edits "https://notes.example/d/1" in "Notes"
      And Carl sees the notice "Anna edited “Trip plan”" in "Trip"
      When Anna closes the share at "https://notes.example/d/1" to invited people
      And Anna comments on "https://notes.example/d/1" in "Notes"
      Then Carl does not see the notice "Anna commented on “Trip plan”" in "Trip"
      And Carl was not notified because "ck-accept"

    @ucs-owner-people
    Scenario: Only the owner says who can open it
      Given Bea opens "https://notes.example/d/1"
      When Bea opens the share at "https://notes.example/d/1" to anyone with the link over the wire
      Then the last request of Bea fails with "forbidden"
      And Bea sees that the share at "https://notes.example/d/1" is open to invited people

  Rule: What people may do
    @ucs-can-permission @ucs-owner-people
    Scenario: Set for all, it is for all who have no permission of their own
      Given Bea opens "https://notes.example/d/1"
      And Anna lets Carl edit the share at "https://notes.example/d/1"
      When Anna lets everyone only view the share at "https://notes.example/d/1"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | may  |
        | Anna   | edit |
        | Bea    | view |
        | Carl   | edit |
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then the last request of Bea fails with "forbidden"
      When Carl edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Carl edited “Trip plan”" in "Trip"

    @ucs-can-permission
    Scenario: Set for one, it is for that one alone
      Given Bea opens "https://notes.example/d/1"
      And Carl opens "https://notes.example/d/1"
      When Anna lets Bea only view the share at "https://notes.example/d/1"
      And Carl edits "https://notes.example/d/1" in "Notes"
      Then Anna sees the notice "Carl edited “Trip plan”" in "Trip"
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then the last request of Bea fails with "forbidden"
      And Carl sees the notices in "Trip":
        | text                   |
        | Bea joined “Trip plan” |

    @ucs-can-permission
    Scenario: The owner can always make changes
      When Anna lets Anna only view the share at "https://notes.example/d/1"
      Then the last request of Anna fails with "conflict"
      When Anna lets everyone only view the share at "https://notes.example/d/1"
      And Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"

    @ck-role-meaning
    Scenario: A participant changes nobody's permission, their own least of all
      Given Bea opens "https://notes.example/d/1"
      And Anna lets everyone only view the share at "https://notes.example/d/1"
      When Bea lets Bea edit the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      When Bea lets everyone edit the share at "https://notes.example/d/1" over the wire
      Then the last request of Bea fails with "forbidden"
      And Bea sees on the share at "https://notes.example/d/1":
        | person | may  |
        | Anna   | edit |
        | Bea    | view |
        | Carl   | view |

    @ucs-can-permission @ck-public-default
    Scenario: Who comes by the link may do what everyone may
      Given Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Anna lets everyone only view the share at "https://notes.example/d/1"
      When Dana opens "https://notes.example/d/1"
      Then Dana sees on the share at "https://notes.example/d/1":
        | person | role        | may  |
        | Anna   | owner       | edit |
        | Dana   | by the link | view |

  Rule: A share is saved as it was looked at
    @ucs-handler-steps
    Scenario: Two devices of the owner do not undo each other's changes unseen
      Given Bea opens "https://notes.example/d/1"
      And Anna keeps the share at "https://notes.example/d/1" on the screen on the second device
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Anna closes the share at "https://notes.example/d/1" to invited people on the second device over the wire
      Then the last request of Anna fails with "conflict"
      And Anna sees that the share at "https://notes.example/d/1" is open to anyone with the link
      And Bea has access to "https://notes.example/d/1"
      # Having looked again, she may.
      When Anna keeps the share at "https://notes.example/d/1" on the screen on the second device
      And Anna closes the share at "https://notes.example/d/1" to invited people on the second device
      Then Anna is told that Bea lost access
      And Bea has no access to "https://notes.example/d/1"
