Feature: Sharing a document with a conversation
  Its link is a message like any other; everyone in the conversation is invited, and joins by opening it.

  Background:
    Given the app "Notes" opens links at "notes.example/d/*"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl

  @notice-type-and-link
  Scenario: The link is a message, and surfaces like one
    Given Bea turns automatic sharing on for "Notes"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    Then Bea sees "https://notes.example/d/1" in "Trip"
    And Bea sees "https://notes.example/d/1" in Shared with You from Anna
    But Carl does not see "https://notes.example/d/1" in Shared with You

  @ck-accept
  Scenario: Who was invited opens it, who was not finds nothing there
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    When Bea opens "https://notes.example/d/1" in "Notes"
    And Bea edits "https://notes.example/d/1" in "Notes"
    Then Anna sees the notice "Bea edited “Trip plan”" in "Trip"
    When Dana opens "https://notes.example/d/1" in "Notes"
    Then the last request of Dana fails with "not_found"

  @custom-needs-links
  Scenario: A document stands at a link that its app opens
    When Anna shares "Trip plan" from "Notes" at "https://elsewhere.example/d/1" in "Trip"
    Then the last request of Anna fails with "forbidden"
    And in "Trip" Bea sees:
      | from | text |

  @notice-optional
  Scenario: Sharing tells nobody by a notice: the message with the link does
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    Then Anna sees no notice in "Trip"
    And Bea sees no notice in "Trip"
    And Carl sees no notice in "Trip"

  Scenario: Only the owner sends a document on
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And a conversation "Choir" between Bea and Dana
    When Bea shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Choir"
    Then the last request of Bea fails with "forbidden"
    And Dana does not see "https://notes.example/d/1" in "Choir"
