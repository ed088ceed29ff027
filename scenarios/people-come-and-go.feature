Feature: People come and go in a group
  Anyone may add somebody to a group of three or more; leaving and removing need four. Who comes later reads what is
  said from then on, and who goes reads no more.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "Who drives?" to "Trip"

  @grp-add @grp-lines
  Scenario: Anyone adds somebody, and a line says so
    When Bea adds Dee to "Trip"
    And Anna sends "Welcome" to "Trip"
    Then Anna, Bea, Carl and Dee are in "Trip"
    And in "Trip" Carl sees:
      | from   | text                              |
      | Anna   | Who drives?                       |
      | system | Bea added Dee to the conversation |
      | Anna   | Welcome                           |
    And in "Trip" Carl sees on a new device:
      | from   | text                              |
      | Anna   | Who drives?                       |
      | system | Bea added Dee to the conversation |
      | Anna   | Welcome                           |

  @grp-add @grp-lines @grp-remove
  Scenario: A line names the handles of members who have the same name
    Given Dee logs in again with the name "Bea"
    When Anna adds Dee to "Trip"
    And Bea renames "Trip" to "Lake"
    And Anna removes Dee from "Lake"
    Then in "Lake" Carl sees:
      | from   | text                                         |
      | Anna   | Who drives?                                  |
      | system | Anna added Bea (dee) to the conversation     |
      | system | Bea (bea) named the conversation “Lake”      |
      | system | Anna removed Bea (dee) from the conversation |

  @grp-lines
  Scenario: A thread names the handles of senders who have the same name
    Given Bea sends "By train" to "Trip"
    And Dee logs in again with the name "Bea"
    And Anna adds Dee to "Trip"
    And Dee sends "By car" to "Trip"
    When Carl reads "Trip"
    Then Carl's screen shows:
      """
      …
      …Bea (bea)…
      …By train…
      …
      …Bea (dee)…
      …By car…
      …
      """

  @grp-leave
  Scenario: A person who left keeps their name in the messages that they sent
    Given Dora logs in again with the name "Dora Meier"
    And Anna adds Dora to "Trip"
    And Dora sends "Hello" to "Trip"
    And Bea adds Emil to "Trip"
    When Dora leaves "Trip"
    And Anna starts the client anew
    And Anna reads "Trip"
    Then Anna's screen shows:
      """
      …
      …Dora Meier: Hello…
      …
      …★ Dora Meier…
      …
      """

  @grp-add
  Scenario: The newcomer's history begins at the join
    When Anna adds Dee to "Trip"
    And Carl sends "Hello Dee" to "Trip"
    Then in "Trip" Dee sees:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | Carl   | Hello Dee                          |
    And in "Trip" Dee sees on a new device:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | Carl   | Hello Dee                          |
    And Dee has 1 unread message in "Trip"
    And Dee is alerted 1 time in "Trip"
    And Bea has 2 unread messages in "Trip"

  @grp-add
  Scenario: What was said before stays hidden when it is edited, answered or reacted to
    Given Anna adds Dee to "Trip"
    When Anna edits "Who drives?" to "Who drives, @Bea?" in "Trip"
    And Bea reacts "thumbs up" to "Who drives, @Bea?" in "Trip"
    And Carl replies "Bea does" to "Who drives, @Bea?" in "Trip"
    Then in "Trip" Dee sees:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | Carl   | Bea does                           |
    And in "Trip" Dee opens the thread of "Bea does" and sees:
      | from | text     |
      | Carl | Bea does |
    And Dee is alerted 1 time in "Trip"

  @grp-add
  Scenario: The newcomer's list shows nothing of before
    When Anna adds Dee to "Trip"
    Then Dee sees the conversations:
      | name | unread | last |
      | Trip | 0      |      |

  @grp-add
  Scenario: With what was said before a newcomer can do nothing
    Given Anna adds Dee to "Trip"
    When Dee replies "I do" to "Who drives?" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    When Dee reacts "heart" to "Who drives?" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    And Bea sees no reaction to "Who drives?" in "Trip"

  @grp-add
  Scenario: A link of before the join does not surface for the newcomer, one of after does
    Given the app "Notes" opens links at "notes.example"
    And Dee saves Anna as a contact
    And Dee turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    When Anna adds Dee to "Trip"
    Then Dee sees nothing in Shared with You
    When Dee pins "https://notes.example/d/1" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    When Anna sends "https://notes.example/d/2" to "Trip"
    Then Dee sees "https://notes.example/d/2" in Shared with You from Anna
    And Dee does not see "https://notes.example/d/1" in Shared with You

  @grp-add
  Scenario: Who is there already is not added, and a stranger adds nobody
    When Anna adds Bea to "Trip" over the wire
    Then the last request of Anna fails with "conflict"
    When Dee adds Dee to "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    And Dee is not in "Trip"
    And Anna, Bea and Carl are in "Trip"
    And Bea does not see "added" in "Trip"

  @grp-one-to-one-add
  Scenario: Adding somebody to two people begins a group, and the two stay as they were
    Given a conversation "Us" between Anna and Bea
    And Anna sends "Just between us" to "Us"
    When Bea adds Carl to "Us" and so begins "Us three"
    And Bea sends "Hello Carl" to "Us three"
    Then Anna, Bea and Carl are in "Us three"
    And Anna and Bea are in "Us"
    And Carl is not in "Us"
    And in "Us three" Carl sees on a new device:
      | from | text       |
      | Bea  | Hello Carl |
    And in "Us" Anna sees on a new device:
      | from | text            |
      | Anna | Just between us |
    And Carl does not see "Just between us" in "Us three"

  @grp-remove @grp-lines
  Scenario: In a group of four anyone removes somebody
    Given Carl adds Dee to "Trip"
    And Dee sends "Hi" to "Trip"
    When Bea removes Dee from "Trip"
    And Anna sends "Dee is not to know" to "Trip"
    Then Anna, Bea and Carl are in "Trip"
    And in "Trip" Anna sees:
      | from   | text                                  |
      | Anna   | Who drives?                           |
      | system | Carl added Dee to the conversation    |
      | Dee    | Hi                                    |
      | system | Bea removed Dee from the conversation |
      | Anna   | Dee is not to know                    |
    And Dee is not in "Trip"
    And Dee does not see "not to know" in "Trip"
    And Dee is not alerted to "not to know" in "Trip"

  @grp-remove
  Scenario: In a group of three nobody is removed
    When Bea removes Carl from "Trip" over the wire
    Then the last request of Bea fails with "conflict"
    And Anna, Bea and Carl are in "Trip"
    And Anna does not see "removed" in "Trip"

  @grp-remove
  Scenario: A stranger removes nobody, and nobody removes a stranger
    Given Anna adds Dee to "Trip"
    When Eve removes Dee from "Trip" over the wire
    Then the last request of Eve fails with "not_found"
    When Anna removes Eve from "Trip" over the wire
    Then the last request of Anna fails with "not_found"
    And Anna, Bea, Carl and Dee are in "Trip"

  @grp-leave @msg-leave-four @grp-lines
  Scenario: Leaving needs four, so that three remain
    When Carl leaves "Trip" over the wire
    Then the last request of Carl fails with "conflict"
    And the last request of Carl runs into the rule "grp-leave"
    And Anna, Bea and Carl are in "Trip"
    When Anna adds Dee to "Trip"
    And Carl leaves "Trip"
    Then Anna, Bea and Dee are in "Trip"
    And Carl is not in "Trip"
    And Bea sees "Carl left the conversation" in "Trip"
    When Dee leaves "Trip" over the wire
    Then the last request of Dee fails with "conflict"
    And Anna, Bea and Dee are in "Trip"

  @grp-leave
  Scenario: Nobody leaves a conversation of two
    Given a conversation "Us" between Anna and Bea
    When Anna leaves "Us" over the wire
    Then the last request of Anna fails with "conflict"
    And the last request of Anna runs into the rule "grp-leave"
    And Anna and Bea are in "Us"

  @grp-leave
  Scenario: Who left says nothing there, and is told nothing
    Given Anna adds Dee to "Trip"
    And Carl leaves "Trip"
    When Carl sends "One more thing" to "Trip" over the wire
    Then the last request of Carl fails with "not_found"
    When Anna sends "Carl is gone" to "Trip"
    And Anna edits "Who drives?" to "Who drives now?" in "Trip"
    Then Carl does not see "Carl is gone" in "Trip"
    And Carl does not see "now" in "Trip"
    And Carl is not alerted to "gone" in "Trip"
    And Bea does not see "One more thing" in "Trip"

  @grp-leave
  Scenario: Who left changes nothing there any more
    Given Anna adds Dee to "Trip"
    And Dee sends "I can drive" to "Trip"
    And Dee leaves "Trip"
    When Dee edits "I can drive" to "I cannot" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    When Dee unsends "I can drive" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    When Dee reacts "heart" to "Who drives?" in "Trip" over the wire
    Then the last request of Dee fails with "not_found"
    When Dee renames "Trip" to "Prague" over the wire
    Then the last request of Dee fails with "not_found"
    And Bea sees "I can drive" in "Trip"
    And Bea sees no reaction to "Who drives?" in "Trip"

  @grp-leave @grp-add
  Scenario: Who comes again reads nothing of the time between
    Given Anna adds Dee to "Trip"
    And Dee sends "Hi" to "Trip"
    And Dee leaves "Trip"
    And Anna sends "Dee is not to know" to "Trip"
    When Anna adds Dee to "Trip"
    And Anna sends "Welcome back" to "Trip"
    Then in "Trip" Dee sees on a new device:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | Anna   | Welcome back                       |
    And Dee does not see "not to know" in "Trip"
    And Dee has 1 unread message in "Trip"

  @grp-leave
  Scenario: A link of a group that one left surfaces no longer, unless it is pinned
    Given the app "Notes" opens links at "notes.example"
    And Anna adds Dee to "Trip"
    And Dee saves Anna as a contact
    And Dee turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1 and https://notes.example/d/2" to "Trip"
    And Dee pins "https://notes.example/d/2" in "Trip"
    And Dee sees "https://notes.example/d/1" in Shared with You from Anna
    When Dee leaves "Trip"
    Then Dee does not see "https://notes.example/d/1" in Shared with You
    And Dee sees "https://notes.example/d/2" in Shared with You

  @grp-name-photo @grp-lines
  Scenario: Anyone gives the group another name, and a line says who
    When Carl renames "Trip" to "Prague"
    Then Bea sees "Carl named the conversation “Prague”" in "Prague"
    And Bea sees the conversations:
      | name   | unread |
      | Prague | 1      |
    And Carl sees the conversations:
      | name   | unread |
      | Prague | 0      |
    And in "Prague" Anna sees on a new device:
      | from   | text                                 |
      | Anna   | Who drives?                          |
      | system | Carl named the conversation “Prague” |

  @grp-name-photo
  Scenario: A stranger renames nothing, and an empty name is refused
    When Dee renames "Trip" to "Prague" over the wire
    Then the last request of Dee fails with "not_found"
    When Anna renames "Trip" to ""
    Then the last request of Anna fails with "invalid_params"
    And Bea does not see "named" in "Trip"
    And Bea sees the conversations:
      | name | unread |
      | Trip | 1      |

  @grp-lines @order-conv
  Scenario: A line is no message: nothing is unread, nothing alerts, nothing moves
    Given a conversation "Choir" between Carl, Bea and Anna
    And Carl sends "Rehearsal at eight" to "Choir"
    And Bea is alerted 1 time in "Trip"
    When Anna adds Dee to "Trip"
    And Anna renames "Trip" to "Prague"
    And Dee leaves "Trip"
    Then Bea sees the conversations:
      | name   | unread |
      | Choir  | 1      |
      | Prague | 1      |
    And Bea is alerted 1 time in "Trip"

  @grp-add @grp-leave @grp-lines @restart
  Scenario: A restart forgets nobody's coming and going
    Given Anna adds Dee to "Trip"
    And Carl leaves "Trip"
    When the server restarts
    Then Anna, Bea and Dee are in "Trip"
    And Carl is not in "Trip"
    And in "Trip" Dee sees on a new device:
      | from   | text                               |
      | system | Anna added you to the conversation |
      | system | Carl left the conversation         |

  @grp-name-photo
  Scenario: The screen gives a conversation of two people no name and no photo
    Given a conversation "Us" between Anna and Bea
    When Anna renames "Us" to "Camp"
    Then the last request of Anna fails with "conflict"
    When Anna gives "Us" the photo "🏕"
    Then the last request of Anna fails with "conflict"
    And Bea does not see "named" in "Us"
