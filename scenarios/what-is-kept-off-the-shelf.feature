Feature: What a person does not want to see stays off their shelf
  Remove stops one link for one person, for good; a block stops one sender; and who leaves a conversation leaves its
  links behind.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea, Carl and Dana
    And Bea turns automatic sharing on for "Notes"
    And Carl turns automatic sharing on for "Notes"

  @attr-remove
  Scenario: What is removed stays away, however often it is sent, and others keep it
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Bea removes "https://notes.example/d/1" from Shared with You
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "attr-remove"
    When Carl sends "https://notes.example/d/1" to "Trip"
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "attr-remove"
    And the app "Notes" does not see "https://notes.example/d/1" for Bea
    But Carl sees "https://notes.example/d/1" in Shared with You from Anna

  @attr-remove @restart
  Scenario: A restart brings nothing back
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea removes "https://notes.example/d/1" from Shared with You
    When the server restarts
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "attr-remove"

  @attr-remove @pin-always
  Scenario: A pin brings it back, and Remove takes the pin with it
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea removes "https://notes.example/d/1" from Shared with You
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
    When Bea removes "https://notes.example/d/1" from Shared with You
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "attr-remove"

  @attr-remove
  Scenario: Who removed something by mistake gets it back
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea removes "https://notes.example/d/1" from Shared with You
    When Bea takes "https://notes.example/d/1" back into Shared with You
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

  @swy-block
  Scenario: Links from a blocked person do not surface
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Bea blocks Anna
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "swy-block"
    And Carl sees "https://notes.example/d/1" in Shared with You from Anna
    When Carl sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl
    When Anna sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl
    When Bea unblocks Anna
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

  @surf-links @swy-delete
  Scenario: Who leaves a conversation keeps nothing of it but their pins
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Bea pins "https://notes.example/d/2" in "Trip"
    When Bea leaves "Trip"
    Then Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/2 | yes    |
    But Carl sees "https://notes.example/d/1" in Shared with You from Anna

  @surf-links
  Scenario: What somebody sent stays when they leave
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Anna leaves "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
