Feature: Sharing a document from the share sheet
  The share sheet of a document stages a collaboration in the conversation that is chosen. Whoever gets it can open it.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Anna and Dee
    And Dee sends "Hello" to "Choir"

  Rule: A document that is not shared yet begins a collaboration

    @collab-start-sheet @sheet-method-choice @sheet-permission-choice
    Scenario: The share sheet of one's own document stages a collaboration
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate…Everyone can make changes.…
        …
        """

    @collab-start-sheet
    Scenario: What the share sheet sends can be opened
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Return Return" in "Notes"
      Then Dee finds "Plan" shared with Anna

    @draft-stage
    Scenario: Choosing a conversation shares nothing before Send
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …▣ Plan · Notes · from Anna (anna)…Esc removes it…
        …Collaborate · Everyone can make changes. ›…Alt-O…
        …
        """
      And Anna finds no share of "Plan"
      When Anna presses "Tab" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …▸ Collaborate · Everyone can make changes. ›…
        …
        …↵ options…Esc back
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Esc discard…↵ send…
        """
      When Anna presses "Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …“Plan” was dropped…
        """
      And Anna finds no share of "Plan"

    @sheet-permission-choice @perm-summary-button
    Scenario: The permission summary opens the options, and shows what was chosen
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Up Return Down Down Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Can view…[●]…
        …
        """
      When Anna presses "d" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate…Everyone can view.…
        …
        """
      When Anna presses "Down Return Return" in "Notes"
      Then Dee finds "Plan" shared with Anna saying "Everyone can view."

    @perm-summary-button @sheet-unsaved
    Scenario: Options that are discarded are as they were
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Alt-o Down Return Esc Right Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate…Everyone can make changes.…
        …
        """
      When Anna presses "Return Return" in "Notes"
      Then Dee finds "Plan" shared with Anna

    @collab-button-soon
    Scenario: The document has its collaboration button as soon as it is sent
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Return Return Esc" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …p (C)…
        …
        …Plan…
        …
        """

    @collab-start-sheet
    Scenario: New Message gets the same draft
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2 Right Right Return" in "Notes"
      And Anna types "bea" in "Notes"
      And Anna presses "Return Return" in "Notes"
      Then Bea finds "Plan" shared with Anna

    @infra-three @collab-start-sheet
    Scenario: An app that keeps its documents itself is asked first
      Given the app "Notes" keeps its documents itself
      And Anna begins "Plan" in "Notes"
      When Anna presses "F2 Return Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …“Plan”: Asking Notes…
        …
        """

    @collab-start-sheet
    Scenario: A document whose sharing was stopped can be shared again
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna stops sharing "https://notes.example/d/1"
      And Anna reads "Trip"
      When Anna presses "F2 Right Return Return"
      Then Dee finds "Trip plan" shared with Anna

    @start-stop-observer @ev-change
    Scenario: A document that is shared again posts its notices wherever its link stands
      Given a conversation "Food" between Anna, Bea and Dee
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna stops sharing "https://notes.example/d/1"
      And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Food"
      And Bea opens "https://notes.example/d/1"
      When Anna edits "https://notes.example/d/1" in "Notes"
      Then Bea sees the notice "Anna edited “Trip plan”" in "Food"
      And Bea sees the notice "Anna edited “Trip plan”" in "Trip"
      And Carl does not see the notice "Anna edited “Trip plan”" in "Trip"
      When Bea adds Eve to "Trip"
      Then Anna sees the notice "Add Eve to “Trip plan”" in "Trip"

    @collab-start-sheet
    Scenario: What is copied is the link
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna opens "https://notes.example/d/7" in "Notes"
      When Anna presses "F2 Down Return" in "Notes"
      Then Anna has copied "https://notes.example/d/7" in "Notes"
      And Anna finds no share of "Plan"

  Rule: A document that is shared lets those in who get it

    Background:
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

    @collab-start-sheet
    Scenario: Collaborate in the share sheet of an app lets those in who get it
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2 Right Return Return" in "Notes"
      Then Dee finds "Trip plan" shared with Anna, Bea and Carl

    @collab-start-sheet
    Scenario: Collaborate in the share sheet of Messages lets those in who get it
      Given Anna reads "Trip"
      When Anna presses "F2 Right Return"
      And Anna presses "Return"
      Then Dee sees "https://notes.example/d/1" in "Choir"
      When Dee opens "https://notes.example/d/1"
      Then Dee has access to "https://notes.example/d/1"

    @sendcopy-cloudkit
    Scenario: Without a file there is no copy to send
      Given Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate · Everyone can make changes.…›…
        …(T)…(C)…✎…
        …
        """
      When Anna presses "Up Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Collaborate · Everyone can make changes.…
        …Only invited people.…
        …
        """

    @perm-summary-button
    Scenario: The options of a shared document are those of its share
      Given Anna lets everyone only view the share at "https://notes.example/d/1"
      And Anna reads "Trip"
      When Anna presses "F2 Up Return"
      Then Anna's screen shows:
        """
        …
        …Collaborate · Everyone can view.…
        …
        …Only invited people.…
        …Only the owner and administrators can add people.…
        …
        …People…
        …
        """

    @sheet-method-choice
    Scenario: A document in which somebody wrote has a copy to send
      Given Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
      And Anna opens "https://notes.example/d/1" in "Notes"
      When Anna presses "F2 Up Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …● Send Copy…a copy for each…
        …
        """
      When Anna presses "Down Right Return Return" in "Notes"
      Then Dee reads "Bring a tent." in the copy "Trip plan.txt" in "Choir"
      And Dee finds no share of "Trip plan"

    @options-set
    Scenario: A participant who may not add people is told so, and sends nothing
      Given Bea opens "https://notes.example/d/1"
      And a conversation "Pair" between Bea and Dee
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      Then Bea's screen shows:
        """
        …
        …Only the owner and administrators add people to “Trip plan”…
        …
        """
      When Bea presses "Esc Return"
      Then Dee does not see "https://notes.example/d/1" in "Pair"

    @options-set
    Scenario: A participant who may not add people sends the link to participants alone
      Given Bea opens "https://notes.example/d/1"
      And a conversation "Pair" between Bea and Carl
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      And Bea presses "Return"
      Then Carl sees "https://notes.example/d/1" in "Pair"
      And Dee finds no share of "Trip plan"

    @options-set
    Scenario: A participant who may add people lets others in
      Given Anna lets people invite others to the share at "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/1"
      And a conversation "Pair" between Bea and Dee
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      And Bea presses "Return"
      Then Dee finds "Trip plan" shared with Anna, Bea and Carl

    @ck-accept
    Scenario: An invitation is opened before it is sent on
      Given a conversation "Pair" between Bea and Dee
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      Then Bea's screen shows:
        """
        …
        …Open “Trip plan” first…
        …
        """
      And Dee does not see "https://notes.example/d/1" in "Pair"

    @ucs-root-record
    Scenario: A deleted document is sent to nobody
      Given Anna deletes "https://notes.example/d/1" in "Notes"
      And Anna reads "Trip"
      When Anna presses "F2"
      Then Anna's screen shows:
        """
        …
        …“Trip plan” was deleted: there is nothing to share…
        """
      And Anna's screen does not show "New Message"
      And Dee does not see "https://notes.example/d/1" in "Choir"

    @ucs-can-remove
    Scenario: Whoever was removed sends a link that opens for nobody
      Given Bea opens "https://notes.example/d/1"
      And a conversation "Pair" between Bea and Dee
      And Anna removes Bea from the share at "https://notes.example/d/1"
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      Then Bea's screen shows:
        """
        …
        …“Trip plan” is no longer shared with you…
        …
        """
      And Dee does not see "https://notes.example/d/1" in "Pair"

  Rule: Send Copy is offered where there is something to copy

    Background:
      Given the app "Notes" keeps its documents as files

    @sheet-method-choice @sendcopy-drive
    Scenario: The sheet lists both methods and remembers the chosen one
      Given Anna begins "Plan" in "Notes"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …● Collaborate · Everyone can make changes.…›…
        …○ Send Copy…a copy for each…
        …
        """
      When Anna presses "Up Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …○ Collaborate…
        …● Send Copy…a copy for each…
        …
        """
      When Anna presses "Down Return" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …▣ Plan · Notes · from Anna (anna)…
        …Send Copy…
        …
        """
      When Anna presses "Return" in "Notes"
      Then Dee reads "Plan" in the copy "Plan.txt" in "Choir"
      And Dee finds no share of "Plan"
      And Anna finds no share of "Plan"

    @sheet-customise-methods
    Scenario: An app that sends copies only never shows Collaborate
      Given the app "Notes" sends copies only
      And Anna begins "Plan" in "Notes"
      When Anna presses "F2" in "Notes"
      Then Anna's app "Notes" shows:
        """
        …
        …Notes · notes.example…
        …│…
        …Send Copy…a copy for each…
        …
        """

    @options-set @sendcopy-drive
    Scenario: A participant who may not add people can send a copy
      Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Bea opens "https://notes.example/d/1"
      And a conversation "Pair" between Bea and Dee
      And Bea reads "Trip"
      When Bea presses "F2 Return"
      And Bea presses "Return"
      Then Dee reads "Trip plan" in the copy "Trip plan.txt" in "Pair"
      But Dee finds no share of "Trip plan"

  Rule: The permission summary above the composer is a control

    Background:
      Given Anna reads "Trip"
      And Anna stages a draft of "Trip plan" from "Notes" for "Trip"

    @perm-summary-button
    Scenario: A key opens the options of what is staged
      When Anna presses "Alt-o"
      Then Anna's screen shows:
        """
        …
        …Trip plan…Done…
        …
        …Collaborate · Everyone can make changes.…
        …
        """
      When Anna presses "Down Down Down Return d Return"
      Then Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can view."

    @perm-summary-button
    Scenario: The number of an option chooses it
      When Anna presses "Alt-o"
      And Anna presses "4 d Return"
      Then Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can view."

    @perm-summary-button @sheet-unsaved
    Scenario Outline: After a letter that no option has, <key> returns to the keys of the options
      When Anna presses "Alt-o 4 z d"
      Then Anna's screen shows:
        """
        …
        …Who can access…
        …
        …No text goes here: ↑ or ↓ returns to the keys of the sheet…
        """
      When Anna presses "<key> d Return"
      Then Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can view."

      Examples:
        | key  |
        | Up   |
        | Down |
        | Tab  |

    @perm-summary-button
    Scenario: A letter that no option has says what ends it before anything is chosen
      When Anna presses "Alt-o 9 d"
      Then Anna's screen shows:
        """
        …
        …Who can access…
        …
        …Esc closes the sheet first, ↑ or ↓ returns to its keys…
        """

    @av-open
    Scenario: The share sheet says that Send creates the document
      Given Dee sends "https://notes.example/d/9" to "Choir"
      When Anna presses "F2"
      Then Anna's screen shows:
        """
        …
        …This draft is not sent yet…
        """
      And Anna finds no share of "Trip plan"

    @perm-summary-button
    Scenario: The focus reaches it, Return opens it, and a letter goes to the composer
      When Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …▸ Collaborate · Everyone can make changes. ›…
        …
        """
      When Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …Who can access…
        …
        """
      When Anna presses "Esc h i"
      Then Anna's screen shows:
        """
        …
        …Collaborate · Everyone can make changes. ›…
        …
        …│ hi…
        …
        """

  Rule: A document that is dropped on a thread is staged there

    @collab-start-drop @collab-link-copy-choice
    Scenario: The address of one's own document stages a collaboration
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna reads "Trip"
      When Anna pastes "https://notes.example/d/7"
      Then Anna's screen shows:
        """
        …
        …▣ Plan · Notes · from Anna (anna)…
        …Collaborate · Everyone can make changes. ›…
        …
        …Message Trip…
        …
        """
      When Anna presses "Return"
      Then Bea finds "Plan" shared with Anna and Carl

    @collab-start-drop
    Scenario: Any other address stays a text
      Given Anna reads "Trip"
      When Anna pastes "https://example.com/"
      And Anna presses "Return"
      Then Bea sees "https://example.com/" in "Trip"

    @collab-start-drop
    Scenario: An address among other words stays a text
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna reads "Trip"
      And Anna types "See "
      When Anna pastes "https://notes.example/d/7"
      And Anna presses "Return"
      Then Bea sees "See https://notes.example/d/7" in "Trip"
      And Bea finds no share of "Plan"

    @collab-start-drop @collab-link-copy-choice
    Scenario: A file that an app opens becomes a document to work on together
      Given the app "Notes" opens files that end in "pdf"
      And Anna reads "Trip"
      When Anna pastes "/home/anna/plan.pdf"
      Then Anna's screen shows:
        """
        …
        …▣ plan · Notes · from Anna (anna)…
        …Collaborate · Everyone can make changes. ›…
        …
        """
      And Anna finds no share of "plan"
      When Anna presses "Return"
      Then Bea finds "plan" shared with Anna and Carl

    @collab-start-drop @collab-link-copy-choice
    Scenario: The same file can be sent as it is
      Given the app "Notes" opens files that end in "pdf"
      And Anna reads "Trip"
      And Anna pastes "/home/anna/plan.pdf"
      When Anna chooses "Send Copy" in the draft
      And Anna presses "Return"
      Then Bea sees the document "plan.pdf" in "Trip"
      And Bea finds no share of "plan"

    @meta-initiator-private @meta-fields
    Scenario: The sender sees the account, and nobody else is told of it
      Given Anna creates "Plan" in "Notes" at "https://notes.example/d/7"
      And Anna reads "Trip"
      When Anna pastes "https://notes.example/d/7"
      Then Anna's screen shows:
        """
        …
        …from Anna (anna)…
        …
        …Return sends it from Anna (anna)…
        """
      When Anna presses "Return"
      Then Bea finds "Plan" shared with Anna and Carl
      And Bea was never told "initiator"
