Feature: What goes wrong on the way is borne
  A notice is lost, a message comes late or twice, a connection breaks: nothing stands there twice, and who comes back
  is told what is missing.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1" in "Notes"
    And Carl opens "https://notes.example/d/1" in "Notes"

  @fault @resume
  Scenario: A lost notice is there when Bea comes back
    Given the next notice to Bea is lost
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea does not see the notice "Anna edited “Trip plan”" in "Trip"
    And Carl sees the notice "Anna edited “Trip plan”" in "Trip"
    When Bea goes offline
    And Bea comes back online
    Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"

  @fault
  Scenario: Only the next notice is lost
    Given the next notice to Bea is lost
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Carl comments on "https://notes.example/d/1" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                          |
      | Carl joined “Trip plan”       |
      | Carl commented on “Trip plan” |

  @fault
  Scenario: A delayed notice comes in its time, and not before
    Given the next notice to Bea is delayed by 10 minutes
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna sends "I changed it" to "Trip"
    Then Bea sees "I changed it" in "Trip"
    And Bea sees one notice in "Trip"
    When 9 minutes pass
    Then Bea sees one notice in "Trip"
    And Bea does not see the notice "Anna edited “Trip plan”" in "Trip"
    When 1 minute passes
    Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"

  @fault
  Scenario: A notice that is delivered twice stands there once
    Given the next notice to Bea is delivered twice
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                    |
      | Carl joined “Trip plan” |
      | Anna edited “Trip plan” |

  @fault
  Scenario: A message that comes twice or late stands there once, and where it was said
    Given the next message to Bea is delivered twice
    When Anna sends "One" to "Trip"
    Then Bea sees "One" in "Trip"
    Given the next message to Bea comes after the one behind it
    When Anna sends "Two" to "Trip"
    And Carl sends "Three" to "Trip"
    And Bea goes offline
    Then in "Trip" Bea sees:
      | from   | text                      |
      | Anna   | https://notes.example/d/1 |
      | notice | Carl joined “Trip plan”   |
      | Anna   | One                       |
      | Anna   | Two                       |
      | Carl   | Three                     |

  @fault @resume
  Scenario: A connection that breaks costs nothing
    Given Bea's connection breaks at the next message
    When Anna sends "One" to "Trip"
    And Carl sends "Two" to "Trip"
    Then in "Trip" Bea sees:
      | from   | text                      |
      | Anna   | https://notes.example/d/1 |
      | notice | Carl joined “Trip plan”   |
      | Anna   | One                       |
      | Carl   | Two                       |

  @fault
  Scenario: What goes wrong for one goes wrong for nobody else
    Given the next message to Bea is lost
    When Anna sends "Only Carl hears this" to "Trip"
    Then Carl sees "Only Carl hears this" in "Trip"
    And Bea does not see "Only Carl hears this" in "Trip"
