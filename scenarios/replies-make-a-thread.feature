Feature: A reply stands in a thread with what it answers
  The thread begins with the first message that was answered; a reply to a reply joins it.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Who drives?" to "Trip"

  @reply-inline
  Scenario: A reply says what it answers
    When Bea replies "I do" to "Who drives?" in "Trip"
    Then Carl sees "I do" as a reply to "Who drives?" in "Trip"
    And Anna sees 1 reply to "Who drives?" in "Trip"
    And in "Trip" Carl sees:
      | from | text        |
      | Anna | Who drives? |
      | Bea  | I do        |

  @reply-inline
  Scenario: A reply to a reply joins the same thread
    Given Anna sends "And who cooks?" to "Trip"
    And Bea replies "I do" to "Who drives?" in "Trip"
    When Carl replies "Thank you" to "I do" in "Trip"
    Then Anna sees "Thank you" as a reply to "I do" in "Trip"
    And Anna sees 2 replies to "Who drives?" in "Trip"
    And Anna sees 0 replies to "I do" in "Trip"
    And Anna sees 0 replies to "And who cooks?" in "Trip"
    And in "Trip" Carl opens the thread of "I do" and sees:
      | from | text        |
      | Anna | Who drives? |
      | Bea  | I do        |
      | Carl | Thank you   |

  @reply-inline
  Scenario: A reply is a message: it is unread, it alerts, it moves the conversation
    Given a conversation "Choir" between Carl, Bea and Anna
    And Carl sends "Rehearsal at eight" to "Choir"
    When Bea replies "I do" to "Who drives?" in "Trip"
    Then Anna sees the conversations:
      | name  | unread |
      | Trip  | 1      |
      | Choir | 1      |
    And Anna is alerted to "I do" in "Trip"
    And Carl is alerted to "I do" in "Trip"

  @reply-inline @edit-type
  Scenario: A reply follows the message that was edited
    Given Bea replies "I do" to "Who drives?" in "Trip"
    When Anna edits "Who drives?" to "Who takes the train?" in "Trip"
    Then Carl sees "I do" as a reply to "Who takes the train?" in "Trip"

  @reply-deleted
  Scenario: What was answered is unsent: the replies stay, and say so
    Given Bea replies "I do" to "Who drives?" in "Trip"
    And Carl replies "Thank you" to "I do" in "Trip"
    When Anna unsends "Who drives?" in "Trip"
    Then Carl sees "I do" as a reply to an unsent message in "Trip"
    And in "Trip" Carl opens the thread of "I do" and sees:
      | from | text                  |
      | note | Anna unsent a message |
      | Bea  | I do                  |
      | Carl | Thank you             |
    And Carl sees "Thank you" as a reply to "I do" in "Trip"
    And in "Trip" Carl sees on a new device:
      | from | text                  |
      | note | Anna unsent a message |
      | Bea  | I do                  |
      | Carl | Thank you             |

  @reply-inline @grp-add
  Scenario: Of a thread, a newcomer opens what was said since
    Given Bea replies "I do" to "Who drives?" in "Trip"
    And Anna adds Dee to "Trip"
    When Carl replies "Thank you" to "I do" in "Trip"
    Then in "Trip" Dee opens the thread of "Thank you" and sees:
      | from | text      |
      | Carl | Thank you |
    And in "Trip" Anna opens the thread of "Thank you" and sees:
      | from | text        |
      | Anna | Who drives? |
      | Bea  | I do        |
      | Carl | Thank you   |

  @reply-deleted
  Scenario: A reply that is unsent leaves what it answered alone
    Given Bea replies "I do" to "Who drives?" in "Trip"
    When Bea unsends "I do" in "Trip"
    Then in "Trip" Carl sees:
      | from | text                 |
      | Anna | Who drives?          |
      | note | Bea unsent a message |

  @reply-inline
  Scenario: Nobody answers what they cannot see, and nothing from another conversation
    When Dana replies "I do" to "Who drives?" in "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    And in "Trip" Bea sees:
      | from | text        |
      | Anna | Who drives? |

  @reply-inline
  Scenario: A document can be sent, and answered
    Given Dana and Anna are contacts
    When Anna attaches the document "map.png" to "Trip"
    And Bea replies "Thanks" to "map.png" in "Trip"
    Then Carl sees the document "map.png" in "Trip"
    And Carl sees "Thanks" as a reply to "map.png" in "Trip"
    And Carl has 3 unread messages in "Trip"
    But Dana cannot open the document "map.png" in "Trip"
