Feature: A lost line loses nothing and doubles nothing
  Who was away is told what they missed: all of it, in order, once. Who is not sure that a message went out sends
  it again, and it still stands there once.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl

  @resume
  Scenario: Back online, exactly what was missed
    Given Anna sends "Who drives?" to "Trip"
    And Bea goes offline
    When Anna sends "Carl?" to "Trip"
    And Carl sends "I can" to "Trip"
    Then in "Trip" Bea sees:
      | from | text        |
      | Anna | Who drives? |
    When Bea comes back online
    Then in "Trip" Bea sees:
      | from | text        |
      | Anna | Who drives? |
      | Anna | Carl?       |
      | Carl | I can       |

  @resume
  Scenario: Notices and questions are caught up on as well
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea pins "https://notes.example/d/1" in "Trip"
    And Bea goes offline
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Carl comments on "https://notes.example/d/1" in "Notes"
    And Bea comes back online
    Then Bea sees the notice "Anna made 2 edits to “Trip plan”" in "Trip"
    And Bea sees the notice "Carl commented on “Trip plan”" in "Trip"
    And Bea sees the notice "Carl joined “Trip plan”" in "Trip"
    And Bea sees 3 notices in "Trip"
    And Bea is asked to share "Notes" automatically

  @resume
  Scenario: A question that was answered is not asked again
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Not Now"
    When Bea goes offline
    And Bea comes back online
    Then Bea is not asked to share "Notes" automatically

  @resume @restart
  Scenario: A week away, and everything is there in its order
    Given Carl goes offline
    When Anna sends "Monday" to "Trip"
    And a day passes
    And Bea sends "Tuesday" to "Trip"
    And 5 days pass
    And Anna sends "Sunday" to "Trip"
    And the server restarts
    And Bea sends "And Monday again" to "Trip"
    And Carl comes back online
    Then in "Trip" Carl sees:
      | from | text             |
      | Anna | Monday           |
      | Bea  | Tuesday          |
      | Anna | Sunday           |
      | Bea  | And Monday again |

  @resume @restart
  Scenario: Who logs in for the first time is told what was meant for them
    When Anna sends "Welcome" to "Trip"
    And the server restarts
    Then in "Trip" Carl sees:
      | from | text    |
      | Anna | Welcome |

  @retry
  Scenario: Sent again after the line broke, it stands there once
    When Anna sends "Are we still on?" to "Trip" and sends it again when the line breaks
    Then in "Trip" Bea sees:
      | from | text             |
      | Anna | Are we still on? |
    And in "Trip" Anna sees:
      | from | text             |
      | Anna | Are we still on? |

  @retry
  Scenario: Said twice on purpose, it stands there twice
    When Anna sends "Hello?" to "Trip"
    And Anna sends "Hello?" to "Trip"
    Then in "Trip" Bea sees:
      | from | text   |
      | Anna | Hello? |
      | Anna | Hello? |

  @retry @resume @restart
  Scenario: What was said before a restart was said
    When Anna sends "Remember this" to "Trip"
    And the server restarts
    Then Anna sees "Remember this" in "Trip"
    And Bea sees "Remember this" in "Trip"
    When Bea sends "I do" to "Trip"
    Then Anna sees "I do" in "Trip"
