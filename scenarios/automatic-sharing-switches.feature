Feature: Three switches decide what surfaces by itself
  Everywhere, for the app, for the conversation: all three must be on. A pin needs none of them.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna and Bea
    And Bea turns automatic sharing on for "Notes"

  @consent-levels @swy-master-effect @swy-conv-toggle
  Scenario Outline: Unpinned, with everywhere <everywhere>, the app <app>, the conversation <conversation>
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Bea turns automatic sharing <everywhere>
    And Bea turns automatic sharing <app> for "Notes"
    And Bea turns automatic sharing <conversation> for "Trip"
    Then Bea <sees> "https://notes.example/d/1" in Shared with You
    And the app "Notes" <sees> "https://notes.example/d/1" for Bea

    Examples:
      | everywhere | app | conversation | sees         |
      | on         | on  | on           | sees         |
      | off        | on  | on           | does not see |
      | on         | off | on           | does not see |
      | on         | on  | off          | does not see |
      | off        | off | off          | does not see |

  @consent-levels @pin-always
  Scenario Outline: Pinned, with everywhere <everywhere>, the app <app>, the conversation <conversation>
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Bea pins "https://notes.example/d/1" in "Trip"
    When Bea turns automatic sharing <everywhere>
    And Bea turns automatic sharing <app> for "Notes"
    And Bea turns automatic sharing <conversation> for "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You
    And the app "Notes" sees "https://notes.example/d/1" for Bea

    Examples:
      | everywhere | app | conversation |
      | on         | on  | on           |
      | off        | on  | on           |
      | on         | off | on           |
      | on         | on  | off          |
      | off        | off | off          |

  @swy-master-effect @swy-settings-path
  Scenario: The switch for everything leaves the apps' switches as they were
    When Bea turns automatic sharing off
    And Bea turns automatic sharing on
    And Anna sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You

  @auto-on
  Scenario Outline: What came while <what> was off stays off the shelf
    Given Bea turns automatic sharing off <scope>
    And Anna sends "https://notes.example/d/1" to "Trip"
    When Bea turns automatic sharing on <scope>
    And Anna sends "https://notes.example/d/2" to "Trip"
    Then Bea sees in Shared with You:
      | link                      |
      | https://notes.example/d/2 |
    And Bea does not see "https://notes.example/d/1" in Shared with You because "auto-on"

    Examples:
      | what             | scope       |
      | everything       |             |
      | the app          | for "Notes" |
      | the conversation | for "Trip"  |

  @consent-levels
  Scenario Outline: The reason names the switch
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Bea turns automatic sharing off <scope>
    Then Bea does not see "https://notes.example/d/1" in Shared with You because "<rule>"

    Examples:
      | scope       | rule              |
      |             | swy-master-effect |
      | for "Notes" | consent-levels    |
      | for "Trip"  | swy-conv-toggle   |

  @swy-conv-toggle
  Scenario: A conversation that is off hides nothing of another
    Given a conversation "Choir" between Anna, Bea and Carl
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/1" to "Choir"
    And Anna sends "https://notes.example/d/2" to "Trip"
    When Bea turns automatic sharing off for "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
    But Bea does not see "https://notes.example/d/2" in Shared with You

  @consent-levels
  Scenario: One person's switches are nobody else's
    Given Anna turns automatic sharing on for "Notes"
    And Bea sends "https://notes.example/d/1" to "Trip"
    When Bea turns automatic sharing off
    Then Anna sees "https://notes.example/d/1" in Shared with You from Bea

  @consent-levels
  Scenario: An app that does not exist has no switch
    Given the app "Maps" opens links at "maps.example"
    And a conversation "Secret" between Anna and Carl
    When Bea turns automatic sharing off for "Secret" over the wire
    Then the last request of Bea fails with "not_found"

  @swy-conv-toggle @msg-show-swy-note
  Scenario: Every conversation begins with its links shown, and says what that means
    Given Anna sends "https://notes.example/d/1" to "Trip"
    Then Bea's screen shows the details of "Trip":
      """
      …
      …Show in Shared with You…[● On ]…
      …Links of this conversation appear in the apps that you…
      …allowed. Pins always appear.…
      …
      """
    When Bea turns automatic sharing off for "Trip"
    Then Bea's screen shows the details of "Trip":
      """
      …
      …Show in Shared with You…[○ Off]…
      …Links of this conversation appear in the apps that you…
      …allowed. Pins always appear.…
      …
      """
    And Bea does not see "https://notes.example/d/1" in Shared with You because "swy-conv-toggle"

  @msg-show-swy-note @pin-always
  Scenario: A conversation that is not shown keeps its pins
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Bea pins "https://notes.example/d/1" in "Trip"
    When Bea turns automatic sharing off for "Trip"
    Then Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/1 | yes    |

  @swy-settings-path @swy-master-effect
  Scenario: The settings have one switch above all, and one for each app that keeps how it stands
    Given the app "Maps" opens links at "maps.example"
    And Bea turns automatic sharing off for "Maps"
    And Anna sends "https://notes.example/d/1" to "Trip"
    Then Bea's screen shows the settings:
      """
      …
      …Automatic Sharing…
      …Everywhere…[● On ]…
      …Change History…
      …
      …Apps…
      …Notes…[● On ]…
      …Maps…[○ Off]…
      …
      …Conversations…
      …Trip…[● On ]…
      …
      """
    When Bea turns automatic sharing off
    Then Bea's screen shows the settings:
      """
      …
      …Automatic Sharing…
      …Everywhere…[○ Off]…
      …Off: only pins appear…
      …
      …Apps…
      …Notes…paused [● On ]…
      …Maps…[○ Off]…
      …
      """
    And Bea sees nothing in Shared with You

  @consent-levels
  Scenario: Bea can read what became of each switch, and why
    When Bea turns automatic sharing off for "Notes"
    And Bea turns automatic sharing off for "Trip"
    And Bea turns automatic sharing off
    And Bea turns automatic sharing off
    Then Bea reads how automatic sharing changed:
      | what       | from  | to      | why               |
      | Notes      | unset | on      | consent-levels    |
      | Notes      | on    | revoked | consent-levels    |
      | Trip       | on    | off     | swy-conv-toggle   |
      | everywhere | on    | off     | swy-master-effect |
    But Anna reads how automatic sharing changed:
      | what | from | to | why |
