Feature: What an edit or an unsending does, and to whom
  Every case, and in each what every kind of reader sees, is alerted to and finds in Shared with You:
  Anna sent the message; Bea reads; Carl is the one who is mentioned; Dee has muted the conversation; Gus has muted it
  and turned alerts of mentions off; Eve joined after the message.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl, Dee, Gus and Eve are contacts
    And a conversation "Trip" between Anna, Bea, Carl, Dee and Gus
    And Anna turns automatic sharing on for "Notes"
    And Bea turns automatic sharing on for "Notes"
    And Carl turns automatic sharing on for "Notes"
    And Dee turns automatic sharing on for "Notes"
    And Gus turns automatic sharing on for "Notes"
    And Eve turns automatic sharing on for "Notes"
    And Dee mutes "Trip"
    And Gus mutes "Trip"
    And Gus turns alerts of mentions off

  Rule: An edit alerts those whom it newly mentions and who may read the message, and nobody else

    @mention-alert @mute-hide @edit-type @grp-add
    Scenario Outline: It adds a mention — for <who>
      Given Anna sends "Lunch?" to "Trip"
      And Anna adds Eve to "Trip"
      When Anna edits "Lunch?" to "Lunch, @Carl, @Gus and @Eve?" in "Trip"
      Then <who> <sees> "Lunch, @Carl, @Gus and @Eve?" in "Trip"
      And <who> <is alerted> to "Lunch, @Carl, @Gus and @Eve?" in "Trip"
      And <who> is alerted <alerts> times in "Trip"
      And <who> has <unread> unread messages in "Trip"

      Examples:
        | who  | sees         | is alerted     | alerts | unread |
        | Anna | sees         | is not alerted | 0      | 0      |
        | Bea  | sees         | is not alerted | 1      | 1      |
        | Carl | sees         | is alerted     | 2      | 1      |
        | Dee  | sees         | is not alerted | 0      | 1      |
        | Gus  | sees         | is not alerted | 0      | 1      |
        | Eve  | does not see | is not alerted | 0      | 0      |

    @mention-alert
    Scenario: It adds a mention of someone who muted
      Given Anna sends "Lunch?" to "Trip"
      When Anna edits "Lunch?" to "Lunch, @Dee?" in "Trip"
      Then Dee is alerted to "Lunch, @Dee?" in "Trip"
      And Dee is alerted 1 time in "Trip"

    @mention-alert
    Scenario: Who was mentioned already is not alerted again, nor is who mentions themselves
      Given Anna sends "Lunch, @Carl?" to "Trip"
      When Anna edits "Lunch, @Carl?" to "Lunch at noon, @Carl and @Anna?" in "Trip"
      Then Carl is alerted 1 time in "Trip"
      And Anna is alerted 0 times in "Trip"

    @mention-alert @mute-hide
    Scenario Outline: It removes a mention — for <who>
      Given Anna sends "Lunch, @Carl?" to "Trip"
      And Anna adds Eve to "Trip"
      When Anna edits "Lunch, @Carl?" to "Lunch?" in "Trip"
      Then <who> sees that "Lunch?" mentions nobody in "Trip"
      And <who> is alerted <alerts> times in "Trip"
      And <who> is not alerted to "Lunch?" in "Trip"
      And <who> has <unread> unread messages in "Trip"

      Examples:
        | who  | alerts | unread |
        | Anna | 0      | 0      |
        | Bea  | 1      | 1      |
        | Carl | 1      | 1      |
        | Dee  | 0      | 1      |
        | Gus  | 0      | 1      |

  Rule: A link counts from the edit that brought it, for whoever may read the message

    @swy-edit @swy-sent-by-me @grp-add
    Scenario Outline: It adds a link — for <who>
      Given Anna sends "Where?" to "Trip"
      And Anna adds Eve to "Trip"
      When Anna edits "Where?" to "Where? https://notes.example/d/1" in "Trip"
      Then <who> <sees> "https://notes.example/d/1" in Shared with You
      And the app "Notes" <sees> "https://notes.example/d/1" for <who>
      And <who> is alerted <alerts> times in "Trip"
      And <who> has <unread> unread messages in "Trip"

      Examples:
        | who  | sees         | alerts | unread |
        | Anna | does not see | 0      | 0      |
        | Bea  | sees         | 1      | 1      |
        | Carl | sees         | 1      | 1      |
        | Dee  | sees         | 0      | 1      |
        | Gus  | sees         | 0      | 1      |
        | Eve  | does not see | 0      | 0      |

    @swy-edit @grp-add @merge-threads
    Scenario: A newcomer sees a link from whoever shared it since, not from an edit of before
      Given Anna sends "Where?" to "Trip"
      And Anna adds Eve to "Trip"
      And Carl sends "https://notes.example/d/1" to "Trip"
      When Anna edits "Where?" to "Where? https://notes.example/d/1" in "Trip"
      Then Eve sees "https://notes.example/d/1" in Shared with You from Carl
      And Bea sees "https://notes.example/d/1" in Shared with You from Anna

    @swy-edit @grp-add
    Scenario: A newcomer cannot pin a link that an edit brought into what they may not read
      Given Anna sends "Where?" to "Trip"
      And Anna adds Eve to "Trip"
      And Anna edits "Where?" to "Where? https://notes.example/d/1" in "Trip"
      When Eve pins "https://notes.example/d/1" in "Trip" over the wire
      Then the last request of Eve fails with "not_found"
      And Eve is not asked to share "Notes" automatically

    @swy-edit @auto-on
    Scenario: It surfaces for who turned automatic sharing on between the message and the edit
      Given Bea turns automatic sharing off for "Notes"
      And Anna sends "Where?" to "Trip"
      And Bea turns automatic sharing on for "Notes"
      When Anna edits "Where?" to "Where? https://notes.example/d/1" in "Trip"
      Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

    @swy-edit @auto-on
    Scenario: A link that stood there before counts from when it came, whatever is edited around it
      Given Bea turns automatic sharing off for "Notes"
      And Anna sends "Where? https://notes.example/d/1" to "Trip"
      And Bea turns automatic sharing on for "Notes"
      When Anna edits "Where? https://notes.example/d/1" to "Here: https://notes.example/d/1" in "Trip"
      Then Bea does not see "https://notes.example/d/1" in Shared with You

    @swy-edit
    Scenario Outline: It removes a link that had surfaced — for <who>
      Given Anna sends "Where? https://notes.example/d/1" to "Trip"
      And Anna adds Eve to "Trip"
      And Bea sees "https://notes.example/d/1" in Shared with You from Anna
      When Anna edits "Where? https://notes.example/d/1" to "Where?" in "Trip"
      Then <who> sees nothing in Shared with You
      And the app "Notes" does not see "https://notes.example/d/1" for <who>
      And <who> does not see "https://notes.example" in "Trip"
      And <who> is alerted <alerts> times in "Trip"

      Examples:
        | who  | alerts |
        | Anna | 0      |
        | Bea  | 1      |
        | Carl | 1      |
        | Dee  | 0      |
        | Gus  | 0      |
        | Eve  | 0      |

    @swy-edit @swy-pin-scope
    Scenario Outline: It removes a link that was pinned — for <who>
      Given Anna sends "Where? https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Dee pins "https://notes.example/d/1" in "Trip"
      And Anna pins "https://notes.example/d/1" in "Trip"
      When Anna edits "Where? https://notes.example/d/1" to "Where?" in "Trip"
      Then <who> sees nothing in Shared with You
      When <who> pins "https://notes.example/d/1" in "Trip" over the wire
      Then the last request of <who> fails with "not_found"

      Examples:
        | who  |
        | Anna |
        | Bea  |
        | Carl |
        | Dee  |

    @swy-edit @swy-pin-scope
    Scenario: A pin stays where somebody else shared the link there too
      Given Anna sends "Where? https://notes.example/d/1" to "Trip"
      And Carl sends "https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      When Anna edits "Where? https://notes.example/d/1" to "Where?" in "Trip"
      Then Bea sees in Shared with You:
        | link                      | pinned | from |
        | https://notes.example/d/1 | yes    | Carl |

    @swy-edit @swy-pin-scope
    Scenario: A pin that fell with its link does not come back with it
      Given Anna sends "Where? https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Anna edits "Where? https://notes.example/d/1" to "Where?" in "Trip"
      When Anna edits "Where?" to "Here: https://notes.example/d/1" in "Trip"
      Then Bea sees in Shared with You:
        | link                      | pinned | from |
        | https://notes.example/d/1 | no     | Anna |

    @swy-edit
    Scenario: It removes a link that the other conversation still has
      Given a conversation "Choir" between Carl, Bea and Anna
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Carl sends "https://notes.example/d/1" to "Choir"
      And Bea sees "https://notes.example/d/1" in Shared with You from Carl and Anna
      When Anna edits "https://notes.example/d/1" to "Never mind" in "Trip"
      Then Bea sees "https://notes.example/d/1" in Shared with You from Carl

  Rule: An edit that is refused changes nothing for anybody

    @edit-type @msg-edit-label
    Scenario Outline: It empties the text — for <who>
      Given Anna sends "@Carl: https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Anna adds Eve to "Trip"
      When Anna edits "@Carl: https://notes.example/d/1" to "<text>" in "Trip"
      Then the last request of Anna fails with "invalid_params"
      And <who> <sees> "@Carl: https://notes.example/d/1" in "Trip"
      And <who> <on the shelf> "https://notes.example/d/1" in Shared with You
      And <who> is alerted <alerts> times in "Trip"

      Examples:
        | who  | text | sees         | on the shelf | alerts |
        | Anna |      | sees         | does not see | 0      |
        | Bea  |      | sees         | sees         | 1      |
        | Carl |      | sees         | sees         | 1      |
        | Dee  | \n   | sees         | sees         | 0      |
        | Gus  |      | sees         | sees         | 0      |
        | Eve  |      | does not see | does not see | 0      |

  Rule: An unsending takes everything back and alerts nobody

    @msg-unsend-note @reply-deleted
    Scenario Outline: The message had been answered — for <who>
      Given Anna sends "@Carl, who drives?" to "Trip"
      And Bea replies "I do" to "@Carl, who drives?" in "Trip"
      And Anna adds Eve to "Trip"
      When Anna unsends "@Carl, who drives?" in "Trip"
      Then <who> sees "I do" as a reply to an unsent message in "Trip"
      And <who> does not see "drives" in "Trip"
      And <who> is alerted <alerts> times in "Trip"
      And <who> has <unread> unread messages in "Trip"

      Examples:
        | who  | alerts | unread |
        | Anna | 1      | 0      |
        | Bea  | 1      | 0      |
        | Carl | 2      | 2      |
        | Dee  | 0      | 2      |
        | Gus  | 0      | 2      |

    @msg-unsend-note @reply-deleted @grp-add
    Scenario: The message had been answered — for who joined between the two
      Given Anna sends "@Carl, who drives?" to "Trip"
      And Anna adds Eve to "Trip"
      And Bea replies "I do" to "@Carl, who drives?" in "Trip"
      When Anna unsends "@Carl, who drives?" in "Trip"
      Then in "Trip" Eve sees on a new device:
        | from | text |
        | Bea  | I do |
      And in "Trip" Eve sees:
        | from | text |
        | Bea  | I do |

    @swy-delete @msg-unsend-note
    Scenario Outline: Its link had surfaced — for <who>
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Anna adds Eve to "Trip"
      And Bea sees "https://notes.example/d/1" in Shared with You from Anna
      When Anna unsends "https://notes.example/d/1" in "Trip"
      Then <who> sees nothing in Shared with You
      And the app "Notes" does not see "https://notes.example/d/1" for <who>
      And <who> does not see "https://notes.example" in "Trip"
      And <who> is alerted <alerts> times in "Trip"

      Examples:
        | who  | alerts |
        | Anna | 0      |
        | Bea  | 1      |
        | Carl | 1      |
        | Dee  | 0      |
        | Gus  | 0      |
        | Eve  | 0      |

    @swy-delete @swy-pin-scope
    Scenario Outline: Its link was pinned — for <who>
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Dee pins "https://notes.example/d/1" in "Trip"
      When Anna unsends "https://notes.example/d/1" in "Trip"
      Then <who> sees nothing in Shared with You
      When Carl sends "https://notes.example/d/1" to "Trip"
      Then <who> sees in Shared with You:
        | link                      | pinned | from |
        | https://notes.example/d/1 | no     | Carl |

      Examples:
        | who |
        | Bea |
        | Dee |
        | Gus |

    @swy-delete @grp-leave
    Scenario: Its link was pinned by somebody who left since
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      And Bea leaves "Trip"
      And Bea sees "https://notes.example/d/1" in Shared with You
      When Anna unsends "https://notes.example/d/1" in "Trip"
      Then Bea sees nothing in Shared with You

    @swy-delete @swy-pin-scope
    Scenario: Its link was pinned, and somebody else had shared it there too
      Given Anna sends "https://notes.example/d/1" to "Trip"
      And Carl sends "Look: https://notes.example/d/1" to "Trip"
      And Bea pins "https://notes.example/d/1" in "Trip"
      When Anna unsends "https://notes.example/d/1" in "Trip"
      Then Bea sees in Shared with You:
        | link                      | pinned | from |
        | https://notes.example/d/1 | yes    | Carl |

    @swy-delete @swy-pin-scope @merge-threads
    Scenario: Its link was pinned there, and another conversation has it too
      Given a conversation "Choir" between Carl, Bea and Anna
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Carl sends "https://notes.example/d/1" to "Choir"
      And Bea pins "https://notes.example/d/1" in "Trip"
      When Anna unsends "https://notes.example/d/1" in "Trip"
      Then Bea sees in Shared with You:
        | link                      | pinned | from |
        | https://notes.example/d/1 | no     | Carl |

    @msg-unsend-note @notice-place
    Scenario: Its link was that of a shared document, which tells nobody there any more
      Given Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
      And Anna edits "https://notes.example/d/1" in "Notes"
      When Anna unsends "https://notes.example/d/1" in "Trip"
      And Anna comments on "https://notes.example/d/1" in "Notes"
      Then the last request of Anna fails with "not_found"
      And in "Trip" Bea sees:
        | from   | text                  |
        | note   | Anna unsent a message |
        | notice | Anna edited “Plan”    |
