Feature: Who is alerted
  Messages of others alert, unless their alerts are hidden; a mention alerts even then, unless that is turned off.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl

  @mute-hide @msg-hide-alerts
  Scenario: A muted conversation is quiet, and its messages count as before
    Given Bea mutes "Trip"
    When Anna sends "Who drives?" to "Trip"
    Then Bea is alerted 0 times in "Trip"
    And Bea has 1 unread message in "Trip"
    And Bea sees the conversations:
      | name | unread | muted |
      | Trip | 1      | yes   |
    But Carl is alerted to "Who drives?" in "Trip"
    And Carl sees the conversations:
      | name | unread | muted |
      | Trip | 1      | no    |
    When Bea unmutes "Trip"
    And Anna sends "Anyone?" to "Trip"
    Then Bea is alerted to "Anyone?" in "Trip"
    And Bea is alerted 1 time in "Trip"

  @mention-alert @msg-unsend-note
  Scenario: What alerted and was taken back marks the list no longer
    Given a conversation "Choir" between Carl, Bea and Anna
    And Anna sends "At six" to "Trip"
    And Bea reads "Trip"
    And Bea reads "Choir"
    When Anna edits "At six" to "At six, @Bea" in "Trip"
    Then Bea's screen shows:
      """
      …
       Anna: At six, @Bea   ! │…
      …
      """
    When Anna unsends "At six, @Bea" in "Trip"
    Then Bea's screen shows:
      """
      …
       Anna unsent a message  │…
      …
      """

  @mute-hide @msg-hide-alerts
  Scenario: Only that conversation is muted
    Given a conversation "Choir" between Carl, Bea and Anna
    And Bea mutes "Trip"
    When Carl sends "Rehearsal at eight" to "Choir"
    Then Bea is alerted to "Rehearsal at eight" in "Choir"

  @mute-hide
  Scenario: Nobody is alerted to what they say themselves
    When Anna sends "@Anna, remember the map" to "Trip"
    Then Anna is alerted 0 times in "Trip"

  @mention-syntax
  Scenario Outline: A member's name after @ is a mention
    When Anna sends "<text>" to "Trip"
    Then Carl sees that "<text>" mentions <whom> in "Trip"

    Examples:
      | text                 | whom         |
      | @Bea, who drives?    | Bea          |
      | Who drives, @bea?    | Bea          |
      | @Carl and @Bea, go!  | Carl and Bea |
      | Bea, who drives?     | nobody       |
      | @Dana, who drives?   | nobody       |
      | mail bea@bea.example | nobody       |

  @mention-alert
  Scenario: A mention alerts even in a muted conversation
    Given Bea mutes "Trip"
    And Carl mutes "Trip"
    When Anna sends "@Bea, who drives?" to "Trip"
    Then Bea is alerted to "@Bea, who drives?" in "Trip"
    But Carl is alerted 0 times in "Trip"

  @mention-alert
  Scenario: Unless alerts of mentions are turned off
    Given Bea mutes "Trip"
    And Bea turns alerts of mentions off
    When Anna sends "@Bea, who drives?" to "Trip"
    Then Bea is alerted 0 times in "Trip"
    When Bea turns alerts of mentions on
    And Anna sends "@Bea?" to "Trip"
    Then Bea is alerted to "@Bea?" in "Trip"

  @mention-alert
  Scenario: Without alerts of mentions, one is a message like others where nothing is muted
    Given Bea turns alerts of mentions off
    When Anna sends "@Bea, who drives?" to "Trip"
    Then Bea is alerted to "@Bea, who drives?" in "Trip"

  @ntc-push @mention-alert
  Scenario: A mention in a document alerts, other notices never do
    Given the app "Notes" opens links at "notes.example"
    And Bea mutes "Trip"
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Carl reads "Trip"
    When Anna edits "https://notes.example/d/1" in "Notes"
    And Anna comments on "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Plan B"
    Then Bea is alerted 0 times in "Trip"
    And Carl is not alerted to "Anna edited" in "Trip"
    And Carl is not alerted to "commented" in "Trip"
    And Carl is not alerted to "renamed" in "Trip"
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea is alerted to "Anna mentioned you in “Plan B”" in "Trip"
    And Carl is not alerted to "mentioned" in "Trip"

  @ntc-push @mention-alert
  Scenario: A mention in a document is quiet where alerts of mentions are off and the conversation is muted
    Given the app "Notes" opens links at "notes.example"
    And Bea mutes "Trip"
    And Bea turns alerts of mentions off
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
    And Bea is alerted 0 times in "Trip"

  @mute-hide @grp-leave
  Scenario: Who leaves and comes again has muted nothing
    Given Anna adds Dee to "Trip"
    And Dee mutes "Trip"
    And Dee leaves "Trip"
    And Anna adds Dee to "Trip"
    When Anna sends "Welcome back" to "Trip"
    Then Dee is alerted to "Welcome back" in "Trip"

  @mute-hide @restart
  Scenario: A restart unmutes nothing
    Given Bea mutes "Trip"
    When the server restarts
    And Anna sends "Who drives?" to "Trip"
    Then Bea is alerted 0 times in "Trip"
    And Carl is alerted 1 time in "Trip"

  @mute-hide
  Scenario: A stranger mutes nothing
    When Dana mutes "Trip" over the wire
    Then the last request of Dana fails with "not_found"
