Feature: An open document follows what its person may do
  The app is told on the wire when the access of its person changes, and its screens follow, whatever lies over the
  document. What the person is writing stays until they close it.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Anna and Dee
    And Dee sends "Hello" to "Choir"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna writes "The secret." in "https://notes.example/d/1" in "Notes"

  @ucs-can-remove
  Scenario: Who is removed while the People screen is open loses the document
    Given Bea opens the sharing of "https://notes.example/d/1" in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    When Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      """

  @ucs-can-stop
  Scenario: When the owner stops sharing, the document closes with the panel over it
    Given Bea opens the panel of "https://notes.example/d/1" in "Notes"
    When Anna stops sharing "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      …“Trip plan” is no longer shared with you: its owner stopped sharing…
      """

  @ucs-can-stop @ck-accept
  Scenario Outline: The list no longer calls a document lost after it <was shared again>
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna <takes it away>
    And Bea's app "Notes" shows:
      """
      …
      …“Trip plan” is no longer shared with you…
      """
    When Anna <shares it again>
    Then Bea's app "Notes" shows:
      """
      …
      …It is shared with you again: its link opens it…
      """

    Examples:
      | takes it away                                             | shares it again                                                          | was shared again |
      | removes Bea from the share at "https://notes.example/d/1" | adds Bea to the share at "https://notes.example/d/1"                     | was shared again |
      | stops sharing "https://notes.example/d/1"                 | shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip" | was sent again   |

  @ucs-can-leave
  Scenario: Who leaves in Messages has the document open in no app any more
    Given Bea opens the sharing of "https://notes.example/d/1" in "Notes"
    When Bea leaves the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      …You left “Trip plan”: you can no longer open it…
      """

  @ucs-can-leave @ucs-delegate-optional
  Scenario: Who leaves in the app reads the same words there and in Messages
    Given Bea opens the sharing of "https://notes.example/d/1" in "Notes"
    And Bea chooses "Remove Me" on the sharing screen
    When Bea chooses "Remove Me" on the sharing screen
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      …You left “Trip plan”: you can no longer open it…
      """
    When Bea types "/open 1"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …You left it…
      …
      …You left “Trip plan”: you can no longer open it…
      """

  @ucs-can-permission
  Scenario: An open document follows what its person may do
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "Esc Return" in "Notes"
    When Anna lets Bea only view the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …You can view…
      …
      """
    When Bea presses "e" in "Notes"
    Then the app "Notes" says "You can only view “Trip plan”" to Bea
    When Anna lets Bea edit the share at "https://notes.example/d/1"
    Then the app "Notes" says "You can make changes now" to Bea

  @ucs-can-remove @sheet-unsaved
  Scenario: What somebody is writing when they lose the document is not lost with it, and not saved either
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types " Two tents." in "Notes"
    When Anna removes Bea from the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
       Edit…
       The secret. Two tents.
      …
      …Your text cannot be saved…
      """
    When Bea presses "Ctrl-S Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Discard your text?…
      …
      """
    When Bea presses "Right Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Nothing is here yet.
      …
      """
    And Anna's "https://notes.example/d/1" reads:
      """
      The secret.
      """

  @ucs-can-remove @sheet-unsaved
  Scenario: Whoever gets a document back while they write reads that they have it, and saves their text
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types " Two tents." in "Notes"
    When Anna removes Bea from the share at "https://notes.example/d/1"
    And Anna adds Bea to the share at "https://notes.example/d/1"
    And Bea opens "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
       Edit…
       The secret. Two tents.
      …
      …“Trip plan” is shared with you again: Ctrl-S saves your text…
      """
    When Bea presses "Ctrl-S" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      The secret. Two tents.
      """

  @ucs-can-remove @sheet-unsaved
  Scenario: The last row says why a text cannot be saved, and offers no key for it, after the access was lost
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types " Two tents." in "Notes"
    When Anna lets Bea only view the share at "https://notes.example/d/1"
    And Bea presses "Left" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Edit…Esc cancel
      …
      …● You can only view “Trip plan”
      """
    And Bea's app "Notes" does not show "save"
    When Anna removes Bea from the share at "https://notes.example/d/1"
    And Bea presses "Left" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Edit…Esc cancel
      …
      …● Your text cannot be saved: the document is no longer shared with you
      """
    And Bea's app "Notes" does not show "Ctrl-S"

  Scenario: Tab writes a tab in the editor
    Given Bea opens "https://notes.example/d/1" in "Notes"
    When Bea presses "e Tab x Ctrl-S" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      The secret.	x
      """

  @ucs-can-remove
  Scenario: A document that one was removed from says so when its link is opened
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    When Bea opens "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …“Trip plan” is not shared with you.
      …
      """
    And Bea's app "Notes" does not show "§ 1"
    When Bea presses "Down" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …connected…Esc back  ? help
      """

  @ucs-can-access
  Scenario: A link to a document of others says that it does not open
    Given the app "Notes" runs for Dee
    When Dee opens "https://notes.example/d/1"
    Then Dee's app "Notes" shows:
      """
      …
      …The document cannot be opened: it does not exist, or you no longer have…
      …
      """

  @ucs-can-stop
  Scenario: A document whose sharing was stopped says so to those who had it
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna stops sharing "https://notes.example/d/1"
    When Bea opens "https://notes.example/d/1"
    And the last request of Bea fails with "conflict"
    Then Bea's app "Notes" shows:
      """
      …
      …“Trip plan” is no longer shared with you: its owner stopped…
      …
      """

  @ucs-can-access
  Scenario: A document that was deleted says so when it is opened from the shelf
    Given Carl turns automatic sharing on for "Notes"
    And Anna shares "Menu" from "Notes" at "https://notes.example/d/2" in "Trip"
    And Anna deletes "https://notes.example/d/2" in "Notes"
    Then Carl's app "Notes" shows:
      """
      …
      …Menu
      …Deleted document
      …
      """
    When Carl opens "https://notes.example/d/2" from the shelf of "Notes"
    Then Carl's app "Notes" shows:
      """
      …
      …“Menu” was deleted…
      …
      """

  @ucs-can-remove
  Scenario Outline: A highlight of a document that was lost says so
    Given Bea turns automatic sharing on for "Notes"
    And Anna shares "Menu" from "Notes" at "https://notes.example/d/2" in "Trip"
    And Bea opens "https://notes.example/d/2" in "Notes"
    And Bea presses "Esc" in "Notes"
    And Anna <loses it>
    When Bea opens "https://notes.example/d/2" from the shelf of "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …“Menu” is <sentence>
      …
      """

    Examples:
      | loses it                                                  | sentence                                              |
      | removes Bea from the share at "https://notes.example/d/2" | no longer shared with you.                            |
      | stops sharing "https://notes.example/d/2"                 | no longer shared with you: its owner stopped sharing. |

  @ucs-can-remove
  Scenario: A link that was never shared as a document keeps its content
    Given Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/7" to "Trip"
    When Bea opens "https://notes.example/d/7" from the shelf of "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …§ 1
      …
      """

  @ucs-can-remove @ck-accept
  Scenario: A document that one is let in again opens again
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    And Bea opens "https://notes.example/d/1"
    When Anna adds Bea to the share at "https://notes.example/d/1"
    And Bea opens "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
      …
      …The secret.
      …
      """

  @ucs-can-remove @ck-accept
  Scenario: Whoever is let in again while writing saves what they wrote
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types "Mine." in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    When Anna adds Bea to the share at "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
       Edit…Ctrl-S open · Esc cancel…
       The secret.Mine.
      …
      …“Trip plan” is shared with you again: Ctrl-S opens it…
      """
    When Bea presses "Ctrl-S" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …“Trip plan” is shared with you again: Ctrl-S saves your text…
      """
    When Bea presses "Ctrl-S" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      The secret.Mine.
      """

  @ucs-can-permission
  Scenario: Whoever is let in again to view is not told that their text can be saved
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types "Mine." in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    And Anna adds Bea to the share at "https://notes.example/d/1" so that they can view
    When Bea presses "Ctrl-S" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Edit…Esc cancel…
      …
      …“Trip plan” is shared with you again. You can only view “Trip plan”…
      """

  @ucs-can-remove
  Scenario: The last row names the keys of a question about text that cannot be saved
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Bea presses "e" in "Notes"
    And Bea types "Mine." in "Notes"
    And Anna removes Bea from the share at "https://notes.example/d/1"
    When Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Discard your text?…
      …
      …↵ choose…
      """

  @ucs-can-stop
  Scenario: The owner who stops sharing on another device keeps the document, and can share it again
    Given Anna opens the sharing of "https://notes.example/d/1" in "Notes"
    When Anna stops sharing "https://notes.example/d/1"
    Then Anna's app "Notes" shows:
      """
       ‹ Notes…Share
      …
      …The secret.
      …
      """
    When Anna opens the sharing of "https://notes.example/d/1" in "Notes"
    Then Anna's sharing screen shows:
      """
      Cancel  …Trip plan
      Add people to send them the link.
      …
      """

  @ucs-root-record @cv-panel
  Scenario Outline: The <screen> screen of a deleted document says so, and nothing of rights
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna deletes "https://notes.example/d/1" in "Notes"
    When Bea presses "<key>" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …<line>…
      …
      """
    But Bea's app "Notes" does not show "Can make changes"

    Examples:
      | screen | key | line                      |
      | People | s   | The document was deleted. |
      | panel  | p   | Deleted                   |

  @ucs-delegate-optional
  Scenario: The late answer to Stop Sharing names its document, and the page of another one stays as it is
    Given Anna creates "Packing" in "Notes" at "https://notes.example/d/2"
    And Anna shares "Packing" from "Notes" at "https://notes.example/d/2" in "Choir"
    And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
    And Anna chooses "Stop Sharing" on the sharing screen
    And Anna goes offline
    When Anna chooses "Stop Sharing" on the sharing screen
    And Anna presses "Esc" in "Notes"
    And Anna opens "https://notes.example/d/2" in "Notes"
    And Anna comes back online
    Then Anna's app "Notes" shows:
      """
      …
      …Packing…
      …
      …“Trip plan” is no longer shared: you stopped sharing it…
      """
    When Anna opens the sharing of "https://notes.example/d/2" in "Notes"
    Then Anna's sharing screen offers "Stop Sharing"

  @ucs-init-new
  Scenario: The owner's app no longer says that a document is not shared once it is shared again
    Given Anna opens "https://notes.example/d/1" in "Notes"
    And Anna stops sharing "https://notes.example/d/1"
    And Anna's app "Notes" shows:
      """
      …
      …It is no longer shared…
      """
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
    Then Anna's app "Notes" does not show "no longer shared"

  @ucs-invite-owner
  Scenario: A new share sends its link to a person who has only the link of an earlier share
    Given Anna stops sharing "https://notes.example/d/1"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
    And Anna opens the sharing of "https://notes.example/d/1" in "Notes"
    When Anna adds Bea on the sharing screen
    Then Anna's app "Notes" shows:
      """
      …
      …received the link since it was shared…
      …
      """
