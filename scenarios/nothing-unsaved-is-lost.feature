Feature: Nothing unsaved is lost by Esc
  Whoever closes something with what is not saved in it is asked first: discard it, or keep it and stay. Where nothing
  would be lost, Esc closes at once.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna and Bea
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And the button of "https://notes.example/d/1" in "Notes" reads "(T)" for Bea

  @sheet-unsaved
  Scenario Outline: What is being written is asked about: <what>
    When Bea presses "<key>" in "Notes"
    And Bea types "Two tents" in "Notes"
    And Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …<question>…
      …
      …It is not saved yet.…
      …
      …▸ Keep ◂…Discard…
      …
      """
    When Bea presses "Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       <what>…
      …Two tents
      …
      """
    When Bea presses "Esc Down Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes…s People  F2 Share
      …
       Trip plan
      …
       Empty
      …
      """
    And Anna does not see the notice "Bea <told>" in "Trip"

    Examples:
      | what    | key | question              | told                                        |
      | Edit    | e   | Discard your text?    | edited “Trip plan”                          |
      | Comment | c   | Discard your comment? | commented on “Trip plan”                    |
      | Rename  | n   | Discard the new name? | renamed “Trip plan” to “Trip planTwo tents” |

  @sheet-unsaved
  Scenario: Esc at the question keeps everything, and what is kept can be saved
    Given Bea presses "e" in "Notes"
    And Bea types "Two tents" in "Notes"
    When Bea presses "Esc Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Edit…
       Two tents
      …
      """
    When Bea presses "Ctrl-S" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      Two tents
      """

  @sheet-unsaved
  Scenario: The text that came too late is asked about as well
    Given Bea presses "e" in "Notes"
    And Bea types "Two tents" in "Notes"
    And Anna writes "Three tents" in "https://notes.example/d/1" in "Notes"
    When Bea presses "Ctrl-S" in "Notes"
    And Bea presses "Esc Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Edit…
       Anna changed it while you were writing. It now reads:
         Three tents
       Yours, not saved yet:
       Two tents
      …
      """

  @sheet-unsaved
  Scenario: Where nothing was changed Esc closes at once
    When Bea presses "e" in "Notes"
    And Bea presses "Esc" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes…s People  F2 Share
      …
      """

  @sheet-unsaved @sheet-modal-default
  Scenario: Whoever writes on keeps the text when a link is opened elsewhere
    Given Anna shares "Songs" from "Notes" at "https://notes.example/d/2" in "Trip"
    And Bea presses "c" in "Notes"
    And Bea types "Two" in "Notes"
    When Bea opens "https://notes.example/d/2" in "Notes"
    And Bea types " tents" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Two tents…
      …
      …↵ done…Esc cancel…
      """

  @sheet-unsaved
  Scenario: Nor does a link that is opened elsewhere take what is being written
    Given Anna shares "Songs" from "Notes" at "https://notes.example/d/2" in "Trip"
    And Bea presses "c" in "Notes"
    And Bea types "Two tents" in "Notes"
    When Bea opens "https://notes.example/d/2" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      …Discard your comment?…
      …
      """
    When Bea presses "Down Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes…
      …
       Songs
      …
      """
