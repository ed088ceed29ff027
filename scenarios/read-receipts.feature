Feature: Read receipts
  Between two people the one learns what the other has read, if the other lets them; in a group nobody does.

  Background:
    Given a conversation "Us" between Anna and Bea
    And Anna sends "See you at five" to "Us"

  @rcpt-setting
  Scenario: The sender learns that it was read, once it is
    Then Anna sees that "See you at five" was not read in "Us"
    When Bea reads "Us"
    Then Anna sees that "See you at five" was read in "Us"
    When Anna sends "At six?" to "Us"
    Then Anna sees that "At six?" was not read in "Us"
    And Anna sees that "See you at five" was read in "Us"

  @rcpt-setting
  Scenario: Who sends no receipts is not seen to read
    Given Bea turns read receipts off
    When Bea reads "Us"
    Then Anna sees that "See you at five" was not read in "Us"
    And Bea has no unread messages in "Us"

  @rcpt-setting
  Scenario: The switch of a conversation stands above that of all
    Given a conversation "Work" between Bea and Carl
    And Carl sends "The report" to "Work"
    And Bea turns read receipts off
    And Bea turns read receipts on for "Us"
    When Bea reads "Us"
    And Bea reads "Work"
    Then Anna sees that "See you at five" was read in "Us"
    And Carl sees that "The report" was not read in "Work"
    When Bea turns read receipts on
    And Bea turns read receipts off for "Us"
    And Anna sends "At six?" to "Us"
    And Carl sends "The minutes" to "Work"
    And Bea reads "Us"
    And Bea reads "Work"
    Then Anna sees that "At six?" was not read in "Us"
    And Carl sees that "The minutes" was read in "Work"

  @rcpt-setting
  Scenario: Turning receipts off takes nothing back
    Given Bea reads "Us"
    When Bea turns read receipts off
    Then Anna sees that "See you at five" was read in "Us"

  @rcpt-setting
  Scenario: A group never says who has read
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Who drives?" to "Trip"
    And Bea turns read receipts on for "Trip"
    When Bea reads "Trip"
    And Carl reads "Trip"
    Then Anna sees that "Who drives?" was not read in "Trip"

  @rcpt-setting @unread-mark
  Scenario: The mark of the unread takes no receipt back
    Given Bea reads "Us"
    When Bea marks "Us" as unread
    Then Anna sees that "See you at five" was read in "Us"

  @rcpt-setting @edit-type
  Scenario: A message that is edited after it was read stays read
    Given Bea reads "Us"
    When Anna edits "See you at five" to "See you at six" in "Us"
    Then Anna sees that "See you at six" was read in "Us"
    And Bea has no unread messages in "Us"

  @rcpt-setting @resume @restart
  Scenario: Who was away learns it later, and a restart forgets none
    Given Anna goes offline
    And Bea reads "Us"
    When Anna comes back online
    Then Anna sees that "See you at five" was read in "Us"
    When the server restarts
    Then Anna sees that "See you at five" was read in "Us"
