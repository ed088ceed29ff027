@corner-case
Feature: An edit makes a mention of a message
  Somebody asks the group, hears nothing, and edits a name into the question. It bites because an edit is quiet by
  rule and a mention is loud by rule: a device that goes by the one alone never rings, one that goes by the other
  rings at every correction of a comma, and rings everybody.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Bea mutes "Trip"
    And Anna sends "Who drives?" to "Trip"
    And the message that was just sent is called "the question"

  @mention-alert @mention-syntax @msg-edit-label
  Scenario: Who is newly named is alerted, through a muted conversation, and nobody else
    When Anna edits the message called "the question" to "@Bea, do you drive?" in "Trip"
    Then Bea is alerted to "@Bea, do you drive?" in "Trip"
    And Bea is alerted 1 time in "Trip"
    And Bea sees that the message called "the question" mentions Bea in "Trip"
    But Carl is not alerted to "@Bea" in "Trip"
    And Carl is alerted 1 time in "Trip"

  @mention-alert
  Scenario: Correcting the rest of it alerts nobody again
    Given Anna edits the message called "the question" to "@Bea, do you drive?" in "Trip"
    When Anna edits the message called "the question" to "@Bea, will you drive?" in "Trip"
    Then Bea is alerted 1 time in "Trip"
    And Bea sees the message called "the question" in "Trip"
    When Anna edits the message called "the question" to "@Bea or @Carl, will you drive?" in "Trip"
    Then Bea is alerted 1 time in "Trip"
    And Carl is alerted to the message called "the question" in "Trip"

  @mention-alert @resume
  Scenario: Who was away is alerted to it as it reads now, once
    Given Bea goes offline
    When Anna edits the message called "the question" to "@Bea, do you drive?" in "Trip"
    And Bea comes back online
    Then Bea is alerted to "@Bea, do you drive?" in "Trip"
    And Bea is alerted 1 time in "Trip"

  @mention-syntax @grp-leave
  Scenario: A name of somebody who has left is text like any other
    Given a conversation "Choir" between Anna, Bea, Carl and Dana
    And Anna sends "Who sings?" to "Choir"
    And Dana leaves "Choir"
    When Anna edits the message that was just sent to "@Dana, do you sing?" in "Choir"
    Then Carl sees that "@Dana, do you sing?" mentions nobody in "Choir"
    And Dana does not see "do you sing" in "Choir"
