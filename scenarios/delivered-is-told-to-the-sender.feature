Feature: The sender learns that a message came
  In a conversation of two, and only there.

  Background:
    Given a conversation "Two" between Anna and Bea

  @rcpt-delivered
  Scenario: Delivered at once to somebody who is there
    Given Bea reads "Two"
    When Anna sends "Are you there?" to "Two"
    Then Anna sees that "Are you there?" was delivered

  @rcpt-delivered
  Scenario: Not delivered as long as the other is away
    Given Bea reads "Two"
    And Bea goes offline
    When Anna sends "Where are you?" to "Two"
    And Anna sends "Hello?" to "Two"
    Then Anna does not see that "Where are you?" was delivered
    When Bea comes back online
    Then Anna sees that "Where are you?" was delivered
    And Anna sees that "Hello?" was delivered

  @rcpt-delivered
  Scenario: Delivered as soon as somebody is there, whether they look or not
    Given Bea goes offline
    When Anna sends "Welcome" to "Two"
    Then Anna does not see that "Welcome" was delivered
    When Bea comes back online
    Then Anna sees that "Welcome" was delivered

  @rcpt-delivered
  Scenario: A group says nothing of it
    Given a conversation "Trip" between Anna, Bea and Carl
    And Bea reads "Trip"
    And Carl reads "Trip"
    When Anna sends "Who is there?" to "Trip"
    Then Bea sees "Who is there?" in "Trip"
    And Anna does not see that "Who is there?" was delivered

  @rcpt-delivered @fault
  Scenario: What is lost on the way was not delivered
    Given Bea reads "Two"
    And the next message to Bea is lost
    When Anna sends "Can you hear me?" to "Two"
    Then Anna does not see that "Can you hear me?" was delivered
    When Bea goes offline
    And Bea comes back online
    Then Bea sees "Can you hear me?" in "Two"
    And Anna sees that "Can you hear me?" was delivered

  @rcpt-delivered @fault
  Scenario: What is delayed is delivered when it comes
    Given the next message to Bea is delayed by 10 minutes
    When Anna sends "Slow today" to "Two"
    And 9 minutes 59 seconds pass
    Then Anna does not see that "Slow today" was delivered
    When a second passes
    Then Bea sees "Slow today" in "Two"
    And Anna sees that "Slow today" was delivered
