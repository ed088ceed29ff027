Feature: Pinning a link is permission to surface it
  A pin says that a link matters. Whatever is pinned is always on the shelf of the one who pinned it,
  and on nobody else's.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "The list is at https://notes.example/d/1" to "Trip"

  @pin-implied-consent @pin-always
  Scenario: A pinned link surfaces though nothing may surface by itself
    Given Bea does not see "https://notes.example/d/1" in Shared with You because "auto-on"
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
    And the app "Notes" sees "https://notes.example/d/1" for Bea

  @pin-always @consent-levels
  Scenario Outline: No switch withholds what is pinned
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea turns automatic sharing off <scope>
    Then Bea sees "https://notes.example/d/1" in Shared with You
    And the app "Notes" sees "https://notes.example/d/1" for Bea

    Examples:
      | scope       |
      |             |
      | for "Notes" |
      | for "Trip"  |

  @swy-pin-scope
  Scenario: A pin is personal
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Carl does not see "https://notes.example/d/1" in Shared with You
    And the app "Notes" does not see "https://notes.example/d/1" for Carl
    And Carl is not asked to share "Notes" automatically
    And in "Trip" Carl sees:
      | from | text                                     |
      | Anna | The list is at https://notes.example/d/1 |

  @pin-implied-consent @surf-group-contact
  Scenario: A pin overrides the contact rule as well
    Given a conversation "Strangers" between Xena, Yuri and Zoe
    And Xena sends "Look: https://notes.example/d/9" to "Strangers"
    When Zoe pins "https://notes.example/d/9" in "Strangers"
    Then Zoe sees "https://notes.example/d/9" in Shared with You from Xena

  @attr-pin-mark
  Scenario: Unpinning takes the link off the shelf again
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea sees in Shared with You:
      | link                      | from | pinned | why            |
      | https://notes.example/d/1 | Anna | yes    | rank-pins-next |
    When Bea unpins "https://notes.example/d/1" in "Trip"
    Then Bea sees nothing in Shared with You
    And the app "Notes" does not see "https://notes.example/d/1" for Bea

  @swy-sent-by-me
  Scenario: One's own link surfaces only if one pins it
    Given Anna turns automatic sharing on for "Notes"
    And Anna sends "And the map is at https://notes.example/d/2" to "Trip"
    And Anna does not see "https://notes.example/d/2" in Shared with You because "swy-sent-by-me"
    When Anna pins "https://notes.example/d/2" in "Trip"
    Then Anna sees "https://notes.example/d/2" in Shared with You

  Scenario: Only a link of the conversation can be pinned
    When Bea pins "https://notes.example/d/404" in "Trip" over the wire
    Then the last request of Bea fails with "not_found"
    And Bea sees nothing in Shared with You

  @pin-elevates
  Scenario: A pin outranks what is newer, on the shelf and in a search
    Given Bea turns automatic sharing on for "Notes"
    And Anna sends "The lake: https://notes.example/d/2" to "Trip"
    And Anna sends "The other lake: https://notes.example/d/3" to "Trip"
    And Bea sees in Shared with You:
      | link                      |
      | https://notes.example/d/3 |
      | https://notes.example/d/2 |
    And Bea searches for "lake" and finds:
      | from | text                                      |
      | Anna | The other lake: https://notes.example/d/3 |
      | Anna | The lake: https://notes.example/d/2       |
    When Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/2 | yes    |
      | https://notes.example/d/3 | no     |
    And Bea searches for "lake" and finds:
      | from | text                                      |
      | Anna | The lake: https://notes.example/d/2       |
      | Anna | The other lake: https://notes.example/d/3 |
    But Carl searches for "lake" and finds:
      | from | text                                      |
      | Anna | The other lake: https://notes.example/d/3 |
      | Anna | The lake: https://notes.example/d/2       |

  @pin-always @swy-master-effect @consent-levels
  Scenario: With every switch off at once, and Never for an answer, pins remain
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Never"
    When Bea turns automatic sharing off for "Notes"
    And Bea turns automatic sharing off for "Trip"
    And Bea turns automatic sharing off
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
    And the app "Notes" sees "https://notes.example/d/1" for Bea

  @swy-pin-gesture
  Scenario: The menu of a message with a link pins and unpins it
    Given Anna sends "Who drives?" to "Trip"
    Then Bea is offered "Pin notes.example/d/1" for "The list is at https://notes.example/d/1" in "Trip"
    But Bea is not offered "Pin notes.example/d/1" for "Who drives?" in "Trip"
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea is offered "Unpin notes.example/d/1" for "The list is at https://notes.example/d/1" in "Trip"
    But Bea is not offered "Pin notes.example/d/1" for "The list is at https://notes.example/d/1" in "Trip"
    And Carl is offered "Pin notes.example/d/1" for "The list is at https://notes.example/d/1" in "Trip"
    When Bea unpins "https://notes.example/d/1" in "Trip"
    Then Bea is offered "Pin notes.example/d/1" for "The list is at https://notes.example/d/1" in "Trip"

  @swy-pin-list @swy-pin-scope
  Scenario: The details of a conversation list its pins, newest first
    Given Anna sends "https://notes.example/d/2" to "Trip"
    And a conversation "Choir" between Anna and Bea
    And Anna sends "https://notes.example/choir" to "Choir"
    When Bea pins "https://notes.example/d/2" in "Trip"
    And 1 minute passes
    And Bea pins "https://notes.example/d/1" in "Trip"
    And Bea pins "https://notes.example/choir" in "Choir"
    And Bea answers "Not Now"
    Then Bea's screen shows the details of "Trip":
      """
      …
      …Pins…
      …📌 notes.example/d/1…Notes…
      …📌 notes.example/d/2…Notes…
      …
      …Conversation…
      …
      """
    And Carl's screen shows the details of "Trip":
      """
      …
      …Keep at Top…
      …│          …│…
      …Conversation…
      …
      """

  @swy-pin-scope
  Scenario: The pin of a link that no app opens shows on all devices of the person, and after a restart
    Given Anna sends "https://plain.example/x" to "Trip"
    And Bea reads "Trip" on the second device
    When Bea types "/pin 2"
    And Bea presses "Return"
    Then Bea's screen shows on the second device:
      """
      …
      …plain.example/x 📌…
      …
      """
    When Bea starts the client anew
    And Bea reads "Trip"
    Then Bea's screen shows:
      """
      …
      …plain.example/x 📌…
      …
      """
    When Bea unpins "https://plain.example/x" in "Trip" on the second device
    Then Bea's screen does not show "📌"
    And Carl's screen does not show "📌"
