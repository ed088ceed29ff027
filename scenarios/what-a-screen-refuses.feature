Feature: What a person's screen refuses
  What a screen knows to be impossible it says at once, and the server is not asked. Over the wire it is asked, and
  refuses the same.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl

  @edit-menu-limit
  Scenario: Another's message is neither edited nor taken back
    Given Anna sends "See you at five" to "Trip"
    When Bea edits "See you at five" to "See you never" in "Trip"
    Then the last request of Bea fails with "forbidden"
    And Bea's screen shows:
      """
      …
      …Only your own messages can be edited…
      """
    When Bea edits "See you at five" to "See you never" in "Trip" over the wire
    Then the last request of Bea fails with "forbidden"
    When Bea unsends "See you at five" in "Trip"
    Then the last request of Bea fails with "forbidden"

  @msg-unsend-window
  Scenario: The time to take it back is over
    Given Anna sends "The present is a kayak" to "Trip"
    When 3 minutes pass
    And Anna unsends "The present is a kayak" in "Trip"
    Then the last request of Anna fails with "expired"
    When Anna unsends "The present is a kayak" in "Trip" over the wire
    Then the last request of Anna fails with "expired"

  Scenario: A conversation of others is on no screen
    When Dana sends "Hello?" to "Trip"
    Then the last request of Dana fails with "not_found"
    When Dana sends "Hello?" to "Trip" over the wire
    Then the last request of Dana fails with "not_found"

  Scenario: A share is managed by who may
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"
    When Bea adds Dana to the share at "https://notes.example/d/1"
    Then the last request of Bea fails with "forbidden"
    When Bea stops sharing "https://notes.example/d/1"
    Then the last request of Bea fails with "forbidden"
    When Anna leaves the share at "https://notes.example/d/1"
    Then the last request of Anna fails with "conflict"

  Scenario: What somebody is asked is answered by nobody else
    Given Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea adds Dana to "Trip"
    When Dana answers "Add" to what Anna is asked in "Trip"
    Then the last request of Dana fails with "not_found"
    And Dana has no access to "https://notes.example/d/1"

  @mute-hide
  Scenario Outline: A command about the open conversation takes no name
    Given Bea reads "Trip"
    When Bea types "<command>"
    And Bea presses "Return"
    Then Bea's screen shows:
      """
      …
      …<command>…
      …
      …<reason>…
      …
      """
    And Bea's screen does not show "🔕"

    Examples:
      | command      | reason                                                 |
      | /mute Anna   | /mute takes no name: it is about the open conversation |
      | /unread Anna | /unread takes no name: it is about the open            |
      | /leave Anna  | /leave takes no name: it is about the open             |
      | /unsend Anna | /unsend [#N]: your own message                         |
      | /quit now?   | /quit takes no words after it                          |
