Feature: An app that holds its documents itself lets people in by their identities
  It is told who was invited without ever being told who they are. From then on the proof is enough: nobody asks the
  owner again, and whom the app was told to remove has none.

  Background:
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Lake weekend" between Anna, Bea, Carl and Dee
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

  @act-remove @ev-membership
  Scenario: Whom the app was told to remove is refused, and not before the app has done it
    Given Carl opens "https://board.example/b/1" in "Board"
    And Bea removes Carl from "Lake weekend"
    When Anna agrees to what is asked in "Lake weekend"
    Then the app "Board" is asked to update the people of "Ideas" for Anna
    And Carl writes "Still here." in "https://board.example/b/1" in "Board"
    And Carl's "https://board.example/b/1" reads:
      """
      Still here.
      """
    When the app "Board" lets the people in for Anna
    Then Carl cannot read "https://board.example/b/1"
    And Bea sees the notice "Anna removed Carl from “Ideas”" in "Lake weekend"
    When Carl opens "https://board.example/b/1" in "Board"
    Then the last request of Carl fails with "not_found"
    And Bea finds "Ideas" shared with Anna and Dee

  @act-remove
  Scenario: What the app cannot do leaves everybody where they are
    Given Bea removes Carl from "Lake weekend"
    And Anna agrees to what is asked in "Lake weekend"
    When the app "Board" fails for Anna with "Not now"
    And Carl opens "https://board.example/b/1" in "Board"
    Then Bea finds "Ideas" shared with Anna, Carl and Dee
