Feature: A person deletes messages and conversations from their own view
  Every device of that person follows; nobody else is told, and nobody else loses anything.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Us" between Anna and Bea
    And Anna sends "See you at six" to "Trip"
    And Carl sends "The present is a kayak" to "Trip"

  @swy-delete @msg-edit-window
  Scenario: A reply and an edit wait for the person if their message is deleted on another device
    Given Bea reads "Trip"
    And Bea presses "Ctrl-T r"
    And Bea types "Which colour?"
    When Bea deletes the message "The present is a kayak" in "Trip" on the second device
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …Reply to a deleted message…
      …
      …Which colour?…
      …
      …That message was deleted. Press Esc to send this as a new message…
      """
    And Anna does not see "Which colour?" in "Trip"
    When Bea presses "Esc Return"
    Then Anna sees "Which colour?" in "Trip"
    When Bea presses "Ctrl-T e"
    And Bea types " Red?"
    And Bea deletes the message "Which colour?" in "Trip" on the second device
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …Edit · You deleted the message…
      …
      …Which colour? Red?…
      …
      …You deleted that message. Esc drops the edit…
      """

  @swy-delete
  Scenario: A deleted message leaves one's own thread, and nobody else's
    When Bea deletes the message "The present is a kayak" in "Trip"
    Then in "Trip" Bea sees:
      | from | text           |
      | Anna | See you at six |
    And Bea sees "The present is a kayak" in Recently Deleted
    But in "Trip" Anna sees:
      | from | text                   |
      | Anna | See you at six         |
      | Carl | The present is a kayak |
    And in "Trip" Carl sees:
      | from | text                   |
      | Anna | See you at six         |
      | Carl | The present is a kayak |
    And Anna sees nothing in Recently Deleted

  @swy-delete
  Scenario: Every device of the person follows
    Given Bea sees "The present is a kayak" in "Trip" on the second device
    When Bea deletes the message "The present is a kayak" in "Trip"
    Then Bea does not see "kayak" in "Trip" on the second device
    And in "Trip" Bea sees on a new device:
      | from | text           |
      | Anna | See you at six |
    When Bea recovers the message "The present is a kayak" in "Trip" on the second device
    Then in "Trip" Bea sees:
      | from | text                   |
      | Anna | See you at six         |
      | Carl | The present is a kayak |

  @swy-delete
  Scenario: A device that was away is not told of what was deleted meanwhile
    Given Bea sees "See you at six" in "Trip" on the second device
    And Bea goes offline on the second device
    And Carl sends "It is red" to "Trip"
    And Bea deletes the message "It is red" in "Trip"
    And Bea deletes the message "The present is a kayak" in "Trip"
    When Bea comes back online on the second device
    Then Bea does not see "red" in "Trip" on the second device
    And Bea does not see "kayak" in "Trip" on the second device

  @swy-delete
  Scenario: What becomes of a deleted message is not told to who deleted it
    Given Bea deletes the message "The present is a kayak" in "Trip"
    When Carl edits "The present is a kayak" to "The present is a tent, @Bea" in "Trip"
    And Anna reacts "heart" to "The present is a tent, @Bea" in "Trip"
    Then Bea does not see "present" in "Trip"
    And Bea is not alerted to "tent" in "Trip"
    But Bea sees "The present is a tent, @Bea" in Recently Deleted

  @swy-delete @restart
  Scenario: A restart forgets no deletion
    Given Bea deletes the message "The present is a kayak" in "Trip"
    And Bea deletes the conversation "Us"
    When the server restarts
    Then Bea does not see "kayak" in "Trip"
    And Bea sees the conversations:
      | name | last           |
      | Trip | See you at six |
    And Bea sees "The present is a kayak" in Recently Deleted

  @swy-delete @order-conv
  Scenario: The list shows the newest message that is left, and stands in its place
    Given Anna sends "Hello" to "Us"
    And Bea sees the conversations:
      | name | last                   | unread |
      | Us   | Hello                  | 1      |
      | Trip | The present is a kayak | 2      |
    And Carl sends "It is red" to "Trip"
    And Bea sees the conversations:
      | name | last      | unread |
      | Trip | It is red | 3      |
      | Us   | Hello     | 1      |
    When Bea deletes the message "It is red" in "Trip" over the wire
    Then Bea sees the conversations:
      | name | last                   | unread |
      | Us   | Hello                  | 1      |
      | Trip | The present is a kayak | 2      |
    And Anna sees the conversations:
      | name | last      |
      | Trip | It is red |
      | Us   | Hello     |

  @swy-delete @msg-unsend-note
  Scenario: What was deleted and is unsent leaves nothing but a note to recover
    Given Bea deletes the message "The present is a kayak" in "Trip"
    When Carl unsends "The present is a kayak" in "Trip"
    Then Bea does not see "kayak" in Recently Deleted
    When Bea recovers the conversation "Trip"
    Then in "Trip" Bea sees:
      | from | text                  |
      | Anna | See you at six        |
      | note | Carl unsent a message |

  @swy-delete @rcpt-setting
  Scenario: Deleting an unread message reads nothing
    Given Anna sends "Hello" to "Us"
    When Bea deletes the conversation "Us"
    Then Anna sees that "Hello" was not read in "Us"

  @swy-delete @reply-inline
  Scenario: Deleted replies count no more, and the others stay
    Given Anna replies "I know" to "The present is a kayak" in "Trip"
    And Bea replies "So do I" to "The present is a kayak" in "Trip"
    And Bea sees 2 replies to "The present is a kayak" in "Trip"
    When Bea deletes the message "I know" in "Trip"
    Then Bea sees 1 reply to "The present is a kayak" in "Trip"
    And Anna sees 2 replies to "The present is a kayak" in "Trip"
    When Bea recovers the message "I know" in "Trip"
    Then Bea sees 2 replies to "The present is a kayak" in "Trip"

  @swy-delete
  Scenario: A search finds nothing that was deleted
    Given Bea deletes the message "The present is a kayak" in "Trip"
    Then Bea searches for "present" and finds:
      | from | text |
    When Bea recovers the message "The present is a kayak" in "Trip"
    Then Bea searches for "present" and finds:
      | from | text                   |
      | Carl | The present is a kayak |

  @swy-delete
  Scenario: The link of a deleted message leaves one's own shelf, and comes back with it
    Given Bea turns automatic sharing on for "Notes"
    And Carl turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Bea sees "https://notes.example/d/1" in Shared with You from Anna
    When Bea deletes the message "https://notes.example/d/1" in "Trip"
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "swy-delete"
    And the app "Notes" does not see "https://notes.example/d/1" for Bea
    But Carl sees "https://notes.example/d/1" in Shared with You from Anna
    When Bea recovers the message "https://notes.example/d/1" in "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

  @swy-delete @merge-threads
  Scenario: A link that stands in another conversation stays, from there alone
    Given Bea turns automatic sharing on for "Notes"
    And Carl sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/1" to "Us"
    When Bea deletes the conversation "Us"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl
    When Bea deletes the conversation "Trip"
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "swy-delete"

  @swy-delete @swy-pin-scope @pin-always
  Scenario: A pinned link outlives its deleted message
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea pins "https://notes.example/d/1" in "Trip"
    When Bea deletes the message "https://notes.example/d/1" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | pinned | from |
      | https://notes.example/d/1 | yes    | Anna |

  @swy-delete
  Scenario: A deleted conversation leaves the list and takes its links along
    Given Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    When Bea deletes the conversation "Trip"
    Then Bea sees the conversations:
      | name |
      | Us   |
    And Bea does not see "https://notes.example/d/1" in Shared with You because "swy-delete"
    But Carl sees "See you at six" in "Trip"

  @swy-delete
  Scenario: A new message brings a deleted conversation back, and only that stands in it
    Given Bea deletes the conversation "Trip"
    When Anna sends "At seven, then" to "Trip"
    Then Bea sees the conversations:
      | name | last           | unread |
      | Trip | At seven, then | 1      |
      | Us   |                | 0      |
    And in "Trip" Bea sees:
      | from | text           |
      | Anna | At seven, then |
    And in "Trip" Bea sees on a new device:
      | from | text           |
      | Anna | At seven, then |
    And Bea is alerted to "At seven, then" in "Trip"
    And Bea sees "See you at six" in Recently Deleted

  @swy-delete @ntc-push
  Scenario: A mention in a document brings a deleted conversation back, and an edit does not
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"
    And Bea deletes the conversation "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the conversations:
      | name |
      | Us   |
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea is alerted to "Anna mentioned you in “Trip plan”" in "Trip"
    And Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Bea sees the conversations:
      | name |
      | Trip |
      | Us   |

  @swy-delete @group-sync-prompt-add
  Scenario: The question to the owner of a document brings a deleted conversation back
    Given Dee and Anna are contacts
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna deletes the conversation "Trip"
    When Bea adds Dee to "Trip"
    Then Anna sees the notice "Add Dee to “Trip plan”" in "Trip"
    And Anna sees the conversations:
      | name |
      | Trip |
      | Us   |
    When Anna starts the client anew
    Then Anna sees the conversations:
      | name |
      | Trip |
      | Us   |

  @swy-delete @grp-name-photo
  Scenario: What is not a message brings no deleted conversation back
    Given Bea deletes the conversation "Trip"
    When Carl gives "Trip" the photo "🏕"
    And Anna is typing in "Trip"
    Then Bea sees the conversations:
      | name |
      | Us   |

  @swy-delete @msg-pin-conv
  Scenario: A deleted conversation stands at the top no longer
    Given Bea pins the conversation "Trip"
    And Bea deletes the conversation "Trip"
    When Anna sends "At seven, then" to "Trip"
    Then Bea sees the conversations:
      | name | pinned |
      | Trip | no     |
      | Us   | no     |

  @swy-delete
  Scenario: Nobody deletes what is not theirs to see
    When Dana deletes the message "See you at six" in "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    When Dana deletes the conversation "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    And Anna sees "See you at six" in "Trip"

  @swy-delete
  Scenario: A message is deleted after a question, by a command or a key
    Given Bea reads "Trip"
    When Bea types "/delete"
    And Bea presses "Return"
    And Bea presses "Return"
    Then Bea sees "The present is a kayak" in "Trip"
    When Bea types "/delete"
    And Bea presses "Return"
    And Bea presses "Right"
    And Bea presses "Return"
    Then Bea does not see "kayak" in "Trip"
    When Bea presses "Ctrl-T"
    And Bea types "d"
    And Bea presses "Right"
    And Bea presses "Return"
    Then Bea does not see "six" in "Trip"

  @swy-delete
  Scenario: A conversation is deleted from the list, after a question
    Given Bea reads "Trip"
    When Bea presses "Tab"
    And Bea presses "Delete"
    And Bea presses "Right"
    And Bea presses "Return"
    Then Bea sees the conversations:
      | name |
      | Us   |

  Rule: What is new begins at the first unread message that is left

    Background:
      Given Anna and Dora are contacts
      And a conversation "Two" between Anna and Dora
      And Dora sends "First of all" to "Two"
      And Anna reads "Two"
      And Bea sends "Hello" to "Us"
      And Anna reads "Us"
      And Dora sends "Second thought" to "Two"
      And Dora sends "Third time" to "Two"
      And Dora sends "Fourth try" to "Two"

    @swy-delete
    Scenario: A deleted message between unread ones does not move the divider
      Given Anna deletes the message "Third time" in "Two" over the wire
      When Anna starts the client anew
      And Anna types "/to Two"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▐ First of all ▌…
        …── New ──…
        …
        …▐ Second thought ▌…
        …
        …▐ Fourth try ▌…
        …
        """

    @swy-delete
    Scenario: The first unread message and the newest are deleted
      Given Anna deletes the message "Second thought" in "Two" over the wire
      And Anna deletes the message "Fourth try" in "Two" over the wire
      When Anna starts the client anew
      And Anna types "/to Two"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
        …
        …▐ First of all ▌…
        …── New ──…
        …
        …▐ Third time ▌…
        …
        """

    @swy-delete
    Scenario: Without an unread message there is no divider
      Given Anna deletes the message "Second thought" in "Two" over the wire
      And Anna deletes the message "Third time" in "Two" over the wire
      And Anna deletes the message "Fourth try" in "Two" over the wire
      When Anna starts the client anew
      And Anna types "/to Two"
      And Anna presses "Return"
      Then Anna's screen does not show "── New"
