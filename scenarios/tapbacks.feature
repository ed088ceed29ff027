Feature: A tapback says something about a message without a message
  One stands for each person: another takes its place, the same takes it away.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Shall we go?" to "Trip"

  @tap-set
  Scenario Outline: The six, and any emoji
    When Bea reacts "<reaction>" to "Shall we go?" in "Trip"
    Then Carl sees the reactions to "Shall we go?" in "Trip":
      | from | reaction   |
      | Bea  | <reaction> |

    Examples:
      | reaction    |
      | heart       |
      | thumbs up   |
      | thumbs down |
      | ha ha       |
      | exclamation |
      | question    |
      | 🎉          |
      | 👩‍👩‍👧‍👦          |
      | 🇨🇿          |

  @tap-set
  Scenario Outline: Words and several signs are none
    When Bea reacts "<reaction>" to "Shall we go?" in "Trip"
    Then the last request of Bea fails with "invalid_params"
    And Carl sees no reaction to "Shall we go?" in "Trip"

    Examples:
      | reaction |
      | great    |
      | 🎉🎉     |
      | 7        |
      |          |

  @tap-one
  Scenario: Another takes its place, the same takes it away
    Given 1 minute passes
    And Bea reacts "heart" to "Shall we go?" in "Trip"
    And 1 minute passes
    And Carl reacts "heart" to "Shall we go?" in "Trip"
    And 1 minute passes
    When Bea reacts "🎉" to "Shall we go?" in "Trip"
    Then Anna sees the reactions to "Shall we go?" in "Trip":
      | from | reaction |
      | Carl | heart    |
      | Bea  | 🎉       |
    When Bea reacts "🎉" to "Shall we go?" in "Trip"
    Then Anna sees the reactions to "Shall we go?" in "Trip":
      | from | reaction |
      | Carl | heart    |
    When Carl takes back the reaction to "Shall we go?" in "Trip"
    Then Anna sees no reaction to "Shall we go?" in "Trip"

  @tap-notify
  Scenario: The author is alerted, and nobody else
    When Bea reacts "heart" to "Shall we go?" in "Trip"
    Then Anna is alerted to "Bea reacted heart to “Shall we go?”" in "Trip"
    And Anna is alerted 1 time in "Trip"
    But Carl is not alerted to "reacted" in "Trip"
    And Bea is not alerted to "reacted" in "Trip"

  @tap-notify
  Scenario: To take it back alerts nobody, and nor does a tapback to what one said oneself
    Given Bea reacts "heart" to "Shall we go?" in "Trip"
    When Bea reacts "heart" to "Shall we go?" in "Trip"
    And Anna reacts "heart" to "Shall we go?" in "Trip"
    Then Anna is alerted 1 time in "Trip"
    And Carl is not alerted to "reacted" in "Trip"

  @tap-notify @mute-hide
  Scenario: An author who hides the alerts is not alerted
    Given Anna mutes "Trip"
    When Bea reacts "heart" to "Shall we go?" in "Trip"
    Then Anna is alerted 0 times in "Trip"
    And Anna sees the reactions to "Shall we go?" in "Trip":
      | from | reaction |
      | Bea  | heart    |

  @tap-notify
  Scenario: A tapback that is taken back leaves the list of conversations, with its mark
    Given a conversation "Choir" between Carl, Bea and Anna
    And Bea sends "At six?" to "Trip"
    And Anna reads "Trip"
    And Anna reads "Choir"
    When Bea reacts "heart" to "Shall we go?" in "Trip"
    Then Anna's screen shows:
      """
      …
       Trip             09:00 │…
       Bea: Loved “Shall w… ! │…
      …
      """
    When Bea takes back the reaction to "Shall we go?" in "Trip"
    Then Anna's screen shows:
      """
      …
       Trip             09:00 │…
       Bea: At six?           │…
      …
      """

  @tap-set @order-conv
  Scenario: It is no message: nothing is unread, nothing moves
    Given a conversation "Choir" between Carl, Bea and Anna
    And Carl sends "Rehearsal at eight" to "Choir"
    When Bea reacts "heart" to "Shall we go?" in "Trip"
    Then Anna sees the conversations:
      | name  | unread |
      | Choir | 1      |
      | Trip  | 0      |
    And Carl has 1 unread message in "Trip"
    And in "Trip" Carl sees:
      | from | text         |
      | Anna | Shall we go? |

  @tap-set
  Scenario: A stranger reacts to nothing
    When Dana reacts "heart" to "Shall we go?" in "Trip" over the wire
    Then the last request of Dana fails with "not_found"
    And Anna sees no reaction to "Shall we go?" in "Trip"
    And Anna is alerted 0 times in "Trip"

  @tap-one @edit-type
  Scenario: An edit leaves the reactions as they are
    Given Bea reacts "thumbs up" to "Shall we go?" in "Trip"
    When Anna edits "Shall we go?" to "Shall we stay?" in "Trip"
    Then Carl sees the reactions to "Shall we stay?" in "Trip":
      | from | reaction  |
      | Bea  | thumbs up |

  @tap-one @restart
  Scenario: A restart forgets no reaction
    Given Bea reacts "heart" to "Shall we go?" in "Trip"
    When the server restarts
    And Bea reacts "question" to "Shall we go?" in "Trip"
    Then Carl sees the reactions to "Shall we go?" in "Trip":
      | from | reaction |
      | Bea  | question |
