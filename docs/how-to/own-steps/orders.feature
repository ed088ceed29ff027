Feature: A shop that writes into conversations
  The steps about the shop are done by the program beside this file.

  Scenario: An order is told to everyone
    Given a conversation "Trip" between Anna, Bea and Carl
    When the shop tells "Trip" as Anna that order "A-1" was sent
    Then Bea sees "Order A-1 is on its way" in "Trip"
    And Carl sees "Order A-1 is on its way" in "Trip"
    And the shop has told 1 orders

  Scenario: Nothing is left of the scenario before
    Then the shop has told 0 orders
