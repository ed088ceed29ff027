Feature: Conversations
  What is said reaches everyone in the conversation and nobody else, in one order.

  Scenario: A thread begins with what is said first
    Given a conversation "Trip" between Anna, Bea and Carl
    And in "Trip" Bea sees:
      | from | text |
    When Anna sends "Hello all" to "Trip"
    Then in "Trip" Bea sees:
      | from | text      |
      | Anna | Hello all |

  Scenario: Everyone sees the same order
    Given a conversation "Trip" between Anna, Bea and Carl
    When Anna sends "One" to "Trip"
    And Bea sends "Two" to "Trip"
    And Anna sends "Three" to "Trip"
    And Carl sends "Four" to "Trip"
    Then in "Trip" Anna sees:
      | from | text  |
      | Anna | One   |
      | Bea  | Two   |
      | Anna | Three |
      | Carl | Four  |
    And in "Trip" Bea sees:
      | from | text  |
      | Anna | One   |
      | Bea  | Two   |
      | Anna | Three |
      | Carl | Four  |
    And in "Trip" Carl sees:
      | from | text  |
      | Anna | One   |
      | Bea  | Two   |
      | Anna | Three |
      | Carl | Four  |

  Scenario: What is said in one conversation stays there
    Given a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Gift" between Anna and Carl
    When Anna sends "It is a kayak" to "Gift"
    Then Carl sees "It is a kayak" in "Gift"
    But Bea does not see "kayak" in "Gift"
    And Bea does not see "kayak" in "Trip"
    And Carl does not see "kayak" in "Trip"

  @order-conv
  Scenario: The conversation with the newest message comes first
    Given a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Carl, Bea and Anna
    And Anna sends "Who drives?" to "Trip"
    When Carl sends "Rehearsal at eight" to "Choir"
    Then Bea sees the conversations:
      | name  | unread |
      | Choir | 1      |
      | Trip  | 1      |
    When Anna sends "Carl?" to "Trip"
    And Bea reads "Choir"
    Then Bea sees the conversations:
      | name  | unread |
      | Trip  | 2      |
      | Choir | 0      |
    And Anna sees the conversations:
      | name  | unread |
      | Trip  | 0      |
      | Choir | 1      |

  @order-conv
  Scenario: Who answers has read what came before
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Who drives?" to "Trip"
    When Bea sends "I do" to "Trip"
    Then Bea sees the conversations:
      | name | unread |
      | Trip | 0      |
    And Carl sees the conversations:
      | name | unread |
      | Trip | 2      |

  Scenario: Two people have one conversation
    Given a conversation "Us" between Anna and Bea
    And a conversation "Us again" between Bea and Anna
    When Anna sends "Hi" to "Us"
    Then Bea sees "Hi" in "Us again"

  Scenario: Every script and every sign arrives as it was typed
    Given a conversation "Trip" between Anna and Zoë
    When Anna sends "čeština, עברית, 日本語, 👩‍👩‍👧‍👦 and \"quotes\" \\ <b>" to "Trip"
    Then Zoë sees "čeština, עברית, 日本語, 👩‍👩‍👧‍👦 and \"quotes\" \\ <b>" in "Trip"

  Scenario: Nothing but a blank is refused, and the thread stays as it was
    Given a conversation "Trip" between Anna and Bea
    When Anna sends " " to "Trip"
    Then the last request of Anna fails with "invalid_params"
    And in "Trip" Bea sees:
      | from | text |

  @grp-add
  Scenario: Who is in no conversation sees nothing of any, and is there to be written to
    Given a conversation "Trip" between Anna, Bea and Carl
    And Dana and Emil are on the server
    When Anna sends "Hello all" to "Trip"
    Then Dana sees the conversations:
      | name |
    And Dana is not in "Trip"
    When Anna adds Dana to "Trip"
    And Anna sends "Welcome" to "Trip"
    Then in "Trip" Dana sees:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | Anna   | Welcome                            |
    And Emil is not in "Trip"

  Scenario: A new display name reaches the screens of everyone who sees the person
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea sends "Hello all" to "Trip"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna reads "Trip"
    When Bea logs in again with the name "Beatrix"
    Then Anna's screen shows:
      """
      …
      …Trip…
      …
      …Beatrix…
      …Hello all…
      …
      """
    And Anna's screen shows for "/people 1":
      """
      …
      …Beatrix…
      …
      """
    And Anna's screen does not show "Bea "

  @ntc-wording
  Scenario: A notice has the new name on every device, also one that reads the history
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Bea and the lake" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"
    And Bea edits "https://notes.example/d/1" in "Notes"
    And Anna sees the notices in "Trip":
      | text                          |
      | Bea joined “Bea and the lake” |
      | Bea edited “Bea and the lake” |
    When Bea logs in again with the name "Beatrix"
    Then Anna sees the notices in "Trip":
      | text                              |
      | Beatrix joined “Bea and the lake” |
      | Beatrix edited “Bea and the lake” |
    And in "Trip" Anna sees on a new device:
      | from   | text                              |
      | Anna   | https://notes.example/d/1         |
      | notice | Beatrix joined “Bea and the lake” |
      | notice | Beatrix edited “Bea and the lake” |
    And Anna's screen does not show "Bea edited"
    When Anna starts the client anew
    Then Anna's screen does not show "Bea edited"

  @group-sync-wording
  Scenario: A question about a person has their new name on every device
    Given the app "Notes" opens links at "notes.example"
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea adds Dee to "Trip"
    When Dee logs in again with the name "Deirdre"
    Then Anna is asked "Add Deirdre to “Trip plan”" in "Trip"
    When Anna starts the client anew
    Then Anna is asked "Add Deirdre to “Trip plan”" in "Trip"
