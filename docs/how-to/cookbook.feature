Feature: The cookbook
  One flow of notifications each. A comment above a scenario names what is shown of the wire.

  # shows: message.send message.posted
  Scenario: A message alerts the others
    Anna writes; whoever is in the conversation is told, with `alert`. She herself is told, too, on every device, without it.

    Given a conversation "Trip" between Anna and Bea
    When Anna sends "Who drives?" to "Trip"
    Then Bea sees "Who drives?" in "Trip"
    And Bea is alerted to "Who drives?" in "Trip"

  # shows: conversation.mute message.send message.posted
  Scenario: Who has muted is told, and not alerted
    The message comes all the same. A mention alerts through the mute.

    Given a conversation "Trip" between Anna, Bea and Carl
    When Carl mutes "Trip"
    And Anna sends "Who drives?" to "Trip"
    And Anna sends "@Carl, and you?" to "Trip"
    Then Carl sees "Who drives?" in "Trip"
    And Carl is not alerted to "Who drives?" in "Trip"
    And Carl is alerted to "@Carl, and you?" in "Trip"

  # shows: share.send document.edit highlightCenter.postNotice notice.posted
  Scenario: An edit of a shared document is a notice
    The app says what was done, the server posts it into the thread, for those who are on the share and not for whoever did it.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna edited “Trip plan”" in "Trip"
    And Carl sees the notice "Anna edited “Trip plan”" in "Trip"

  # shows: highlightCenter.postNotice clock.advance notice.posted
  Scenario: Edits within ten minutes are one notice
    The notice that is there grows. More than ten minutes after the first, another one begins.

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
  Scenario: A mention is for the one who is mentioned
    Nobody else has it in the thread, and the server says why.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Carl sees no notice in "Trip"
    And Carl was not notified because "ev-mention-private"

  # shows: fault.inject highlightCenter.postNotice session.hello notice.posted
  Scenario: A notice is lost on the way
    Fault injection, to see what your client does. Whoever logs in again is told what they missed.

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
  Scenario: Who was away is told in order
    The client says where it stood, and the server goes on from there.

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
  Scenario: Somebody joins, and the owner of a document is asked
    Who is new in the group is not on the share: its owner decides.

    Given a conversation "Trip" between Anna, Bea and Carl
    And the app "Notes" opens links at "notes.example"
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea adds Dana to "Trip"
    Then Anna is asked "Add Dana to “Trip plan”" in "Trip"
