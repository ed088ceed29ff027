Feature: Older systems
  A device whose system knows nothing of edits, undo send and tapbacks gets a text for
  each edit and each tapback, and keeps what was unsent; whoever unsends is told so.

  Background:
    Given Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea has a device with an older system

  @msg-edit-old
  Scenario: An edit comes as a message that says so
    When Anna sends "See you at five" to "Trip"
    And Anna edits "See you at five" to "See you at six" in "Trip"
    Then Bea sees "Edited to “See you at six”" in "Trip"
    And Bea sees "See you at five" in "Trip"
    But Carl does not see "Edited to “See you at six”" in "Trip"
    And Carl sees "See you at six" in "Trip"
    And Bea is not alerted to "Edited to “See you at six”" in "Trip"

  @msg-edit-old
  Scenario: So it does for who was offline
    Given Bea goes offline
    When Anna sends "See you at five" to "Trip"
    And Anna edits "See you at five" to "See you at six" in "Trip"
    And Bea comes back online
    Then Bea sees "Edited to “See you at six”" in "Trip"

  @msg-unsend-old
  Scenario: What was unsent stays there, and its sender is warned
    When Anna sends "Never mind" to "Trip"
    And Bea sees "Never mind" in "Trip"
    And Anna unsends "Never mind" in "Trip"
    Then Anna is warned that Bea may still see it
    And Bea sees "Never mind" in "Trip"
    But Carl does not see "Never mind" in "Trip"

  @msg-unsend-old
  Scenario: Nobody is warned of devices that know it
    Given Dora and Emil are contacts
    And a conversation "Choir" between Dora and Emil
    When Dora sends "Never mind" to "Choir"
    And Emil sees "Never mind" in "Choir"
    And Dora unsends "Never mind" in "Choir"
    Then Dora is warned of nobody

  @tap-sms
  Scenario Outline: A tapback comes as a text
    When Anna sends "See you at five" to "Trip"
    And Carl reacts "<reaction>" to "See you at five" in "Trip"
    Then Bea sees "<text>" in "Trip"
    But Anna does not see "<text>" in "Trip"

    Examples:
      | reaction    | text                            |
      | heart       | Loved “See you at five”         |
      | thumbs up   | Liked “See you at five”         |
      | thumbs down | Disliked “See you at five”      |
      | ha ha       | Laughed at “See you at five”    |
      | exclamation | Emphasized “See you at five”    |
      | question    | Questioned “See you at five”    |
      | 🎉          | Reacted 🎉 to “See you at five” |

  @tap-sms
  Scenario: So does taking it back
    When Anna sends "See you at five" to "Trip"
    And Carl reacts "heart" to "See you at five" in "Trip"
    And Carl takes back the reaction to "See you at five" in "Trip"
    Then Bea sees "Removed a heart from “See you at five”" in "Trip"

  @ck-role-compat
  Scenario: A share with administrators can only be looked at there
    Given the app "Notes" opens links at "notes.example"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"
    And Carl opens "https://notes.example/d/1"
    And Bea edits "https://notes.example/d/1" in "Notes"
    When Anna makes Carl an administrator of the share at "https://notes.example/d/1"
    Then Carl sees on the share at "https://notes.example/d/1":
      | person | role          |
      | Anna   | owner         |
      | Bea    | invited       |
      | Carl   | administrator |
    But Bea sees on the share at "https://notes.example/d/1":
      | person | role    |
      | Anna   | owner   |
      | Bea    | invited |
      | Carl   | invited |
    When Bea edits "https://notes.example/d/1" in "Notes"
    Then the last request of Bea fails with "forbidden"
    When Anna makes Carl an ordinary participant of the share at "https://notes.example/d/1"
    And Bea edits "https://notes.example/d/1" in "Notes"
    Then Carl sees the notice "Bea made 2 edits to “Trip plan”" in "Trip"

  @msg-edit-old @tap-sms
  Scenario: The texts come below what was said before them
    When Anna sends "at five" to "Trip"
    And Carl sends "Where?" to "Trip"
    And Carl reacts "heart" to "at five" in "Trip"
    And Anna edits "at five" to "at six" in "Trip"
    Then in "Trip" Bea sees:
      | from | text               |
      | Anna | at five            |
      | Carl | Where?             |
      | Carl | Loved “at five”    |
      | Anna | Edited to “at six” |

  @msg-unsend-old @resume
  Scenario: What was unsent while it was offline leaves no gap
    Given Bea goes offline
    When Anna sends "Never mind" to "Trip"
    And Anna sends "See you" to "Trip"
    And Anna unsends "Never mind" in "Trip"
    And Bea comes back online
    Then in "Trip" Bea sees:
      | from | text    |
      | Anna | See you |
