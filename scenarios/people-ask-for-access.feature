Feature: Whoever was not invited may ask for access
  The owner of a private share can let people ask who only have its link. The owner and the administrators answer; nobody
  else learns of the request, and a share that takes no requests looks like none.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna and Bea
    And a conversation "Us" between Bea and Dee
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"
    And Bea sends "https://notes.example/d/1" to "Us"

  Rule: Asking

    @ck-access-requests
    Scenario: A share that takes no requests is not found
      When Dee asks for access to "https://notes.example/d/1"
      Then the last request of Dee fails with "not_found"
      When Dee asks for access to "https://notes.example/d/2"
      Then the last request of Dee fails with "not_found"
      And Anna is asked nothing in "Trip"

    @ck-access-requests @group-sync-wording
    Scenario: The owner is asked, and approves
      Given Anna lets people ask for access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then Anna is asked "Dee asks for access to “Trip plan”" in "Trip"
      And Anna sees that Dee asks for access to "https://notes.example/d/1"
      But Bea is asked nothing in "Trip"
      And Bea sees that nobody asks for access to "https://notes.example/d/1"
      And Dee has no access to "https://notes.example/d/1"
      When Anna answers "Approve" to "Dee asks for access to “Trip plan”" in "Trip"
      Then Anna is asked nothing in "Trip"
      And Anna sees that nobody asks for access to "https://notes.example/d/1"
      And Anna sees on the share at "https://notes.example/d/1":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | edit | yes  |
        | Dee    | invited | edit | no   |
      When Dee opens "https://notes.example/d/1"
      Then Dee has access to "https://notes.example/d/1"

    @ck-access-requests
    Scenario: Who asks twice asks once
      Given Anna lets people ask for access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      Then Anna sees that Dee asks for access to "https://notes.example/d/1"
      And Anna sees the notices in "Trip":
        | text                               |
        | Bea joined “Trip plan”             |
        | Dee asks for access to “Trip plan” |

    @ck-access-requests
    Scenario: A participant has nothing to ask for
      Given Anna lets people ask for access to "https://notes.example/d/1"
      When Bea asks for access to "https://notes.example/d/1"
      Then the last request of Bea fails with "conflict"
      And Anna is asked nothing in "Trip"

    @ck-access-requests @ck-public-raise
    Scenario: A share that everybody can open has no requests
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      When Anna opens the share at "https://notes.example/d/1" to anyone with the link
      Then Anna is asked nothing in "Trip"
      And Anna sees that nobody asks for access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then the last request of Dee fails with "conflict"

    @ck-access-requests @restart
    Scenario: A request waits for its answer through a restart
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      When the server restarts
      Then Anna sees that Dee asks for access to "https://notes.example/d/1"
      When Anna approves Dee at "https://notes.example/d/1"
      And Dee opens "https://notes.example/d/1"
      Then Dee has access to "https://notes.example/d/1"
      And Anna is asked nothing in "Trip"

    @ck-access-requests @ck-accept
    Scenario: Who was removed may ask again
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      When Bea asks for access to "https://notes.example/d/1"
      Then Anna is asked "Bea asks for access to “Trip plan”" in "Trip"

    @ck-access-requests
    Scenario: A request waits on the share if its owner has the link in no conversation
      Given Carl shares "Tickets" from "Notes" at "https://notes.example/d/3" with nobody yet
      And Carl lets people ask for access to "https://notes.example/d/3"
      When Dee asks for access to "https://notes.example/d/3"
      Then Carl sees that Dee asks for access to "https://notes.example/d/3"

  Rule: Answering

    @ck-access-requests
    Scenario: Who was denied learns nothing, and may ask again
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      When Anna answers "Deny" to "Dee asks for access to “Trip plan”" in "Trip"
      Then Dee has no access to "https://notes.example/d/1"
      And Anna sees that nobody asks for access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then Anna is asked "Dee asks for access to “Trip plan”" in "Trip"

    @ck-access-requests
    Scenario: Who is blocked finds no share until they are unblocked
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      When Anna answers "Block" to "Dee asks for access to “Trip plan”" in "Trip"
      Then Anna sees that Dee is blocked at "https://notes.example/d/1"
      And Bea sees that nobody is blocked at "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then the last request of Dee fails with "not_found"
      When Anna unblocks Dee at "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      Then Anna is asked "Dee asks for access to “Trip plan”" in "Trip"

    @ck-access-requests
    Scenario: Who is blocked, and then comes into a conversation, is shown by name
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Eve asks for access to "https://notes.example/d/1"
      And Anna blocks Eve at "https://notes.example/d/1"
      And a conversation "All" between Anna, Bea and Carl
      When Anna adds Eve to "All"
      And Anna types "/people https://notes.example/d/1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …  Blocked  …
        …Unblock Eve (eve)…
        …
        """

    @ck-access-requests
    Scenario: A participant who is blocked is off the share
      Given Anna lets people ask for access to "https://notes.example/d/1"
      When Anna blocks Bea at "https://notes.example/d/1"
      Then Bea has no access to "https://notes.example/d/1"
      When Bea asks for access to "https://notes.example/d/1"
      Then the last request of Bea fails with "not_found"
      When Anna adds Bea to the share at "https://notes.example/d/1" over the wire
      Then the last request of Anna fails with "conflict"
      And the last request of Anna runs into the rule "ck-access-requests"

    @ck-access-requests @ucs-invite-owner
    Scenario: The link in a group invites nobody who is blocked
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Anna blocks Bea at "https://notes.example/d/1"
      And a conversation "All" between Anna, Bea and Carl
      When Anna sends "Trip plan" on to "All"
      Then Anna sees on the share at "https://notes.example/d/1":
        | person | role    |
        | Anna   | owner   |
        | Carl   | invited |

    @ck-access-requests @ck-role-meaning
    Scenario: An administrator answers, and the question of the owner ends
      Given Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Bea lets people ask for access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then Anna is asked "Dee asks for access to “Trip plan”" in "Trip"
      And Bea is asked "Dee asks for access to “Trip plan”" in "Trip"
      When Bea answers "Approve" to "Dee asks for access to “Trip plan”" in "Trip"
      Then Anna is asked nothing in "Trip"
      And Bea is asked nothing in "Trip"

    @ck-access-requests @ck-role-meaning
    Scenario Outline: A participant cannot answer
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      When <deed> over the wire
      Then the last request of Bea fails with "forbidden"
      And Anna sees that Dee asks for access to "https://notes.example/d/1"

      Examples:
        | deed                                                          |
        | Bea denies Dee at "https://notes.example/d/1"                 |
        | Bea blocks Dee at "https://notes.example/d/1"                 |
        | Bea unblocks Dee at "https://notes.example/d/1"               |
        | Bea lets nobody ask for access to "https://notes.example/d/1" |

    @ck-access-requests @custom-needs-links
    Scenario: A custom app decides by itself who has access
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself
      And Anna shares "Plan" from "Board" at "https://board.example/b/2" with nobody yet
      And the app "Board" answers the start for Anna with "https://board.example/b/2" known as "board-2"
      When Anna lets people ask for access to "https://board.example/b/2" over the wire
      Then the last request of Anna fails with "conflict"

    @ck-access-requests @ucs-invite-owner
    Scenario: The app's own People screen answers requests, all in one save
      Given Anna opens "https://notes.example/d/1" in "Notes"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna chooses "Allow others to ask for access" on the sharing screen
      And Anna saves the sharing
      And Dee asks for access to "https://notes.example/d/1"
      And Carl asks for access to "https://notes.example/d/1"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Everyone can make changes.
        Dee asks for access
        Approve
        Deny
        Block
        Carl asks for access
        Approve
        Deny
        Block
        People
        Anna (you)  Owner
        Bea  Can make changes
        Add People…
        Share Options
        Who can access  Only invited people
        Permission  Can make changes
        Allow others to invite  off
        Allow others to ask for access  on
        Sharing
        Copy Link
        Stop Sharing
        """
      When Anna chooses "Block" on the sharing screen
      Then Anna's sharing screen offers "Unblock Dee"
      When Anna chooses "Approve" on the sharing screen
      And Anna saves the sharing
      Then Anna sees that nobody asks for access to "https://notes.example/d/1"
      When Carl opens "https://notes.example/d/1"
      Then Carl has access to "https://notes.example/d/1"
      But Dee has no access to "https://notes.example/d/1"
      When Dee asks for access to "https://notes.example/d/1"
      Then the last request of Dee fails with "not_found"
      When Anna chooses "Unblock Dee" on the sharing screen
      And Anna saves the sharing
      And Dee asks for access to "https://notes.example/d/1"
      Then Anna's sharing screen offers "Deny"
      When Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Bea's sharing screen does not offer "Deny"
      And Bea's sharing screen does not offer "Allow others to ask for access"

    @ck-one-time-url @ck-access-requests
    Scenario: An app does not open the document of a one-time link that was used
      Given Anna makes a one-time link for "https://notes.example/d/1"
      And Carl opens the one-time link for "https://notes.example/d/1"
      And Anna lets people ask for access to "https://notes.example/d/1"
      And the app "Notes" runs for Dee
      When Dee opens the one-time link for "https://notes.example/d/1"
      Then the last request of Dee fails with "forbidden"
      And Dee's app "Notes" shows:
        """
         ‹ Notes
        …
         Only invited people can open it.
        …
        """

    @ck-access-requests
    Scenario: A person who asked by the link of a page in it learns of the approval, and so does the app
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Bea sends "See https://notes.example/d/1/page/3 too" to "Us"
      And the app "Notes" runs for Dee
      And Dee types "/open 2"
      And Dee presses "Return"
      And Dee presses "Right Return"
      And Dee presses "F2" in "Notes"
      And Dee presses "Esc" in "Notes"
      When Anna answers "Approve" to "Dee asks for access to “Trip plan”" in "Trip"
      Then Dee's screen shows:
        """
        …
         ● You can open “Trip plan” now
        """
      And Dee's app "Notes" shows:
        """
        …
         “Trip plan” is shared with you: Return opens it.
        …
        """

    @ck-access-requests
    Scenario: The question before a share becomes public names who is blocked
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And Dee asks for access to "https://notes.example/d/1"
      And Anna blocks Dee at "https://notes.example/d/1"
      And Anna sends "Now for all" to "Trip"
      When Anna types "/access 1 public"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Dee is blocked, and can open it too.…
        …
        """

    @ck-access-requests @collab-start-sheet
    Scenario: Whoever shares with a blocked person learns that they cannot open it
      Given Anna lets people ask for access to "https://notes.example/d/1"
      And a conversation "Four" between Anna, Carl and Dee
      And Dee asks for access to "https://notes.example/d/1"
      And Anna blocks Dee at "https://notes.example/d/1"
      And Anna sends "Again" to "Four"
      When Anna pastes "https://notes.example/d/1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
         ● Dee cannot open “Trip plan”: /requests unblocks people
        """
