Feature: What a person writes is kept, and what they see is read
  Words are never lost on the way through the client, and nobody is told that something was read which was not seen.

  Background:
    Given Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Us" between Anna and Bea

  Rule: Words are not lost

    Scenario: A draft outlives the client, in its own conversation
      Given Anna types "/to Trip"
      And Anna presses "Return"
      And Anna types "Let us take the"
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …✎ Let us take the…
        …
        """
      When Anna types "/to Trip"
      And Anna presses "Return"
      And Anna types " boat"
      And Anna presses "Return"
      Then Bea sees "Let us take the boat" in "Trip"
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …▐ Let us take the boat ▌…
        …
        """

    Scenario: A reply that was begun is a reply after the client's end
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T r"
      And Anna types "I do"
      When Anna starts the client anew
      And Anna reads "Us"
      And Anna presses "Return"
      Then Bea sees "I do" as a reply to "Who drives?" in "Us"

    Scenario: A command that goes elsewhere takes no draft along
      Given Anna types "/to Us"
      And Anna presses "Return"
      And Anna types "for Bea alone"
      And Anna presses "Ctrl-N"
      And Anna types "/to Us"
      When Anna presses "Return Return"
      Then Bea sees "for Bea alone" in "Us"
      And Carl does not see "for Bea alone" in "Trip"

    Scenario: What a slip of the hand took comes back
      Given Anna types "See you at six"
      And Anna presses "Ctrl-U"
      And Anna presses "Ctrl-_"
      When Anna presses "Return"
      Then Bea sees "See you at six" in "Us"

    Scenario: An earlier line is written once more
      Given Anna types "Hello"
      And Anna presses "Return"
      When Anna presses "Up Return"
      Then Bea sees "Hello" 2 times in "Us"

    @sheet-unsaved
    Scenario: An earlier line takes nothing away from what was being written
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "half a word"
      When Anna presses "Up Return"
      Then Bea sees "one" 2 times in "Us"
      And Anna's screen shows:
        """
        …
        …│ half a word …
        …
        """
      When Anna presses "Up"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ half a word …
        …
        """

    @sheet-unsaved
    Scenario Outline: Words in place of an earlier line are kept: <how>
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "two"
      And Anna presses "Return Up <keys>"
      And Anna types "precious words"
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ two …
        …
        """
      When Anna presses "Down"
      Then Anna's screen shows:
        """
        …
        …│ precious words …
        …
        """
      When Anna presses "Up"
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ precious words …
        …
        """

      Examples:
        | how                    | keys                          |
        | cleared by Alt-C       | Alt-c                         |
        | cleared by Ctrl-U      | Ctrl-U                        |
        | cleared with Backspace | Backspace Backspace Backspace |

    @sheet-unsaved
    Scenario: An earlier line that is changed by hand stays in the history beside the old one
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "half a word"
      And Anna presses "Up"
      And Anna types " more"
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ one …
        …
        """
      When Anna presses "Down"
      Then Anna's screen shows:
        """
        …
        …│ one more …
        …
        """
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ half a word …
        …
        """

    @sheet-unsaved
    Scenario: A changed earlier line and the text before it both outlive the client
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "half a word"
      And Anna presses "Up"
      And Anna types " more"
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …│ half a word …
        …│ one more …
        …
        """

    Scenario: Up after Alt-C begins at the newest line
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "two"
      And Anna presses "Return"
      When Anna presses "Up Up Alt-c Up"
      Then Anna's screen shows:
        """
        …
        …│ two …
        …
        """

    @sheet-unsaved
    Scenario: A command and an edit each have their own steps through the history
      Given Anna types "one"
      And Anna presses "Return"
      And Anna types "half a word"
      And Anna presses "Up Alt-x"
      And Anna types "mute"
      When Anna presses "Return Down"
      Then Anna's screen shows:
        """
        …
        …│ half a word …
        …
        """
      When Anna presses "Ctrl-T e"
      And Anna types " more"
      And Anna presses "Up Esc"
      Then Anna's screen shows:
        """
        …
        …│ half a word …
        …
        """
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …│ one more …
        …
        """

    Scenario: What is written to a group that one is taken out of goes to nobody else
      Given a conversation "Band" between Anna, Bea, Carl and Dana
      And Anna types "/to Band"
      And Anna presses "Return"
      And Anna types "what I think of"
      When Bea removes Anna from "Band"
      And Anna types " Bea is bad"
      Then Anna's screen shows:
        """
        …
        …You are no longer in “Band”…
        …
        …what I think of…
        …
        """
      When Anna presses "Esc"
      And Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …│  Bea is bad …
        …
        """
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ what I think of …
        …
        """
      And Bea does not see "Bea is bad" in "Us"

    Scenario: Up finds what was written to a group first, whichever earlier line stands in the composer
      Given a conversation "Band" between Anna, Bea, Carl and Dana
      And Anna types "/to Us"
      And Anna presses "Return"
      And Anna types "one"
      And Anna presses "Return"
      And Anna types "two"
      And Anna presses "Return Up Up"
      And Anna presses "Alt-k"
      And Anna types "Band"
      And Anna presses "Return"
      And Anna types "what I think of"
      When Bea removes Anna from "Band"
      And Anna presses "Esc Up"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …│ what I think of …
        …
        """

    Scenario: What somebody types after they were removed is a new message, also if they wrote nothing before
      Given a conversation "Band" between Anna, Bea, Carl and Dana
      And Anna reads "Band"
      When Bea removes Anna from "Band"
      And Anna types "Who sings?"
      And Anna presses "Return"
      Then Bea does not see "Who sings?" in "Us"
      And Anna's screen shows:
        """
        …
        …New Message…
        …
        …To:…
        …
        """

    Scenario: Return on a message that another device deletes sends no draft
      Given Anna sends "One" to "Us"
      And Anna reads "Us"
      And Anna types "A draft"
      And Anna presses "Ctrl-T"
      When Anna deletes the message "One" in "Us" on the second device
      And Anna presses "Return"
      Then Bea does not see "A draft" in "Us"
      And Anna's screen shows:
        """
        …
        …│ A draft …
        …
        …Nothing was sent. Return sends what you wrote…
        """
      When Anna presses "Return"
      Then Bea sees "A draft" in "Us"

    Scenario: A reply in a thread whose first message another device deletes stays in the composer
      Given Anna sends "One" to "Us"
      And Bea replies "Two" to "One" in "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T Up o"
      And Anna types "Three"
      When Anna deletes the message "One" in "Us" on the second device
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Three…
        …
        …That message was deleted…
        """

    @swy-delete
    Scenario: A reply is sent after another device deleted and recovered its message
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T r"
      And Anna types "I do"
      And Anna deletes the message "Who drives?" in "Us" on the second device
      And Anna presses "Return"
      When Anna recovers the message "Who drives?" in "Us" on the second device
      And Anna presses "Return"
      Then Bea sees "I do" in "Us"

    @swy-delete
    Scenario: A reply is sent after another device deleted and recovered its conversation
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T r"
      And Anna deletes the conversation "Us" on the second device
      And Anna recovers the conversation "Us" on the second device
      And Anna types "/to Us"
      And Anna presses "Return"
      And Anna presses "Ctrl-T r"
      And Anna types "I do"
      When Anna presses "Return"
      Then Bea sees "I do" in "Us"

    @swy-delete
    Scenario: A recovered message returns to its opened replies, which take a reply again
      Given Anna sends "One" to "Us"
      And Bea replies "Two" to "One" in "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T Up o"
      And Anna types "Three"
      And Anna deletes the message "One" in "Us" on the second device
      And Anna presses "Return"
      When Anna recovers the message "One" in "Us" on the second device
      Then Anna's screen shows:
        """
        …
        …Replies…
        …
        …▐ One ▌…
        …
        …Two…
        …
        …│ Three…
        …
        """
      When Anna presses "Return"
      Then Bea sees "Three" in "Us"

    @swy-delete
    Scenario: Esc leaves the replies of a deleted message with the text, which Return sends as a new message
      Given Anna sends "One" to "Us"
      And Bea replies "Two" to "One" in "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T Up o"
      And Anna types "Three"
      And Anna deletes the message "One" in "Us" on the second device
      And Anna presses "Return"
      When Anna presses "Esc"
      Then Anna's screen does not show "Replies"
      And Anna's screen shows:
        """
        …
        …│ Three…
        …
        """
      When Anna presses "Return"
      Then Bea sees "Three" in "Us"

    Scenario: What was kept in two places for one conversation is there once
      Given Anna reads "Us"
      And Anna types "What do you think?"
      And Anna deletes the conversation "Us" on the second device
      And Anna presses "Esc Up"
      And Bea sends "Anna?" to "Us"
      And Anna presses "Return"
      And Anna types "bea"
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Anna?…
        …╭…
        …│ What do you think? …
        …╰…
        …
        """

    Scenario: Who leaves a conversation goes on in the next one
      Given a conversation "Band" between Anna, Bea, Carl and Dana
      And Anna reads "Band"
      And Anna types "/leave"
      When Anna presses "Return Right Return"
      Then Anna's screen shows:
        """
        …
        …Message Us…
        …
        """

    Scenario: A question of an app lets no text through to another conversation after a removal
      Given the app "Notes" opens links at "notes.example"
      And a conversation "Band" between Anna, Bea, Carl and Dana
      And Bea sends "https://notes.example/d/1" to "Band"
      And Bea sends "https://notes.example/d/1" to "Us"
      And Anna pins "https://notes.example/d/1" in "Us"
      And Anna reads "Band"
      When Bea removes Anna from "Band"
      And Anna types "Who sings?"
      Then Anna's screen shows:
        """
        …
        …New Message…
        …
        …│ Who sings? …
        …
        """
      And Bea does not see "Who sings?" in "Us"

    @draft-stage
    Scenario: A document that is staged outlives the client
      Given the app "Notes" opens links at "notes.example"
      And Anna types "/share Trip plan with com.example.notes"
      And Anna presses "Return"
      When Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …Trip plan · Notes…
        …
        """
      When Anna types "/send"
      And Anna presses "Return"
      And Bea reads "Us"
      Then Bea's screen shows:
        """
        …
        …│ Trip plan …
        …│ Notes · notes.example…
        …
        """

    Scenario: What Esc takes out of the composer comes back
      Given the app "Notes" opens links at "notes.example"
      And Anna sends "Who drivs?" to "Us"
      And Anna reads "Us"
      When Anna presses "Ctrl-T e Backspace Backspace"
      And Anna types "es?"
      And Anna presses "Esc Ctrl-_"
      And Anna presses "Return"
      Then Bea sees "Who drives?" in "Us"
      When Anna types "/share Trip plan with com.example.notes"
      And Anna presses "Return Esc Ctrl-_ Return"
      And Bea reads "Us"
      Then Bea's screen shows:
        """
        …
        …│ Trip plan …
        …
        """

    Scenario: Keys that write nothing leave a dropped edit to Ctrl-_
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " at five"
      When Anna presses "Esc Left Backspace Ctrl-_ Return"
      Then Bea sees "See you at five" in "Us"

    Scenario: An edit that Esc dropped comes back after what was written later is taken back
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " at five"
      And Anna presses "Esc"
      And Anna types "no"
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …│ Message Us …
        …
        """
      When Anna presses "Ctrl-_ Return"
      Then Bea sees "See you at five" in "Us"

    Scenario: An edit that Esc dropped comes back when the message is edited again
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " at five"
      And Anna presses "Esc"
      And Anna types "no"
      And Anna presses "Return"
      And Anna presses "Ctrl-T Up e"
      When Anna presses "Ctrl-_ Return"
      Then Bea sees "See you at five" in "Us"

    @msg-edit-window
    Scenario: The text of an edit that came too late is restored by the arrow up
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " at five, and bring a map"
      And 15 minutes 1 millisecond pass
      When Anna presses "Return"
      Then the last request of Anna fails with "expired"
      And Anna's screen shows:
        """
        …
        …● This message can no longer be edited. ↑ restores your text
        """
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ See you at five, and bring a map …
        …
        """
      And Bea sees that "See you" was not edited in "Us"

    @msg-edit-window
    Scenario Outline: The text of an edit that waited and came too late is restored by the arrow up: Anna <returns>
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      And Anna goes offline
      And Anna presses "Ctrl-T e"
      And Anna types " at five, and bring a map"
      And Anna presses "Return"
      When Anna <meanwhile>
      And Anna <returns>
      And Anna reads "Us"
      Then Anna's screen shows:
        """
        …
        …● <sentence> ↑ restores your text…
        """
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ See you at five, and bring a map …
        …
        """

      Examples:
        | meanwhile                                                  | returns                | sentence                                        |
        | unsends "See you" in "Us" on the second device             | comes back online      | This message was unsent.                        |
        | unsends "See you" in "Us" on the second device             | starts the client anew | This message was unsent.                        |
        | deletes the message "See you" in "Us" on the second device | comes back online      | There is no such message in your conversations. |
        | deletes the message "See you" in "Us" on the second device | starts the client anew | There is no such message in your conversations. |

    @msg-edit-window
    Scenario: The text of an edit is restored after a restart without its conversation
      Given a conversation "Choir" between Anna, Bea, Carl and Dee
      And Anna sends "See you" to "Choir"
      And Anna reads "Choir"
      And Anna goes offline
      And Anna presses "Ctrl-T e"
      And Anna types " at five"
      And Anna presses "Return"
      When Anna leaves "Choir" on the second device
      And Anna starts the client anew
      Then Anna's screen shows:
        """
        …
        …● An edit was not made: its message in “Choir” is gone. ↑ restores its text…
        """
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ See you at five …
        …
        """

    @draft-stage
    Scenario Outline: A message with a <thing> that was refused is restored whole by the arrow up: Anna <returns>
      Given a conversation "Choir" between Anna, Bea, Carl and Dee
      And the app "Notes" opens links at "notes.example"
      And Anna reads "Choir"
      And Anna types "<command>"
      And Anna presses "Return"
      And Anna goes offline
      And Anna types "for Friday"
      And Anna presses "Return"
      When Anna leaves "Choir" on the second device
      And Anna <returns>
      And Anna reads "Us"
      Then Anna's screen shows:
        """
        …
        …● <sentence> ↑ restores it…
        """
      When Anna types "mine"
      And Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …<item>…
        …
        …│ for Friday …
        …
        """
      When Anna presses "Down"
      Then Anna's screen shows:
        """
        …
        …│ mine …
        …
        """
      And Anna's screen does not show "<item>"
      When Anna presses "Up Return"
      And Bea reads "Us"
      Then Bea's screen shows:
        """
        …
        …for Friday…
        …
        """

      Examples:
        | thing    | command                             | returns                | sentence                                              | item     |
        | file     | /attach plan.pdf                    | comes back online      | Not sent to “Choir”: You are in no such conversation. | plan.pdf |
        | file     | /attach plan.pdf                    | starts the client anew | A message was not sent: “Choir” is gone.              | plan.pdf |
        | document | /share Music with com.example.notes | comes back online      | Not sent to “Choir”: You are in no such conversation. | Music    |

    @draft-stage
    Scenario: A restored document that the person deleted meanwhile is not staged, and the last row says so
      Given a conversation "Choir" between Anna, Bea, Carl and Dee
      And the app "Notes" opens links at "notes.example"
      And Anna shares "Theta" from "Notes" at "https://notes.example/d/9" in "Trip"
      And Anna reads "Choir"
      And Anna pastes "https://notes.example/d/9"
      And Anna goes offline
      And Anna types "look"
      And Anna presses "Return"
      When Anna leaves "Choir" on the second device
      And Anna deletes "https://notes.example/d/9" in "Notes"
      And Anna comes back online
      And Anna reads "Us"
      And Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …● Not staged: “Theta” was deleted: there is nothing to share. Return sends
        …your text alone…
        """

    @msg-edit-label
    Scenario: An edit that waits for the server is marked at its message
      Given Anna sends "See you" to "Us"
      And Anna reads "Us"
      When Anna goes offline
      And Anna presses "Ctrl-T e"
      And Anna types " at five"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …sending edit… ▐ See you ▌…
        …
        …Not done yet: the server is unreachable…
        """
      When Anna comes back online
      Then Anna's screen shows:
        """
        …
        …Edited 09:00 ▐ See you at five ▌…
        …
        """
      And Anna's screen does not show "sending edit"

    @draft-stage
    Scenario: A document that Esc dropped comes back after what was cleared later
      Given the app "Notes" opens links at "notes.example"
      And Anna reads "Us"
      And Anna types "/share Trip plan with com.example.notes"
      And Anna presses "Return"
      And Anna types "hey"
      And Anna presses "Esc Alt-c"
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …│ hey …
        …
        """
      And Anna's screen does not show "▣ Trip plan"
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …▣ Trip plan…
        …
        …│ hey …
        …
        """

    Scenario: A file that Esc took out comes back after the words that were written later are taken back
      Given Anna pastes "/home/anna/plan.pdf"
      And Anna presses "Esc"
      And Anna types "word"
      And Anna presses "Alt-c Ctrl-_ Ctrl-_"
      And Anna's screen does not show "📎"
      When Anna presses "Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …📎 /home/anna/plan.pdf…
        …
        """

    Scenario: What Esc took out of one conversation does not come back in another
      Given Anna reads "Us"
      And Anna pastes "/home/anna/plan.pdf"
      And Anna presses "Esc"
      And Anna reads "Trip"
      When Anna presses "Ctrl-_"
      Then Anna's screen does not show "📎"

    Scenario: What is refused stays, with the reason, until it is mended or Esc removes it
      When Anna types "/explain"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ /explain …
        …
        …/explain N|URL: explain if and why…
        """
      When Anna types " 7"
      Then Anna's screen shows:
        """
        …
        …│ /explain 7 …
        …
        …/explain N|URL: explain if and why…
        """
      When Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …Ctrl-_ restores it…
        """
      When Anna types "Never mind"
      And Anna presses "Return"
      Then Bea sees "Never mind" in "Us"
      When Anna types "/explain"
      And Anna presses "Return Esc Ctrl-_"
      Then Anna's screen shows:
        """
        …
        …│ /explain …
        …
        """

    Scenario: Esc takes the reason away with a command that was refused
      Given Anna types "my draft"
      And Anna presses "Alt-x"
      And Anna types "bogus"
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …There is no /bogus…
        """
      When Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …│ my draft …
        …
        …The command was dropped. Ctrl-_ restores it…
        """

    @msg-unsend-note
    Scenario: Return says how to leave the edit of a message that was unsent
      Given Anna sends "See you at five" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " or six"
      When Anna unsends "See you at five" in "Us" on the second device
      Then Anna's screen shows:
        """
        …
        …╭─ Edit · You unsent a message ─…
        …│ See you at five or six …
        …
        …Esc cancel  F1 help
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …│ See you at five or six …
        …
        …This message was unsent. Esc drops the edit…
        """
      When Anna presses "Esc"
      Then Anna's screen shows:
        """
        …
        …│ Message Us …
        …
        …The edit was dropped. Ctrl-_ restores it…
        """
      When Anna presses "Ctrl-_ Return"
      Then Bea sees "See you at five or six" in "Us"

    @msg-edit-label
    Scenario Outline: Ctrl-_ brings back an edit after <keys> on another message
      Given Anna sends "See you at four" to "Us"
      And Anna sends "See you at five" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T e"
      And Anna types " or six"
      When Anna presses "Ctrl-T Up <keys>"
      Then Anna's screen shows:
        """
        …
        …The edit was dropped. Ctrl-_ restores it…
        """
      When Anna presses "Ctrl-_ Return"
      Then Bea sees "See you at five or six" in "Us"

      Examples:
        | keys |
        | r    |
        | e    |

    @reply-inline
    Scenario Outline: A reply stays a reply after an edit that ends with <keys>
      Given Bea sends "Who drives?" to "Us"
      And Anna sends "See you at five" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T Up r"
      And Anna types "I do"
      When Anna presses "Ctrl-T e"
      And Anna types " or six"
      And Anna presses "<keys>"
      Then Anna's screen shows:
        """
        …
        …Reply to Bea: Who drives?…
        …│ I do …
        …
        """
      When Anna presses "Return"
      Then Bea sees "I do" as a reply to "Who drives?" in "Us"

      Examples:
        | keys   |
        | Esc    |
        | Return |

    @msg-unsend-note
    Scenario: The last row offers for an unsent message only what can be done with it
      Given Bea sends "Who drives?" to "Us"
      And Bea unsends "Who drives?" in "Us"
      And Anna reads "Us"
      When Anna presses "Ctrl-T"
      Then Anna's screen shows:
        """
        …
        …↵ menu  ↑↓ choose  d delete…
        """
      And Anna's screen does not show "r reply"

    @msg-edit-label
    Scenario Outline: The Edited label of a wide message shows at <columns> columns
      Given Anna sends "A long line that fills the whole width of a bubble in the thread, and then goes on" to "Us"
      And Anna edits "A long line that fills the whole width of a bubble in the thread, and then goes on" to "A longer line that fills the whole width of a bubble in the thread, and then goes on" in "Us"
      And Anna reads "Us"
      When Anna presses "Ctrl-T"
      Then Anna's screen shows on a screen of <columns> by 24:
        """
        …
        …▶…Edited …:…
        …
        """

      Examples:
        | columns |
        | 60      |
        | 80      |
        | 120     |

    @typing-1to1
    Scenario: Typing ends when the reply is abandoned
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T r"
      And Anna types "I d"
      Then Bea sees that Anna is typing in "Us"
      When Anna presses "Esc"
      Then Bea does not see that Anna is typing in "Us"
      When Anna types "o"
      Then Bea sees that Anna is typing in "Us"

  Rule: What is seen is read

    @rcpt-delivered
    Scenario: Starting the client reads nothing
      Given Bea sends "Who drives?" to "Us"
      When Anna starts the client anew
      Then Anna has 1 unread message in "Us"
      And Bea sees that "Who drives?" was not read in "Us"
      When Anna presses "Return"
      Then Bea sees that "Who drives?" was read in "Us"
      And Anna has no unread message in "Us"

    @rcpt-delivered
    Scenario: Stepping over the list is a peek
      Given Anna reads "Trip"
      And Bea sends "Who drives?" to "Us"
      When Anna presses "Ctrl-N"
      Then Anna has 1 unread message in "Us"
      When Anna presses "Ctrl-N"
      Then Anna has 1 unread message in "Us"
      And Bea sees that "Who drives?" was not read in "Us"

    @rcpt-delivered
    Scenario Outline: Keys that neither open a conversation nor write send no receipt: <keys>
      Given Bea sends "Who drives?" to "Us"
      And Anna starts the client anew
      When Anna presses "<keys>"
      Then Bea sees that "Who drives?" was not read in "Us"
      And Anna has 1 unread message in "Us"

      Examples:
        | keys       |
        | Esc        |
        | Alt-n      |
        | Ctrl-G Esc |
        | Ctrl-S Esc |
        | Ctrl-O     |
        | Ctrl-X     |
        | Ctrl-T Esc |
        | F1 Esc     |
        | F3         |
        | F6 Esc     |
        | Tab Esc    |
        | Tab Tab    |
        | Left       |
        | Backspace  |
        | Ctrl-_     |

    @rcpt-delivered
    Scenario Outline: A key that opens a conversation, scrolls or writes sends the receipt: <keys>
      Given Bea sends "Who drives?" to "Us"
      And Anna starts the client anew
      When Anna presses "<keys>"
      Then Bea sees that "Who drives?" was read in "Us"

      Examples:
        | keys       |
        | Return     |
        | Tab Return |
        | Tab Right  |
        | PgDn       |
        | Down       |
        | x          |

    Scenario: The next unread conversation is one key away
      Given Bea sends "Who drives?" to "Us"
      And Carl sends "I do" to "Trip"
      When Anna presses "Alt-a Alt-a"
      Then Anna has no unread message in "Us"
      And Anna has no unread message in "Trip"

    @rcpt-delivered
    Scenario: What is read on one device is read on all
      Given Bea sends "Who drives?" to "Us"
      And Anna has 1 unread message in "Us"
      When Anna reads "Us" on the second device
      Then Anna has no unread message in "Us"

    Scenario: Who writes on another device has read what stands above
      Given Bea sends "Who drives?" to "Us"
      And Anna has 1 unread message in "Us"
      When Anna sends "I do" to "Us" on the second device
      Then Anna has no unread message in "Us"

    @mention-syntax
    Scenario: The list says where one is mentioned
      Given Anna types "/to Us"
      And Anna presses "Return"
      When Carl sends "@Anna, who drives?" to "Trip"
      Then Anna's screen shows:
        """
        …
        …@●1…
        …
        """
      When Anna reads "Trip"
      Then Anna has no unread message in "Trip"

  Rule: Everything is a few keys away

    Scenario: A conversation is found by some of its letters
      Given a conversation "Lake weekend" between Anna, Bea and Carl
      When Anna presses "Alt-k"
      And Anna types "lw"
      Then Anna's screen shows:
        """
        …
        …Conversations…
        …
        …Go to: lw…
        …Lake weekend…
        …
        """
      When Anna presses "Return"
      And Anna types "Hello lake"
      And Anna presses "Return"
      Then Carl sees "Hello lake" in "Lake weekend"

    @notice-place
    Scenario: The inbox has all that waits, over all conversations
      Given the app "Notes" opens links at "notes.example"
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Carl opens "https://notes.example/d/1"
      And Carl edits "https://notes.example/d/1" in "Notes"
      And Anna reads "Trip"
      And Bea sends "Who drives?" to "Us"
      When Anna presses "Alt-i"
      Then Anna's screen shows:
        """
        …
        …Inbox…Done…
        …
        …Notices…
        …Carl edited “Trip plan”…Trip…
        …
        …Unread…
        …Bea: Who drives?…Us ●1…
        …
        """
      When Anna presses "Down Down Return"
      Then Anna has no unread message in "Us"

    Scenario: A command over a reply or an edit leaves it what it is
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      When Anna presses "Ctrl-T r"
      And Anna types "I do"
      And Anna presses "Alt-x"
      And Anna types "/mute"
      And Anna presses "Return Return"
      Then Bea sees "I do" as a reply to "Who drives?" in "Us"
      When Anna presses "Ctrl-T e"
      And Anna types ", gladly"
      And Anna presses "Alt-x Esc Alt-x"
      And Anna types "unmute"
      And Anna presses "Return Return"
      Then Bea sees "I do, gladly" in "Us"

    Scenario: What stands in a command's place is said to nobody
      When Anna presses "Alt-x Ctrl-U"
      And Anna types "hello"
      And Anna presses "Return"
      Then Bea does not see "hello" in "Us"
      And Anna's screen shows:
        """
        …
        …There is no /hello…
        """

    Scenario: Letters that narrow the list go into no draft
      Given a conversation "Choir" between Anna, Bea and Carl
      And Anna types "a draft"
      And Anna presses "Shift-Tab"
      When Anna types "cho"
      And Anna presses "Backspace Backspace Backspace Backspace Tab"
      Then Anna's screen shows:
        """
        …
        …a draft…
        …
        """

    Scenario: In the list, letters narrow it to the names that have them
      Given a conversation "Choir" between Anna, Bea and Carl
      And Anna presses "Tab"
      When Anna types "cho"
      Then Anna's screen shows:
        """
        …⌕ cho…
        …
        …Choir…
        …
        …Esc all…
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …Messages…Choir…
        …
        …Message Choir…
        …
        """

    Scenario: Tab completes names of conversations, people and files
      Given a conversation "Choir" between Anna, Bea and Carl
      When Anna types "/to cho"
      And Anna presses "Tab Return"
      And Anna types "/attach ./ti"
      And Anna presses "Tab"
      And Anna types "for you"
      And Anna presses "Return"
      Then Bea sees "for you" in "Choir"
      When Anna types "/attach plan.pdf"
      And Anna presses "Return"
      And Anna types "and this"
      Then Anna's screen shows:
        """
        …
        …plan.pdf…
        …
        …│ and this …
        …
        """
      When Anna presses "Return"
      Then Bea sees "and this" in "Choir"
      When Anna types "/new be"
      And Anna presses "Tab"
      And Anna types "ca"
      And Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …/new bea carl…
        …
        """

    Scenario: Return runs the command that is written, and opens nothing of Shared with You
      Given Bea sends "https://notes.example/d/1" to "Us"
      And Anna types "/settings" on a screen of 160 by 30
      And Anna presses "Alt-x" on a screen of 160 by 30
      And Anna types "shelf" on a screen of 160 by 30
      When Anna presses "Return Return" on a screen of 160 by 30
      Then Anna's screen shows on a screen of 160 by 30:
        """
        …
        …Settings…Done…
        …
        """

    Scenario: Who is removed while writing keeps all words, and nobody else gets them
      Given a conversation "Choir" between Anna, Bea, Carl and Dana
      And Anna reads "Choir"
      And Anna types "Our concert"
      When Bea removes Anna from "Choir"
      And Anna types " is on Sunday"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Not Sent…Done…
        …
        …Our concert…
        …
        …Text:  is on Sunday…
        …
        …Copied. Nothing was sent…
        """
      And Bea does not see "Our concert is on Sunday" in "Choir"
      When Anna presses "Esc Up"
      Then Anna's screen shows:
        """
        …
        …│  is on Sunday…
        …
        """
      When Anna presses "Up"
      Then Anna's screen shows:
        """
        …
        …│ Our concert …
        …
        """

    Scenario: A command that is typed after a removal is run, and the draft stays apart
      Given a conversation "Choir" between Anna, Bea, Carl and Dana
      And Anna reads "Choir"
      And Anna types "Our concert"
      When Bea removes Anna from "Choir"
      Then Anna's screen shows:
        """
        …
        …Not Sent…Done…
        …
        …Our concert…
        …
        …Text: …
        …
        """
      When Anna types "/deleted"
      Then Anna's screen shows:
        """
        …
        …Text: /deleted…
        …
        …Esc close  ↵ run  a-z write
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Recently Deleted…
        …
        """
      When Anna presses "Esc Up Up"
      Then Anna's screen shows:
        """
        …
        …│ Our concert …
        …
        """

    Scenario: Return without a new text copies the draft of a conversation that is gone
      Given a conversation "Choir" between Anna, Bea, Carl and Dana
      And Anna reads "Choir"
      And Anna types "Our concert"
      And Bea removes Anna from "Choir"
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Not Sent…Done…
        …
        …Our concert…
        …
        …Copied. Nothing was sent…
        """

    @shelf-dedicated
    Scenario Outline: A word that is typed over Shared with You removes, answers and opens nothing on a screen of <columns>
      Given the app "Notes" opens links at "notes.example"
      And Anna turns automatic sharing on for "Notes"
      And Bea sends "https://notes.example/d/1" to "Us"
      And Anna pins "https://notes.example/d/1" in "Us"
      And Anna types "/shelf" on a screen of <columns> by 36
      And Anna presses "Return" on a screen of <columns> by 36
      When Anna types "Next we: extra /react wow" on a screen of <columns> by 36
      Then Anna's screen shows on a screen of <columns> by 36:
        """
        …
        …Shared with You is selected. Esc returns to writing, ↑ or ↓ to its keys…
        """
      When Anna presses "Return" on a screen of <columns> by 36
      Then Anna's screen shows on a screen of <columns> by 36:
        """
        …
        …Return once more opens “…
        """
      And Anna sees in Shared with You:
        | link                      | from | pinned |
        | https://notes.example/d/1 | Bea  | yes    |
      When Anna types "Next" on a screen of <columns> by 36
      And Anna presses "Down x" on a screen of <columns> by 36
      Then Anna sees nothing in Shared with You

      Examples:
        | columns |
        | 80      |
        | 120     |

    Scenario: Without a link in Shared with You, the letters that would act on one begin a word
      Given Anna types "/shelf" on a screen of 120 by 36
      And Anna presses "Return" on a screen of 120 by 36
      When Anna types "requested" on a screen of 120 by 36
      Then Anna's screen shows on a screen of 120 by 36:
        """
        …Shared with You…
        …
        …Shared with You is selected. Esc returns to writing, ↑ or ↓ to its keys…
        """

    Scenario: A word that is typed while a message is selected neither deletes nor answers it
      Given Bea sends "Who drives?" to "Us"
      And Anna reads "Us"
      And Anna presses "Ctrl-T"
      When Anna types "ideas: r"
      Then Anna's screen shows:
        """
        …
        …A message is selected. Esc returns to writing, ↑ or ↓ to its keys…
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …Us…
        …
        …Return once more opens the menu of the message…
        """
      When Anna types "reasons"
      Then Anna's screen shows:
        """
        …
        …A message is selected. Esc returns to writing, ↑ or ↓ to its keys…
        """
      When Anna presses "Up r"
      And Anna types "me"
      And Anna presses "Return"
      Then Bea sees "me" as a reply to "Who drives?" in "Us"

    Scenario: On a wide screen Shared with You stands beside the thread
      Given Anna types "/shelf" on a screen of 160 by 30
      When Anna presses "Return" on a screen of 160 by 30
      Then Anna's screen shows on a screen of 160 by 30:
        """
        …Messages…Us…Shared with You…
        …
        …Message Us…
        …
        """
      When Anna presses "F6" on a screen of 160 by 30
      And Anna types "here" on a screen of 160 by 30
      And Anna presses "Return" on a screen of 160 by 30
      Then Bea sees "here" in "Us"
      And Anna's screen shows on a screen of 160 by 30:
        """
        …Us…Shared with You…
        …
        …▐ here ▌…
        …
        …F6 Shared with You…
        """
      When Anna presses "F6 Esc" on a screen of 160 by 30
      And Anna types "/to Trip" on a screen of 160 by 30
      And Anna presses "Return" on a screen of 160 by 30
      Then Anna's screen shows on a screen of 160 by 30:
        """
        …Messages…Trip…Bea, Carl…
        …
        """

    Scenario: Esc in the list goes back to where one was
      Given Anna types "/to Us"
      And Anna presses "Return"
      When Anna presses "Tab"
      And Anna types "tri"
      Then Anna's screen shows:
        """
        …Trip…
        …
        """
      When Anna presses "Esc"
      And Anna presses "Return"
      And Anna types "back"
      And Anna presses "Return"
      Then Bea sees "back" in "Us"

    Scenario: An emoji is written by its name
      When Anna types "Off we go :rowb"
      And Anna presses "Tab Return"
      Then Bea sees "Off we go 🚣" in "Us"

    Scenario: A day is gone to by its date
      Given Bea sends "the first day" to "Us"
      And 3 days pass
      And Bea sends "the fourth day" to "Us"
      And Anna reads "Us"
      When Anna types "/date 2022-09-14"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …the fourth day…
        …
        """
      When Anna types "/date 2030-01-01"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …There are no messages since then…
        """
