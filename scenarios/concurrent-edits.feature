Feature: Two people edit at once
  Edits are put in order. Whoever saves what was made of an older text is handed the one that stands there now, and
  nothing is lost silently.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna and Bea
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1" in "Notes"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"

  @ev-change
  Scenario: An edit of an outdated text is refused with the current one
    When Bea edits an outdated "https://notes.example/d/1" in "Notes"
    Then the last request of Bea fails with "conflict"
    And Bea is handed the current text:
      """
      Bring a tent.
      """
    And Anna's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """
    And Anna sees the notices in "Trip":
      | text                   |
      | Bea joined “Trip plan” |

  @ev-change
  Scenario: Who has read the current text may change it
    Given Bea edits an outdated "https://notes.example/d/1" in "Notes"
    And the last request of Bea fails with "conflict"
    When Bea edits "https://notes.example/d/1" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      One more line.
      """
    And Anna sees the notice "Bea edited “Trip plan”" in "Trip"

  @ev-change
  Scenario: A comment and a new name make nobody's edit outdated
    Given Anna comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    When Bea edits an outdated "https://notes.example/d/1" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      What I made of what I knew.
      """
