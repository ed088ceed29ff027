Feature: An app that holds its documents itself lets people in by their identities
  It is told who was invited without ever being told who they are. From then on the proof is enough: nobody asks the
  owner again, and whom the app was told to remove has none.

  Background:
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna, Bea and Carl are contacts
    And a conversation "Lake weekend" between Anna, Bea and Carl
    And Anna stages a draft of "Ideas" from "Board" for "Lake weekend"
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna

  @act-instant-access
  Scenario: Who was invited opens the link and is in, and the owner is not asked
    When Bea opens "https://board.example/b/1"
    And Bea writes "A raft!" in "https://board.example/b/1" in "Board"
    Then Bea's "https://board.example/b/1" reads:
      """
      A raft!
      """
    And Anna's "https://board.example/b/1" reads:
      """
      A raft!
      """
    And the app "Board" is asked nothing for Anna

  @act-instant-access
  Scenario: Who was not invited has the link, and is not in
    When Dana opens "https://board.example/b/1" in "Board"
    Then the last request of Dana fails with "not_found"
    And Dana cannot read "https://board.example/b/1"
