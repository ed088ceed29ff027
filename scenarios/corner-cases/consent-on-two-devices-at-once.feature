@corner-case
Feature: A question is answered on two devices at once
  The same question stands on the phone and on the tablet, and both are answered before either has heard of the other.
  It bites because both answers are honest: the one that is written last must not win over the one that counted, or
  what somebody has just refused is shared all the same.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Bea pins the link that was just sent in "Trip"
    And Bea is asked to share "Notes" automatically
    And Bea is asked to share "Notes" automatically on the second device

  @auto-offer @consent-levels
  Scenario: The first answer counts, and the second is told that there is no question
    When Bea answers "Never" on one device and "Allow" on another at once
    Then the last request of Bea fails with "not_found"
    And Bea is not asked to share "Notes" automatically
    And Bea is not asked to share "Notes" automatically on the second device
    When Anna sends "https://notes.example/d/2" to "Trip"
    Then Bea does not see the link that was just sent in Shared with You because "auto-on"
    And Bea reads how automatic sharing changed for "Notes":
      | from    | to      |
      | unset   | offered |
      | offered | never   |

  @auto-offer @auto-on
  Scenario: It is the same the other way round
    When Bea answers "Allow" on one device and "Never" on another at once
    Then the last request of Bea fails with "not_found"
    When Anna sends "https://notes.example/d/2" to "Trip"
    Then Bea sees the link that was just sent in Shared with You
    And Bea sees the link that was just sent in Shared with You on the second device

  @auto-offer @resume
  Scenario: A device that was away is not asked what is settled
    Given Bea goes offline on the second device
    When Bea answers "Never"
    And Bea comes back online on the second device
    Then Bea is not asked to share "Notes" automatically on the second device
    When Bea pins "https://notes.example/d/1" in "Trip" on the second device
    Then for 30 days, Bea is not asked to share "Notes" automatically

  @auto-offer
  Scenario: An answer on the one leaves the other, and is not asked anew by the next pin
    When Bea answers "Allow" on the second device
    Then Bea is not asked to share "Notes" automatically
    When Anna sends "https://notes.example/d/2" to "Trip"
    And Bea pins the link that was just sent in "Trip"
    Then Bea is not asked to share "Notes" automatically
