Feature: The screens to share a document and to manage who takes part
  One control leads to them. What is not shared yet begins with whom to ask, what is shared shows its people; and what
  each person may do there follows from the share, never from what an app says.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Anna and Dee
    And Dee sends "Hello" to "Choir"

  Rule: What is not shared begins with an invitation
    Background:
      Given Anna creates "Trip plan" in "Notes" at "https://notes.example/d/1"

    @ucs-init-new @ucs-invite-screen @ucs-can-invite @ucs-purpose
    Scenario: People, restrictions, and then the link
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Add people to send them the link.
        Add People…
        Share Options
        Who can access  Only invited people
        Permission  Can make changes
        Allow others to invite  off
        """
      When Anna adds Bea on the sharing screen
      And Anna chooses "Permission" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan  Send
        Bea gets access. The link is sent in a new conversation
        after saving.
        Bea  Not invited yet
        Add People…
        Share Options
        Who can access  Only invited people
        Permission  View only
        Allow others to invite  off
        Link
        Send the link to Bea in a new conversation  on
        Choose Conversation…
        Send
        """
      And Bea finds no share of "Trip plan"
      When Anna sends the link to "Trip" from the sharing screen
      Then Bea sees "https://notes.example/d/1" in "Trip"
      And Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Everyone can view.
        People
        Anna (you)  Owner
        Bea  View only · Invited
        …
        """

    @ucs-invite-screen @ck-no-mix
    Scenario: The named people return when anyone with the link was let in by mistake
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea on the sharing screen
      When Anna chooses "Who can access" on the sharing screen
      Then Anna's sharing screen does not offer "Add People…"
      When Anna chooses "Who can access" on the sharing screen
      Then Anna's sharing screen shows:
        """
        …
        Bea gets access. The link is sent in a new conversation
        after saving.
        Bea  Not invited yet
        …
        """

    @ucs-link-after-save @ucs-handler-when @ucs-handler-steps @ucs-activity-source
    Scenario: Nothing is saved before Send, and then everything, with the link
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea on the sharing screen
      Then Anna's sharing screen does not offer "Copy Link"
      And the observer of "Notes" was told nothing by Anna
      And Bea cannot read "https://notes.example/d/1"
      When Anna sends the link to "Trip" from the sharing screen
      Then the observer of "Notes" was told that sharing was saved by Anna
      And Bea sees "https://notes.example/d/1" in "Trip"
      When Anna chooses "Copy Link" on the sharing screen
      Then Anna has copied "https://notes.example/d/1" in "Notes"

    @options-set @ucs-invite-screen
    Scenario: The invitation lets participants add people, where that is chosen
      Given a conversation "Pair" between Bea and Dee
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea on the sharing screen
      And Anna chooses "Allow others to invite" on the sharing screen
      When Anna sends the link to "Trip" from the sharing screen
      And Bea opens "https://notes.example/d/1"
      And Bea sends "Trip plan" on to "Pair"
      Then Dee finds "Trip plan" shared with Anna, Bea and Carl

    @options-set
    Scenario: A document for anyone with the link does not offer to let participants add people
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna chooses "Who can access" on the sharing screen
      Then Anna's sharing screen does not offer "Allow others to invite"

    @ucs-invite-screen
    Scenario: Nobody is chosen, and nothing can be sent
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen does not offer "Send"
      When Anna saves the sharing
      Then the app "Notes" says "Choose people, or let anyone with the link join." to Anna
      When Anna chooses "Who can access" on the sharing screen
      Then Anna's sharing screen offers "Share"
      But Anna's sharing screen does not offer "Add People…"

    @ucs-invite-owner @ucs-invite-screen
    Scenario: The link goes to the named people alone
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      Then Anna's sharing screen offers "Send the link to Dee in “Choir”"
      When Anna chooses "Send" on the sharing screen
      Then Dee sees "https://notes.example/d/1" in "Choir"
      And Anna sees "https://notes.example/d/1" in "Choir"
      And Dee finds "Trip plan" shared with Anna
      But Bea finds no share of "Trip plan"

    @ucs-invite-owner @ucs-invite-screen
    Scenario: Named people without a conversation of their own get the link in a new one
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea and Dee on the sharing screen
      Then Anna's sharing screen offers "Send the link to Bea and Dee in a new conversation"
      When Anna chooses "Send" on the sharing screen
      Then Bea's screen shows:
        """
        …
        …Anna, Dee…
        …Anna: https://note…
        …
        """
      And Dee finds "Trip plan" shared with Anna and Bea
      But Carl does not see "https://notes.example/d/1" in "Trip"

    @ucs-invite-owner
    Scenario: A document is shared without sending the link
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna chooses "Send the link to Dee in “Choir”" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan  Share
        Dee gets access. The link is not sent.
        …
        Send the link to Dee in “Choir”  off
        Choose Conversation…
        Share
        """
      When Anna chooses "Share" on the sharing screen
      Then Dee finds "Trip plan" shared with Anna
      But Dee does not see "https://notes.example/d/1" in "Choir"

    @ucs-invite-owner @ucs-can-access
    Scenario: The screen names everybody in a chosen conversation before they get access
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea and Dee on the sharing screen
      When Anna chooses "Choose Conversation…" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Cancel  Send the link to
        Nothing is sent yet.
        Only Bea and Dee
        Choir
        Trip
        Cancel
        """
      When Anna chooses "Trip" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan  Send
        …Bea, Dee and Carl get access.…
        …
        Send the link to Bea and Carl in “Trip”  on
        Choose Conversation…
        Send
        """
      And Carl finds no share of "Trip plan"
      When Anna chooses "Choose Conversation…" on the sharing screen
      And Anna chooses "Only Bea and Dee" on the sharing screen
      Then Anna's sharing screen offers "Send the link to Bea and Dee in a new conversation"

    @ucs-invite-owner
    Scenario: Nothing is sent to another conversation when the chosen one is gone
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna chooses "Choose Conversation…" on the sharing screen
      And Anna chooses "Trip" on the sharing screen
      When Anna deletes the conversation "Trip"
      Then Anna's sharing screen shows:
        """
        …
        The chosen conversation left your list: choose another.
        …
        """
      When Anna chooses "Share" on the sharing screen
      Then the app "Notes" says "The link was not sent: the conversation is not in your list any more…" to Anna
      And Dee finds no share of "Trip plan"
      And Dee does not see "https://notes.example/d/1" in "Choir"

    @ucs-invite-owner
    Scenario: A document for anyone with the link is sent to a chosen conversation, or to nobody
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Who can access" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan  Share
        Anyone with the link gets access. The link is not sent.
        …
        """
      When Anna sends the link to "Choir" from the sharing screen
      Then Dee sees "https://notes.example/d/1" in "Choir"
      But Bea does not see "https://notes.example/d/1" in "Trip"

    @ucs-invite-screen
    Scenario: A handle that looks like another one is marked
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Add People…" on the sharing screen
      When Anna types "аnna" in "Notes"
      And Anna presses "Return" in "Notes"
      Then Anna's sharing screen shows:
        """
        …
        … (⚠ not “anna”)  Not invited yet
        …
        """

    @ucs-invite-screen
    Scenario: An invalid handle stays in the field until it is mended
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Add People…" on the sharing screen
      When Anna types "bea d!ee" in "Notes"
      And Anna presses "Return" in "Notes"
      Then the app "Notes" says "“d!ee” is not a valid handle…" to Anna
      And Anna's app "Notes" shows:
        """
         Add People…
         bea d!ee
        …
        """
      When Anna presses "Backspace Backspace Backspace e e Return" in "Notes"
      Then Anna's sharing screen offers "Bea"
      And Anna's sharing screen offers "Dee"

    @ucs-handler-steps @ucs-init-existing
    Scenario: A document that is shared on another device meanwhile has its People screen, and nobody is added yet
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      Then the app "Notes" says "It is already shared: check who can open it" to Anna
      And Anna's sharing screen offers "Dee"
      And Anna's sharing screen offers "Stop Sharing"
      And Dee finds no share of "Trip plan"
      And Dee does not see "https://notes.example/d/1" in "Choir"

    @ucs-invite-screen @sheet-unsaved
    Scenario: Whoever closes the screen has shared nothing, and is asked before the choice is lost
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea on the sharing screen
      When Anna closes the sharing screen
      Then Anna's sharing screen shows:
        """
        Discard your changes?
        They are not saved yet.
        Keep  Discard
        """
      When Anna chooses "Keep" on the sharing screen
      Then Anna's sharing screen offers "Bea"
      When Anna closes the sharing screen
      And Anna chooses "Discard" on the sharing screen
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen does not offer "Send"
      And Bea finds no share of "Trip plan"

  Rule: What is shared goes straight to its people
    Background:
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1" in "Notes"

    @ucs-init-existing @ucs-owner-people @ucs-role-names @ucs-standard @ucs-share-prop
    Scenario: The owner adds and removes, switches both settings, and stops
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Everyone can make changes.
        People
        Anna (you)  Owner
        Bea  Can make changes
        Carl  Can make changes · Invited
        Add People…
        Share Options
        Who can access  Only invited people
        Permission  Can make changes
        Allow others to invite  off
        Allow others to ask for access  off
        Sharing
        Copy Link
        Stop Sharing
        """

    @ucs-part-people @ucs-role-auto
    Scenario: The same control offers a participant to leave, and no more
      When Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Bea's sharing screen shows:
        """
        Cancel  …Trip plan
        Everyone can make changes.
        People
        Anna  Owner
        Bea (you)  Can make changes
        Carl  Can make changes · Invited
        Sharing
        Remove Me
        """

    @ucs-part-people
    Scenario: Only the link of a public share is a participant's to copy
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Who can access" on the sharing screen
      And Anna chooses "Change" on the sharing screen
      And Anna saves the sharing
      When Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Bea's sharing screen offers "Copy Link"
      When Bea chooses "Copy Link" on the sharing screen
      Then Bea has copied "https://notes.example/d/1" in "Notes"

    @ucs-can-invite @ucs-owner-people @ucs-delegate-optional
    Scenario: What is chosen is saved together, and told once
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna adds Dee on the sharing screen
      And Anna chooses "Permission" on the sharing screen
      Then Dee finds no share of "Trip plan"
      And the observer of "Notes" was told nothing by Anna
      When Anna saves the sharing
      Then the app "Notes" says "Sharing is saved" to Anna
      And the observer of "Notes" was told that sharing was saved by Anna
      And Anna's sharing screen shows:
        """
        …
        Everyone can view.
        People
        Anna (you)  Owner
        Bea  View only
        Carl  View only · Invited
        Dee  View only · Invited
        …
        """

    @sheet-buttons
    Scenario: Done saves and closes, and without a change it is no key
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Permission" on the sharing screen
      When Anna presses "d" in "Notes"
      Then Anna's app "Notes" shows:
        """
         ‹ Notes…s People  F2 Share
        …
         Trip plan
        …
         ● Sharing is saved
        """
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        …
        Everyone can view.
        …
        """
      When Anna presses "d" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Stop Sharing…
        …
        …Nothing has changed: Esc closes…
        """
      When Anna presses "n" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Stop Sharing…
        …
        …“n” does nothing here: Esc closes…
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
         ‹ Notes…s People  F2 Share
        …
         Trip plan
        …
        """

    @ucs-can-permission
    Scenario: A choice that is taken back is no change, and shows what another person did in the meantime
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "s Down Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …d done…
        """
      When Bea leaves the share at "https://notes.example/d/1"
      And Anna presses "Return" in "Notes"
      Then Anna's app "Notes" does not show "d done"
      And Anna's app "Notes" does not show "Bea"

    @sheet-buttons
    Scenario: Done stays where what was chosen cannot be saved
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna makes Bea an administrator on the sharing screen
      And Anna saves the sharing
      And Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      And Bea adds Dee on the sharing screen
      And Anna chooses "Permission" on the sharing screen
      When Bea saves the sharing
      And Anna presses "d" in "Notes"
      Then the app "Notes" says "…was changed by another person or device…" to Anna
      And Anna's sharing screen offers "Dee"

    @sheet-unsaved
    Scenario: Esc with changed options asks; keep leaves the screen open with them, discard takes them back
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Permission" on the sharing screen
      When Anna closes the sharing screen
      Then Anna's sharing screen shows:
        """
        Discard your changes?
        They are not saved yet.
        Keep  Discard
        """
      When Anna chooses "Keep" on the sharing screen
      Then Anna's sharing screen shows:
        """
        …
        Permission  View only
        …
        """
      When Anna closes the sharing screen
      And Anna chooses "Discard" on the sharing screen
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        …
        Permission  Can make changes
        …
        """
      And the observer of "Notes" was told nothing by Anna

    @sheet-unsaved @sheet-swipe
    Scenario: Esc closes what has nothing unsaved at once
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna closes the sharing screen
      Then Anna's app "Notes" shows:
        """
         ‹ Notes…s People  F2 Share
        …
         Trip plan
        …
        """

    @ucs-can-access
    Scenario: Before anybody loses access, the screen names them
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna removes Carl on the sharing screen
      Then Anna's sharing screen shows:
        """
        Remove Carl?
        Carl will no longer have access to “Trip plan”.
        Cancel  Remove
        """
      When Anna chooses "Cancel" on the sharing screen
      Then Anna's app "Notes" shows:
        """
        …
        …▸ Carl…
        …
         …x remove  a administrator  ↑↓
        """
      When Anna saves the sharing
      Then Carl finds "Trip plan" shared with Anna and Bea
      When Anna removes Carl on the sharing screen
      And Anna chooses "Remove" on the sharing screen
      And Anna saves the sharing
      Then Carl cannot read "https://notes.example/d/1"
      And Anna's sharing screen does not offer "Carl"

    @ucs-invite-owner
    Scenario: Who is added on the People screen is sent the link
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      Then Anna's sharing screen offers "Send the link to Dee in “Choir”"
      And Dee does not see "https://notes.example/d/1" in "Choir"
      When Anna saves the sharing
      Then Dee sees "https://notes.example/d/1" in "Choir"
      And Anna's sharing screen does not offer "Send the link to Dee in “Choir”"

    @ucs-invite-owner
    Scenario: Who is added is sent nothing where the switch is off
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna chooses "Send the link to Dee in “Choir”" on the sharing screen
      When Anna saves the sharing
      Then Dee finds "Trip plan" shared with Anna, Bea and Carl
      But Dee does not see "https://notes.example/d/1" in "Choir"

    @ucs-invite-owner @grp-add
    Scenario: A newcomer of the group who is added on the People screen is sent the link
      Given Bea adds Dee to "Trip"
      And Anna closes the notice "Add Dee to “Trip plan”" in "Trip"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna adds Dee on the sharing screen
      And Anna saves the sharing
      Then Dee sees "https://notes.example/d/1" in "Choir"

    @ucs-invite-owner
    Scenario: Who was in a conversation in which the link was unsent is sent it
      Given Anna unsends "https://notes.example/d/1" in "Trip"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And a conversation "Us" between Anna and Bea
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna adds Bea on the sharing screen
      And Anna saves the sharing
      Then Bea sees "https://notes.example/d/1" in "Us"

    @ucs-root-record
    Scenario: The screen closes when the document is deleted
      Given Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna deletes "https://notes.example/d/1" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …This document was deleted.…
        …
        …Esc back  r reply  ? help
        """

    @ck-no-mix
    Scenario: The question before anyone is let in says what becomes of the invitations
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna chooses "Who can access" on the sharing screen
      Then Anna's app "Notes" shows:
        """
        …
        …The invitation to Carl is withdrawn. Anyone who has the…
        …link can open it.…
        …
        …Esc cancel  ↵ choose  ←→
        """

    @ucs-invite-owner @ck-accept
    Scenario: Who is in a conversation with the link is not sent it again
      Given Anna removes Bea from the share at "https://notes.example/d/1"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna adds Bea on the sharing screen
      Then Anna's sharing screen shows:
        """
        …
        Bea  Can make changes · Not invited yet
        Add People…
        Send the link to Bea in a new conversation if needed  on
        Share Options
        …
        """
      When Anna saves the sharing
      Then Bea finds "Trip plan" shared with Anna and Carl
      And in "Trip" Bea sees:
        | from   | text                          |
        | Anna   | https://notes.example/d/1     |
        | notice | Anna added you to “Trip plan” |

    @ck-role-meaning
    Scenario: An administrator invites and removes like the owner, but neither opens it to everyone nor stops it
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna makes Bea an administrator on the sharing screen
      When Anna saves the sharing
      And Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Bea's sharing screen shows:
        """
        …
        Bea (you)  Administrator · Can make changes
        Carl  Can make changes · Invited
        Add People…
        Share Options
        Permission  Can make changes
        Allow others to ask for access  off
        Sharing
        Remove Me
        """
      When Anna makes Bea an administrator on the sharing screen
      And Anna saves the sharing
      Then Bea's sharing screen does not offer "Add People…"

    @ucs-delegate-required @start-stop-observer
    Scenario: A save that comes too late is refused, and the screen shows what is true now
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna makes Bea an administrator on the sharing screen
      And Anna saves the sharing
      And Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      And Bea adds Dee on the sharing screen
      And Anna chooses "Permission" on the sharing screen
      When Bea saves the sharing
      And Anna saves the sharing
      Then the app "Notes" says "…was changed by another person or device…" to Anna
      And the observer of "Notes" was told that sharing was not saved by Anna
      And Anna's sharing screen shows:
        """
        …
        Everyone can make changes.
        …
        Dee  Can make changes · Invited
        …
        """

    @ucs-delegate-optional @start-stop-observer @ucs-owner-db
    Scenario: Stopping leaves the document with its owner alone, who can begin again
      Given Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna chooses "Stop Sharing" on the sharing screen
      Then Anna's sharing screen shows:
        """
        Stop sharing “Trip plan”?
        Bea and Carl will no longer have access to “Trip plan”.
        Cancel  Stop Sharing
        """
      When Anna chooses "Stop Sharing" on the sharing screen
      Then the app "Notes" says "It is no longer shared" to Anna
      And the observer of "Notes" was told that sharing was stopped by Anna
      And Bea cannot read "https://notes.example/d/1"
      But Anna's "https://notes.example/d/1" reads:
        """
        Bring a tent.
        """
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Add people to send them the link.
        …
        """

    @sheet-unsaved
    Scenario: The app asks before it quits while the server has not answered Stop Sharing
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna chooses "Stop Sharing" on the sharing screen
      And Anna goes offline
      When Anna chooses "Stop Sharing" on the sharing screen
      And Anna presses "Esc Esc q" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Quit?…
        …
        …The sharing of “Trip plan” is not saved yet. Quitting may…
        …lose this change.…
        …
        …▸ Stay ◂…
        …
        """
      When Anna comes back online
      Then the app "Notes" says "“Trip plan” is no longer shared: you stopped sharing it" to Anna
      And Bea cannot read "https://notes.example/d/1"

    @ucs-init-new @restart
    Scenario: A document whose sharing was stopped is shared again after it is opened again
      Given Anna stops sharing "https://notes.example/d/1"
      When Anna opens "https://notes.example/d/1" in "Notes"
      And Anna presses "Esc Return s" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Add people to send them the link.
        …
        """
      When the server restarts
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna chooses "Send" on the sharing screen
      Then Dee sees "https://notes.example/d/1" in "Choir"

    @ucs-init-new @ucs-invite-owner
    Scenario: Whoever has an old card of a document gets the link of the new share where the screen says
      Given Anna stops sharing "https://notes.example/d/1"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea and Dee on the sharing screen
      Then Anna's sharing screen offers "Send the link to Bea and Dee in a new conversation"
      When Anna chooses "Send" on the sharing screen
      Then Bea's screen shows:
        """
        …
        …Anna, Dee…
        …Anna: https://note…
        …
        """
      And Dee finds "Trip plan" shared with Anna and Bea

    @perm-summary-button
    Scenario: The summary of the permissions leads to the share options
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna chooses "Everyone can make changes." on the sharing screen
      Then Anna's app "Notes" shows:
        """
        …
        …▸ Who can access…
        …
        """
      When Anna presses "Down Return" in "Notes"
      Then Anna's sharing screen offers "Everyone can view."

    @ucs-part-people
    Scenario Outline: The last row names only the keys that do something
      Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      When Anna presses "Down Down" in "Notes"
      Then Anna's app "Notes" shows on a screen of <columns> by 40:
        """
        …
        …▸ Bea…
        …
         ● anna…Esc close  ↵ change  x remove…
        """
      When Anna presses "Down Down" in "Notes"
      Then Anna's app "Notes" shows on a screen of <columns> by 40:
        """
        …
        …▸ Add People…
        …
        …Esc close  ↵ choose  ↑↓
        """
      When Anna presses "Down Down Return" in "Notes"
      Then Anna's app "Notes" shows on a screen of <columns> by 40:
        """
        …
        …▸ Permission…
        …
        …Esc close  ↵ change  d done  ↑↓
        """
      And Bea's app "Notes" shows on a screen of <columns> by 40:
        """
        …
        …▸ Anna…
        …
        …Esc close  ↑↓
        """

      Examples:
        | columns |
        | 60      |
        | 80      |
        | 120     |
        | 160     |

    @ucs-delegate-optional
    Scenario: A participant who leaves is told so, and the others keep it
      Given Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      When Bea chooses "Remove Me" on the sharing screen
      And Bea chooses "Remove Me" on the sharing screen
      Then the app "Notes" says "You left “Trip plan”: you can no longer open it" to Bea
      And the observer of "Notes" was told that sharing was stopped by Bea
      And Bea cannot read "https://notes.example/d/1"
      And Carl finds "Trip plan" shared with Anna

  Rule: What the app says about its sharing
    @ucs-available @ucs-available-rule @ucs-bits @ck-allowed-options
    Scenario: What is not allowed is not offered, and one choice is none
      Given Anna creates "Trip plan" in "Notes" at "https://notes.example/d/1"
      And the app "Notes" allows only "private, read only" when sharing
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Add people to send them the link.
        Add People…
        Share Options
        Allow others to invite  off
        """
      When Anna adds Bea on the sharing screen
      And Anna sends the link to "Trip" from the sharing screen
      Then Anna's sharing screen does not offer "Who can access"
      And Anna's sharing screen does not offer "Permission"
      And Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can view."

    @ucs-standard @ucs-available @ucs-bits
    Scenario: Standard offers everything, and beside others says nothing
      Given Anna creates "Trip plan" in "Notes" at "https://notes.example/d/1"
      And the app "Notes" allows only "standard, private" when sharing
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen does not offer "Who can access"
      But Anna's sharing screen offers "Permission"
      When Anna closes the sharing screen
      And the app "Notes" allows only "standard" when sharing
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen offers "Who can access"
      And Anna's sharing screen offers "Permission"

    @ucs-default-header @ucs-delegate-header @ucs-delegate-required
    Scenario: An app that does not name what it shares has generic screens
      Given Anna creates "Trip plan" in "Notes" at "https://notes.example/d/1"
      And the app "Notes" does not name what it shares
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  □ Shared Item
        …
        """

    @ucs-delegate-header @ucs-title-key
    Scenario: What the app names its document, everyone reads who is invited
      Given Anna creates "Trip plan" in "Notes" at "https://notes.example/d/1"
      And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      And Anna adds Bea on the sharing screen
      When Anna sends the link to "Trip" from the sharing screen
      Then Bea finds "Trip plan" shared with Anna and Carl
      And Bea's screen shows:
        """
        …
        …Trip plan…
        …
        """

    @ucs-popover @ucs-guard
    Scenario: The screens open from their control over a document, and nowhere else
      Given Bea turns automatic sharing on for "Notes"
      And Anna sends "https://notes.example/d/7" to "Trip"
      When Bea opens "https://notes.example/d/7" from the shelf of "Notes"
      And Bea presses "s" in "Notes"
      Then Bea's app "Notes" shows:
        """
         ‹ Notes
        …
         ● “s” does nothing here: ↑ or ↓ returns to the keys, F1 lists them
        """
      When Bea presses "Down" in "Notes"
      Then Bea's app "Notes" shows:
        """
         ‹ Notes
        …
         ● bea · connected…Esc back  r reply  m menu  ? help  x remove  ↑↓ scroll
        """

    @attr-remove
    Scenario Outline: A word that is typed <place> removes, answers and renames nothing
      Given Bea turns automatic sharing on for "Notes"
      And Anna sends "https://notes.example/d/7" to "Trip"
      And Bea presses "<keys>" in "Notes"
      When Bea types "<word>" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …does nothing here: <hint>
        """
      When Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Return once more…
        """
      When Bea types "x" in "Notes"
      Then Bea sees in Shared with You:
        | link                      |
        | https://notes.example/d/7 |

      Examples:
        | place           | keys   | word       | hint                                      |
        | on the home     | Up     | hex jars   | ↑ or ↓ returns to the keys, F1 lists them |
        | on an open item | Return | hex jars   | ↑ or ↓ returns to the keys, F1 lists them |
        | over a menu     | m      | hex jars q | Esc closes, ↑ or ↓ returns to the keys    |

    @ucs-init-new-deprecated
    Scenario: Sharing works without those screens
      When Anna drops "Trip plan" from "Notes" into "Trip"
      And Anna sends the draft
      Then Bea finds "Trip plan" shared with Anna and Carl

  Rule: A command that is kept means the document that it meant

    @ucs-can-permission
    Scenario: A client that numbers the links differently changes the permission of the same document
      Given Anna reads "Trip"
      And Anna shares "Alpha" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna shares "Beta" from "Notes" at "https://notes.example/d/2" in "Trip"
      And Anna shares "Gamma" from "Notes" at "https://notes.example/d/3" in "Trip"
      And Anna unsends "https://notes.example/d/2" in "Trip"
      And Anna shares "Delta" from "Notes" at "https://notes.example/d/4" in "Trip"
      When Anna types "/permission 3 read"
      And Anna starts the client anew
      And Anna reads "Trip"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Gamma”: everyone can view…
        …
        """

  Rule: Whoever lost a document reads the same on every device

    @ucs-can-stop
    Scenario: A client that starts after a document was shared again with others says that sharing was stopped
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna stops sharing "https://notes.example/d/1"
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
      When Bea types "/open https://notes.example/d/1"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …“Trip plan” is no longer shared with you: its owner stopped sharing…
        …
        """
      When Bea starts the client anew
      And Bea reads "Trip"
      And Bea types "/open https://notes.example/d/1"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …│ No longer shared with you…
        …
        …“Trip plan” is no longer shared with you: its owner stopped sharing…
        …
        """

    @ck-public-lower
    Scenario: A client that starts after a link was closed knows that its person could open it
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Anna closes the share at "https://notes.example/d/1" to invited people
      When Carl starts the client anew
      And Carl reads "Trip"
      And Carl types "/open https://notes.example/d/1"
      And Carl presses "Return"
      Then Carl's screen shows:
        """
        …
        …│ No longer shared with you…
        …
        …“Trip plan” is no longer shared with you…
        …
        """

    @ucs-can-leave
    Scenario: A client that starts after sharing was stopped knows that its person had left
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Bea leaves the share at "https://notes.example/d/1"
      And Anna stops sharing "https://notes.example/d/1"
      When Bea starts the client anew
      And Bea reads "Trip"
      Then Bea's screen shows:
        """
        …
        …│ You left it…
        …
        """
