Feature: Screens follow what others do meanwhile
  What a person reads before they press a key is what the key does, whoever changed what in between.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"

  Rule: A link becomes a document when it is shared

    @center-callback @center-diff
    Scenario: The app that runs shows the title of a link as soon as it is shared
      Given Anna creates "Theta" in "Notes" at "https://notes.example/d/9"
      And Anna reads "Trip"
      When Anna types "my draft https://notes.example/d/9 ok"
      And Anna presses "Return"
      Then Bea's app "Notes" shows:
        """
        …
        ▌ ╭────╮  notes.example/d/9
        …
        """
      When Anna presses "F2 Return Return"
      Then Bea's app "Notes" shows:
        """
        …
        ▌ ╭────╮  Theta
        …
        """

    @center-callback @ucs-can-remove
    Scenario: A document from which one was removed opens again after an invitation
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Anna removes Bea from the share at "https://notes.example/d/9"
      And Bea presses "Esc" in "Notes"
      And Bea's app "Notes" shows:
        """
        …
        ▌ ╭────╮  notes.example/d/9
        …
        """
      When Anna adds Bea to the share at "https://notes.example/d/9"
      Then Bea's app "Notes" shows:
        """
        …
        ▌ ╭────╮  Theta
        …
        """

    @ul-two-way
    Scenario: A link that its app shows with a title of its own is passed to the app
      Given the app "Notes" shows "https://notes.example/d/*" as "A note"
      And Bea starts the client anew
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Bea reads "Trip"
      When Bea types "/open 1"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …Passed to Notes: https://notes.example/d/1…
        """

  Rule: Keys that no row names answer nothing

    @ntc-banner-view
    Scenario: Return in an empty composer neither opens nor answers the notice on top
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Anna reads "Trip"
      When Bea adds Dee to "Trip"
      And Anna presses "Right Return Return"
      Then Anna's screen shows:
        """
        …
        …Add Dee to “Theta”…
        …
        """
      And Anna's screen does not show "Notice"
      When Anna presses "Ctrl-O"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can make changes…
        …
        """

    @shelf-dedicated
    Scenario: u brings back one removal after the other
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Anna sends "https://notes.example/d/2" to "Trip"
      When Bea presses "x x" in "Notes"
      Then Bea's app "Notes" does not show "notes.example/d"
      When Bea presses "u" in "Notes"
      And Bea presses "u" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
          ╭────╮  notes.example/d/2
        …
        ▌ ╭────╮  notes.example/d/1
        …
        """
      When Bea presses "u" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …No removal to undo…
        """

    @ucs-handler-steps
    Scenario: People who were added stay on the screen when somebody else saved first
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna opens the sharing of "https://notes.example/d/9" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna makes Bea an administrator of the share at "https://notes.example/d/9" on the second device
      When Anna saves the sharing
      Then the app "Notes" says "…was changed by another person or device. Nothing was saved.…" to Anna
      And Anna's sharing screen offers "dee"
      And Dee has no access to "https://notes.example/d/9"
      When Anna saves the sharing
      And Dee opens "https://notes.example/d/9"
      Then Dee has access to "https://notes.example/d/9"

    @attr-remove @swy-delete
    Scenario: u brings back a pin whose message its owner deleted
      Given Anna sends "Look: https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Bea deletes the message "Look: https://notes.example/d/1" in "Trip"
      When Bea presses "x" in "Notes"
      Then Bea's app "Notes" does not show "notes.example/d"
      When Bea presses "u" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …╭────╮  notes.example/d/1
        …
        """

  Rule: What is written in an app stays when its subject goes

    @sw-in-context @msg-unsend-note
    Scenario: A reply to a message that is unsent becomes a message of its own
      Given Anna sends "Look: https://notes.example/d/1" to "Trip"
      When Bea presses "r" in "Notes"
      And Bea types "This is what I think" in "Notes"
      And Anna unsends "Look: https://notes.example/d/1" in "Trip"
      Then Bea's app "Notes" shows:
        """
        …
        …Reply to Anna unsent a message…
        …This is what I think…
        …
        """
      When Bea presses "Return Esc Return" in "Notes"
      Then Carl sees "This is what I think" in "Trip"

    @popover-essential
    Scenario: Somebody else's new title shows above the one that is being written
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return n" in "Notes"
      And Anna types " for summer" in "Notes"
      And Bea renames "https://notes.example/d/9" to "Theta of Bea"
      Then Anna's app "Notes" shows:
        """
         Rename …
         Bea changed it while you were writing. It now reads:
           Theta of Bea
         Yours, not saved yet:
         Theta for summer
        …
        …Bea changed it: Return replaces it with your title…
        """

    @popover-essential
    Scenario: The question before a document is deleted begins again when somebody writes in it
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return m Down Return Right" in "Notes"
      And Bea writes "Very important" in "https://notes.example/d/9" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        … ▸ Cancel ◂ …
        …
        …“Theta” was changed just now…
        """

    @sheet-unsaved @ucs-can-remove
    Scenario Outline: An editor in which nothing is written yet takes the next letters after <what>
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Bea presses "<key>" in "Notes"
      And Anna <does>
      And Bea types "xqr" in "Notes"
      Then Bea's app "Notes" shows:
        """
         <title> …
        …<text>…
        …
        """

      Examples:
        | what      | key | does                                                      | title   | text |
        | a removal | e   | removes Bea from the share at "https://notes.example/d/9" | Edit    | xqr  |
        | a removal | n   | removes Bea from the share at "https://notes.example/d/9" | Rename  | xqr  |
        | a removal | c   | removes Bea from the share at "https://notes.example/d/9" | Comment | xqr  |
        | a stop    | e   | stops sharing "https://notes.example/d/9"                 | Edit    | xqr  |

  Rule: Sentences say what everybody may do

    @ucs-can-permission
    Scenario: The owner is not told that everyone can view while somebody can make changes
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Carl opens "https://notes.example/d/9"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/9"
      And Anna reads "Trip"
      And Anna types "/permission 1 read bea"
      And Anna presses "Return"
      And Anna types "/permission 1 write bea"
      And Anna presses "Return"
      And Bea reads "Trip"
      When Bea types "/permission 1 read"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …some people can make changes; Carl can view…
        """

    @collab-start-drop
    Scenario: A link that an edit brings in is warned of like one in a new message
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna reads "Trip"
      And Anna sends "Look" to "Trip"
      When Anna types "/edit Look at https://notes.example/d/7"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Only you can open “Plan”: F2 or /share…
        """

    @collab-start-drop
    Scenario: The sender is told who cannot open a link, and the reader is not told of a loss
      Given a conversation "Choir" between Anna, Bea and Dee
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Choir"
      And Dee reads "Choir"
      When Anna types "See https://notes.example/d/9 please"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Dee cannot open “Theta”: /invite adds people…
        """
      When Dee types "/open 1"
      And Dee presses "Return"
      Then Dee's screen shows:
        """
        …
        …“Theta” is not shared with you
        """

    @collab-start-drop
    Scenario: The sender is told that a link leads to a deleted document
      Given a conversation "Choir" between Anna, Bea and Dee
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna deletes "https://notes.example/d/9" in "Notes"
      And Anna reads "Choir"
      When Anna types "See https://notes.example/d/9 please"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Theta” was deleted: its link opens nothing…
        """

    @grp-add @ucs-invite-owner
    Scenario: A person who is named twice is asked about once
      Given a conversation "Choir" between Anna, Bea and Dee
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Trip"
      When Anna types "/invite 1 dee dee"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Add Dee to “Theta”?…
        …
        """

    @collab-start-drop
    Scenario: A file that replaces a staged document says so
      Given Anna reads "Trip"
      And Anna types "/share Plan with com.example.notes"
      And Anna presses "Return"
      When Anna types "/attach notes.txt"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Plan” was replaced by notes.txt. Ctrl-_ restores it…
        """

    @ucs-can-stop
    Scenario: A client that just began names people in its questions
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna starts the client anew
      And Anna reads "Trip"
      When Anna types "/stopshare 1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Bea and Carl will no longer be able to open it.…
        …
        """

    @ck-public-raise
    Scenario: Whoever was invited and has not come reads that the link lets everyone in
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea reads "Trip"
      And Anna reads "Trip"
      When Anna types "/access 1 public"
      And Anna presses "Return Right Return"
      Then Anna's screen shows:
        """
        …
        …Bea and Carl are no longer…
        …
        """
      And Bea's screen shows:
        """
        …
        … │ Anyone with the link …
        …
        …Anyone with the link can open “Theta” now…
        """

    @swy-settings-path
    Scenario Outline: A command about settings says what it did
      Given Bea reads "Trip"
      When Bea types "<command>"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …<sentence>
        """

      Examples:
        | command        | sentence                                         |
        | /auto off      | Automatic sharing is off                         |
        | /auto on Notes | Automatic sharing is on for Notes                |
        | /links off     | Links of “Trip” do not appear in Shared with You |

  Rule: A question follows what it is about

    @ucs-invite-owner @grp-add
    Scenario: A person who joined the conversation after the link is asked about and sent it
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea adds Dee to "Trip"
      And Anna closes the notice "Add Dee to “Theta”" in "Trip"
      And Anna reads "Trip"
      When Anna types "/invite 1 dee"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Add Dee to “Theta”?…
        …
        …Dee can make changes. Send the link to Dee in a new…
        …conversation if needed.…
        …
        """

    @ucs-invite-owner
    Scenario: The question before an invitation says where the link goes now
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Trip"
      When Anna types "/invite 1 dee"
      And Anna presses "Return Right"
      Then Anna's screen shows:
        """
        …
        …Send the link to Dee in a new…
        …conversation.…
        …
        … ▸ Add ◂ …
        …
        """
      When a conversation "Planning" between Dee and Anna
      Then Anna's screen shows:
        """
        …
        …“Planning”…
        …
        … ▸ Cancel ◂ …
        …
        """

    @group-sync-wording
    Scenario: The question about several documents says what a newcomer may do now
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna shares "Zeta" from "Notes" at "https://notes.example/d/8" in "Trip"
      And Bea opens "https://notes.example/d/8"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/8"
      And Carl adds Dee to "Trip"
      And Anna reads "Trip"
      And Bea reads "Trip"
      When Anna types "/answer add"
      And Anna presses "Return Right"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can make changes; “Zeta”: can make changes.…
        …
        …▸ Add ◂…
        …
        """
      When Bea types "/permission 2 read"
      And Bea presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can make changes; “Zeta”: can view…
        …
        …▸ Cancel ◂…
        …
        """

    @group-sync-wording
    Scenario: Return does not answer a notice whose question has just changed
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/9"
      And Carl adds Dee to "Trip"
      And Anna reads "Trip"
      And Bea reads "Trip"
      When Anna presses "Ctrl-O"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can make changes…
        …
        … ▸ Add ◂ …
        …
        """
      When Bea types "/permission 1 read"
      And Bea presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can view…
        …
        … ▸ Add ◂ …
        …
        …The question has changed: read it again…
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Theta”: can view…
        …
        … ▸ Add ◂ …
        …
        …The question has changed: read it again…
        """
      When Anna presses "Return"
      And Dee opens "https://notes.example/d/9"
      Then Dee has access to "https://notes.example/d/9"

    @ck-public-raise
    Scenario: The question before a share is opened to anyone names the administrators, who lose the role
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Carl opens "https://notes.example/d/9"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/9"
      And Anna reads "Trip"
      When Anna types "/access 1 public"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Bea is no longer an administrator.…
        …
        """
      When Anna presses "Esc"
      And Anna presses "Return s" in "Notes"
      And Anna presses "Down Down Down Down Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Share with anyone who has the link?…
        …
        …Bea is no longer an administrator.…
        …
        """

    @ck-accept
    Scenario: What is chosen on the People screen is saved although somebody opens the document meanwhile
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      When Anna presses "Return s Down Down Return" in "Notes"
      And Carl opens "https://notes.example/d/9"
      And Anna presses "d" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …● Sharing is saved…
        """
      And Anna sees on the share at "https://notes.example/d/9":
        | person | role    | may  | came |
        | Anna   | owner   | edit | yes  |
        | Bea    | invited | view | no   |
        | Carl   | invited | edit | yes  |

    @ck-accept
    Scenario: The page of a document that did not open follows access that comes back
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna removes Bea from the share at "https://notes.example/d/9"
      And Bea reads "Trip"
      And Bea types "/open 1"
      And Bea presses "Return"
      Then Bea's app "Notes" shows:
        """
        …
        …“Theta” is no longer shared with you.…
        …
        """
      When Anna adds Bea to the share at "https://notes.example/d/9" without sending the link
      Then Bea's app "Notes" shows:
        """
        …
        …“Theta” is shared with you: Return opens it.…
        …
        …↵ open…
        """
      When Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …You can make changes…
        …
        """

    @ck-accept @ucs-can-leave
    Scenario: The People screen shows who has left once the choices on it are discarded
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return s Down Down Return" in "Notes"
      And Bea leaves the share at "https://notes.example/d/9"
      Then Anna's app "Notes" shows:
        """
        …
        …● Another person or device changed it: Esc shows the new version…
        """
      When Anna presses "Esc Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …2 people…
        …
        """
      When Anna presses "s" in "Notes"
      Then Anna's sharing screen does not offer "Bea"

    @ucs-can-permission
    Scenario: Whoever can only view a document is not asked whether somebody else may edit it
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna lets everyone only view the share at "https://notes.example/d/9"
      And Anna lets people invite others to the share at "https://notes.example/d/9"
      And Bea opens "https://notes.example/d/9"
      And Bea reads "Trip"
      When Bea types "/invite 1 dee write"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …You can only view “Theta”, so people you invite can only view it too…
        """

    @ck-add-same
    Scenario: Nobody adds themselves to a document
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Trip"
      When Anna types "/invite 1 anna"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …You are on “Theta” already…
        """
      Given Anna opens the sharing of "https://notes.example/d/9" in "Notes"
      When Anna adds Anna on the sharing screen
      Then the app "Notes" says "…The handle must name another person…" to Anna

    @ucs-can-leave @ck-public-raise
    Scenario: Whoever leaves an open share is not told that its link is useless
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna opens the share at "https://notes.example/d/9" to anyone with the link
      And Bea opens "https://notes.example/d/9"
      And Carl opens "https://notes.example/d/9"
      Then Bea's app "Notes" shows:
        """
        …
        …Revision 0 · You can make changes…
        …
        """
      When Bea types "/invite 1 dee"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …Anyone with the link can open “Theta”: send the link…
        """
      When Bea leaves the share at "https://notes.example/d/9"
      Then Bea's app "Notes" shows:
        """
        …
        …● You left “Theta”: its link opens it again…
        """
      When Bea opens "https://notes.example/d/9"
      Then Bea has access to "https://notes.example/d/9"

    @ck-public-raise
    Scenario: The People screen of an open share says that somebody can only view
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Carl opens "https://notes.example/d/9"
      When Anna presses "Return s Down Down Return" in "Notes"
      And Anna presses "Down Down Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Some people can only view.…
        …
        …Bea … View only…
        …
        … ▸ Who can access …Anyone with the link…
        …
        """

    @popover-essential
    Scenario: The menu of a document has the title that the document has now
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return" in "Notes"
      And Bea renames "https://notes.example/d/9" to "Theta of Bea"
      And Anna presses "m" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        … Cancel …Theta of Bea…
        …
        """

    @av-app-actions
    Scenario: The question before a file is sent on names the conversation as it is called now
      Given Bea attaches the document "data.csv" to "Trip"
      And a conversation "Choir" between Anna, Dee and Carl
      And Anna reads "Trip"
      When Anna presses "Ctrl-T F2 Return Right"
      Then Anna's screen shows:
        """
        …
        …Send to Choir?…
        …
        …▸ Send ◂…
        …
        """
      When Dee renames "Choir" to "Choir of Dee"
      Then Anna's screen shows:
        """
        …
        …Send to Choir of Dee?…
        …
        …▸ Cancel ◂…
        …
        """

    @sheet-scope
    Scenario: The keys for a question that has closed do not send the draft
      Given Bea attaches the document "data.csv" to "Trip"
      And a conversation "Choir" between Anna and Dee
      And Anna reads "Choir"
      And Anna types "not finished"
      And Anna reads "Trip"
      And Anna presses "Ctrl-T F2 Return"
      And Bea reads "Trip"
      When Bea presses "Ctrl-T u Right Return"
      And Anna presses "Right Return"
      Then Anna's screen shows:
        """
        …
        …Nothing was sent. Return sends what you wrote…
        …
        """
      And Dee does not see "not finished" in "Choir"

    @ucs-can-remove
    Scenario: The question before somebody is removed closes when they have left
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return s Down Down x Right" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Remove Bea?…
        …
        """
      When Bea leaves the share at "https://notes.example/d/9"
      Then Anna's app "Notes" does not show "Remove Bea?"
      And Anna's app "Notes" shows:
        """
        …
        …This question no longer applies…
        """

    @av-app-actions
    Scenario: The share sheet of a message shares what it says after an edit
      Given Bea sends "The red tent" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T F2"
      And Bea edits "The red tent" to "The blue tent" in "Trip"
      Then Anna's screen shows:
        """
        …
        …The blue tent…
        …
        …The message was edited: the sheet shares the new text…
        """

    @swy-delete
    Scenario: Letters for a menu that closed by itself do not send the draft
      Given Anna sends "Three" to "Trip"
      And Bea reads "Trip"
      And Bea types "my draft "
      And Bea presses "Ctrl-T Return"
      And Bea deletes the message "Three" in "Trip" on the second device
      When Bea presses "h Return"
      Then Carl does not see "my draft" in "Trip"
      And Bea's screen shows:
        """
        …
        …Nothing was sent. Return sends what you wrote…
        """
      When Bea presses "Return"
      Then Carl sees "my draft h" in "Trip"

    @ntc-dismiss
    Scenario Outline: A notice that replaced the one in the banner is neither closed nor opened unread
      Given Bea shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea shares "Iota" from "Notes" at "https://notes.example/d/8" in "Trip"
      And Anna opens "https://notes.example/d/8"
      And Anna opens "https://notes.example/d/9"
      And Anna edits "https://notes.example/d/8" in "Notes"
      And Bea has 3 notices waiting in "Trip"
      When Anna <does something>
      And Bea presses "<key>"
      Then Bea has 4 notices waiting in "Trip"
      And Bea's screen shows:
        """
        …
        …The notice has changed: read it again…
        """
      When Bea presses "<key>"
      Then Bea has <left> notices waiting in "Trip"

      Examples:
        | does something                               | key    | left |
        | adds Dee to "Trip"                           | Ctrl-X | 3    |
        | edits "https://notes.example/d/9" in "Notes" | Ctrl-O | 2    |

  Rule: An app shows what can be done

    @manage-view
    Scenario: A document that its app keeps names no key for a screen that is not there
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself
      When Anna begins "Board one" in "Board"
      Then Anna's app "Board" shows:
        """
         ‹ Board …F2 Share
        …
        …Only you can see it: /share in Messages shares it…
        """
      And Anna's app "Board" does not show "s People"

    @share-button-place
    Scenario: The share sheet has the title that the document has now
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return F2" in "Notes"
      And Bea renames "https://notes.example/d/9" to "Theta of Bea"
      Then Anna's app "Notes" shows:
        """
        …
        …Theta of Bea…
        …
        """

    @popover-three-parts
    Scenario: The sheet of what was done gives the panel back
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      When Anna presses "Return p Down Down Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Activity…
        …
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Show All Activity…
        …
        """

    @ucs-can-access
    Scenario: After the question about access the focus is on the same row
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      When Anna presses "Return s Return Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Share with anyone who has the link?…
        …
        """
      When Anna presses "Right Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        … ▸ Who can access …Anyone with the link…
        …
        """

    @act-send @draft-stage
    Scenario: The words that wait with a document for its app outlive the client
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself
      And Anna reads "Trip"
      When Anna types "/share Ideas with com.example.board"
      And Anna presses "Return"
      And Anna types "see my ideas"
      And Anna presses "Return"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …Asking Board…
        …
        """
      When 11 seconds pass
      And Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ see my ideas…
        …
        """
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ see my ideas…
        …
        """

    @act-start
    Scenario Outline: A client that is started again after a failed start gives back the document <what>
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself
      And Anna reads "Trip"
      When Anna types "/share Ideas with com.example.board"
      And Anna presses "Return"
      And Anna types "<words>"
      And Anna presses "Return"
      And 11 seconds pass
      Then Anna's screen shows:
        """
        …
        …“Ideas” was not sent: Board did not answer in time. ↑ restores it
        """
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …A message to “Trip” was refused. ↑ restores it…
        """
      When Anna reads "Trip"
      And Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …▣ Ideas…
        …
        …│ <composer> …
        …
        """

      Examples:
        | what              | words        | composer     |
        | with its words    | see my ideas | see my ideas |
        | that had no words |              | Message Trip |

    @act-start
    Scenario: /cancel stops the start that is being asked, and leaves the failed one
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself
      And Anna reads "Trip"
      And Anna types "/share Ideas with com.example.board"
      And Anna presses "Return Return"
      And 11 seconds pass
      And Anna types "/share Plans with com.example.board"
      And Anna presses "Return Return"
      When Anna types "/cancel"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Ideas” was not sent: Board did not answer in…
        …
        …“Plans” was cancelled: nothing was shared…
        """
      And Anna's screen does not show "Asking Board"
      When Anna types "/cancel"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Dismissed: “Ideas”. Nothing is waiting for its app…
        """

    @ucs-can-remove
    Scenario: The hint that a document is lost goes when the person is added again
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Carl opens "https://notes.example/d/9"
      And Anna removes Carl from the share at "https://notes.example/d/9"
      And Carl's screen shows:
        """
        …
        …“Theta” is no longer shared with you…
        """
      When Anna adds Carl to the share at "https://notes.example/d/9"
      Then Carl's screen does not show "no longer shared with you"

    @sheet-scope
    Scenario: An open share sheet follows access that goes and comes back
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Carl opens "https://notes.example/d/9"
      And Carl reads "Trip"
      And Carl presses "F2"
      When Anna removes Carl from the share at "https://notes.example/d/9"
      Then Carl's screen shows:
        """
        …
        …“Theta” is no longer shared with you…
        …
        """
      When Anna adds Carl to the share at "https://notes.example/d/9"
      Then Carl's screen does not show "no longer shared with you"
      And Carl's screen shows:
        """
        …
        …Open “Theta” first, then send it…
        …
        """

    @sheet-scope
    Scenario: An open share sheet follows a document that is shared on another device
      Given Anna creates "Eta" in "Notes" at "https://notes.example/d/8"
      And Anna sends "https://notes.example/d/8" to "Trip"
      And Anna reads "Trip"
      And Anna presses "F2"
      When Anna shares "Eta" from "Notes" at "https://notes.example/d/8" in "Trip" on the second device
      Then Anna's screen shows:
        """
        …
        …Cancel…▣ Eta…
        …
        """

    @av-ext-ui @ucs-root-record
    Scenario: The composition view says that the document was deleted, and posts nothing
      Given Anna installs the share extension "Postcard" of "Mail" that reads "url"
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Trip"
      When Anna presses "F2 Down Return"
      And Anna types "Look"
      And Anna deletes "https://notes.example/d/9" in "Notes"
      Then Anna's screen shows:
        """
        …
        …“Theta” was deleted: there is nothing to share…
        …
        …Text: Look…
        …
        """
      When Anna presses "Return"
      Then the extension "Postcard" of Anna was given nothing
      And Anna's screen shows:
        """
        …
        …there is nothing to share. Esc keeps your text…
        """

    @msg-unsend-note
    Scenario: Undo Send of a shared document says that the share goes on
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T u"
      Then Anna's screen shows:
        """
        …
        …“Theta” stays shared. To end that…
        …too, cancel and use /stopshare 1 first.…
        …
        """

    @msg-unsend-note
    Scenario: Undo Send of a message with two own documents names both
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna shares "Kayak" from "Notes" at "https://notes.example/d/8" in "Trip"
      And Anna sends "https://notes.example/d/9 and https://notes.example/d/8" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T u"
      Then Anna's screen shows:
        """
        …
        …“Theta” and “Kayak” stay shared. To end that too, cancel…
        …and use /stopshare 1 and /stopshare 2 first.…
        …
        """

    @ucs-can-access @ck-public-lower
    Scenario: An editor of a lost document says that the document was made public again
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna opens the share at "https://notes.example/d/9" to anyone with the link
      And Bea opens "https://notes.example/d/9" in "Notes"
      And Bea presses "e" in "Notes"
      And Bea types "Mine." in "Notes"
      And Anna closes the share at "https://notes.example/d/9" to invited people
      And Bea's app "Notes" shows:
        """
        …
        …no longer shared with you…
        """
      When Anna opens the share at "https://notes.example/d/9" to anyone with the link
      Then Bea's app "Notes" shows:
        """
        …
        …“Theta” is shared with you again: Ctrl-S opens it…
        """
      When Bea presses "Ctrl-S Ctrl-S" in "Notes"
      Then Anna's "https://notes.example/d/9" reads:
        """
        Mine.
        """

    @ucs-can-stop @ucs-can-remove
    Scenario: A client that is started again knows which documents are not shared any more
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna shares "Kayak" from "Notes" at "https://notes.example/d/8" in "Trip"
      And Anna stops sharing "https://notes.example/d/9"
      And Anna removes Bea from the share at "https://notes.example/d/8"
      When Anna starts the client anew
      And Bea starts the client anew
      And Anna reads "Trip"
      And Bea reads "Trip"
      Then Anna's screen shows:
        """
        …
        …│ Theta …
        …
        …│ You stopped sharing it …
        …
        """
      And Bea's screen shows:
        """
        …
        …│ Theta …
        …
        …│ No longer shared with you …
        …
        …│ Kayak …
        …
        …│ No longer shared with you …
        …
        """
      When Anna types "/open 1"
      And Anna presses "Return"
      Then Anna's screen does not show "its owner"

    @ntc-banner-view @draft-stage
    Scenario: Return that was meant for a question which closed sends no message
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea adds Dee to "Trip"
      And Anna reads "Trip"
      When Anna types "half a sentence"
      And Anna presses "Ctrl-O"
      Then Anna's screen shows:
        """
        …
        …Add Dee to “Theta”…
        …
        … ▸ Add ◂ …
        …
        """
      When Anna adds Dee to the share at "https://notes.example/d/9" on the second device
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ half a sentence …
        …
        …Nothing was sent. Return sends what you wrote…
        """
      And Bea does not see "half a sentence" in "Trip"
      When Anna presses "Return"
      Then Bea sees "half a sentence" in "Trip"

    @msg-unsend-note @swy-edit
    Scenario: The question before Undo Send quotes the message as it reads now
      Given Anna sends "First words" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T u"
      And Anna edits "First words" to "Second words" in "Trip" on the second device
      Then Anna's screen shows:
        """
        …
        …“Second words” will be removed…
        …
        …The question has changed: read it again…
        """

    @sw-in-context
    Scenario: Ctrl-C closes the conversation over an app, and the app stays
      Given Anna sends "https://notes.example/d/1" to "Trip"
      When Bea presses "r" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        … Messages …
        …
        """
      When Bea presses "Ctrl-C" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        ▌ ╭────╮  notes.example/d/1
        …
        """

    @sw-in-context @mention-syntax
    Scenario: Tab completes a text in the conversation over an app
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Bea presses "r" in "Notes"
      When Bea presses "@ C a Tab" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …│ @Carl…
        …
        """

  Rule: People of one name are told apart

    Background:
      Given a conversation "Choir" between Anna, Bea, Carl and Dee
      And Carl logs in again with the name "Bea"
      And Anna reads "Choir"

    @mention-syntax
    Scenario: A name that two people have is completed as the handle
      When Anna types "@"
      And Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …▸ @bea …
        …@carl …
        …@Dee …
        …
        …│ @bea …
        …
        """

    @grp-remove @mention-syntax
    Scenario: The details show the handles of people who have one name
      When Anna types "/details"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Members: You, Bea (bea), Bea (carl), Dee…
        …
        …Remove Bea (bea)…
        …Remove Bea (carl)…
        …
        """

    @ucs-owner-people
    Scenario: Questions about a share show the handles of people who have one name
      Given Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Choir"
      When Anna types "/uninvite 1 carl"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Remove Bea (carl)?…
        …
        …Bea (carl) can no longer open “Theta”…
        …
        """
      When Anna presses "Esc"
      And Anna presses "Return s" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Bea (bea) …Invited…
        …Bea (carl) …Invited…
        …
        """
      When Anna presses "Down Down Down x" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Remove Bea (carl)?…
        …
        …Bea (carl) will…
        …
        """

    @av-content
    Scenario: The titles of conversations with people of one name show their handles
      Given Anna types "/new bea"
      And Anna presses "Return"
      And Anna types "/new carl"
      And Anna presses "Return"
      And Anna types "See https://notes.example/x"
      And Anna presses "Return"
      When Anna presses "Ctrl-T F2"
      Then Anna's screen shows:
        """
        …
        …▸(B)◂…(B)…(C)…(T)…
        …Bea (carl)…Bea (bea)…Choir…Trip…
        …
        """

  Rule: Who comes back finds what is new

    Background:
      Given a conversation "Choir" between Anna, Bea, Carl and Dee
      And a conversation "Us" between Anna and Bea

    @grp-add
    Scenario: The first new message after a return is the first one since then
      When Anna removes Bea from "Choir"
      And Carl sends "while you were away" to "Choir"
      And Anna adds Bea to "Choir"
      And Carl sends "welcome back" to "Choir"
      And Carl sends "how are you?" to "Choir"
      And Bea reads "Choir"
      And Bea presses "Alt-u"
      Then Bea's screen shows:
        """
        …
        …Anna added you to the conversation…
        … New …
        …★ Carl…
        …▐ welcome back ▌ …
        …
        """

    @sheet-modal-default
    Scenario: What is typed after a conversation went and returned is sent nowhere
      Given Anna reads "Choir"
      When Bea removes Anna from "Choir"
      And Bea adds Anna to "Choir"
      And Anna types "for the choir"
      And Anna presses "Return"
      Then Bea does not see "for the choir" in "Us"
      And Bea does not see "for the choir" in "Choir"

  Rule: A staged document is shared as its summary says

    Background:
      Given a conversation "Us" between Anna and Bea
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Us"

    @draft-stage
    Scenario: A staged document leaves the composer when it is deleted, and the text stays
      Given Anna creates "Eta" in "Notes" at "https://notes.example/d/8"
      And Anna reads "Trip"
      And Anna pastes "https://notes.example/d/8"
      And Anna types "have a look"
      When Anna opens "https://notes.example/d/8" in "Notes"
      And Anna presses "m Down Return Right Return" in "Notes"
      Then Anna's screen shows:
        """
        …
        …Only invited people…
        …╰…
        …│╭…
        …│ have a look…
        …
        """

    @draft-stage
    Scenario: A staged document has the title that the document has now
      Given Anna creates "Eta" in "Notes" at "https://notes.example/d/8"
      And Anna opens "https://notes.example/d/8" in "Notes"
      And Anna reads "Trip"
      And Anna pastes "https://notes.example/d/8"
      When Anna presses "n Ctrl-U" in "Notes"
      And Anna types "Iota" in "Notes"
      And Anna presses "Return" in "Notes"
      Then Anna's screen shows:
        """
        …
        …▣ Iota · Notes…
        …
        """

    @ucs-can-permission @draft-stage
    Scenario Outline: The document that <what> has the permission that its share has now
      When Anna pastes "https://notes.example/d/9"
      And Anna <leaves>
      And Anna lets everyone only view the share at "https://notes.example/d/9" on the second device
      And Anna <returns>
      And Anna reads "Us"
      Then Anna's screen shows:
        """
        …
        …▣ Theta · Notes…
        …Everyone can view.…
        …
        """

      Examples:
        | what                | leaves        | returns                |
        | Ctrl-_ restores     | presses "Esc" | presses "Ctrl-_"       |
        | outlives the client | reads "Us"    | starts the client anew |

  Rule: A conversation that is gone takes no reply

    Background:
      Given a conversation "Zoo" between Anna, Bea, Carl and Dee
      And a conversation "Lake" between Anna and Carl
      And Bea shares "Xylo" from "Notes" at "https://notes.example/d/9" in "Zoo"
      And Anna pins "https://notes.example/d/9" in "Zoo"
      And Anna turns automatic sharing on for "Notes"
      And Carl sends "Hello" to "Lake"
      And the app "Notes" runs for Anna
      And Anna opens "https://notes.example/d/9" in "Notes"

    @attr-activate @pin-always
    Scenario Outline: A running app does not reply elsewhere once the person <goes>
      When Anna presses "Esc" in "Notes"
      And Anna <does it> "Zoo"
      And Anna presses "r" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …The conversation it was shared in is no longer in your list…
        """

      Examples:
        | goes       | does it                  |
        | leaves     | leaves                   |
        | deletes it | deletes the conversation |

    @attr-activate
    Scenario: A reply does not open another conversation for one that the person deleted
      When Anna deletes the conversation "Zoo"
      And Anna presses "r" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …The conversation it was shared in is no longer in your list…
        """

    @attr-activate
    Scenario: A reply that is being written closes when the person deletes the conversation elsewhere
      When Anna presses "Esc r" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Zoo…
        …
        """
      When Anna deletes the conversation "Zoo"
      Then Anna's app "Notes" shows:
        """
         Notes
        ────────────────────────────────────────────────────────────────────────────────
         Shared with You
        …
        …“Zoo” was deleted…
        """

    @attr-remove
    Scenario: Removing what cannot come back promises no undo
      When Anna presses "Esc" in "Notes"
      And Anna leaves "Zoo"
      And Anna presses "x" in "Notes"
      Then Anna's app "Notes" does not show "restores it"

  Rule: What came of a change that waited is shown and said, after a restart of the client too

    Background:
      Given a conversation "Us" between Anna and Bea
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Bea opens "https://notes.example/d/9"
      And Anna reads "Trip"
      And Bea reads "Trip"

    @ucs-can-remove @ucs-can-access @ucs-can-permission @ucs-can-stop @ucs-can-leave
    Scenario Outline: <who> enters <command> without a connection and <returns>
      When <who> goes offline
      And <who> types "<command>"
      And <who> presses "<keys>"
      And <who> <returns>
      And <who> reads "Trip"
      Then <who>'s screen shows:
        """
        …
        …<card>…
        …
        …● <sentence>…
        …
        """

      Examples:
        | who  | command            | keys                | returns                | card                 | sentence                                     |
        | Anna | /uninvite 1 bea    | Return Right Return | comes back online      | Only invited people  | “Theta”: Bea no longer takes part            |
        | Anna | /uninvite 1 bea    | Return Right Return | starts the client anew | Only invited people  | “Theta”: Bea no longer takes part            |
        | Anna | /invite 1 dee      | Return Right Return | starts the client anew | Only invited people  | “Theta”: Dee was added; the link was sent in |
        | Anna | /access 1 public   | Return Right Return | starts the client anew | Anyone with the link | “Theta”: anyone with the link can open it    |
        | Anna | /permission 1 read | Return              | starts the client anew | Everyone can view.   | “Theta”: everyone can view                   |
        | Anna | /admin 1 bea       | Return              | starts the client anew | Only invited people  | “Theta”: Bea is administrator                |
        | Anna | /inviting 1 on     | Return              | starts the client anew | Only invited people  | “Theta”: collaborators can add people        |
        | Anna | /stopshare 1       | Return Right Return | starts the client anew | You stopped sharing  | “Theta” is no longer shared                  |
        | Bea  | /leaveshare 1      | Return Right Return | starts the client anew | You left it          | You left “Theta”                             |

    @ck-role
    Scenario: The owner reads who is no longer administrator
      Given Anna makes Bea an administrator of the share at "https://notes.example/d/9"
      When Anna types "/admin 1 bea off"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …● “Theta”: Bea is no longer administrator…
        """

    @ucs-can-remove
    Scenario: The people of a share after a restart are without the person whom a waiting change removes
      When Anna goes offline
      And Anna types "/uninvite 1 bea"
      And Anna presses "Return Right Return"
      And Anna starts the client anew
      And Anna reads "Trip"
      And Anna types "/people 1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Carl (carl): invited,…
        …
        """
      And Anna's screen does not show "Bea (bea): "

    @ucs-handler-steps
    Scenario: A change that waits is not made after a restart if another device changed the share
      When Anna goes offline
      And Anna types "/uninvite 1 bea"
      And Anna presses "Return Right Return"
      And Anna adds Dee to the share at "https://notes.example/d/9" without sending the link on the second device
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …● Not done: “Theta” has changed: Dee was added. Repeat the command if you…
        …still want it…
        """

    @group-sync-prompt-add
    Scenario: The answer to a notice that waits is said after a restart
      Given Bea adds Dee to "Trip"
      And Anna reads "Trip"
      When Anna goes offline
      And Anna types "/answer add"
      And Anna presses "Return Right Return"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …● Added, as you answered: Add Dee to “Theta”…
        """

    @draft-stage
    Scenario Outline: A document that waits and is gone leaves its text alone in the composer: <who> <returns>
      Given <who> reads "Trip"
      And <who> pastes "https://notes.example/d/9"
      And <who> types "look"
      When <who> goes offline
      And <who> presses "Return"
      And Anna <ends> on the second device
      And <who> <returns>
      And <who> reads "Trip"
      Then <who>'s screen shows:
        """
        …
        …│ look …
        …
        …● Not staged: <sentence>…
        …
        """
      And <who>'s screen does not show "▣"

      Examples:
        | who  | ends                                                      | returns                | sentence                                       |
        | Bea  | removes Bea from the share at "https://notes.example/d/9" | comes back online      | “Theta” is no longer shared with you           |
        | Bea  | removes Bea from the share at "https://notes.example/d/9" | starts the client anew | “Theta” is no longer shared with you           |
        | Bea  | stops sharing "https://notes.example/d/9"                 | comes back online      | “Theta” is no longer shared with you           |
        | Anna | deletes "https://notes.example/d/9" in "Notes"            | comes back online      | “Theta” was deleted: there is nothing to share |
        | Anna | deletes "https://notes.example/d/9" in "Notes"            | starts the client anew | “Theta” was deleted: there is nothing to share |

    @draft-stage
    Scenario: A document that waits and is refused after a restart is back in its composer with its text
      Given Anna reads "Us"
      And Anna pastes "https://notes.example/d/9"
      And Anna types "look"
      When Anna goes offline
      And Anna presses "Return"
      And Anna stops sharing "https://notes.example/d/9" on the second device
      And Anna starts the client anew
      And Anna reads "Us"
      Then Anna's screen shows:
        """
        …
        …▣ Theta · Notes…
        …
        …│ look …
        …
        …● “Theta” is no longer shared: you stopped sharing it…
        """

    @ucs-handler-steps @ucs-can-remove @ucs-can-permission
    Scenario Outline: The second of two changes of one share that wait follows the first: Anna <returns>
      When Anna goes offline
      And Anna types "/uninvite 1 bea"
      And Anna presses "Return Right Return"
      And Anna types "/permission 1 read"
      And Anna presses "Return"
      And Anna <returns>
      And Anna reads "Trip"
      Then Anna's screen shows:
        """
        …
        …Everyone can view.…
        …
        …● “Theta”: everyone can view…
        """
      And Bea has no access to "https://notes.example/d/9"

      Examples:
        | returns                |
        | comes back online      |
        | starts the client anew |

    @sheet-method-choice @draft-stage
    Scenario: A staged collaboration does not become a copy when its sender can no longer add people
      Given Anna writes "The plan." in "https://notes.example/d/9" in "Notes"
      And Anna lets people invite others to the share at "https://notes.example/d/9"
      And a conversation "Duo" between Bea and Dee
      And Bea reads "Duo"
      And Bea pastes "https://notes.example/d/9"
      And Bea types "look"
      When Anna lets nobody else invite others to the share at "https://notes.example/d/9"
      Then Bea's screen shows:
        """
        …
        …│ look …
        …
        …● Not staged: Only the owner and administrators add people to “Theta”…
        …
        """
      And Bea's screen does not show "Send Copy"

    @ck-accept
    Scenario: A person who has not opened a document is not asked before they add somebody
      Given Anna lets people invite others to the share at "https://notes.example/d/9"
      And Carl reads "Trip"
      When Carl types "/invite 1 dee"
      And Carl presses "Return"
      Then Carl's screen shows:
        """
        …
        …● Open “Theta” first: the invitation is still pending…
        …
        """

    @ucs-init-new @draft-stage
    Scenario Outline: A staged document whose share has ended gives <people> no wider rights
      Given Anna lets <people> only view the share at "https://notes.example/d/9"
      And Anna reads "Us"
      And Anna pastes "https://notes.example/d/9"
      And Anna types "look"
      When Anna stops sharing "https://notes.example/d/9" on the second device
      Then Anna's screen shows:
        """
        …
        …▣ Theta · Notes…
        …Collaborate · Everyone can view. ›…
        …
        """

      Examples:
        | people   |
        | everyone |
        | Bea      |

    @ucs-init-new @draft-stage
    Scenario: A staged document whose public share has ended is not public again by itself
      Given Anna opens the share at "https://notes.example/d/9" to anyone with the link
      And Anna reads "Us"
      And Anna pastes "https://notes.example/d/9"
      And Anna stops sharing "https://notes.example/d/9" on the second device
      When Anna presses "Alt-o"
      Then Anna's screen shows:
        """
        …
        …Only people you invite…[●]…
        …
        """

    @reply-inline @draft-stage
    Scenario: A document is not sent as a reply, and the next text is not one by mistake
      Given Bea sends "Where is the plan?" to "Us"
      And Anna reads "Us"
      And Anna pastes "https://notes.example/d/9"
      And Anna types "here"
      And Anna presses "Ctrl-T r"
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▣ Theta · Notes…click removes it…
        …
        …│ here …
        …
        …● A document is sent as a message of its own. Esc cancels the reply…
        """
      When Anna presses "Esc Return"
      Then Bea sees "here https://notes.example/d/9" in "Us"
      And Bea sees 0 replies to "Where is the plan?" in "Us"

    @reply-inline @draft-stage
    Scenario: A document that is staged among the replies to a message goes to the whole thread
      Given Bea sends "Where is the plan?" to "Us"
      And Anna replies "Soon" to "Where is the plan?" in "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T o"
      And Anna pastes "https://notes.example/d/9"
      When Anna presses "Return"
      Then Bea sees "https://notes.example/d/9" in "Us"
      And Bea sees 1 reply to "Where is the plan?" in "Us"

    @draft-stage
    Scenario: A Return for a document that has just gone does not send its text alone
      Given Anna lets people invite others to the share at "https://notes.example/d/9"
      And a conversation "Duo" between Bea and Dee
      And Bea reads "Duo"
      And Bea pastes "https://notes.example/d/9"
      And Bea types "look"
      And Anna lets nobody else invite others to the share at "https://notes.example/d/9"
      When Bea types " at it"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …│ look at it …
        …
        …● Nothing was sent: the document is no longer staged. Return sends your text…
        …
        """
      When Bea presses "Return"
      Then Dee sees "look at it" in "Duo"

    @ucs-handler-steps
    Scenario: The sentence about a change that failed stays when others that waited were made
      When Anna goes offline
      And Anna types "/invite 1 dee"
      And Anna presses "Return Right Return"
      And Anna types "/mute"
      And Anna presses "Return"
      And Anna stops sharing "https://notes.example/d/9" on the second device
      And Anna comes back online
      Then Anna's screen shows:
        """
        …
        …● “Theta” is no longer shared: you stopped sharing it.…
        """

    @ucs-handler-steps
    Scenario Outline: Two changes of one share that wait are not made if another device changed it: Anna <returns>
      When Anna goes offline
      And Anna types "/uninvite 1 bea"
      And Anna presses "Return Right Return"
      And Anna types "/permission 1 read"
      And Anna presses "Return"
      And Anna adds Dee to the share at "https://notes.example/d/9" without sending the link on the second device
      And Anna <returns>
      And Anna reads "Trip"
      Then Anna's screen shows:
        """
        …
        …Everyone can make changes.…
        …
        …● Not done: “Theta” has changed: Dee was added. Repeat the command if you…
        …still want it…
        """

      Examples:
        | returns                |
        | comes back online      |
        | starts the client anew |

    @msg-unsend-window
    Scenario: A message stays selected when the server has it
      Given Bea reads "Trip"
      And Bea goes offline
      And Bea types "Five"
      And Bea presses "Return Ctrl-T Return"
      When Bea comes back online
      Then Bea's screen does not show "no longer exists"
      And Bea's screen shows:
        """
        …
        …You: Five…
        …
        …Undo Send…
        …
        """

    @grp-name-photo
    Scenario: The question before quitting closes when the waiting change is done
      Given Bea reads "Trip"
      And Bea goes offline
      And Bea types "/rename Hike"
      And Bea presses "Return Ctrl-C"
      And Bea's screen shows:
        """
        …
        …Quit?…
        …
        """
      When Bea comes back online
      Then Bea's screen does not show "Quit?"

  Rule: A key does nothing to the neighbour of a row that is gone

    @disambiguate
    Scenario: A conversation that goes while an app asks where to reply gives its place to no other
      Given a conversation "Office" between Bea and Carl
      And Carl sends "https://notes.example/d/1" to "Office"
      And Anna sends "https://notes.example/d/1" to "Trip"
      And the app "Notes" runs for Bea
      When Bea presses "r" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …▸ Trip…
        …Office…
        …
        """
      When Bea deletes the conversation "Trip" on the second device
      And Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Reply in…
        …
        …▸ Office…
        …
        …The selected row no longer exists: choose again…
        """
      When Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …Messages…
        …Office…
        …
        """

    @center-callback
    Scenario Outline: The row of a conversation in the settings goes when <event>
      Given a conversation "Office" between Anna, Bea, Carl and Dee
      And Carl sends "Hello" to "Office"
      And Bea types "/settings"
      And Bea presses "Return Down Down Down"
      Then Bea's screen shows:
        """
        …
        …▸ Office…[● On ]…
        …Trip…[● On ]…
        …
        """
      When <event>
      Then Bea's screen shows:
        """
        …
        …▸ Trip…[● On ]…
        …
        …Send Read Receipts…[● On ]…
        …
        """
      When Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …▸ Trip…[● On ]…
        …
        …Send Read Receipts…[● On ]…
        …
        …The selected row no longer exists: choose again…
        """
      When Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …▸ Trip…[○ Off]…
        …
        """

      Examples:
        | event                                                      |
        | Bea deletes the conversation "Office" on the second device |
        | Bea leaves "Office" on the second device                   |
        | Carl removes Bea from "Office"                             |

    @center-callback
    Scenario: A command that goes while the details show it gives its place to no other
      Given a conversation "Office" between Anna, Bea, Carl and Dee
      And Bea reads "Office"
      And Bea types "/details"
      And Bea presses "Return Down Down Down Down Down Down Down Down Down"
      Then Bea's screen shows:
        """
        …
        …▸ Leave…
        …
        """
      When Dee leaves "Office"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …The selected row no longer exists: choose again…
        """

    @ucs-handler-steps
    Scenario: A conversation that goes while an app asks where to send the link gives its place to no other
      Given a conversation "Office" between Bea and Carl
      And Bea creates "Theta" in "Notes" at "https://notes.example/d/9"
      And Bea opens "https://notes.example/d/9" in "Notes"
      And Bea presses "s" in "Notes"
      And Bea adds Carl on the sharing screen
      And Bea chooses "Choose Conversation…" on the sharing screen
      And Bea presses "Down" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …▸ Office…
        …Trip…
        …
        """
      When Bea deletes the conversation "Office" on the second device
      And Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …▸ Trip…
        …
        …The selected row no longer exists: choose again…
        """
