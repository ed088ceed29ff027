Feature: A whole folder is shared
  A share can cover a folder of its owner, with every document of the app in it: the zone-wide share of CloudKit. Documents
  that come into the folder later belong to it at once, and the folder itself has no content.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Kitchen" between Anna and Bea
    And Anna creates "Soup" in "Notes" at "https://notes.example/d/1"
    And Anna moves "https://notes.example/d/1" to the folder "Recipes" in "Notes" without a notice
    And Anna creates "Taxes" in "Notes" at "https://notes.example/d/2"

  Rule: Its documents are open to its people
    Background:
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"

    @ck-zone-share
    Scenario: Whoever opens the folder has its documents, and no others
      When Bea opens "https://notes.example/f/1"
      Then Bea finds "https://notes.example/d/1" called "Soup" in the folder "Recipes"
      And Bea has access to "https://notes.example/f/1"
      But Bea cannot read "https://notes.example/d/2"
      And Carl cannot read "https://notes.example/d/1"

    @ck-zone-share
    Scenario: A comment on a folder is read on its page
      When Bea comments "More salt" on "https://notes.example/f/1" in "Notes"
      And Anna opens "https://notes.example/f/1" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
         The documents in “Recipes” are in your list.

         1 comment
         · More salt
        …
        """

    @ck-zone-share @ck-accept
    Scenario: The link of a document in it accepts the invitation
      Given Bea cannot read "https://notes.example/d/1"
      When Bea opens "https://notes.example/d/1" in "Notes"
      Then Bea has access to "https://notes.example/f/1"

    @ck-zone-share
    Scenario: A document that is made in it is open at once, and belongs to the owner of the folder
      Given Bea opens "https://notes.example/f/1"
      When Bea creates "Bread" in "Notes" at "https://notes.example/d/3" in the folder at "https://notes.example/f/1"
      Then Anna finds "https://notes.example/d/3" called "Bread" in the folder "Recipes"
      When Anna stops sharing "https://notes.example/f/1"
      Then Bea cannot read "https://notes.example/d/3"
      And Anna finds "https://notes.example/d/3" called "Bread" in the folder "Recipes"

    @ck-zone-share @ucs-can-permission
    Scenario: Who may only view the folder can change nothing in it
      Given Bea opens "https://notes.example/f/1"
      When Anna lets Bea only view the share at "https://notes.example/f/1"
      And Bea creates "Bread" in "Notes" at "https://notes.example/d/3" in the folder at "https://notes.example/f/1"
      Then the last request of Bea fails with "forbidden"
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then the last request of Bea fails with "forbidden"

    @ck-zone-share @ucs-can-remove
    Scenario: A removed person loses every document in it
      Given Bea opens "https://notes.example/f/1"
      When Anna removes Bea from the share at "https://notes.example/f/1"
      Then Bea cannot read "https://notes.example/d/1"
      And Bea has no access to "https://notes.example/f/1"

    @ck-zone-share @ucs-can-remove
    Scenario: An open document of the folder closes for a removed person, and opens again
      Given Bea opens "https://notes.example/f/1"
      And Bea opens "https://notes.example/d/1" in "Notes"
      When Anna removes Bea from the share at "https://notes.example/f/1"
      Then the app "Notes" says "It is no longer shared with you" to Bea
      When Anna adds Bea to the share at "https://notes.example/f/1"
      And Bea opens "https://notes.example/d/1" in "Notes"
      Then Bea has access to "https://notes.example/f/1"

    @ck-zone-share
    Scenario: The folder itself has nothing to edit
      When Bea opens "https://notes.example/f/1" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
         The documents in “Recipes” are in your list.
        …
        """

    @ck-zone-share @ev-change
    Scenario: A change in it is told where the folder was shared
      Given Bea opens "https://notes.example/f/1"
      When Bea edits "https://notes.example/d/1" in "Notes"
      Then Anna sees the notice "Bea edited “Recipes”" in "Kitchen"

    @ck-zone-share @ev-persistence
    Scenario: A document in it is renamed and deleted under its own title
      Given Anna creates "Bread" in "Notes" at "https://notes.example/d/3" in the folder at "https://notes.example/f/1"
      And Bea opens "https://notes.example/f/1"
      And the app "Notes" runs for Bea
      And Bea opens "https://notes.example/d/1" in "Notes"
      When Bea presses "n" in "Notes"
      And Bea types " of leeks" in "Notes"
      And Bea presses "Return" in "Notes"
      And Bea opens "https://notes.example/d/3" in "Notes"
      And Bea presses "n" in "Notes"
      And Bea types " rolls" in "Notes"
      And Bea presses "Return" in "Notes"
      Then Anna sees the notice "Bea renamed “Soup” to “Soup of leeks”" in "Kitchen"
      And Anna sees the notice "Bea renamed “Bread” to “Bread rolls”" in "Kitchen"
      And Bea finds "https://notes.example/d/1" called "Soup of leeks" in the folder "Recipes"
      When Anna deletes "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna deleted “Soup of leeks”" in "Kitchen"
      And Bea finds "https://notes.example/f/1" called "Recipes"

    @ck-zone-share
    Scenario: Its documents do not move, and are not shared a second time
      When Anna moves "https://notes.example/d/1" to the folder "Old" in "Notes"
      Then the last request of Anna runs into the rule "ck-zone-share"
      When Anna moves "https://notes.example/d/2" to the folder "Recipes" in "Notes"
      Then the last request of Anna runs into the rule "ck-zone-share"
      When Anna shares "Soup" from "Notes" at "https://notes.example/d/1" in "Kitchen"
      Then the last request of Anna runs into the rule "ck-zone-share"
      When Anna writes "Lists" in "https://notes.example/f/1" in "Notes"
      Then the last request of Anna fails with "conflict"

    @ck-zone-share @restart
    Scenario: It covers the same documents after a restart
      Given Bea opens "https://notes.example/f/1"
      When the server restarts
      And Anna creates "Bread" in "Notes" at "https://notes.example/d/3" in the folder at "https://notes.example/f/1"
      Then Bea finds "https://notes.example/d/1" called "Soup" in the folder "Recipes"
      And Bea finds "https://notes.example/d/3" called "Bread" in the folder "Recipes"

  Rule: Each folder has at most one share
    @ck-zone-share
    Scenario: A folder with a shared document is not shared
      Given Anna shares "Soup" from "Notes" at "https://notes.example/d/1" in "Kitchen"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      Then the last request of Anna runs into the rule "ck-zone-share"

    @ck-zone-share @ck-url
    Scenario: A folder that is shared again has the same link
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Anna stops sharing "https://notes.example/f/1"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      Then Bea finds "https://notes.example/d/1" called "Soup" in the folder "Recipes"

  Rule: A folder is made and shared on the screen
    @ck-zone-share @ucs-can-permission
    Scenario: The owner makes a folder and shares it like a document, and a participant makes a document in it
      Given the app "Notes" runs for Anna
      When Anna presses "n" in "Notes"
      And Anna types "Plans/" in "Notes"
      And Anna presses "Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
         The documents in “Plans” are in your list.
        …
        """
      When Anna presses "n" in "Notes"
      And Anna types "Garden" in "Notes"
      And Anna presses "Return" in "Notes"
      Then the app "Notes" says "Only you can see it: s shares it" to Anna

    @ck-zone-share @cv-button
    Scenario: An open document learns that its folder was shared on another device
      Given the app "Notes" runs for Anna
      And Anna opens "https://notes.example/d/1" in "Notes"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen" on the second device
      And Bea opens "https://notes.example/f/1"
      Then Anna's app "Notes" shows:
        """
         ‹ Notes                                              p (K)  s People  F2 Share
        …
         Revision 2 · 2 people · You can make changes · in Recipes
        …
        """

    @ck-zone-share @av-content
    Scenario: The share sheet of a document in a shared folder is about the folder
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And the app "Notes" runs for Anna
      And Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
                │ Cancel                   ▣ Recipes                           │
                │  Notes · notes.example/f/1                                   │
        …
        """
      When Anna presses "Down Return" in "Notes"
      Then Anna has copied "https://notes.example/f/1" in "Notes"

    @ck-zone-share
    Scenario: A document of a folder that its owner deletes closes for the others, and stays for the owner
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And the app "Notes" runs for Bea
      And Bea opens "https://notes.example/f/1" in "Notes"
      And Bea opens "https://notes.example/d/1" in "Notes"
      And the app "Notes" runs for Anna
      And Anna opens "https://notes.example/d/1" in "Notes"
      When Anna deletes "https://notes.example/f/1" in "Notes"
      Then Bea's app "Notes" shows:
        """
         Notes
        …
         ● It is no longer shared with you
        """
      And Anna's app "Notes" shows:
        """
         Notes
        …
        ▌ Soup                                                                  Recipes
        …
        """

    @ck-zone-share
    Scenario: A text in a document of a folder can be saved once the folder is shared again
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And the app "Notes" runs for Bea
      And Bea opens "https://notes.example/f/1" in "Notes"
      And Bea opens "https://notes.example/d/1" in "Notes"
      And Bea presses "e" in "Notes"
      And Bea types "With leeks" in "Notes"
      When Anna stops sharing "https://notes.example/f/1"
      Then the app "Notes" says "Your text cannot be saved. It is no longer shared with you" to Bea
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      Then Bea's app "Notes" shows:
        """
         Edit                                                  Ctrl-S open · Esc cancel
        …
         ● “Soup” is shared with you again: Ctrl-S opens it
        """

    @ck-zone-share @collab-start-sheet
    Scenario: A staged document whose folder was shared meanwhile is not replaced by the folder
      Given Anna stages a draft of "Soup" from "Notes" for "Kitchen"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen" on the second device
      And Anna presses "Return"
      Then the last request of Anna fails with "conflict"
      And Anna's screen shows:
        """
        …
         ● Not staged: “Soup” is in “Recipes”, which is shared
        """

  Rule: The link of a document in it is about the folder
    Background:
      Given a conversation "Us" between Anna and Carl
      And the app "Notes" runs for Anna
      And Anna opens "https://notes.example/d/1" in "Notes"
      And Anna presses "e" in "Notes"
      And Anna types "Leeks" in "Notes"
      And Anna presses "Ctrl-S" in "Notes"

    @ck-zone-share
    Scenario: The card has the title of the document, and who may open it
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      When Anna sends "Dinner: https://notes.example/d/1 ok?" to "Kitchen"
      Then Bea's screen shows:
        """
        …
                                │ ╭─ 2 ────────────────────────╮
                                │ │ Soup                       │
                                │ │ Notes · notes.example/d/1  │
                                │ │ Everyone can make changes. │
                                │ │ Only invited people        │
        …
        """
      But Anna's screen does not show "Only you can open"
      When Anna types "/people 2"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
                │                     People in “Recipes”                 Done │…
        …
        """
      When Bea types "/open 2"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
         ● Passed “Soup” to Notes: https://notes.example/d/1
        """

    @ck-zone-share
    Scenario: Its sender learns who of the readers cannot open it
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      When Anna sends "Dinner: https://notes.example/d/1 ok?" to "Us"
      Then Anna's screen shows:
        """
        …
         ● Carl cannot open “Recipes”: /invite adds people
        """

    @ck-zone-share @av-content
    Scenario: The share sheet of a message with it is about the folder
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      And Anna sends "Dinner: https://notes.example/d/1 ok?" to "Kitchen"
      When Anna presses "F2"
      Then Anna's screen shows:
        """
        …
                │ Cancel                   ▣ Recipes                           │…
                │  Notes · notes.example/f/1                                   │…
                │                                                              │…
                │    Collaborate · Everyone can make changes.               ›  │…
        …
         ● anna · connected                         Esc close  ↵ choose  ←→ ↑↓  ^G size
        """

    @ck-zone-share @draft-stage
    Scenario: /share with the title of a document in it begins another document
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Anna sends "Hi" to "Us"
      When Anna types "/share Soup"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
         ● “Soup” is in “Recipes”, which is shared: this begins another document of
           that title
        """

    @ck-zone-share @collab-link-copy-choice
    Scenario: A copy of a document in it is sent alone
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      And Bea sends "Hi" to "Kitchen"
      When Bea types "/share Soup copy"
      And Bea presses "Return"
      And Bea presses "Return"
      Then Anna reads "Leeks" in the copy "Soup.txt" in "Kitchen"

    @ck-zone-share @collab-link-copy-choice
    Scenario: A staged copy stays when the folder is shared
      Given Anna sends "Hi" to "Us"
      And Anna types "/share Soup copy"
      And Anna presses "Return"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen" on the second device
      And Anna presses "Return"
      Then Carl reads "Leeks" in the copy "Soup.txt" in "Us"

    @ck-zone-share @ucs-can-stop
    Scenario: The card of a document that was shared alone before is about the folder
      Given Anna shares "Soup" from "Notes" at "https://notes.example/d/1" in "Kitchen"
      And Bea opens "https://notes.example/d/1"
      And Anna stops sharing "https://notes.example/d/1"
      When Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      Then Bea's screen does not show "No longer shared with you"
      And Anna's screen does not show "You stopped sharing it"
      When Anna stops sharing "https://notes.example/f/1"
      Then Bea's screen shows:
        """
        …
                                │ ╭─ 1 ───────────────────────╮
                                │ │ Soup                      │ 09:00
                                │ │ Notes · notes.example/d/1 │
                                │ │ No longer shared with you │
        …
        """

    @ck-zone-share @collab-link-copy-choice
    Scenario: A document of a deleted folder is its owner's alone, and can be shared
      Given Anna shares "Soup" from "Notes" at "https://notes.example/d/1" in "Kitchen"
      And Bea opens "https://notes.example/d/1"
      And Anna stops sharing "https://notes.example/d/1"
      And Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Bea opens "https://notes.example/f/1"
      When Anna deletes "https://notes.example/f/1" in "Notes"
      And Anna opens "https://notes.example/d/1" in "Notes"
      And Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
                │ Cancel                     ▣ Soup                            │
        …
                │    ● Collaborate · Everyone can make changes.             ›  │
                │    ○ Send Copy                              a copy for each  │
        …
        """
      And Bea's screen shows:
        """
        …
                                │ │ Soup                      │ 09:00
                                │ │ Notes · notes.example/d/1 │
                                │ │ No longer shared with you │
        …
        """

    @ck-zone-share @ck-access-requests
    Scenario: A person who asked for access by it learns of the approval, and so does the app
      Given Anna shares the folder "Recipes" from "Notes" at "https://notes.example/f/1" in "Kitchen"
      And Anna lets people ask for access to "https://notes.example/f/1"
      And Anna sends "Dinner: https://notes.example/d/1 ok?" to "Us"
      And the app "Notes" runs for Carl
      When Carl types "/open 1"
      And Carl presses "Return"
      Then Carl's app "Notes" shows:
        """
        …
         Only invited people can open it.
        …
        """
      When Carl presses "Right Return"
      And Carl presses "F2" in "Notes"
      And Carl presses "Esc" in "Notes"
      And Anna answers "Approve" to "Carl asks for access to “Recipes”" in "Kitchen"
      Then Carl's screen shows:
        """
        …
                                │ │ Everyone can make changes. │
                                │ │ You have not opened it yet │
                                │ ╰────────────────────────────╯
        …
         ● You can open “Recipes” now
        """
      And Carl's app "Notes" shows:
        """
        …
         “Recipes” is shared with you: Return opens it.
        …
        """
