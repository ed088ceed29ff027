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

  @cv-button
  Scenario: It is the group's for its owner too, and for who has nothing on their shelf
    Then the button of "https://notes.example/d/1" in "Notes" reads "(WT)" for Anna
    And the app "Notes" does not see "https://notes.example/d/1" for Carl
    And the button of "https://notes.example/d/1" in "Notes" reads "(WT) 2" for Carl
    And the button of "https://notes.example/d/1" in "Notes" reads "(WT) 2" for Anna

  @cv-button
  Scenario: A group with a photo shows it there, and one that nobody named its people
    Given Anna gives "Weekend trip" the photo "🏕"
    And a conversation "Pair" between Dee and Emil
    And Dee shares "Songs" from "Notes" at "https://notes.example/d/2" in "Pair"
    Then the button of "https://notes.example/d/1" in "Notes" reads "(🏕)" for Anna
    And the button of "https://notes.example/d/2" in "Notes" reads "(P)" for Emil

  @cv-panel @cv-init @cv-props @cv-manage-default @cv-pages-example @popover-essential @popover-three-parts
  Scenario: Title, people, three ways to talk, the app's own part, and the sharing
    Given 1 minute passes
    And Anna edits "https://notes.example/d/1" in "Notes"
    When Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen shows:
      """
      Close  …Trip plan
      Anna, Bea and Carl
      Message
      Audio
      Video
      Latest update
      Anna edited it
      Show All Activity
      Current participants
      Anna · Can make changes
      Bea (you) · Can make changes
      Participant cursors  on
      Sharing
      Manage Shared File
      """

  @popover-essential
  Scenario: All activity is one key away, for a person who was not there too
    Given Carl edits "https://notes.example/d/1" in "Notes"
    And 1 minute passes
    And Anna comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    And 1 minute passes
    And Anna renames "https://notes.example/d/1" to "Kayak trip"
    When Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen shows:
      """
      …
      Latest update
      Anna renamed it to “Kayak trip”
      Show All Activity
      …
      """
    When Bea chooses "Show All Activity" on the sharing screen
    Then Bea's app "Notes" shows:
      """
      …
      …Activity…Done…
      …
      …Anna renamed it to “Kayak trip”…
      …Anna commented: Two tents?…
      …Carl edited it…
      …Anna created it…
      …
      """

  @popover-essential
  Scenario: The reader's own deeds are told as theirs
    Given Anna opens the panel of "https://notes.example/d/1" in "Notes"
    When Anna comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Anna chooses "Show All Activity" on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …Activity…Done…
      …
      …You edited it…
      …You commented: Two tents?…
      …You created it…
      …
      """

  @popover-essential
  Scenario: An app that adds nothing leaves two sections, and no blank block
    Given the app "Notes" adds nothing to the panel for Bea
    When Bea opens the panel of "https://notes.example/d/1" in "Notes"
    Then Bea's sharing screen shows:
      """
      Close  …Trip plan
      Anna, Bea and Carl
      Message
      Audio
      Video
      Sharing
      Manage Shared File
      """

  @popover-essential
  Scenario Outline: No row of the app's own part does nothing: <row>
    Given Bea opens the panel of "https://notes.example/d/1" in "Notes"
    When Bea chooses "<row>" on the sharing screen
    Then Bea's app "Notes" shows:
      """
      …
      …<does>…
      …
      """

    Examples:
      | row                 | does                     |
      | Show All Activity   | Anna created it          |
      | Participant cursors | Participant cursors: off |
      | Manage Shared File  | Remove Me                |

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
      Anna · Can make changes
      Bea (you) · Can make changes
      Carl · Can make changes
      Participant cursors  off
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

  @cv-panel @popover-three-parts
  Scenario: Where several conversations have the link, Message asks which one
    Given a conversation "Choir" between Anna and Bea
    And Anna sends "Trip plan" on to "Choir"
    When Anna opens the panel of "https://notes.example/d/1" in "Notes"
    And Anna chooses "Message" on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …Message…
      …
      …Weekend trip…
      …Choir…
      …
      """
    When Anna presses "Return" in "Notes"
    And Anna types "Hello" in "Notes"
    And Anna presses "Return" in "Notes"
    Then Carl sees "Hello" in "Weekend trip"

  @cv-panel @popover-three-parts @cv-button
  Scenario: Message names the people where the conversation has somebody who takes part no longer
    Given Anna removes Carl from the share at "https://notes.example/d/1"
    Then the button of "https://notes.example/d/1" in "Notes" reads "(AB)" for Anna
    When Anna opens the panel of "https://notes.example/d/1" in "Notes"
    And Anna chooses "Message" on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …Message…
      …
      …Bea…
      …
      …With people who have no access…
      …Weekend trip…
      …
      """
    When Anna presses "Return" in "Notes"
    And Anna types "Only us" in "Notes"
    And Anna presses "Return" in "Notes"
    Then Bea's screen shows:
      """
      …
      …Anna: Only us…
      …
      """
    And Carl does not see "Only us" in "Weekend trip"

  @cv-panel @popover-three-parts
  Scenario: Message asks where somebody on the document is missing from the conversation
    Given Anna adds Dee to the share at "https://notes.example/d/1"
    When Anna opens the panel of "https://notes.example/d/1" in "Notes"
    And Anna chooses "Message" on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …Weekend trip…
      …Bea, Carl and Dee…
      …
      """

  @cv-panel @popover-three-parts
  Scenario: Where no conversation has the link, Message begins one with the people of the document
    Given Anna shares "Songs" from "Notes" at "https://notes.example/d/2" with nobody yet
    And Anna adds Dee to the share at "https://notes.example/d/2"
    When Anna opens the panel of "https://notes.example/d/2" in "Notes"
    And Anna chooses "Message" on the sharing screen
    And Anna types "Hello" in "Notes"
    And Anna presses "Return" in "Notes"
    Then Dee's screen shows:
      """
      …
      …│ Anna…
      …
      …Hello…
      …
      """

  @cv-panel @cv-button
  Scenario: Message leads to a conversation that was sent the link while the document is open
    Given a conversation "Choir" between Anna, Dee and Emil
    And Anna shares "Songs" from "Notes" at "https://notes.example/d/2" with nobody yet
    And Anna adds Dee and Emil to the share at "https://notes.example/d/2" without sending the link
    And Anna opens the panel of "https://notes.example/d/2" in "Notes"
    When Anna sends "https://notes.example/d/2" to "Choir"
    And Anna opens the panel of "https://notes.example/d/2" in "Notes"
    And Anna chooses "Message" on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …Choir…
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
    Then the app "Notes" says "No other participants yet" to Anna

  Rule: Who takes part in what the app keeps itself, the app manages
    Background:
      Given the app "Board" opens links at "board.example"
      And the app "Board" keeps its documents itself

    @manage-view
    Scenario: Without a manage screen of its own there is none, neither in the app nor in Messages
      Given Anna stages a draft of "Ideas" from "Board" for "Weekend trip"
      And Anna sends the draft
      And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
      And the app "Board" lets the people in for Anna
      When Bea opens the panel of "https://board.example/b/1" in "Board"
      Then Bea's sharing screen does not offer "Manage Shared File"
      When Bea presses "Esc s" in "Board"
      Then Bea's app "Board" shows:
        """
         ‹ Board…
        …
         ● Board has no screen for its participants
        """
      And Bea's screen shows for "/people 2":
        """
        …
        …Board stores “Ideas” itself…
        """

    @manage-view @swperson-names @remove-alert
    Scenario: With one, it is the app's own, and it asks by name before somebody is removed
      Given the app "Board" calls its manage button "Manage Board"
      And Anna stages a draft of "Ideas" from "Board" for "Weekend trip"
      And Anna sends the draft
      And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
      And the app "Board" lets the people in for Anna
      When Anna opens the sharing of "https://board.example/b/1" in "Board"
      Then Anna's sharing screen shows:
        """
        Close  Manage Board
        People
        Anna (you)  Owner
        Bea  Can make changes · Invited
        Carl  Can make changes · Invited
        Add People…
        Send the link to those you add  on
        Document
        Copy Link
        Stop Sharing
        """
      But Anna's sharing screen does not offer "Who can access"
      When Anna removes Bea on the sharing screen
      Then Anna's sharing screen shows:
        """
        Remove Bea?
        (B) Bea · bea
        Bea will no longer have access to “Ideas”.
        Cancel  Remove
        """
      And the app "Board" on the screen learned nothing of people for Anna
      When Anna chooses "Cancel" on the sharing screen
      Then Bea finds "Ideas" shared with Anna and Carl

    @manage-view
    Scenario: What the system keeps has the system's screen, under whatever title the app gives its button
      Given the app "Notes" calls its manage button "Manage Note"
      When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
      Then Anna's sharing screen shows:
        """
        Cancel  …Trip plan
        Everyone can make changes.
        People
        Anna (you)  Owner
        …
        """
