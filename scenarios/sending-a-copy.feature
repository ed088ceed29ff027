Feature: Sending a copy
  A copy is the document as it is now: a file or a text in the thread, with nobody on any share for it.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Lake weekend" between Anna, Bea and Carl

  @sendcopy-cloudkit
  Scenario: A record alone has no copy
    Given the app "Notes" keeps its documents in the cloud
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then Anna cannot choose "Send Copy" in the draft

  @sendcopy-cloudkit @reps-multiple
  Scenario: A record with a file beside it can be copied
    Given the app "Notes" keeps its documents in the cloud
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend" with a file
    When Anna chooses "Send Copy" in the draft
    And Anna sends the draft
    Then Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend"
    And Bea finds no share of "Trip plan"

  @sendcopy-drive
  Scenario: A file can always be copied
    Given the app "Notes" keeps its documents as files
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    When Anna chooses "Send Copy" in the draft
    And Anna writes "Yours to keep" in the draft
    And Anna sends the draft
    Then Bea sees "Yours to keep" in "Lake weekend"
    And Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend"

  @sendcopy-custom
  Scenario: What an app holds itself has no copy without a file or a text
    Given the app "Notes" keeps its documents itself
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then Anna cannot choose "Send Copy" in the draft

  @sendcopy-custom @reps-multiple
  Scenario: With a plain text alone, the copy is the text
    Given the app "Notes" keeps its documents itself
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend" with a plain text
    When Anna chooses "Send Copy" in the draft
    And Anna sends the draft
    Then Bea sees "Trip plan" in "Lake weekend"
    And Bea finds no share of "Trip plan"

  @sendcopy-custom @reps-multiple
  Scenario: With a file, the copy is the file
    Given the app "Notes" keeps its documents itself
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend" with a file
    When Anna chooses "Send Copy" in the draft
    And Anna sends the draft
    Then Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend"

  @sheet-customise-methods
  Scenario: An app that sends copies only never offers to collaborate
    Given the app "Notes" keeps its documents as files
    And the app "Notes" sends copies only
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then the draft of Anna shows:
      """
      Trip plan
      Send Copy
      """
    And Anna cannot choose "Collaborate" in the draft

  @sheet-customise-methods
  Scenario: An app that only collaborates never offers a copy
    Given the app "Notes" keeps its documents as files
    And the app "Notes" only collaborates
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then Anna cannot choose "Send Copy" in the draft

  @sendcopy-drive
  Scenario: A copy of what is shared invites nobody
    Given the app "Notes" keeps its documents as files
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna sends the draft
    And a conversation "Choir" between Anna, Carl and Dee
    When Anna sends a copy of "Trip plan" to "Choir"
    Then Dee reads "Trip plan" in the copy "Trip plan.txt" in "Choir"
    But Dee finds no share of "Trip plan"
