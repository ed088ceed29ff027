Feature: What was deleted can be recovered for thirty days
  It returns to its place, or is deleted for good by hand or by time.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Us" between Anna and Bea
    And Anna sends "One" to "Trip"
    And Carl sends "Two" to "Trip"
    And Anna sends "Three" to "Trip"

  @unread-mark
  Scenario: A recovered message returns in place
    Given Bea deletes the message "Two" in "Trip"
    When Bea recovers the message "Two" in "Trip"
    Then in "Trip" Bea sees:
      | from | text  |
      | Anna | One   |
      | Carl | Two   |
      | Anna | Three |
    And Bea sees nothing in Recently Deleted

  @unread-mark
  Scenario: A recovered conversation returns in place
    Given Anna sends "Hello" to "Us"
    And Bea deletes the conversation "Trip"
    And Bea sees in Recently Deleted:
      | conversation | messages | left    |
      | Trip         | 3        | 30 days |
    When Bea recovers the conversation "Trip"
    Then Bea sees the conversations:
      | name | last  |
      | Us   | Hello |
      | Trip | Three |
    And in "Trip" Bea sees:
      | from | text  |
      | Anna | One   |
      | Carl | Two   |
      | Anna | Three |

  @unread-mark
  Scenario: What was unread is unread again
    Given Bea has 3 unread messages in "Trip"
    And Bea deletes the conversation "Trip"
    When Bea recovers the conversation "Trip"
    Then Bea has 3 unread messages in "Trip"

  @unread-mark
  Scenario: What came behind the deletion stays behind what is recovered
    Given Bea deletes the conversation "Trip"
    And Carl sends "Four" to "Trip"
    When Bea recovers the conversation "Trip"
    Then in "Trip" Bea sees:
      | from | text  |
      | Anna | One   |
      | Carl | Two   |
      | Anna | Three |
      | Carl | Four  |

  @unread-mark @ntc-not-transcript
  Scenario: The lines of a conversation leave and return with it
    Given Carl gives "Trip" the photo "🏕"
    And Bea deletes the conversation "Trip"
    And Anna sends "Four" to "Trip"
    And Bea does not see "photo" in "Trip"
    When Bea recovers the conversation "Trip"
    Then Bea sees "Carl changed the group photo" in "Trip"

  @unread-mark
  Scenario: After thirty days it is gone for good
    Given Bea deletes the message "Two" in "Trip"
    When 29 days pass
    Then Bea sees in Recently Deleted:
      | conversation | messages | left  |
      | Trip         | 1        | 1 day |
    When 1 day passes
    Then Bea sees nothing in Recently Deleted
    And Bea does not see "Two" in "Trip"
    But Carl sees "Two" in "Trip"
    When Bea recovers the message "Two" in "Trip"
    Then the last request of Bea fails with "not_found"

  @unread-mark @restart
  Scenario: The thirty days pass while the server is away
    Given Bea deletes the conversation "Trip"
    When the server restarts
    And 30 days pass
    Then Bea sees nothing in Recently Deleted
    And Bea sees the conversations:
      | name |
      | Us   |

  @unread-mark
  Scenario: Each deletion has thirty days of its own
    Given Bea deletes the message "Two" in "Trip"
    And 10 days pass
    And Bea deletes the message "One" in "Trip"
    When 20 days pass
    Then Bea does not see "Two" in Recently Deleted
    But Bea sees "One" in Recently Deleted

  @unread-mark
  Scenario: What is deleted for good cannot be recovered
    Given Bea deletes the message "Two" in "Trip"
    And Bea deletes the message "One" in "Trip"
    When Bea deletes the message "Two" in "Trip" for good
    Then Bea does not see "Two" in Recently Deleted
    And Bea sees "One" in Recently Deleted
    When Bea recovers the conversation "Trip"
    Then in "Trip" Bea sees:
      | from | text  |
      | Anna | One   |
      | Anna | Three |

  @unread-mark
  Scenario: A conversation is deleted for good, and others keep it
    Given Bea deletes the conversation "Trip"
    When Bea deletes the conversation "Trip" for good
    Then Bea sees nothing in Recently Deleted
    And Anna sees "Two" in "Trip"
    When Anna sends "Four" to "Trip"
    Then in "Trip" Bea sees:
      | from | text |
      | Anna | Four |

  @unread-mark
  Scenario: Nothing that was not deleted can be recovered or deleted for good
    When Bea recovers the conversation "Trip"
    Then the last request of Bea fails with "not_found"
    When Bea deletes the message "Two" in "Trip" for good
    Then the last request of Bea fails with "not_found"
    And Bea sees "Two" in "Trip"

  @unread-mark
  Scenario: Who leaves a conversation can recover nothing of it
    Given Anna adds Dana to "Trip"
    And Bea deletes the message "Two" in "Trip"
    When Bea leaves "Trip"
    Then Bea sees nothing in Recently Deleted

  @unread-mark
  Scenario Outline: The open settings and Recently Deleted follow the name of a conversation
    Given Bea deletes the message "Two" in "Trip"
    And Bea types "<command>"
    And Bea presses "Return"
    When Anna renames "Trip" to "Lake"
    Then Bea's screen shows:
      """
      …
      …Lake…
      …
      """
    And Bea's screen does not show "Trip"

    Examples:
      | command   |
      | /settings |
      | /deleted  |

  @unread-mark
  Scenario: A conversation between two that is begun again is back, without what was deleted
    Given Anna sends "Hello" to "Us"
    And Bea deletes the conversation "Us"
    When Bea types "/new anna"
    And Bea presses "Return"
    Then Bea sees the conversations:
      | name | last  |
      | Us   |       |
      | Trip | Three |
    And Bea does not see "Hello" in "Us"
    And Bea sees "Hello" in Recently Deleted

  @unread-mark
  Scenario: The last deletion is undone by a command
    Given Bea reads "Trip"
    And Bea deletes the message "Two" in "Trip"
    When Bea types "/recover"
    And Bea presses "Return"
    Then Bea sees "Two" in "Trip"

  @unread-mark
  Scenario: A conversation is recovered by its name in a client that has not listed Recently Deleted
    Given Bea deletes the conversation "Trip"
    And Bea starts the client anew
    When Bea types "/recover Trip"
    And Bea presses "Return"
    Then Bea sees "Two" in "Trip"

  @unread-mark
  Scenario: A conversation whose name ends with a number is recovered by its name
    Given Bea renames "Trip" to "Plan #2"
    And Bea deletes the conversation "Plan #2"
    When Bea types "/recover Plan #2"
    And Bea presses "Return"
    Then Bea sees "One" in "Plan #2"
    And Bea sees "Two" in "Plan #2"

  @msg-unsend-note
  Scenario: A deleted message that was unsent since is opened without its text
    Given Bea reads "Trip"
    And Bea deletes the message "Three" in "Trip"
    And Bea types "/deleted Trip"
    And Bea presses "Return"
    And Anna unsends "Three" in "Trip"
    When Bea presses "Up Return"
    Then Bea's screen shows:
      """
      …
      …Anna unsent a message…
      …
      """

  @unread-mark
  Scenario: A message is recovered by its number before the messages were listed
    Given Bea reads "Trip"
    And Bea deletes the message "Two" in "Trip"
    When Bea types "/recover Trip #2"
    And Bea presses "Return"
    Then Bea sees "Two" in "Trip"

  @unread-mark
  Scenario: The question before an erasure counts what was deleted on another device since
    Given Bea deletes the message "One" in "Trip"
    And Bea sees "One" in Recently Deleted
    And Bea deletes the message "Two" in "Trip" on the second device
    When Bea types "/erase Trip"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …Delete 2 Messages?…
      …
      """

  @unread-mark
  Scenario: The question before the erasure of a message quotes it
    Given Bea deletes the message "One" in "Trip"
    And Bea deletes the message "Two" in "Trip"
    When Bea types "/erase 1 #2"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …Delete 1 Message?…
      …
      …“Carl: Two” is deleted permanently and cannot be…
      …
      """

  @unread-mark
  Scenario: A conversation without messages returns to the list of the device that recovers it
    Given a conversation "Quiet" between Bea and Carl
    When Bea types "/to Quiet"
    And Bea presses "Return"
    And Bea types "/delete conversation"
    And Bea presses "Return"
    And Bea presses "Right"
    And Bea presses "Return"
    And Bea types "/recover"
    And Bea presses "Return"
    And Bea types "/to Quiet"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
       Messages…│ Quiet…
      …
      …Quiet…│…
      …
      """

  @unread-mark
  Scenario: A question that changes while it is open moves back to Cancel
    Given Bea deletes the message "One" in "Trip"
    When Bea types "/erase Trip"
    And Bea presses "Return"
    And Bea presses "Right"
    Then Bea's screen shows:
      """
      …
      …Delete 1 Message?…
      …
      …1 message from “Trip” is deleted permanently and cannot be…
      …
      …Cancel…▸ Delete ◂…
      …
      """
    When Bea deletes the message "Two" in "Trip" on the second device
    Then Bea's screen shows:
      """
      …
      …Delete 2 Messages?…
      …
      …▸ Cancel ◂…Delete…
      …
      …The question has changed: read it again…
      """
    When Bea presses "Return"
    Then Bea sees "One" in Recently Deleted
    And Bea sees "Two" in Recently Deleted

  @unread-mark
  Scenario: A waiting erasure spares a message that was deleted after its question
    Given Bea deletes the message "One" in "Trip"
    And Bea types "/erase Trip"
    And Bea presses "Return Right"
    And Bea goes offline
    And Bea presses "Return"
    And Bea deletes the message "Two" in "Trip" on the second device
    When Bea comes back online
    Then Bea does not see "One" in Recently Deleted
    And Bea sees "Two" in Recently Deleted

  @unread-mark
  Scenario: A waiting recovery spares a message that was deleted after it was listed
    Given Bea deletes the message "One" in "Trip"
    And Bea types "/deleted Trip"
    And Bea presses "Return"
    And Bea goes offline
    And Bea presses "Return"
    And Bea deletes the message "Two" in "Trip" on the second device
    When Bea comes back online
    Then Bea sees "One" in "Trip"
    And Bea sees "Two" in Recently Deleted

  @unread-mark
  Scenario: A waiting deletion of a conversation spares a message that came after it
    Given Bea reads "Trip"
    And Bea types "/delete conversation"
    And Bea presses "Return Right"
    And Bea goes offline
    And Bea presses "Return"
    And Carl sends "Four" to "Trip"
    When Bea comes back online
    Then in "Trip" Bea sees:
      | from | text |
      | Carl | Four |
    And Bea sees in Recently Deleted:
      | conversation | messages | left    |
      | Trip         | 3        | 30 days |
    And Bea's screen shows:
      """
      …
      …“Trip” stays: it has new messages. /recover restores the deleted ones…
      """

  Scenario: A name that is not in Recently Deleted is refused after it was looked for
    When Bea types "/recover Picnic"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …“Picnic” is not in Recently Deleted…
      """
    When Bea types "/erase Trip"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …“Trip” is not in Recently Deleted…
      """

  @unread-mark
  Scenario: The deletions of a client are undone one after the other
    Given Bea reads "Trip"
    And Bea deletes the message "Two" in "Trip"
    And Bea deletes the message "Three" in "Trip"
    When Bea types "/recover"
    And Bea presses "Return"
    Then Bea sees "Three" in "Trip"
    And Bea does not see "Two" in "Trip"
    When Bea types "/recover"
    And Bea presses "Return"
    Then Bea sees "Two" in "Trip"

  @unread-mark @ucs-can-stop
  Scenario: After a recovery a card has the last title of a document that is not shared any more
    Given the app "Notes" opens links at "notes.example"
    And Anna shares "Budget" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna reads "Trip"
    And Anna renames "https://notes.example/d/1" to "Money"
    And Anna stops sharing "https://notes.example/d/1"
    And Anna deletes the message "Two" in "Trip"
    When Anna recovers the message "Two" in "Trip"
    Then Anna's screen shows:
      """
      …
      …│ Money…
      …
      """
    And Anna's screen does not show "│ Budget"
