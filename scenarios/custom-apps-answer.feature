Feature: An app that holds its documents itself is asked before anything is sent
  First it makes a link and an identifier, then it lets the people in; only after both the message goes out. What it
  does not answer in ten seconds has failed, and nothing half done stays.

  Background:
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna, Bea and Carl are contacts
    And a conversation "Lake weekend" between Anna, Bea and Carl
    And Anna stages a draft of "Ideas" from "Board" for "Lake weekend"

  @act-start @act-participants @act-send @act-contract
  Scenario: Two questions, two answers, and then the message
    When Anna sends the draft
    Then the start of Anna waits
    And the app "Board" is asked to start "Ideas" for Anna
    And Bea finds no share of "Ideas"
    When the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    Then the app "Board" is asked to let 2 people into "Ideas" for Anna
    And the start of Anna waits
    And Bea does not see "https://board.example/b/1" in "Lake weekend"
    When the app "Board" lets the people in for Anna
    Then the start of Anna was sent
    And Bea sees "https://board.example/b/1" in "Lake weekend"
    And Bea finds "Ideas" shared with Anna and Carl
    And the app "Board" is asked nothing for Anna

  @meta-create @meta-local-id @meta-fields @meta-initiator-private
  Scenario: The app's own name for its document is for the app alone
    Given Anna calls the document "row 7" in the draft
    When Anna sends the draft
    Then the app "Board" knows the document as "row 7" for Anna
    When the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    Then Bea sees "https://board.example/b/1" in "Lake weekend"
    But Bea was never told "row 7"
    And Bea was never told "initiator"

  @act-start
  Scenario Outline: A start that is answered without <what> is not answered
    Given Anna sends the draft
    When the app "Board" answers the start for Anna without <what>
    Then the last request of Anna fails with "invalid_params"
    And the start of Anna waits

    Examples:
      | what          |
      | a link        |
      | an identifier |

  @custom-needs-links
  Scenario: A link that does not open in the app is no answer
    Given Anna sends the draft
    When the app "Board" answers the start for Anna with "https://elsewhere.example/b/1" known as "board-1"
    Then the last request of Anna fails with "forbidden"
    And the app "Board" is asked to start "Ideas" for Anna

  @act-contract
  Scenario: Who answers nothing in ten seconds has failed
    Given the app "Board" runs for Anna
    And Anna sends the draft
    When 9 seconds pass
    Then the start of Anna waits
    When 1 second passes
    Then the start of Anna failed
    And the start of Anna failed because "act-contract"
    And the app "Board" is asked nothing for Anna
    And Bea finds no share of "Ideas"

  @act-contract @act-send
  Scenario: The second question has its own ten seconds
    Given Anna sends the draft
    And 9 seconds pass
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    When 9 seconds pass
    Then the start of Anna waits
    When 1 second passes
    Then the start of Anna failed
    And Bea does not see "https://board.example/b/1" in "Lake weekend"
    And Bea finds no share of "Ideas"

  @act-contract
  Scenario: An answer that comes too late changes nothing
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    When the app "Board" fails for Anna with "Too late"
    Then the last request of Anna fails with "conflict"
    And the start of Anna was sent

  @act-send
  Scenario: A failure at the second step cancels the message
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    When the app "Board" fails for Anna with "No space left"
    Then the start of Anna failed because "act-send"
    And Bea does not see "https://board.example/b/1" in "Lake weekend"
    And Bea finds no share of "Ideas"

  @act-send
  Scenario: What failed can be sent again, at the same link
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" fails for Anna with "No space left"
    When Anna stages a draft of "Ideas" from "Board" for "Lake weekend"
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    Then Bea sees "https://board.example/b/1" in "Lake weekend"

  @coord-singleton
  Scenario: An app that comes up late gets what waits
    Given Anna sends the draft
    And 5 seconds pass
    When the app "Board" runs for Anna
    Then the app "Board" is asked to start "Ideas" for Anna

  @coord-singleton @act-contract
  Scenario: An app that comes up too late finds nothing to answer
    Given Anna sends the draft
    And 11 seconds pass
    When the app "Board" runs for Anna
    Then the app "Board" is asked nothing for Anna
    And the start of Anna failed

  @act-contract @draft-stage
  Scenario: Whoever sent it can take it back while the app thinks
    Given Anna sends the draft
    When Anna cancels the draft
    Then the start of Anna was cancelled
    And the app "Board" is asked nothing for Anna
    And Bea finds no share of "Ideas"

  @act-participants
  Scenario: Who joins while the app thinks is let in before the message goes out
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    When Anna adds Dee to "Lake weekend"
    And the app "Board" lets the people in for Anna
    Then the app "Board" is asked to update the people of "Ideas" for Anna
    And the start of Anna waits
    When the app "Board" lets the people in for Anna
    Then Dee finds "Ideas" shared with Anna, Bea and Carl

  @act-contract @restart
  Scenario: A restart of the server forgets no question
    Given Anna sends the draft
    When the server restarts
    Then the app "Board" is asked to start "Ideas" for Anna
    When the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the server restarts
    And the app "Board" lets the people in for Anna
    Then Bea sees "https://board.example/b/1" in "Lake weekend"

  @opt-share-options @options-set
  Scenario: What was chosen in the draft holds when the app has answered
    Given Anna chooses "Can view" in the draft
    And Anna sends the draft
    When the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    Then Bea finds "Ideas" shared with Anna and Carl saying "Everyone can view."

  @group-sync-backends @group-sync-prompt-add
  Scenario: Who joins the group is let in by the app, when the owner says so
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    When Bea adds Dee to "Lake weekend"
    Then Anna is asked "Add Dee to “Ideas”" in "Lake weekend"
    And the app "Board" is asked nothing for Anna
    When Anna answers "Add" to "Add Dee to “Ideas”" in "Lake weekend"
    Then the app "Board" is asked to update the people of "Ideas" for Anna
    And Dee has no access to "https://board.example/b/1"
    When the app "Board" lets the people in for Anna
    Then Dee finds "Ideas" shared with Anna, Bea and Carl

  @group-sync-backends @act-contract
  Scenario: Where the app does not answer, nobody is let in, and the owner is asked again
    Given Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    And Bea adds Dee to "Lake weekend"
    When Anna answers "Add" to "Add Dee to “Ideas”" in "Lake weekend"
    And 10 seconds pass
    Then Dee has no access to "https://board.example/b/1"
    And Anna is asked "Add Dee to “Ideas”" in "Lake weekend"
    And the app "Board" is asked nothing for Anna
