Feature: The collaboration button and its panel
  Beside the Share key stands who shares the document and how many are there now. Behind it is one place for everything:
  a way to talk to the others, the app's own part, and the sharing.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Weekend trip" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Weekend trip"

  @cv-button
  Scenario: The button has the group, and a number while others are there
    Then the button of "https://notes.example/d/1" in "Notes" reads "(WT)" for Bea
    When Carl opens "https://notes.example/d/1" in "Notes"
    Then the button of "https://notes.example/d/1" in "Notes" reads "(WT) 2" for Bea
    When Carl closes "https://notes.example/d/1" in "Notes"
    Then the button of "https://notes.example/d/1" in "Notes" reads "(WT)" for Bea

  @cv-panel @cv-init @cv-props @cv-manage-default @cv-pages-example
  Scenario: Title, people, three ways to talk, the app's own part, and the sharing
    When Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen shows:
      """
      Close  …Trip plan
      Anna, Bea and Carl
      Message
      Audio
      Video
      Current participants
      Anna  Can make changes
      Bea (you)  Can make changes
      Document
      Participant cursors  on
      Comments  0
      Here now  1
      Sharing
      Manage Shared File
      """

  @cv-pages-example
  Scenario: The app's own part is the app's: its switch turns, and its list follows who comes
    Given Bea opens the panel of "https://notes.example/d/1" in "Notes"
    When Bea chooses "Participant cursors" on the sharing screen
    And Carl opens "https://notes.example/d/1" in "Notes"
    And Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen shows:
      """
      …
      Current participants
      Anna  Can make changes
      Bea (you)  Can make changes
      Carl  Can make changes
      Document
      Participant cursors  off
      Comments  0
      Here now  2
      …
      """

  @cv-panel
  Scenario: Message leads to the conversation
    Given Bea opens the panel of "https://notes.example/d/1" in "Notes"
    When Bea chooses "Message" on the sharing screen
    Then Bea's app "Notes" shows:
      """
      …
      …Weekend trip…
      …
      """

  @cv-manage-default @cv-manage-who @ucs-purpose
  Scenario: The manage button leads to who takes part
    Given Bea opens the panel of "https://notes.example/d/1" in "Notes"
    When Bea chooses "Manage Shared File" on the sharing screen
    Then Bea's sharing screen offers "Remove Me"

  @cv-props @cv-manage-default
  Scenario: An app may call its manage button otherwise
    Given the app "Notes" calls its manage button "Manage Note"
    When Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen offers "Manage Note"
    But Bea's sharing screen does not offer "Manage Shared File"

  @cv-manage-who @cv-init
  Scenario: An app with a service of its own has no manage button but its own
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna stages a draft of "Ideas" from "Board" for "Weekend trip"
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    When Bea opens the panel of "https://board.example/b/1" in "Board"
    Then Bea's sharing screen does not offer "Manage Shared File"
    When the app "Board" calls its manage button "Manage Board"
    And Carl opens the panel of "https://board.example/b/1" in "Board"
    Then Carl's sharing screen offers "Manage Board"

  @cv-delegate
  Scenario: Where there is nobody to show, the panel does not open
    Given Anna creates "Diary" in "Notes" at "https://notes.example/d/9"
    When Anna opens the panel of "https://notes.example/d/9" in "Notes"
    Then the app "Notes" says "Nobody else takes part yet" to Anna
