Feature: What is typed has a place from the first key
  A message that belongs to no conversation yet stays in a place of its own, New Message. It goes to a conversation only
  when the person names it.

  Background:
    Given Anna and Bea are contacts
    And Anna, Carl and Dana are contacts

  Rule: A message without a conversation is never sent to the wrong one

    Scenario: somebody else begins a conversation while a message is written
      When Anna types "Hello"
      And a conversation "Call" between Carl and Anna
      And Carl sends "Surprise" to "Call"
      And Anna types " Bea"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …✎ Hello Bea…
        …
        …│ Hello Bea …
        …
        """
      When Anna presses "Return"
      And Anna types "bea"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …To: bea…
        …
        """
      When Anna presses "Esc"
      Then Carl does not see "Hello Bea" in "Call"

    Scenario: with no conversation at all, the message is a row of the list
      When Anna types "Hello"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …✎ Hello…
        …
        …↵ send…
        """

    Scenario Outline: a person is named <typed>, as in a mention, and as a handle
      When Anna types "/new <typed>"
      And Anna presses "Return"
      And Anna types "The code is 4711"
      And Anna presses "Return"
      And a conversation "Us" between Anna and Bea
      Then Bea sees "The code is 4711" in "Us"

      Examples:
        | typed |
        | bea   |
        | @bea  |
        | @Bea  |

    Scenario: the message moves to the conversation that its writer begins, and waits there for Return
      When Anna types "Hello Bea"
      And Anna presses "Return"
      And Anna types "bea"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ Hello Bea …
        …
        """
      Given a conversation "Us" between Bea and Anna
      Then Bea does not see "Hello Bea" in "Us"
      When Anna presses "Return"
      Then Bea sees "Hello Bea" in "Us"

    Scenario: a message without a conversation outlives the client
      When Anna types "Hello Bea"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ Hello Bea …
        …
        """

    Scenario: a command that was given leaves no message behind
      When Anna types "/contact add dana"
      And Anna presses "Return"
      And a conversation "Call" between Carl and Anna
      Then Anna's screen shows:
        """
        …
        …│ Message Call …
        …
        """

    @sheet-modal-default
    Scenario: what is typed after a removal does not join the words of the New Message
      When Anna types "for nobody yet"
      And a conversation "Choir" between Carl, Anna, Bea and Dana
      And Bea sends "hello" to "Choir"
      And Anna presses "Ctrl-N"
      And a conversation "Call" between Carl and Anna
      And Bea removes Anna from "Choir"
      And Anna types "to the choir"
      Then Anna's screen shows:
        """
        …
        …Not Sent…Done…
        …
        …You are no longer in “Choir”.…
        …
        …Text: to the choir…
        …
        """
      When Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …│ for nobody yet …
        …
        """

    Scenario: a name with which several conversations begin is refused
      Given a conversation "Slow river" between Anna and Carl
      And a conversation "Slow train" between Anna, Carl and Dana
      And a conversation "Us" between Anna and Bea
      And Anna reads "Us"
      When Anna types "/to slow"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ /to slow …
        …
        …2 conversations fit “slow”: “Slow train”, “Slow river”. Give the whole name,…
        …or an id…
        """
      When Anna presses "Alt-c"
      And Anna types "/to slow t"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ Message Slow train …
        …
        """

    Scenario: who corrects the message stays with it
      When Anna types "Hello"
      And a conversation "Call" between Carl and Anna
      And Anna presses "Alt-c"
      And Anna types "Dear Bea"
      And Anna presses "Return Esc"
      Then Carl does not see "Dear Bea" in "Call"
      And Anna's screen shows:
        """
        …
        …│ Dear Bea …
        …
        """

    @sheet-unsaved
    Scenario: the people of a new conversation outlive the sheet and the client
      Given a conversation "Call" between Carl and Anna
      When Anna types "/new"
      And Anna presses "Return"
      And Anna types "bea da"
      And Anna presses "Ctrl-C"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …New Message…
        …✎ To: bea da…
        …
        """
      When Anna types "/new"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …To: bea da…
        …
        """

    Scenario: the options that were chosen outlive Ctrl-C and the client
      Given a conversation "Us" between Anna and Bea
      And the app "Notes" opens links at "notes.example"
      When Anna types "/share Plan with com.example.notes as file"
      And Anna presses "Return"
      And Anna types "for you"
      And Anna presses "Alt-x"
      And Anna types "option"
      And Anna presses "Return"
      And Anna presses "Down Return Ctrl-C"
      Then Anna's screen shows:
        """
        …
        …Keep…
        …
        """
      When Anna presses "Ctrl-C"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …Send Copy…
        …
        …│ for you …
        …
        """

    @sheet-scope
    Scenario: A sheet takes what is typed after the removal, and its Return copies no empty text
      Given Bea, Carl and Dana are contacts
      When Carl types "kept words"
      And a conversation "Crew" between Anna, Bea, Carl and Dana
      And Carl presses "Ctrl-N Return"
      And Carl types "hello4"
      And Carl presses "Return"
      And Anna removes Carl from "Crew"
      Then Carl's screen shows on a screen of 120 by 35:
        """
        …
        …Not Sent…
        …
        """
      When Carl presses "Return"
      Then Carl's screen shows:
        """
        …
        …│ kept words…
        …
        """

    @sheet-scope
    Scenario: The sheet of a conversation that returned closes, or says that it returned
      Given Bea, Carl and Dana are contacts
      When Carl types "kept words"
      And a conversation "Crew" between Anna, Bea, Carl and Dana
      And Carl presses "Ctrl-N Return"
      And Anna removes Carl from "Crew"
      Then Carl's screen shows:
        """
        …
        …Not Sent…
        …
        …You are no longer in “Crew”.…
        …
        """
      When Anna adds Carl to "Crew"
      Then Carl's screen does not show "Not Sent"
      And Carl's screen shows:
        """
        …
        …│ kept words…
        …
        """
      When Carl presses "Ctrl-N Return"
      And Anna removes Carl from "Crew"
      And Carl types "and more"
      And Anna adds Carl to "Crew"
      Then Carl's screen shows:
        """
        …
        …Not Sent…
        …
        …“Crew” is in your list again.…
        …
        …and more…
        …
        """
      When Anna removes Carl from "Crew"
      Then Carl's screen shows:
        """
        …
        …Not Sent…
        …
        …You are no longer in “Crew”.…
        …
        …and more…
        …
        """

  Rule: One key clears the composer, and one begins a line

    Background:
      Given a conversation "Us" between Anna and Bea

    Scenario: a command that Esc leaves comes back, and what was written before it stays
      When Anna types "Hello"
      And Anna presses "Alt-x"
      And Anna types "rename Lake"
      And Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …│ Hello …
        …
        …The command was dropped. Ctrl-_ restores it…
        """
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …│ /rename Lake …
        …
        """
      When Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …│ Hello …
        …
        """

    Scenario: all lines of a message are cleared and come back
      When Anna types "one"
      And Anna presses "Ctrl-J"
      And Anna types "two"
      And Anna presses "Home Alt-c"
      Then Anna's screen shows:
        """
        …
        …│ Message Us …
        …
        …Ctrl-_ restores it…
        """
      When Anna presses "Ctrl-_ Return"
      Then Bea's screen shows:
        """
        …
        …▐ one ▌…
        …▐ two ▌…
        …
        """

    Scenario: a file that is attached is cleared with its text, and comes back with it
      When Anna types "/attach plan.pdf"
      And Anna presses "Return"
      And Anna types "and this"
      And Anna presses "Alt-c"
      Then Anna's screen shows:
        """
        …
        …│ Message Us …
        …
        """
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …plan.pdf…
        …
        …│ and this …
        …
        """

    @draft-stage
    Scenario: a document that is staged over another one says so, and Ctrl-_ restores the first
      Given the app "Notes" opens links at "notes.example"
      When Anna types "/share Kayak with com.example.notes"
      And Anna presses "Return"
      And Anna types "/share Tent with com.example.notes"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▣ Tent · Notes…
        …
        …“Kayak” was replaced. Ctrl-_ restores it
        """
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …▣ Kayak · Notes…
        …
        """

    @grp-name-photo
    Scenario: a command that is begun over a message outlives the client, and so does the message
      Given a conversation "Trip" between Anna, Bea and Carl
      When Anna types "/to Trip"
      And Anna presses "Return"
      And Anna types "for all"
      And Anna presses "Alt-x"
      And Anna types "rename Camp"
      And Anna starts the client anew
      And Anna reads "Trip"
      Then Anna's screen shows:
        """
        …
        …─ Command ─…
        …│ /rename Camp …
        …
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …You named the conversation “Camp”…
        …
        …│ for all …
        …
        """

    @draft-stage @restart
    Scenario: a document that is staged outlives the server and the client
      Given the app "Notes" opens links at "notes.example"
      When Anna types "/share Kayak with com.example.notes"
      And Anna presses "Return"
      And Anna types "for all"
      And the server restarts
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …▣ Kayak · Notes…
        …
        …│ for all …
        …
        """

    Scenario: what was cut in one composer is inserted in another
      Given a conversation "Call" between Carl and Anna
      When Anna types "/to Us"
      And Anna presses "Return"
      And Anna types "for Carl"
      And Anna presses "Ctrl-U Ctrl-N Ctrl-Y Return"
      Then Carl sees "for Carl" in "Call"
      And Bea does not see "for Carl" in "Us"

    Scenario: an edit that is begun over another one loses no draft
      Given Anna sends "at five" to "Us"
      And Anna sends "by car" to "Us"
      When Anna types "a draft"
      And Anna presses "Ctrl-T e"
      And Anna types "!"
      And Anna presses "Alt-x"
      And Anna types "edit #1"
      And Anna presses "Return"
      And Anna types " sharp"
      And Anna presses "Return"
      Then Bea sees "at five sharp" in "Us"
      And Anna's screen shows:
        """
        …
        …│ a draft …
        …
        """

  Rule: A key of the thread works while a message is selected

    Background:
      Given a conversation "Us" between Anna, Bea and Carl
      And Bea sends "Who brings the tent?" to "Us"
      And Bea sends "And the rope?" to "Us"
      And Anna reads "Us"

    Scenario: a search that is opened again finds what came meanwhile, under the name that its conversation has now
      When Anna presses "Ctrl-S"
      And Anna types "tent"
      And Anna presses "Return Return Esc"
      And Bea sends "A tent for two" to "Us"
      And Bea renames "Us" to "Camp"
      And Anna presses "Ctrl-S"
      Then Anna's screen shows:
        """
         Search…2 found…
        …
        …Camp…
        …
        …Camp…
        …
        """
      When Bea sends "My tent leaks" to "Camp"
      And Anna types "tent"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
         Search…3 found…
        …
        """

    Scenario: a second search takes its words
      When Anna presses "Ctrl-S"
      And Anna types "tent"
      And Anna presses "Return Return Return"
      And Anna presses "Ctrl-S"
      And Anna types "rope"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
         Search…
        …
        …› rope…
        …
        """
      And Anna sees 0 replies to "Who brings the tent?" in "Us"

    Scenario: the details open over a selected message
      When Anna presses "Ctrl-T Ctrl-G"
      Then Anna's screen shows:
        """
        …
        …Hide Alerts…
        …
        """

    Scenario: what is pasted while a message is selected goes into the composer
      When Anna presses "Ctrl-T"
      And Anna pastes "rope and tent"
      Then Anna's screen shows:
        """
        …
        …│ rope and tent …
        …
        """
      And Bea does not see "ope and tent" in "Us"

    Scenario: a letter without a meaning says where typing goes on
      When Anna presses "Ctrl-T h"
      Then Anna's screen shows:
        """
        …
        …A message is selected. Esc returns to writing…
        """

    Scenario Outline: Ctrl-C cancels <what> and leaves the draft
      When Anna types "a draft"
      And Anna presses "<open>"
      Then Anna's screen shows:
        """
        …
        …<shown>…
        …
        """
      When Anna presses "Ctrl-C"
      And Anna types " goes on"
      Then Anna's screen shows:
        """
        …
        …│ a draft goes on …
        …
        """

      Examples:
        | what                      | open   | shown             |
        | details                   | Ctrl-G | Hide Alerts       |
        | the keys                  | F1     | Keys and commands |
        | a search                  | Ctrl-S | a phrase          |
        | the list of conversations | Alt-k  | Conversations     |

  Rule: Text is shown as it was sent

    Background:
      Given a conversation "Us" between Anna and Bea
      And the app "Notes" opens links at "notes.example"

    Scenario: an indent and the tabs of a message
      When Anna pastes "  a	b"
      And Anna presses "Return"
      Then Bea sees "  a	b" in "Us"
      And Bea's screen shows:
        """
        …
        …▐   a     b ▌…
        …
        """

  Rule: Ctrl-C cancels a sheet of an app first

    Background:
      Given the app "Notes" opens links at "notes.example"
      And a conversation "Us" between Anna and Bea
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Us"
      And Anna opens "https://notes.example/d/1" in "Notes"

    Scenario Outline: Ctrl-C cancels <what> and leaves the app open
      When Anna presses "<open>" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …<shown>…
        …
        """
      When Anna presses "Ctrl-C" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …e edit  c comment…
        """

      Examples:
        | what            | open | shown  |
        | the keys        | ?    | Ctrl-C |
        | the share sheet | F2   | Copy   |

  Rule: What is written for a conversation that is gone is kept

    @sheet-unsaved
    Scenario: the words for a conversation that one was removed from outlive the client
      Given Anna, Bea, Carl and Dee are contacts
      And a conversation "Crew" between Anna, Bea, Carl and Dee
      And a conversation "Trip" between Anna, Bea and Carl
      And Carl reads "Crew"
      When Carl types "precious draft"
      And Anna removes Carl from "Crew"
      And Carl types " and more"
      And Carl starts the client anew
      Then Carl's screen shows:
        """
        …
        …Your text in “Crew” is not sent…
        …
        """
      When Carl starts the client anew
      And Carl presses "Up"
      Then Carl's screen shows:
        """
        …
        …│ precious draft …
        …│  and more …
        …
        """
      When Carl presses "Alt-c"
      And Anna adds Carl to "Crew"
      And Carl reads "Crew"
      Then Carl's screen shows:
        """
        …
        …│ precious draft …
        …│  and more …
        …
        """

    @sheet-unsaved
    Scenario: a draft is in its composer after its conversation was renamed and lost a member
      Given Anna, Bea, Carl and Dee are contacts
      And a conversation "Crew" between Anna, Bea, Carl and Dee
      And Carl reads "Crew"
      When Carl types "precious draft"
      And Carl goes offline
      And Anna renames "Crew" to "Team"
      And Anna removes Dee from "Crew"
      And Carl starts the client anew
      Then Carl's screen shows:
        """
        …
        …Team…
        …
        …│ precious draft …
        …
        """
      And Carl's screen does not show "is not sent"

    @sheet-unsaved
    Scenario: words that Up showed and Down put away are kept, and end with the next text
      Given Anna, Bea, Carl and Dee are contacts
      And a conversation "Crew" between Anna, Bea, Carl and Dee
      And a conversation "Trip" between Anna, Bea and Carl
      And Carl reads "Crew"
      When Carl types "precious draft"
      And Anna removes Carl from "Crew"
      And Carl presses "Esc Up Down"
      And Carl starts the client anew
      And Carl presses "Up"
      Then Carl's screen shows:
        """
        …
        …│ precious draft …
        …
        """
      When Carl types "!"
      And Carl starts the client anew
      Then Carl's screen shows:
        """
        …
        …│ precious draft! …
        …
        """
      And Carl's screen does not show "is not sent"

    @sheet-unsaved
    Scenario: a stored draft is in its composer again when its conversation returns
      Given Anna, Bea, Carl and Dee are contacts
      And a conversation "Crew" between Anna, Bea, Carl and Dee
      And a conversation "Trip" between Anna, Bea and Carl
      And Carl reads "Crew"
      When Carl types "precious draft"
      And Carl reads "Trip"
      And Anna removes Carl from "Crew"
      And Carl starts the client anew
      And Anna adds Carl to "Crew"
      And Carl reads "Crew"
      Then Carl's screen shows:
        """
        …
        …│ precious draft …
        …
        """

    @sheet-unsaved
    Scenario: the words on the sheet Not Sent are in the composer of a conversation that returned
      Given Anna, Bea, Carl and Dee are contacts
      And a conversation "Crew" between Anna, Bea, Carl and Dee
      And a conversation "Trip" between Anna, Bea and Carl
      And Carl reads "Crew"
      When Carl types "precious draft"
      And Anna removes Carl from "Crew"
      And Carl types " and more"
      And Anna adds Carl to "Crew"
      And Carl types " yes"
      Then Carl's screen shows:
        """
        …
        …“Crew” is in your list again.…
        …
        …precious draft…
        …
        …Text:  and more yes…
        …
        """
      When Carl presses "Esc"
      And Carl reads "Crew"
      Then Carl's screen shows:
        """
        …
        …│ precious draft …
        …│  and more yes…
        …
        """

    @sheet-unsaved
    Scenario: New Message asks for the people again, and shows those that were named
      Given Anna, Bea and Dana are contacts
      When Anna types "for somebody"
      And Anna presses "Return"
      And Anna types "bea dana"
      And Anna presses "Return Esc Return"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …To: bea dana…
        …
        """
