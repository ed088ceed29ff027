@corner-case
Feature: The lid is closed right after a message came
  The message is on the laptop, nobody has read it, and the lid goes down. It bites because “delivered” is neither
  “read” nor “read for good”: the message can be edited or taken back while the lid is down, and a laptop that wakes
  with its old thread shows a text that its sender believes is gone, or alerts to it a second time.

  Background:
    Given a conversation "Us" between Anna and Bea
    And Bea reads "Us"
    And Anna sends "The code is 4711" to "Us"
    And Anna sees that "The code is 4711" was delivered
    And Bea goes offline

  @rcpt-delivered @rcpt-setting
  Scenario: Delivered stays delivered, and is not read
    When a day passes
    Then Anna sees that "The code is 4711" was delivered
    And Anna sees that "The code is 4711" was not read in "Us"
    When Bea comes back online
    Then Anna sees that "The code is 4711" was not read in "Us"
    When Bea reads "Us"
    Then Anna sees that "The code is 4711" was read in "Us"

  @msg-unsend-note @msg-window-caveat
  Scenario: What was taken back meanwhile is gone when the lid opens, and alerts nobody
    Given Bea sees "The code is 4711" in "Us"
    When Anna unsends the message that was just sent in "Us"
    Then Bea sees "The code is 4711" in "Us"
    When Bea comes back online
    Then Bea does not see "4711" in "Us"
    And Bea sees "Anna unsent a message" in "Us"
    And Bea is alerted 1 time in "Us"

  @msg-edit-label
  Scenario: What was edited meanwhile reads as it reads now, once, and alerts nobody again
    When Anna edits the message that was just sent to "The code is 4712" in "Us"
    And Bea comes back online
    Then in "Us" Bea sees:
      | from | text             |
      | Anna | The code is 4712 |
    And Bea sees that "The code is 4712" was edited in "Us"
    And Bea is alerted 1 time in "Us"

  @rcpt-delivered
  Scenario: What is sent to a closed lid was not delivered, whatever came before
    When Anna sends "Did you get it?" to "Us"
    Then for 2 days, Anna does not see that "Did you get it?" was delivered
    When Bea comes back online
    Then Anna sees that "Did you get it?" was delivered
