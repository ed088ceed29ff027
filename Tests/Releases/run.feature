Feature: A run that a release reports

  Scenario: A message arrives
    Given a conversation "Trip" between Anna and Bea
    When Anna sends "Hello" to "Trip"
    Then Bea sees "Hello" in "Trip"

  Scenario: A check fails
    Given a conversation "Trip" between Anna and Bea
    Then Bea sees "Hello" in "Trip"

  Scenario Outline: <name> says hello
    Given a conversation "Trip" between <name> and Bea
    When <name> sends "Hello" to "Trip"
    Then Bea sees "<text>" in "Trip"

    Examples:
      | name | text  |
      | Anna | Hello |
      | Carl | Bye   |
