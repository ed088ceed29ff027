Feature: The pictures of the README
  Each comment names the picture of the screen that the step below it looks at.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And the app "Notes" shows "notes.example/d/*" as "Trip plan" with the glyph "▣" on "yellow"
    And the app "Notes" offers "Add a Page" on the share sheet with the glyph "✚"
    And Anna, Bea and Carl are contacts
    And a conversation "Choir" between Anna, Bea, Carl and Dana
    And a conversation "Lake weekend" between Anna, Bea and Carl
    And Dana sends "@Bea, we start at seven on Thursday" to "Choir"
    And Anna sends "Shall we go to the lake? I made a plan." to "Lake weekend"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Lake weekend"
    And Bea opens "https://notes.example/d/1"
    And Carl sends "Who brings the boat? 🚣" to "Lake weekend"
    And Bea sends "I do. And there is this: https://boats.example/rent" to "Lake weekend"
    And Carl reacts "heart" to "I do. And there is this: https://boats.example/rent" in "Lake weekend"
    And Carl edits "https://notes.example/d/1" in "Notes"

  Scenario: A thread
    Given Bea reads "Lake weekend"
    # picture thread
    Then Bea's screen shows on a screen of 100 by 30:
      """
      …
      """

  Scenario: Details
    Given Bea reads "Lake weekend"
    When Bea presses "Ctrl-G" on a screen of 120 by 28
    # picture details
    Then Bea's screen shows on a screen of 120 by 28:
      """
      …
      """

  Scenario: A share sheet
    Given Bea reads "Lake weekend"
    When Bea presses "F2" on a screen of 90 by 30
    # picture share-sheet
    Then Bea's screen shows on a screen of 90 by 30:
      """
      …
      """

  Scenario: The inbox
    Given Bea reads "Lake weekend"
    When Bea presses "Alt-i" on a screen of 90 by 24
    # picture inbox
    Then Bea's screen shows on a screen of 90 by 24:
      """
      …
      """

  Scenario: An app
    Given Bea pins "https://notes.example/d/1" in "Lake weekend"
    And Bea answers "Allow"
    And the app "Notes" runs for Bea
    And Bea presses "F2 Ctrl-G" in "Notes"
    # picture app
    Then Bea's app "Notes" shows:
      """
      …
      """

  Scenario: Consent
    Given Bea pins "https://notes.example/d/1" in "Lake weekend"
    # picture consent
    Then Bea's screen shows on a screen of 90 by 24:
      """
      …
      """
