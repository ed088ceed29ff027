@corner-case
Feature: Somebody is mentioned after they have left
  The group goes on talking about a person who has left it, and the document goes on naming them. It bites because the
  name still completes, the address is still known, and a notice that is sent to a name and not to a member tells
  somebody what a group says that they are no longer in.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea, Carl and Dana
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Dana opens "https://notes.example/d/1" in "Notes"

  @mention-syntax @grp-leave
  Scenario: In a message, the name is text, and nothing of it comes to them
    Given Dana leaves "Trip"
    When Anna sends "@Dana, what a pity" to "Trip"
    Then Bea sees that the message that was just sent mentions nobody in "Trip"
    And Dana does not see "what a pity" in "Trip"
    And Dana is not alerted to "what a pity" in "Trip"

  @grp-leave @ev-mention-private @notice-place
  Scenario: In a document, who is still on the share and left the conversation is told nothing there
    Given Dana leaves "Trip"
    When Anna mentions Dana in "https://notes.example/d/1" in "Notes"
    Then Dana sees no notice in "Trip"
    And Dana is not alerted to "mentioned you" in "Trip"
    And Bea sees the notices in "Trip":
      | text                    |
      | Dana joined “Trip plan” |

  @ev-mention @ck-accept
  Scenario: In a document, who left the share as well is told nothing anywhere
    Given a conversation "Us" between Anna and Dana
    And Dana leaves the share at "https://notes.example/d/1"
    When Anna mentions Dana in "https://notes.example/d/1" in "Notes"
    Then Dana was not notified because "ck-accept"
    And for a day, Dana sees no notice in "Trip"
    And Dana sees no notice in "Us"

  @ev-mention @grp-leave @resume
  Scenario: What was told before they left goes with the conversation, and nothing comes after it
    Given Anna mentions Dana in "https://notes.example/d/1" in "Notes"
    And Dana sees the notices in "Trip":
      | text                              |
      | Anna mentioned you in “Trip plan” |
    And Dana goes offline
    And Anna removes Dana from "Trip"
    When Anna mentions Dana in "https://notes.example/d/1" in "Notes"
    And Dana comes back online
    Then Dana is not in "Trip"
    And Dana sees no notice in "Trip"
    And Dana is alerted 2 times in "Trip"
