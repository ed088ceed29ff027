Feature: What is shared may go
  A share sheet that is open follows its document. What is dropped has a place, and each refusal says what is so.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And Anna and Carla are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Anna and Dee

  Rule: The share sheet follows its document

    Background:
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Dee sends "Hello" to "Choir"

    @ucs-root-record
    Scenario: A document that is deleted while its sheet is open is not offered any more
      Given Anna reads "Trip"
      When Anna presses "F2"
      Then Anna's screen shows:
        """
        …
        …Collaborate · Everyone can make changes.…
        …
        """
      When Anna deletes "https://notes.example/d/1" in "Notes" on the second device
      Then Anna's screen shows:
        """
        …
        …“Trip plan” was deleted: there is nothing to share…
        …
        """
      And Anna's screen does not show "Collaborate · Everyone"

    @collab-start-sheet
    Scenario: The owner who stops sharing on another device can share it again from the open sheet
      Given Anna reads "Trip"
      When Anna presses "F2"
      And Anna stops sharing "https://notes.example/d/1" on the second device
      And Anna presses "Return Return"
      Then Dee finds "Trip plan" shared with Anna

    @ucs-can-remove
    Scenario: The sheet of a participant who is removed says so
      Given a conversation "Pair" between Bea and Dee
      And Anna lets people invite others to the share at "https://notes.example/d/1"
      And Bea reads "Trip"
      When Bea presses "F2"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      Then Bea's screen shows:
        """
        …
        …“Trip plan” is no longer shared with you…
        …
        """
      And Bea's screen does not show "Collaborate · Everyone"

    @draft-stage
    Scenario: A staged document that another device shares first is the one that is sent
      Given Anna creates "Beta" in "Notes" at "https://notes.example/d/9"
      And Anna reads "Trip"
      And Anna types "/share Beta with Notes"
      And Anna presses "Return"
      When Anna shares "Beta" from "Notes" at "https://notes.example/d/9" in "Choir" on the second device
      Then Anna's screen shows:
        """
        …
        …▣ Beta…
        …
        …“Beta” is shared now: it keeps the options of its share…
        """
      When Anna presses "Return"
      Then Bea sees "https://notes.example/d/9" in "Trip"

    @draft-stage
    Scenario: A document that waits in a composer goes with its document, and the words stay
      Given Anna reads "Trip"
      And Anna presses "F2 Right Return"
      And Anna types "For you"
      Then Anna's screen shows:
        """
        …
        …▣ Trip plan…
        …
        …│ For you…
        …
        """
      When Anna deletes "https://notes.example/d/1" in "Notes" on the second device
      Then Anna's screen shows:
        """
        …
        …│ For you…
        …
        …was deleted: there is nothing to share. Return sends…
        …your text alone…
        """
      And Anna's screen does not show "▣ Trip plan"

    @options-set
    Scenario: A participant who may not add people, and may send a copy, is told so
      Given Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
      And Bea reads "Trip"
      When Bea presses "F2"
      Then Bea's screen shows:
        """
        …
        …Only the owner and administrators add people to “Trip…
        …
        …● Collaborate · Everyone can make changes…
        …○ Send Copy…a copy for each…
        …
        """

    @perm-summary-text
    Scenario: The summary says that permissions differ
      When Anna lets Bea only view the share at "https://notes.example/d/1"
      Then Bea's screen shows:
        """
        …
        …Some people can only view.…
        …
        """

    @sheet-one
    Scenario: Esc on New Message brings the share sheet back
      Given Anna reads "Trip"
      When Anna presses "F2 Right Right Return"
      And Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …Collaborate · Everyone can make changes.…
        …
        …(C)…(T)…✎…
        …
        """

    @perm-summary-text
    Scenario Outline: A document shows in a new conversation what people may do now: <summary>
      Given Anna reads "Trip"
      When Anna presses "F2 Right Right Return"
      And Anna lets <who> only view the share at "https://notes.example/d/1" on the second device
      And Anna types "bea"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▣ Trip plan · Notes · from Anna (anna)…
        …Collaborate · <summary> ›…
        …
        """

      Examples:
        | who      | summary                    |
        | Bea      | Some people can only view. |
        | everyone | Everyone can view.         |

    @perm-summary-text
    Scenario: A document that an app shares shows in a new conversation what people may do now
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2 Right Right Return" in "Notes"
      And Anna lets everyone only view the share at "https://notes.example/d/1" on the second device
      And Anna types "bea" in "Notes"
      And Anna presses "Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate · Everyone can view. ›…
        …
        """

    @ucs-root-record
    Scenario: A document that is deleted while New Message asks for the people begins no conversation
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2 Right Right Return" in "Notes"
      And Anna types "bea dee" in "Notes"
      And Anna deletes "https://notes.example/d/1" in "Notes" on the second device
      And Anna presses "Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …New Message…
        …
        …To:…bea dee…
        …
        …“Trip plan” was deleted: there is nothing to share…
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …This document was deleted.…
        …
        """
      And Dee sees the conversations:
        | name  |
        | Choir |

    @ucs-root-record
    Scenario: An unshared document that is deleted while New Message asks for the people begins no conversation
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/2"
      And Anna opens "https://notes.example/d/2" in "Notes"
      When Anna presses "F2 Right Right Return" in "Notes"
      And Anna types "bea dee" in "Notes"
      And Anna opens "https://notes.example/d/2" in "Notes" on the second device
      And Anna presses "m Down Return Right Return" in "Notes" on the second device
      And Anna presses "Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …To:…bea dee…
        …
        …was deleted…
        """
      And Dee sees the conversations:
        | name  |
        | Choir |

    Scenario: A message that is unsent while New Message asks for the people begins no conversation
      Given Bea sends "Shall we take the boat?" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T F2 Right Right Return"
      And Anna types "dee"
      And Bea unsends "Shall we take the boat?" in "Trip"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …To:…dee…
        …
        …The item to share no longer exists…
        """
      And Dee sees the conversations:
        | name  |
        | Choir |

    Scenario: The footer of the app names the keys of the options
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2 Return Tab Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …People…
        …
        …Esc close  ↵ choose…
        """

    @draft-stage
    Scenario: A file that is dropped on a composer with a document takes its place
      Given Anna reads "Trip"
      And Anna presses "F2 Right Return"
      When Anna pastes "/home/anna/plan.pdf"
      Then Anna's screen shows:
        """
        …
        …📎 /home/anna/plan.pdf…
        …
        """
      And Anna's screen does not show "▣ Trip plan"
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …▣ Trip plan…
        …
        """
      And Anna's screen does not show "📎"

    Scenario: A conversation that goes while the sheet shows it gives its place to nobody
      Given Anna reads "Trip"
      When Anna presses "F2"
      And Anna deletes the conversation "Choir" on the second device
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …The selected row no longer exists: choose again…
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▣ Trip plan…
        …
        """

    @ucs-root-record
    Scenario: Whoever writes in a document that is deleted is told at once, and the People screen says so
      Given Bea opens "https://notes.example/d/1" in "Notes"
      And Bea presses "e" in "Notes"
      And Bea types "Two tents." in "Notes"
      When Anna deletes "https://notes.example/d/1" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Two tents.…
        …
        …Your text cannot be saved: “Trip plan” was…
        """
      When Bea presses "Esc Right Return s" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …The document was deleted.…
        …
        """

    @ntc-system-lines
    Scenario: The card of somebody who was removed does not say that nobody shares it
      Given Bea reads "Trip"
      When Anna removes Bea from the share at "https://notes.example/d/1"
      Then Bea's screen shows:
        """
        …
        …No longer shared with you…
        …
        """

    @cv-button
    Scenario: The button stays that of the group when the link is sent to one person
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "s" in "Notes"
      And Anna adds Dee on the sharing screen
      And Anna saves the sharing
      And Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …p (T)…
        …
        """

    @ucs-can-invite @ck-participants
    Scenario: A contact who is in no conversation with the person shows by name, and not by handle
      Given Anna and Dee are contacts
      And Dee logs in again with the name "Deirdre"
      When Anna adds Dee to the share at "https://notes.example/d/1" without sending the link
      And Anna reads "Trip"
      Then Anna's screen shows for "/people 1":
        """
        …
        …Deirdre (dee): …
        …
        """
      When Dee logs in again with the name "Dee Dee"
      Then Anna's screen shows for "/people 1":
        """
        …
        …Dee Dee (dee): …
        …
        """

    @ntc-system-lines @ucs-can-stop
    Scenario: The owner who stopped sharing is told so, and opens their own document
      Given Anna reads "Trip"
      And Anna types "/stopshare 1"
      And Anna presses "Return Right Return"
      Then Anna's screen shows:
        """
        …
        …You stopped sharing it…
        …
        """
      When Anna types "/open 1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Passed to Notes: https://notes.example/d/1…
        """

    @ucs-can-stop
    Scenario: The question before sharing stops names who was added while it shows
      Given Anna reads "Trip"
      And Anna types "/stopshare 1"
      And Anna presses "Return Right"
      When Anna adds Dee to the share at "https://notes.example/d/1"
      Then Anna's screen shows:
        """
        …
        …Bea, Carl and Dee will no longer be able to open it.…
        …
        …▸ Cancel ◂…
        …
        …The question has changed: read it again…
        """

    @ck-public-lower
    Scenario: The question before a public link closes names those who are invited
      Given Anna reads "Trip"
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      When Anna types "/access 1 private bea carl"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Carl: invited.…
        …
        """

    @ck-public-lower
    Scenario: Whoever must open it again after a public link closes did not open it
      Given Anna reads "Trip"
      And Anna opens the share at "https://notes.example/d/1" to anyone with the link
      And Bea opens "https://notes.example/d/1"
      When Anna types "/access 1 private bea"
      And Anna presses "Return Right Return"
      Then Anna's screen shows:
        """
        …
        …Bea must open it again…
        …
        """
      And Anna's screen does not show "Bea opened it"

    @draft-stage
    Scenario: A document that cannot be sent any more is named with its conversation, and the words of another stay
      Given Bea reads "Trip"
      And Bea presses "F2 Return"
      And Bea types "Have a look"
      And a conversation "Pair" between Bea and Dee
      And Bea types "/to Pair"
      And Bea presses "Return"
      And Bea types "Hello"
      When Anna stops sharing "https://notes.example/d/1"
      Then Bea's screen shows on a screen of 120 by 24:
        """
        …
        …│ Hello …
        …
        …Not staged in “Trip”: “Trip plan” is no longer shared with you…
        """
      And Bea's screen does not show "Return sends your text alone"

    @ck-public-lower
    Scenario: Before a public link closes that no one has opened, its owner reads who can open the document
      Given Anna shares "Menu" from "Notes" at "https://notes.example/d/7" in "Trip"
      And Anna opens the share at "https://notes.example/d/7" to anyone with the link
      And Anna reads "Trip"
      When Anna types "/access 2 private"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Only you will be able to open it. Its link will no longer…
        …
        """
      When Anna presses "Right Return"
      Then Bea finds no share of "Menu"

    @av-ext-ui
    Scenario: What is written for an extension stays when its message is unsent
      Given Carl installs the share extension "Postcard" of "Mail"
      And Bea sends "https://example.com/a" to "Trip"
      And Carl reads "Trip"
      And Carl presses "Ctrl-T F2 Down Return"
      And Carl types "Words"
      When Bea unsends "https://example.com/a" in "Trip"
      And Carl types " and more"
      Then Carl's screen shows:
        """
        …
        …Words and more…
        …
        """
      When Carl presses "Return"
      Then Carl's screen shows:
        """
        …
        …The item to share no longer exists. Esc keeps your text…
        """
      When Carl presses "Esc Esc Up"
      Then Carl's screen shows:
        """
        …
        …│ Words and more …
        …
        """

    @av-ext-ui
    Scenario: What is written for an extension stays when the document goes
      Given Bea installs the share extension "Postcard" of "Mail"
      And Bea opens "https://notes.example/d/1" in "Notes"
      And Bea presses "F2 Down Return" in "Notes"
      And Bea types "Words" in "Notes"
      When Anna stops sharing "https://notes.example/d/1"
      And Bea types " and more" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Postcard…
        …
        …Words and more…
        …
        """

  Rule: Shared with You goes with its message

    @av-open
    Scenario: The sheet of an item closes when its message is unsent
      Given Bea sends "https://notes.example/d/9" to "Trip"
      And Anna pins "https://notes.example/d/9" in "Trip"
      And Anna answers "Allow"
      And Anna types "/shelf"
      And Anna presses "Return F2"
      Then Anna's screen shows:
        """
        …
        …notes.example/d/9…
        …
        …Actions…
        …
        """
      When Bea unsends "https://notes.example/d/9" in "Trip"
      Then Anna's screen shows:
        """
        …
        …The item to share no longer exists…
        """

    @av-open
    Scenario: The sheet of an app's item closes as well
      Given Bea sends "https://notes.example/d/9" to "Trip"
      And the app "Notes" runs for Anna
      And Anna pins "https://notes.example/d/9" in "Trip"
      And Anna answers "Allow"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Actions…
        …
        """
      When Bea unsends "https://notes.example/d/9" in "Trip"
      Then Anna's app "Notes" shows:
        """
        …
        …The item to share no longer exists…
        """

  Rule: What is dropped has a place

    @collab-start-drop
    Scenario: A file that is dropped before there is a conversation waits for one
      When Carla pastes "/home/carla/plan.pdf"
      Then Carla's screen shows:
        """
        …
        …📎 /home/carla/plan.pdf…Esc removes it…
        …
        """
      When Carla starts the client anew
      And Carla types "Look"
      Then Carla's screen shows:
        """
        …
        …📎 /home/carla/plan.pdf…Esc removes it…
        …
        …│ Look…
        …
        """
      When Carla presses "Return"
      And Carla types "anna"
      And Carla presses "Return"
      And Carla presses "Return"
      Then Carla's screen shows:
        """
        …
        …Look…
        …📎 plan.pdf…
        …
        """

    @collab-start-drop
    Scenario: Esc takes a file out of a message without a conversation, and Ctrl-_ brings it back
      When Carla pastes "/home/carla/plan.pdf"
      And Carla presses "Esc"
      Then Carla's screen does not show "📎"
      When Carla presses "Ctrl-_"
      Then Carla's screen shows:
        """
        …
        …📎 /home/carla/plan.pdf…
        …
        """

    @collab-start-drop
    Scenario: A file that is brought back does not drop the file that is there now
      When Carla pastes "/home/carla/plan.pdf"
      And Carla presses "Esc"
      And Carla pastes "/home/carla/tickets.pdf"
      And Carla presses "Ctrl-_"
      Then Carla's screen shows:
        """
        …
        …📎 /home/carla/plan.pdf…
        …
        """
      When Carla presses "Ctrl-_"
      Then Carla's screen shows:
        """
        …
        …📎 /home/carla/tickets.pdf…
        …
        """

    @collab-start-drop
    Scenario: A file that an app opens becomes a document when its message has a conversation
      Given the app "Notes" opens files that end in "pdf"
      When Carla pastes "/home/carla/plan.pdf"
      And Carla presses "Return"
      And Carla types "anna"
      And Carla presses "Return"
      Then Carla's screen shows:
        """
        …
        …▣ plan · Notes · from Carla (carla)…
        …
        """

    @collab-start-drop
    Scenario Outline: Of several files that are dropped at once none is attached, and a line says so
      Given Anna reads "Trip"
      And Anna types "Look"
      When Anna pastes "<text>"
      Then Anna's screen shows:
        """
        …
        …│ Look…
        …
        …A message takes one file: drop the 2 files one…
        """
      And Anna's screen does not show "📎"

      Examples:
        | text                                               |
        | /home/anna/plan.pdf /home/anna/tickets.pdf         |
        | '/home/anna/plan.pdf' '/home/my notes/tickets.pdf' |
        | /home/anna/plan.pdf /home/my\\\\ notes/tickets.pdf |

  Rule: A link says what it leads to

    @ul-two-way
    Scenario: A link that no app opens says so
      Given Bea sends "https://example.com/a" to "Trip"
      And Anna reads "Trip"
      When Anna types "/open 1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …No app opens https://example.com/a…
        """

    @ul-two-way
    Scenario: A link of an app that is no document is passed to the app
      Given Bea sends "https://notes.example/d/9" to "Trip"
      And Anna reads "Trip"
      When Anna types "/open 1"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Passed to Notes: https://notes.example/d/9…
        """

    @ucs-can-remove
    Scenario: After a restart of the client a lost document still says that it is lost
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And Bea starts the client anew
      And Bea reads "Trip"
      When Bea types "/open 1"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …“Trip plan” is no longer shared with you…
        """

    @collab-start-drop
    Scenario: The link of a document that nobody else can open is sent with a warning, and F2 shares it
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna reads "Trip"
      When Anna types "See https://notes.example/d/7 please"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Only you can open “Plan”: F2 or /share…
        """
      When Anna presses "F2"
      Then Anna's screen shows:
        """
        …
        …▣ Plan…
        …
        …Collaborate · Everyone can make changes.…
        …
        """
      When Anna presses "Return Return"
      Then Bea finds "Plan" shared with Anna and Carl

    @collab-start-drop
    Scenario: The link of a document that is shared is sent without a warning
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna reads "Trip"
      When Anna types "See https://notes.example/d/1 please"
      And Anna presses "Return"
      Then Anna's screen does not show "Nobody else can open"

  Rule: A copy is offered where there is something to copy

    @sendcopy-cloudkit
    Scenario: A new document in which nobody wrote has no copy to send
      Given Anna reads "Trip"
      When Anna types "/share Packing with com.example.notes"
      And Anna presses "Return Alt-o"
      Then Anna's screen shows:
        """
        …
        …Who can access…
        …
        """
      And Anna's screen does not show "Send Copy"

    @sendcopy-cloudkit @reps-multiple
    Scenario: Whoever asks for a copy of a new document gets one
      Given Anna reads "Trip"
      When Anna types "/share Packing with com.example.notes copy"
      And Anna presses "Return Return"
      Then Bea reads "Packing" in the copy "Packing.txt" in "Trip"

    @sendcopy-cloudkit @draft-stage
    Scenario: A document that became empty has nothing to copy, and is no obstacle to another one
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
      And Anna reads "Choir"
      When Anna types "/share Packing with com.example.notes"
      And Anna presses "Return Esc"
      And Anna types "/share Trip plan copy"
      And Anna presses "Return"
      And Anna types "Look"
      And Anna writes "" in "https://notes.example/d/1" in "Notes"
      And Anna presses "Return"
      Then the last request of Anna fails with "forbidden"
      And Anna's screen shows on a screen of 120 by 24:
        """
        …
        …Not staged: “Trip plan” has nothing to copy. Return sends your text alone…
        """
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …▣ Packing…
        …
        """
      And Anna's screen does not show "Return sends your text alone"

    @draft-stage
    Scenario: A second document of a shared title says that it is new
      Given Anna begins "Plan" in "Notes"
      And Anna reads "Trip"
      When Anna types "/share Plan with com.example.notes"
      And Anna presses "Return"
      Then Anna's screen does not show "is shared already"
      When Anna presses "Return"
      And Anna types "/share Plan with com.example.notes"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Plan” is shared already: this begins another document of that title…
        …
        """

    @draft-stage @reps-multiple
    Scenario Outline: A second document of a title says that it is new, in whatever form it comes
      Given Anna begins "Plan" in "Notes"
      And Anna reads "Trip"
      When Anna types "/share Plan with com.example.notes <form>"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Plan” exists already: this begins another document of that title…
        …
        """
      When Anna presses "Esc"
      And Anna types "/share Plan with com.example.notes"
      And Anna presses "Return Return"
      And Anna types "/share Plan with com.example.notes <form>"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Plan” is shared already: this begins another document of that title…
        …
        """

      Examples:
        | form    |
        | as file |
        | as text |

    @draft-stage
    Scenario: A participant reads that a document of the shared title is another one
      Given Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Bea reads "Trip"
      When Bea types "/share Plan with com.example.notes"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …“Plan” is shared already: this begins another document of that title…
        …
        """

    @sendcopy-cloudkit
    Scenario: A copy by its title is a copy of the own document of that title
      Given Anna begins "Plan" in "Notes"
      And Anna presses "e T w o Space t e n t s Ctrl-S Esc" in "Notes"
      And Anna reads "Trip"
      When Anna types "/share Plan with com.example.notes copy"
      And Anna presses "Return Return"
      Then Bea reads "Two tents" in the copy "Plan.txt" in "Trip"

    @sendcopy-cloudkit @reps-multiple
    Scenario Outline: A copy of a shared document is a copy of its text, in whatever form
      Given Anna begins "Plan" in "Notes"
      And Anna presses "e T w o Space t e n t s Ctrl-S Esc" in "Notes"
      And Anna reads "Trip"
      And Anna types "/share Plan with com.example.notes"
      And Anna presses "Return Return"
      And Bea reads "Trip"
      And Bea types "/open 1"
      And Bea presses "Return"
      And <person> reads "Trip"
      When <person> types "/share Plan with com.example.notes copy <form>"
      And <person> presses "Return Return"
      Then Carl reads "Two tents" in the copy "Plan.txt" in "Trip"

      Examples:
        | person | form    |
        | Anna   | as file |
        | Anna   | as text |
        | Anna   | as link |
        | Bea    | as file |

    @sendcopy-cloudkit
    Scenario: A shared document that is not opened has to be opened before its copy is sent
      Given Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea reads "Trip"
      When Bea types "/share Plan with com.example.notes copy"
      And Bea presses "Return"
      Then Bea's screen shows:
        """
        …
        …Open “Plan” first, then send it…
        …
        """

    @sendcopy-cloudkit
    Scenario Outline: An empty document has no copy
      Given Anna begins "Plan" in "Notes"
      And Anna reads "Trip"
      When Anna types "/share Plan with com.example.notes copy <form>"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …“Plan” is empty: there is nothing to copy…
        …
        """

      Examples:
        | form    |
        | as link |
        | as file |

    @sendcopy-cloudkit
    Scenario: A copy of a new document as text is refused with the form that it can have
      Given Anna reads "Trip"
      When Anna types "/share Packing with com.example.notes copy as text"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Notes sends a copy only as a file: leave out as text…
        …
        """
      When Anna types "/share Packing with com.example.notes copy as file"
      And Anna presses "Return Return"
      Then Bea reads "Packing" in the copy "Packing.txt" in "Trip"

    @sheet-customise-methods
    Scenario: A copy of an app that only collaborates is refused
      Given the app "Notes" only collaborates
      And Anna reads "Trip"
      When Anna types "/share Packing with com.example.notes copy as text"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Notes sends no copies: leave out copy to share the document…
        …
        """

  Rule: The owner deletes a document from its page

    @ucs-root-record
    Scenario: The menu deletes the document after a question
      Given Anna begins "Plan" in "Notes"
      When Anna presses "m" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Copy Link…
        …Delete…
        …
        """
      When Anna presses "Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Delete “Plan”?…
        …
        …Cancel…Delete…
        …
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Empty…
        …
        """
      When Anna presses "m Down Return Right Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …This document was deleted.…
        …
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" does not show "Plan"

    @shelf-dedicated
    Scenario Outline: A key that is meant for an item does nothing to its neighbour when another device removes the item
      Given Anna sends "https://notes.example/d/3" to "Trip"
      And Anna sends "https://notes.example/d/4" to "Trip"
      And Bea pins "https://notes.example/d/3" in "Trip"
      And Bea pins "https://notes.example/d/4" in "Trip"
      And Bea answers "Allow"
      And the app "Notes" runs for Bea
      When Bea presses "<before>" in "Notes"
      And Bea removes "https://notes.example/d/4" from Shared with You on the second device
      And Bea presses "<key>" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …notes.example/d/3…
        …
        …The selected row no longer exists: choose again…
        """

      Examples:
        | before | key    |
        | Home   | x      |
        | Home   | Return |
        | m      | Return |

    @shelf-dedicated
    Scenario: The same on the shelf of Messages
      Given Anna sends "https://notes.example/d/3" to "Trip"
      And Anna sends "https://notes.example/d/4" to "Trip"
      And Bea pins "https://notes.example/d/3" in "Trip"
      And Bea pins "https://notes.example/d/4" in "Trip"
      And Bea answers "Allow"
      And Bea types "/shelf"
      And Bea presses "Return"
      When Bea removes "https://notes.example/d/4" from Shared with You on the second device
      And Bea presses "x"
      Then Bea's screen shows:
        """
        …
        …notes.example/d/3…
        …
        …The selected row no longer exists: choose again…
        """

    Scenario: Return on a document opens no conversation
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Return does nothing here: ? lists the keys…
        """
      And Anna's app "Notes" does not show "Message Trip"

    @ucs-root-record
    Scenario: Nothing that is refused is offered about a deleted document
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1" in "Notes"
      And Anna opens "https://notes.example/d/1" in "Notes"
      And Anna presses "m" in "Notes"
      When Anna deletes "https://notes.example/d/1" in "Notes" on the second device
      Then Anna's app "Notes" shows:
        """
        …
        …This document was deleted.…
        …
        …● This document was deleted…
        """
      And Anna's app "Notes" does not show "Copy Link"
      When Anna presses "Up" in "Notes"
      And Anna presses "m" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …● This document was deleted…
        """
      When Anna presses "Up" in "Notes"
      And Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …● This document was deleted…
        """
      And Anna's app "Notes" does not show "New Message"
      When Bea presses "m" in "Notes"
      Then Bea's app "Notes" does not show "Copy Link"
      When Bea reads "Trip"
      And Bea presses "F2"
      Then Bea's screen shows:
        """
        …
        …● “Trip plan” was deleted: there is nothing to share…
        """
      And Bea's screen does not show "New Message"
      When Bea presses "Ctrl-T Return"
      Then Bea's screen shows:
        """
        …
        …Pin Trip plan…
        …
        """
      And Bea's screen does not show "Open Trip plan"
      And Bea's screen does not show "Share…"

    @ucs-root-record
    Scenario: A participant is not offered to delete the owner's document
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1" in "Notes"
      When Bea presses "m" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Copy Link…
        …
        """
      And Bea's app "Notes" does not show "Delete"

  Rule: One's own row on the People screen is no switch

    @ucs-can-remove
    Scenario: Who is no administrator any more reads why nobody is added
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Bea opens the sharing of "https://notes.example/d/1" in "Notes"
      And Bea chooses "Add People…" on the sharing screen
      And Bea types "dee" in "Notes"
      When Anna makes Bea an ordinary participant of the share at "https://notes.example/d/1"
      And Bea presses "Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …dee…
        …
        …Only the owner and administrators can add people.…
        """

    @ucs-can-remove
    Scenario: An administrator changes nothing on their own row
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And Anna makes Bea an administrator of the share at "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/1" in "Notes"
      When Bea presses "s Down Down Return" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …Bea (you)…Administrator · Can make changes…
        …
        …not available here…
        """
      When Bea presses "x" in "Notes"
      Then Bea's app "Notes" shows:
        """
        …
        …not available here…
        """

  Rule: A question and an alert last no longer than their job

    Background:
      Given Anna installs the share extension "Postcard" of "Mail" that asks for no text
      And Bea sends "https://notes.example/d/9" to "Trip"
      And Anna reads "Trip"

    @av-ext-long-task
    Scenario: "Quit?" closes when the job that it is about ends
      When Anna presses "F2 Down Return"
      And Anna presses "Ctrl-C"
      Then Anna's screen shows:
        """
        …
        …Quit?…
        …
        …is still running, and…
        …
        """
      When the extension "Postcard" of Anna is done
      And 1 second passes
      Then Anna's screen shows:
        """
        …
        …Everything is already saved…
        """
      And Anna's screen does not show "Quit?"

    @av-ext-no-modal-stack
    Scenario: The alert of a job that is done leaves the last row to the keys
      When Anna presses "F2 Down Return"
      And the extension "Postcard" of Anna puts up an alert "There are no stamps left"
      And 1 second passes
      And Anna presses "Left"
      Then Anna's screen shows:
        """
        …
        …There are no stamps left · Esc…
        """
      When the extension "Postcard" of Anna is done
      And 1 second passes
      And Anna presses "Left"
      Then Anna's screen does not show "There are no stamps left"
      When Anna presses "Alt-i"
      Then Anna's screen shows:
        """
        …
        …There are no…
        …stamps left…
        …
        """
