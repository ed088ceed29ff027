Feature: An app's home
  Beside Shared with You stand the person's documents: their own, and those that were shared with them. A new one begins
  here, and all that follows can be done in the terminal.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna and Bea

  @shelf-dedicated
  Scenario: Where nothing is, the home says what to do
    Then Anna's app "Notes" shows:
      """
       Notes
      …
      …Nothing is here yet.
      …n creates a document
      …
       ● anna · connected…n new  ? help  q quit
      """

  @share-button-place @ucs-invite-screen @collab-button-soon @ucs-can-invite
  Scenario: From nothing to a document that two work on, in terminals alone
    When Anna begins "Trip plan" in "Notes"
    Then Anna's app "Notes" shows:
      """
       ‹ Notes…s People  F2 Share
      …
       Trip plan
      …
       Empty
      …
      """
    When Anna presses "e" in "Notes"
    And Anna types "Bring a tent." in "Notes"
    And Anna presses "Ctrl-S" in "Notes"
    And Anna presses "s" in "Notes"
    And Anna adds Bea on the sharing screen
    And Anna sends the link to "Trip" from the sharing screen
    And Anna presses "Esc" in "Notes"
    Then Anna's app "Notes" shows:
      """
       ‹ Notes…p (T)  s People  F2 Share
      …
       Trip plan
      …
       Bring a tent.
      …
      """
    Then the button of the link that was just shared in "Notes" reads "(T) 2" for Bea
    And Bea's app "Notes" shows:
      """
       ‹ Notes…p (T) 2  s People  F2 Share
      …
       Trip plan
      …
       Bring a tent.
      …
      """
    When Bea presses "e" in "Notes"
    And Bea types " Two?" in "Notes"
    And Bea presses "Ctrl-S" in "Notes"
    Then Anna sees the notice "Bea edited “Trip plan”" in "Trip"

  @sheet-complex-alt
  Scenario: A document is written on a screen of its own, and on no sheet
    Given Anna begins "Diary" in "Notes"
    When Anna presses "e" in "Notes"
    And Anna types "A long day." in "Notes"
    Then Anna's app "Notes" shows:
      """
       Edit…
       A long day.
      …
      """

  @shelf-dedicated
  Scenario: The home lists what is shared with the person, and below it their documents, the last changed first
    Given Bea turns automatic sharing on for "Notes"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip" so that everyone can view
    And Bea opens "https://notes.example/d/1" in "Notes"
    And 1 minute passes
    And Bea creates "Diary" in "Notes" at "https://notes.example/d/9"
    And Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Notes
      …
       Shared with You

      ▌ ╭────╮  Trip plan
      ▌ │ T  │  Shared document
      ▌ ╰────╯  (A) From Anna ›

       Documents

        Diary
        Trip plan…View only
      …
      """
    When Bea presses "Down Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes…
      …
       Diary
      …
      """

  @ck-accept
  Scenario: What is not open to a person is not on their list
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      """
    When Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
       Documents

      ▌ Trip plan
      …
      """
    When Anna removes Bea from the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      """

  @ck-accept
  Scenario: What somebody has open closes when it is shared with them no longer
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1" in "Notes"
    When Anna removes Bea from the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      …“Trip plan” is no longer shared with you…
      """

  Scenario: A document that was just begun has the mark when it closes
    Given Anna begins "Menu" in "Notes"
    And Anna presses "Esc" in "Notes"
    And Anna begins "Trip plan" in "Notes"
    When Anna presses "Esc" in "Notes"
    Then Anna's app "Notes" shows:
      """
      …
      ▌ Trip plan…
      …
      """

  @sheet-unsaved
  Scenario: A title that was begun is not lost by Esc
    When Anna presses "n" in "Notes"
    And Anna types "Trip" in "Notes"
    And Anna presses "Esc" in "Notes"
    Then Anna's app "Notes" shows:
      """
      …
      …Discard the new document?…
      …
      …▸ Keep ◂…Discard…
      …
      """
    When Anna presses "Return" in "Notes"
    And Anna types " plan" in "Notes"
    And Anna presses "Return" in "Notes"
    Then Anna's app "Notes" shows:
      """
      …
       Trip plan
      …
      """
