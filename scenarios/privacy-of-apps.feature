Feature: An app learns links, and nothing of people
  An app is given an identifier and a link. Who sent it, where, and what was said stays in Messages.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And the app "Maps" opens links at "maps.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Weekend" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"
    And Bea turns automatic sharing on for "Maps"

  @privacy-no-threads @highlight-fields
  Scenario: An app sees the link and no name, no conversation, no message
    Given the app "Notes" learns nothing of people for Bea
    When Anna sends "Bea, look: https://notes.example/d/1" to "Weekend"
    And Carl sends "https://notes.example/d/1" to "Weekend"
    And Bea pins "https://notes.example/d/1" in "Weekend"
    Then the app "Notes" sees "https://notes.example/d/1" for Bea
    And the app "Notes" learns nothing of people for Bea

  @privacy-no-threads @collab-highlight-fields
  Scenario: Of a document that is shared it learns the title, and who is on it it does not
    Given the app "Notes" learns nothing of people for Bea
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Weekend"
    And Carl edits "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Lake plan"
    Then the app "Notes" sees "https://notes.example/d/1" for Bea
    And the app "Notes" learns nothing of people for Bea

  @privacy-app-scope
  Scenario: An app sees its own links only
    When Anna sends "https://notes.example/d/1 near https://maps.example/lake" to "Weekend"
    Then the app "Notes" sees "https://notes.example/d/1" for Bea
    But the app "Notes" does not see "https://maps.example/lake" for Bea
    And the app "Maps" sees "https://maps.example/lake" for Bea
    But the app "Maps" does not see "https://notes.example/d/1" for Bea

  @privacy-app-scope
  Scenario: An app sees what is shared with the person it runs as
    When Anna sends "https://notes.example/d/1" to "Weekend"
    Then the app "Notes" sees "https://notes.example/d/1" for Bea
    But the app "Notes" does not see "https://notes.example/d/1" for Anna
    And the app "Notes" does not see "https://notes.example/d/1" for Carl

  @center-empty
  Scenario: Not allowed looks the same as nothing there
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea turns automatic sharing off for "Notes"
    Then the app "Notes" does not see "https://notes.example/d/1" for Bea
    And the app "Notes" learns nothing of people for Bea

  @privacy-no-threads
  Scenario: A stranger to a conversation learns nothing of it
    Given a conversation "Surprise" between Anna and Carl
    And Anna sends "The cake is at https://maps.example/bakery" to "Surprise"
    When Bea sends "What cake?" to "Surprise" over the wire
    Then the last request of Bea fails with "not_found"
    When Bea pins "https://maps.example/bakery" in "Surprise" over the wire
    Then the last request of Bea fails with "not_found"
    And Bea does not see "cake" in "Surprise"
    And Carl does not see "What cake?" in "Surprise"
    And Bea sees nothing in Shared with You
