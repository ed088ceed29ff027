Feature: Everyone keeps their conversations in their own way
  Pinned, unread, muted, shown in Shared with You: for oneself alone.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Choir" between Carl, Bea and Anna
    And a conversation "Us" between Anna and Bea
    And Anna sends "One" to "Trip"
    And Carl sends "Two" to "Choir"
    And Anna sends "Three" to "Us"

  @msg-pin-conv @order-conv
  Scenario: Pinned conversations come first, in one's own order, and only for oneself
    When Bea pins the conversation "Trip"
    And Bea pins the conversation "Choir"
    Then Bea sees the conversations:
      | name  | pinned | unread |
      | Trip  | yes    | 0      |
      | Choir | yes    | 0      |
      | Us    | no     | 1      |
    And Anna sees the conversations:
      | name  | pinned |
      | Us    | no     |
      | Choir | no     |
      | Trip  | no     |

  @msg-pin-conv @order-conv
  Scenario: A new message moves no pinned conversation
    Given Bea pins the conversation "Choir"
    And Bea pins the conversation "Trip"
    When Anna sends "Four" to "Trip"
    Then Bea sees the conversations:
      | name  | pinned |
      | Choir | yes    |
      | Trip  | yes    |
      | Us    | no     |

  @msg-pin-conv @order-conv
  Scenario: A pinned conversation moves to the place that is said
    Given Bea pins the conversation "Trip"
    And Bea pins the conversation "Choir"
    When Bea pins the conversation "Us" in place 1
    And Bea pins the conversation "Trip" in place 3
    Then Bea sees the conversations:
      | name  | pinned |
      | Us    | yes    |
      | Choir | yes    |
      | Trip  | yes    |
    When Bea unpins the conversation "Choir"
    Then Bea sees the conversations:
      | name  | pinned |
      | Us    | yes    |
      | Trip  | yes    |
      | Choir | no     |

  @msg-pin-conv
  Scenario: A tenth pinned conversation is refused
    Given a conversation "4" between Bea, Anna and Carl
    And a conversation "5" between Bea, Anna and Carl
    And a conversation "6" between Bea, Anna and Carl
    And a conversation "7" between Bea, Anna and Carl
    And a conversation "8" between Bea, Anna and Carl
    And a conversation "9" between Bea, Anna and Carl
    And a conversation "10" between Bea, Anna and Carl
    And Bea pins the conversation "Trip"
    And Bea pins the conversation "Choir"
    And Bea pins the conversation "Us"
    And Bea pins the conversation "4"
    And Bea pins the conversation "5"
    And Bea pins the conversation "6"
    And Bea pins the conversation "7"
    And Bea pins the conversation "8"
    And Bea pins the conversation "9"
    When Bea pins the conversation "10" over the wire
    Then the last request of Bea fails with "too_large"
    And Bea sees the conversations:
      | name  | pinned |
      | Trip  | yes    |
      | Choir | yes    |
      | Us    | yes    |
      | 4     | yes    |
      | 5     | yes    |
      | 6     | yes    |
      | 7     | yes    |
      | 8     | yes    |
      | 9     | yes    |
      | 10    | no     |
    When Bea pins the conversation "9" in place 1
    And Bea unpins the conversation "4"
    And Bea pins the conversation "10"
    Then Bea sees the conversations:
      | name  | pinned |
      | 9     | yes    |
      | Trip  | yes    |
      | Choir | yes    |
      | Us    | yes    |
      | 5     | yes    |
      | 6     | yes    |
      | 7     | yes    |
      | 8     | yes    |
      | 10    | yes    |
      | 4     | no     |

  @msg-pin-conv
  Scenario: A stranger pins nothing
    When Dana pins the conversation "Trip" over the wire
    Then the last request of Dana fails with "not_found"

  @unread-mark
  Scenario: A conversation that was read is marked unread, until it is read again
    Given Bea reads "Trip"
    When Bea marks "Trip" as unread
    Then Bea has 1 unread message in "Trip"
    And Carl has 1 unread message in "Trip"
    When Bea reads "Trip"
    Then Bea has no unread messages in "Trip"

  @unread-mark
  Scenario: What is marked on the open thread stays marked until one turns to it again
    Given Bea reads "Trip"
    When Bea types "/unread"
    And Bea presses "Return"
    Then Bea has 1 unread message in "Trip"
    When Bea types "a"
    Then Bea has no unread messages in "Trip"

  @unread-mark
  Scenario: The list shows one unread message for a mark
    Given Bea reads "Trip"
    When Bea types "/unread"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …●1 │…
      …
      """

  @unread-mark
  Scenario: The mark adds nothing to what is unread anyway, and a new message takes its place
    Given Anna sends "Four" to "Trip"
    When Bea marks "Trip" as unread over the wire
    Then Bea has 2 unread messages in "Trip"
    When Bea reads "Trip"
    And Bea marks "Trip" as unread
    And Anna sends "Five" to "Trip"
    Then Bea has 1 unread message in "Trip"

  @unread-mark
  Scenario: Who writes there has it before their eyes
    Given Bea reads "Trip"
    And Bea marks "Trip" as unread
    When Bea sends "Four" to "Trip"
    Then Bea has no unread messages in "Trip"

  @unread-mark @order-conv
  Scenario: The mark alerts nobody and moves nothing
    Given Bea reads "Trip"
    And Bea is alerted 1 time in "Trip"
    When Bea marks "Trip" as unread
    Then Bea is alerted 1 time in "Trip"
    And Bea sees the conversations:
      | name  | unread |
      | Us    | 1      |
      | Choir | 1      |
      | Trip  | 1      |

  @unread-mark @msg-pin-conv @restart
  Scenario: A restart forgets neither marks nor pins
    Given Bea pins the conversation "Trip"
    And Bea marks "Trip" as unread
    When the server restarts
    Then Bea sees the conversations:
      | name  | pinned | unread |
      | Trip  | yes    | 1      |
      | Us    | no     | 1      |
      | Choir | no     | 1      |

  @msg-details-toggles @restart
  Scenario: The switches of a conversation are one's own, and stay
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And Bea turns automatic sharing on for "Notes"
    When Bea mutes "Us"
    And Bea turns read receipts off for "Us"
    And Bea turns automatic sharing off for "Us"
    And the server restarts
    And Anna sends "https://notes.example/d/1" to "Us"
    And Bea reads "Us"
    Then Bea is not alerted to "https://notes.example/d/1" in "Us"
    And Anna sees that "https://notes.example/d/1" was not read in "Us"
    And Bea does not see "https://notes.example/d/1" in Shared with You because "swy-conv-toggle"
    When Bea sends "https://notes.example/d/2" to "Us"
    And Anna turns automatic sharing on for "Notes"
    And Bea sends "https://notes.example/d/3" to "Us"
    And Anna reads "Us"
    Then Anna is alerted to "https://notes.example/d/3" in "Us"
    And Bea sees that "https://notes.example/d/3" was read in "Us"
    And Anna sees "https://notes.example/d/3" in Shared with You

  @msg-show-swy-note
  Scenario: What is pinned shows, whatever the switch of its conversation says
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1 and https://notes.example/d/2" to "Trip"
    And Bea pins "https://notes.example/d/2" in "Trip"
    When Bea turns automatic sharing off for "Trip"
    Then Bea does not see "https://notes.example/d/1" in Shared with You
    And Bea sees "https://notes.example/d/2" in Shared with You

  @msg-hide-alerts @grp-remove @grp-add
  Scenario: Whoever is removed and added again is alerted again
    Given a conversation "Lake" between Anna, Bea, Carl and Dee
    And Bea mutes "Lake"
    When Anna removes Bea from "Lake"
    And Anna adds Bea to "Lake"
    And Carl sends "Hello" to "Lake"
    Then Bea is alerted to "Hello" in "Lake"
