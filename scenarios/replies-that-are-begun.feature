Feature: A message that is begun among the replies
  It stays a reply when the replies are left, and what was begun before them is none.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Who drives?" to "Trip"

  @reply-inline
  Scenario Outline: What is begun among the replies stays a reply
    Given Bea replies "I do" to "Who drives?" in "Trip"
    And a conversation "Choir" between Anna and Dana
    And Anna reads "Trip"
    And Anna types "/thread"
    And Anna presses "Return"
    And Anna types "Thank you"
    When Anna presses "<keys>"
    And Anna reads "Trip"
    Then Anna's screen shows:
      """
      …
      …Reply to You: Who drives?…
      …Thank you…
      …
      """
    When Anna presses "Return"
    Then Carl sees "Thank you" as a reply to "Who drives?" in "Trip"

    Examples:
      | keys           |
      | Esc            |
      | Alt-k C Return |

  @reply-inline
  Scenario: A message that was begun before the replies were opened is no reply
    Given Bea replies "I do" to "Who drives?" in "Trip"
    And Anna reads "Trip"
    And Anna types "Thank you"
    When Anna presses "Ctrl-T o"
    And Anna presses "Esc"
    Then Anna's screen does not show "Reply to"
    When Anna presses "Return"
    Then Anna sees "Thank you" in "Trip"
    And Anna sees 1 reply to "Who drives?" in "Trip"
