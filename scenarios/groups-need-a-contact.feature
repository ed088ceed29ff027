Feature: Links surface only where somebody is a contact
  A link from strangers does not come out of Messages. One contact in the group is enough, whoever sent the link.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Bea turns automatic sharing on for "Notes"

  @surf-group-contact
  Scenario: In a group of strangers nothing surfaces
    Given a conversation "Flat hunt" between Xena, Yuri and Bea
    When Xena sends "https://notes.example/d/1" to "Flat hunt"
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "surf-group-contact"
    And the app "Notes" does not see "https://notes.example/d/1" for Bea
    But Bea sees "https://notes.example/d/1" in "Flat hunt"

  @surf-group-contact
  Scenario: One contact in the group is enough, and need not be the sender
    Given a conversation "Flat hunt" between Xena, Yuri and Bea
    And Xena sends "https://notes.example/d/1" to "Flat hunt"
    When Bea saves Yuri as a contact
    Then Bea sees "https://notes.example/d/1" in Shared with You from Xena
    And the app "Notes" sees "https://notes.example/d/1" for Bea

  @surf-group-contact
  Scenario: When the last contact is gone, so are the links
    Given a conversation "Flat hunt" between Xena, Yuri and Bea
    And Bea saves Yuri as a contact
    And Xena sends "https://notes.example/d/1" to "Flat hunt"
    When Bea deletes the contact Yuri
    Then Bea sees nothing in Shared with You

  @surf-group-contact
  Scenario: That they know me does not make them my contact
    Given a conversation "Flat hunt" between Xena, Yuri and Bea
    And Xena saves Bea as a contact
    When Xena sends "https://notes.example/d/1" to "Flat hunt"
    Then Bea sees nothing in Shared with You

  @swy-one-to-one-unknown
  Scenario: Of two people the same holds
    Given a conversation "Xena and I" between Xena and Bea
    When Xena sends "https://notes.example/d/1" to "Xena and I"
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "swy-one-to-one-unknown"
    When Bea saves Xena as a contact
    Then Bea sees "https://notes.example/d/1" in Shared with You from Xena
