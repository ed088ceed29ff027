Feature: A device proves the identity of its person, and the app needs no name
  An app lets people in by their identities. Each is the root of a tree with the public keys of a person's devices. A
  device proves that its key is in the tree, and signs the challenge of the app.

  Background:
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Lake weekend" between Anna, Bea, Carl and Dee
    And Anna stages a draft of "Ideas" from "Board" for "Lake weekend"
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna

  @id-proof @id-sign @id-root @id-verify-walk @id-hash @proof-fields
  Scenario: An invited person's proof leads to an identity that the app let in
    When Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    Then the proof of Bea for "challenge 1" is of a person whom "Board" let in
    And the proof of Bea for "challenge 2" is not of a person whom "Board" let in
    And the app "Board" learns nothing of people for Bea

  @id-proof
  Scenario: Only participants have a proof
    When Emil signs "challenge 1" for "https://board.example/b/1" in "Board"
    Then the last request of Emil fails with "not_found"

  @id-diversify
  Scenario: Two people have two identities
    When Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    And Carl signs "challenge 1" for "https://board.example/b/1" in "Board"
    Then Bea and Carl prove different identities
    And the proof of Carl for "challenge 1" is of a person whom "Board" let in

  @id-leaves @id-pad
  Scenario: Two devices of a person have two keys and one identity
    When Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    And Bea signs "challenge 1" for "https://board.example/b/1" in "Board" on the second device
    Then the devices of Bea prove one identity with 2 keys

  @id-pad @restart
  Scenario: A device keeps its key when the server restarts
    Given Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    When the server restarts
    And Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    Then the devices of Bea prove one identity with 1 key
    And the proof of Bea for "challenge 1" is of a person whom "Board" let in

  @act-remove @id-proof
  Scenario: A removed person has no proof any more
    Given Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    And Carl removes Bea from "Lake weekend"
    When Anna agrees to what is asked in "Lake weekend"
    And the app "Board" lets the people in for Anna
    And Bea signs "challenge 1" for "https://board.example/b/1" in "Board"
    Then the last request of Bea fails with "not_found"

  Rule: An app can ask for a proof before it opens a document

    Background:
      Given the app "Board" asks for proofs

    @id-flow @act-instant-access
    Scenario: An invited person proves who she is, and opens the document without the owner
      When Bea opens "https://board.example/b/1" in "Board"
      Then the last request of Bea fails with "forbidden"
      When Bea proves who she is to "Board"
      And Bea opens "https://board.example/b/1" in "Board"
      And Bea writes "A raft!" in "https://board.example/b/1" in "Board"
      Then Anna's "https://board.example/b/1" reads:
        """
        A raft!
        """
      And the app "Board" is asked nothing for Anna

    @id-flow
    Scenario: The owner needs no proof
      When Anna writes "A raft!" in "https://board.example/b/1" in "Board"
      Then Anna's "https://board.example/b/1" reads:
        """
        A raft!
        """

    @id-leaves @id-flow
    Scenario: A proof of another person opens nothing
      Given Bea proves who she is to "Board"
      When Carl shows Bea's proof
      Then the last request of Carl fails with "forbidden"
      When Carl opens "https://board.example/b/1" in "Board"
      Then the last request of Carl fails with "forbidden"

    @id-sign
    Scenario: A challenge counts once
      Given Bea proves who she is to "Board"
      When the proof is shown again
      Then the last request of Bea fails with "conflict"

    @id-sign
    Scenario: A signature of an old challenge does not fit a new one
      Given Bea proves who she is to "Board"
      When Bea shows Bea's proof
      Then the last request of Bea fails with "forbidden"

    @act-remove @id-root
    Scenario: After removal the old proof is refused
      Given Bea proves who she is to "Board"
      And Bea opens "https://board.example/b/1" in "Board"
      And Carl removes Bea from "Lake weekend"
      When Anna agrees to what is asked in "Lake weekend"
      And the app "Board" lets the people in for Anna
      And Bea shows Bea's proof
      Then the last request of Bea fails with "not_found"

    @act-remove
    Scenario: An app learns which identity is gone when a person leaves
      Given Carl proves who he is to "Board"
      When Carl leaves the share at "https://board.example/b/1"
      Then the app "Board" loses 1 identity for Anna
      And the app "Board" is asked nothing for Anna

    @act-remove
    Scenario: An app learns which identities are gone when the owner stops sharing
      When Anna stops sharing "https://board.example/b/1"
      Then the app "Board" loses 3 identities for Anna
