Feature: The history on an older system
  A device whose system knows nothing of edits, undo send and tapbacks reads in the history what it was told: messages
  as they were sent, and a text for each edit and each tapback, in the order in which they came.

  Background:
    Given Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Other" between Anna, Bea and Carl
    And Bea has a device with an older system

  Rule: An older system reads in the history what it was told

    @msg-edit-old
    Scenario: An edit in a thread that was not on the screen
      When Anna sends "at five" to "Trip"
      And Anna edits "at five" to "at six" in "Trip"
      Then Bea sees "Edited to “at six”" in "Trip"
      And in "Trip" Bea sees:
        | from | text               |
        | Anna | at five            |
        | Anna | Edited to “at six” |

    @msg-edit-old @tap-sms @msg-unsend-old
    Scenario: The texts stand where they were told, and what was unsent leaves no gap
      When Anna sends "at five" to "Trip"
      And Carl sends "Where?" to "Trip"
      And Carl reacts "heart" to "at five" in "Trip"
      And Anna sends "Never mind" to "Trip"
      And Anna edits "at five" to "at six" in "Trip"
      And Carl takes back the reaction to "at six" in "Trip"
      And Anna unsends "Never mind" in "Trip"
      Then in "Trip" Bea sees:
        | from | text                          |
        | Anna | at five                       |
        | Carl | Where?                        |
        | Carl | Loved “at five”               |
        | Anna | Edited to “at six”            |
        | Carl | Removed a heart from “at six” |
      But in "Trip" Carl sees:
        | from | text                  |
        | Anna | at six                |
        | Carl | Where?                |
        | note | Anna unsent a message |

    @tap-sms
    Scenario: A person's own edits and tapbacks are no texts for them
      When Bea sends "at five" to "Trip"
      And Bea edits "at five" to "at six" in "Trip"
      And Anna reacts "heart" to "at six" in "Trip"
      And Bea reacts "thumbs up" to "at six" in "Trip"
      Then Bea sees "Loved “at six”" in "Trip"
      But Bea does not see "Edited to “at six”" in "Trip"
      And Bea does not see "Liked “at six”" in "Trip"

    @msg-edit-old @grp-add
    Scenario: What was said before a newcomer joined is not told when it is edited
      Given Dee has a device with an older system
      And Anna sends "at five" to "Trip"
      When Bea adds Dee to "Trip"
      And Anna edits "at five" to "at six" in "Trip"
      Then in "Trip" Dee sees:
        | from   | text                              |
        | system | Bea added you to the conversation |

  Rule: An older system shows everywhere what it was told

    @msg-edit-old @tap-sms
    Scenario: The list has the newest text of the newest message
      Given Anna sends "at five" to "Trip"
      When Anna edits "at five" to "at six" in "Trip"
      Then Bea sees the conversations:
        | name  | last               |
        | Trip  | Edited to “at six” |
        | Other |                    |
      When Carl reacts "heart" to "at six" in "Trip"
      Then Bea sees the conversations:
        | name  | last           |
        | Trip  | Loved “at six” |
        | Other |                |
      And Carl sees the conversations:
        | name  | last   |
        | Trip  | at six |
        | Other |        |

    @msg-unsend-old
    Scenario: The list has no message that was unsent while the device was away
      Given Anna sends "at five" to "Trip"
      And Bea goes offline
      And Anna sends "Never mind" to "Trip"
      When Anna unsends "Never mind" in "Trip"
      And Bea comes back online
      Then Bea sees the conversations:
        | name  | last    |
        | Trip  | at five |
        | Other |         |

    @msg-edit-old
    Scenario: A search finds the texts that were told
      Given Anna sends "at five" to "Trip"
      And Anna edits "at five" to "at six" in "Trip"
      And Carl reacts "heart" to "at six" in "Trip"
      And Anna sends "six seats" to "Trip"
      When Anna unsends "six seats" in "Trip"
      Then Bea searches for "six" and finds:
        | from | text               |
        | Carl | Loved “at six”     |
        | Anna | Edited to “at six” |
      And Carl searches for "six" and finds:
        | from | text   |
        | Anna | at six |

    @msg-edit-old
    Scenario: An edit of one's own is not found, because the device was not told of it
      Given Bea sends "at five" to "Trip"
      When Bea edits "at five" to "at six" in "Trip"
      Then Bea searches for "six" and finds:
        | from | text |

    @msg-edit-old @reply-inline
    Scenario: A reply quotes the message as it was sent
      Given Anna sends "at five" to "Trip"
      And Anna edits "at five" to "at six" in "Trip"
      When Carl replies "fine" to "at six" in "Trip"
      And in "Trip" Bea opens the thread of "at five" and sees:
        | from | text    |
        | Anna | at five |
        | Carl | fine    |
