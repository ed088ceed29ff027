Feature: An app is told when its highlights change, and only then
  The delegate of the highlight center: one call when something is added, removed, updated or reordered, and when the
  permission moves; none for what concerns others.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And the app "Maps" opens links at "maps.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"
    And the app "Notes" runs for Bea
    And the app "Notes" runs for Carl
    And the app "Maps" runs for Bea

  @center-callback @center-members
  Scenario: Added, removed and updated are one call each
    When Anna sends "https://notes.example/d/1" to "Trip"
    Then the highlights of the app "Notes" changed one time for Bea
    When Carl sends "https://notes.example/d/1" to "Trip"
    Then the highlights of the app "Notes" changed one time for Bea
    When Bea deletes the contact Anna
    And Bea deletes the contact Carl
    Then the highlights of the app "Notes" changed one time for Bea
    And the app "Notes" does not see "https://notes.example/d/1" for Bea
    But the highlights of the app "Notes" changed 0 times for Carl
    And the highlights of the app "Maps" changed 0 times for Bea

  @center-delegate-when
  Scenario: A new order alone is a call
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And the highlights of the app "Notes" changed two times for Bea
    When Anna sends "https://notes.example/d/1" to "Trip"
    Then the highlights of the app "Notes" changed one time for Bea

  @center-delegate-when
  Scenario: The permission alone is a call
    When Bea turns automatic sharing off for "Notes"
    Then the highlights of the app "Notes" changed one time for Bea
    But the highlights of the app "Maps" changed 0 times for Bea
    When Bea turns automatic sharing off for "Notes"
    Then the highlights of the app "Notes" changed 0 times for Bea

  @swy-pin-scope @privacy-app-scope
  Scenario: What others pin and what is not for this app are no calls
    Given Anna sends "https://maps.example/lake" to "Trip"
    When Carl pins "https://maps.example/lake" in "Trip"
    Then the highlights of the app "Notes" changed 0 times for Bea
    And the highlights of the app "Maps" changed 0 times for Bea

  @center-callback @attr-pin-mark
  Scenario: A pin is a call, and so is taking it away
    Given Anna sends "https://maps.example/lake" to "Trip"
    When Bea pins "https://maps.example/lake" in "Trip"
    Then the highlights of the app "Maps" changed one time for Bea
    When Bea pins "https://maps.example/lake" in "Trip"
    Then the highlights of the app "Maps" changed 0 times for Bea
    When Bea unpins "https://maps.example/lake" in "Trip"
    Then the highlights of the app "Maps" changed one time for Bea
