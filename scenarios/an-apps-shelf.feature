Feature: An app has a shelf of what was shared with its person
  The shelf is a titled part of the app's own home. The system says what is on it and in which order; the app
  shows it so, and what is gone is gone everywhere at once.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Weekend" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"

  @shelf-dedicated @center-title @sw-two-parts @shelf-item-attribution @fw-classes
  Scenario: The home of an app has a titled shelf, and every item says who it is from
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Weekend"
    And Carl sends "https://notes.example/d/2" to "Weekend"
    Then Bea's app "Notes" shows:
      """
       Notes
      ────────────────────────────────────────────────────────────────────────────────
       Shared with You

      ▌ ╭────╮  notes.example/d/2
      ▌ │ n  │  (C) From Carl ›
      ▌ ╰────╯

        ╭────╮  Trip plan
        │ T  │  Shared document
        ╰────╯  (A) From Anna ›
      …
       ● bea · connected             ↵ open  n new  r reply  m menu  ? help  x remove
      """
    And the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    And the attribution of "https://notes.example/d/2" in "Notes" reads "(C) From Carl ›" for Bea

  @center-empty @shelf-dedicated
  Scenario: Nothing there and nothing allowed look the same, and there is no shelf then
    Then Bea's app "Notes" shows:
      """
       Notes
      ────────────────────────────────────────────────────────────────────────────────
      …
      … Nothing is here yet.
      …
       ● bea · connected                                        n new  ? help  q quit
      """
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea turns automatic sharing off for "Notes"
    Then Bea's app "Notes" shows:
      """
       Notes
      ────────────────────────────────────────────────────────────────────────────────
      …
      … Nothing is here yet.
      …
       ● bea · connected                                        n new  ? help  q quit
      """

  @shelf-show-more
  Scenario: What does not fit is behind Show More
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/d/3" to "Weekend"
    And Anna sends "https://notes.example/d/4" to "Weekend"
    And Anna sends "https://notes.example/d/5" to "Weekend"
    And Anna sends "https://notes.example/d/6" to "Weekend"
    Then Bea's app "Notes" shows:
      """
      …
          Show More
      …
      """
    When Bea presses "End Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
       Notes                                                                    ‹ Esc
      ────────────────────────────────────────────────────────────────────────────────
       Shared with You                                                              6
      …
       ● bea · connected   Esc back  ↵ open  n new  r reply  m menu  ? help  x remove
      """
    When Bea presses "End" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ ╭────╮  notes.example/d/1
      …
      """

  @shelf-ordered @center-priority @center-diff
  Scenario: The order is the server's, also when it changes under the app
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/d/3" to "Weekend"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ ╭────╮  notes.example/d/3
      …
        ╭────╮  notes.example/d/2
      …
        ╭────╮  notes.example/d/1
      …
      """
    When the app "Notes" runs for Bea
    And Bea pins "https://notes.example/d/1" in "Weekend"
    Then the highlights of the app "Notes" changed one time for Bea
    And Bea's app "Notes" shows:
      """
      …
        ╭────╮  notes.example/d/1
        │ n  │  (A) From Anna 📌 ›
      …
      ▌ ╭────╮  notes.example/d/3
      …
        ╭────╮  notes.example/d/2
      …
      """

  @center-must-update @attr-remove
  Scenario: What is removed loses its attribution on the shelf and where it is open
    Given Carl turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    And the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When Bea removes "https://notes.example/d/1" from Shared with You
    Then "https://notes.example/d/1" has no attribution in "Notes" for Bea
    And the app "Notes" does not see "https://notes.example/d/1" for Bea
    And Bea's app "Notes" shows:
      """
       ‹ Notes
      ────────────────────────────────────────────────────────────────────────────────
       notes.example/d/1

      …
      """
    But the app "Notes" sees "https://notes.example/d/1" for Carl

  @shelf-ordered @shelf-show-more
  Scenario: An item that leaves the rows that show gives its focus to no other item
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/d/3" to "Weekend"
    And Anna sends "https://notes.example/d/4" to "Weekend"
    And Anna sends "https://notes.example/d/5" to "Weekend"
    And Anna sends "https://notes.example/d/6" to "Weekend"
    And Bea presses "Down Down Down" in "Notes"
    When Anna sends "https://notes.example/d/7" to "Weekend"
    Then Bea's app "Notes" shows:
      """
      …
      …▸ Show More ◂…
      …
      """

  @attr-remove @attr-pin-mark
  Scenario: Undoing a removal brings the pin back too
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea pins "https://notes.example/d/1" in "Weekend"
    And Bea deletes the contact Anna
    When Bea presses "x" in "Notes"
    Then the app "Notes" does not see "https://notes.example/d/1" for Bea
    When Bea presses "u" in "Notes"
    Then the app "Notes" sees "https://notes.example/d/1" for Bea
    And Bea's app "Notes" shows:
      """
      …
      ▌ │ n  │  (A) From Anna 📌 ›
      …
      """

  @center-must-update
  Scenario: What was unsent is gone from the app that has it open
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    When Anna unsends "https://notes.example/d/1" in "Weekend"
    Then "https://notes.example/d/1" has no attribution in "Notes" for Bea

  @center-members-full @center-errors @center-completion-queue
  Scenario: The center finds what is on the list, and says alike that something is not there or not allowed
    Given the app "Maps" opens links at "maps.example"
    When Anna sends "https://notes.example/d/1 near https://maps.example/lake" to "Weekend"
    Then the app "Notes" finds "https://notes.example/d/1" for Bea
    But the app "Notes" does not find "https://maps.example/lake" for Bea because "accessDenied"
    And the app "Notes" does not find "https://notes.example/never" for Bea because "accessDenied"
    And the app "Notes" does not find "no link" for Bea because "invalidURL"
    When Bea turns automatic sharing off for "Notes"
    Then the app "Notes" does not find "https://notes.example/d/1" for Bea because "accessDenied"

  @center-members-full @ev-from-center
  Scenario: A collaboration is found by everyone who takes part, whatever stands on their shelves
    Given Bea and Dana are contacts
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Weekend"
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Anna does not see "https://notes.example/d/1" in Shared with You
    And Carl does not see "https://notes.example/d/1" in Shared with You
    But the app "Notes" finds the collaboration at "https://notes.example/d/1" for Anna
    And the app "Notes" finds "https://notes.example/d/1" for Anna
    And the app "Notes" finds the collaboration at "https://notes.example/d/1" for Carl
    And the app "Notes" does not find the collaboration at "https://notes.example/d/1" for Dana because "accessDenied"
    When Carl leaves the share at "https://notes.example/d/1"
    Then the app "Notes" does not find the collaboration at "https://notes.example/d/1" for Carl because "accessDenied"

  @collab-highlight-by-id
  Scenario: A document is found by its identifier
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Weekend"
    Then the app "Notes" finds the document "Trip plan" by its identifier for Bea

  @center-support-flag
  Scenario: An older system knows no collaboration, and shows none
    Given Dana has a device with an older system
    And Anna, Bea and Dana are contacts
    And a conversation "Lake" between Anna, Bea and Dana
    And Dana turns automatic sharing on for "Notes"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Lake"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ │ T  │  Shared document
      ▌ ╰────╯  (A) From Anna ›
      …
      """
    But Dana's app "Notes" shows:
      """
      …
      ▌ ╭────╮  Trip plan
      ▌ │ T  │  (A) From Anna ›
      ▌ ╰────╯
      …
      """

  @shelf-item-preview @highlight-url
  Scenario: An item shows what the app registered for its link, and no empty line
    Given the app "Notes" shows "https://notes.example/d/1" as "Packing list" with the subtitle "On paper" with the glyph "🎒" on "green"
    And the app "Notes" shows "https://notes.example/d/*" as "A note"
    When Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    Then Bea's app "Notes" shows:
      """
       Notes
      ────────────────────────────────────────────────────────────────────────────────
       Shared with You

      ▌ ╭────╮  Packing list
      ▌ │ 🎒 │  On paper
      ▌ ╰────╯  (A) From Anna ›

        ╭────╮  A note
        │ A  │  (A) From Anna ›
        ╰────╯
      …
       ● bea · connected             ↵ open  n new  r reply  m menu  ? help  x remove
      """

  @shelf-item-preview
  Scenario: Items that one preview would make alike say which link they are
    Given the app "Notes" shows "https://notes.example/d/*" as "A note"
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/" to "Weekend"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ ╭────╮  notes.example
      ▌ │ n  │  (A) From Anna ›
      …
        ╭────╮  A note
        │ A  │  notes.example/d/2
      …
        ╭────╮  A note
        │ A  │  notes.example/d/1
      …
      """

  @highlight-url @attr-in-detail
  Scenario: A link that is opened in the thread is shown by its app, with who it is from
    Given the app "Notes" shows "https://notes.example/d/*" as "A note"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    And the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When Bea opens "https://notes.example/d/1"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes
      ────────────────────────────────────────────────────────────────────────────────
       A note
       (A) From Anna ›

      …
      """
