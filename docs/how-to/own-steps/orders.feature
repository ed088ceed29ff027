Feature: A shop that writes into conversations
  The program `steps` in this folder does the steps about the shop.

  Scenario: An order notifies everyone
    Given a conversation "Trip" between Anna, Bea and Carl
    When the shop tells "Trip" as Anna that order "A-1" was sent
    Then Bea sees "Order A-1 is on its way" in "Trip"
    And Carl sees "Order A-1 is on its way" in "Trip"
    And the shop has told 1 orders

  Scenario: Each scenario starts the program again
    Then the shop has told 0 orders
