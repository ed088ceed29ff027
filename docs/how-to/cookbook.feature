Feature: The cookbook
  Each scenario is one flow. The comment above it names the messages that the page shows.

  # shows: message.send message.posted
  Scenario: A message alerts the others
    Every member receives `message.posted` with `alert`. Other devices of Anna receive it without `alert`.

    Given a conversation "Trip" between Anna and Bea
    When Anna sends "Who drives?" to "Trip"
    Then Bea sees "Who drives?" in "Trip"
    And Bea is alerted to "Who drives?" in "Trip"

  # shows: conversation.mute message.send message.posted
  Scenario: A muted conversation does not alert
    Carl still receives the messages. Only the mention alerts him.

    Given a conversation "Trip" between Anna, Bea and Carl
    When Carl mutes "Trip"
    And Anna sends "Who drives?" to "Trip"
    And Anna sends "@Carl, and you?" to "Trip"
    Then Carl sees "Who drives?" in "Trip"
    And Carl is not alerted to "Who drives?" in "Trip"
    And Carl is alerted to "@Carl, and you?" in "Trip"

  # shows: share.send document.edit highlightCenter.postNotice notice.posted
  Scenario: An edit of a shared document is a notice
    The app posts the event. The server posts a notice for everyone on the share except Anna.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
    And Carl sees the notice "Anna edited “Trip plan”" in "Trip"

  # shows: highlightCenter.postNotice clock.advance notice.posted
  Scenario: Edits within ten minutes are one notice
    The notice grows under its id. More than ten minutes after the first edit, a new notice begins.

    Given a conversation "Trip" between Anna and Bea
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 11 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notices in "Trip":
      | text                             |
      | Anna made 2 edits to “Trip plan” |
      | Anna edited “Trip plan”          |

  # shows: highlightCenter.postNotice notice.posted delivery.explain!
  Scenario: A mention is for the mentioned person
    No one else receives the notice, and `delivery.explain` names the rule.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Carl sees no notice in "Trip"
    And Carl was not notified because "ev-mention-private"

  # shows: fault.inject highlightCenter.postNotice session.hello notice.posted
  Scenario: A notice is lost on the way
    A fault drops the notice. Bea receives it when she logs in again.

    Given a conversation "Trip" between Anna and Bea
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And the next notice to Bea is lost
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees no notice in "Trip"
    When Bea goes offline
    And Bea comes back online
    Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"

  # shows: session.hello message.send message.posted
  Scenario: A client catches up in order
    The client sends its last cursor as `after`, and receives everything later.

    Given a conversation "Trip" between Anna and Bea
    When Bea goes offline
    And Anna sends "One" to "Trip"
    And Anna sends "Two" to "Trip"
    And Bea comes back online
    Then in "Trip" Bea sees:
      | from | text |
      | Anna | One  |
      | Anna | Two  |

  # shows: conversation.addParticipant conversation.changed notice.posted
  Scenario: A new member is a question to the owner
    Dana is in the group but not on the share. The owner decides.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea adds Dana to "Trip"
    Then Anna is asked "Add Dana to “Trip plan”" in "Trip"
