@consumers
Feature: Everything that a report tells
  Played for the programs of others that read reports: something passes, something fails, and something is not known.

  Background:
    Given a conversation "Trip" between Anna and Bea

  @passes
  Scenario: It passes # and has a mark that TAP gives a meaning
    When Anna sends "Hello & <goodbye>" to "Trip"
    Then Bea sees "Hello & <goodbye>" in "Trip"

  @fails
  Scenario: It fails
    When Anna sends "Hello" to "Trip"
    Then Bea sees "Hallo" in "Trip"

  @undefined
  Scenario: It is not known
    When Anna huggles Bea

  Rule: Time passes
    @flaky
    Scenario Outline: It passes at the second try, <when>
      When <when> pass
      Then the day is a good one
      Examples:
        | when       |
        | 90 minutes |
        | 2 days     |

    Scenario: It has no steps of its own
