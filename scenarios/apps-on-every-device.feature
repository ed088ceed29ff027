Feature: A person's apps follow what the person does elsewhere
  Apps run on each device of a person. What the person does in Messages on that device shows in the app as what others
  do does.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And the button of "https://notes.example/d/1" in "Notes" reads "(T)" for Anna

  @cv-button
  Scenario Outline: The collaboration button follows a <what> given in Messages by the same person
    When <step>
    Then the button of "https://notes.example/d/1" in "Notes" reads "<button>" for Anna

    Examples:
      | what  | step                            | button |
      | photo | Anna gives "Trip" the photo "🏕" | (🏕)    |
      | name  | Anna renames "Trip" to "Lake"   | (L)    |

  @ul-activity
  Scenario: An app on a second device shows what was done on the first
    Given Bea opens "https://notes.example/d/1" in "Notes" on the second device
    When Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    Then Bea's app "Notes" shows on the second device:
      """
      …
      …Bring a tent.
      …
      """

  @sheet-unsaved
  Scenario: What is written on a second device shows on the first
    Given Bea opens "https://notes.example/d/1" in "Notes"
    When Bea writes "From the tablet" in "https://notes.example/d/1" in "Notes" on the second device
    Then Bea's app "Notes" shows:
      """
      …
      …From the tablet
      …
      """

  @ev-membership
  Scenario: A step before a check of the rule may be refused
    Given Bea opens "https://notes.example/d/1"
    When the app "Notes" tells for Bea that Anna was removed from "https://notes.example/d/1"
    Then the last request of Bea runs into the rule "ev-membership"
