Feature: Consent is asked once, in use, and remembered
  Nobody is asked beforehand. The first pin of an app's link is the moment to ask whether its links may
  surface by themselves; the answer decides whether that is ever asked again.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna and Bea are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Anna sends "https://notes.example/d/3" to "Trip"
    And Anna sends "https://notes.example/d/4" to "Trip"

  @consent-organic @auto-on
  Scenario: Before the first pin nobody is asked and nothing surfaces
    Then Bea is not asked to share "Notes" automatically
    And Bea sees nothing in Shared with You
    And Bea does not see "https://notes.example/d/1" in Shared with You because "auto-on"

  @pin-signal @auto-offer
  Scenario: The first pin of an app asks the one who pinned
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea is asked to share "Notes" automatically
    But Anna is not asked to share "Notes" automatically
    And Carl is not asked to share "Notes" automatically

  @auto-offer
  Scenario: While a question waits it is not asked again
    When Bea pins "https://notes.example/d/1" in "Trip"
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is asked to share "Notes" automatically

  @auto-offer
  Scenario: A link that no app opens asks nothing
    Given Anna sends "https://news.example/today" to "Trip"
    When Bea pins "https://news.example/today" in "Trip"
    Then Bea is not asked to share "Notes" automatically

  @auto-on
  Scenario: Allow lets later links surface, and is not asked again
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea answers "Allow"
    And Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea sees "https://notes.example/d/5" in Shared with You from Anna
    But Bea does not see "https://notes.example/d/4" in Shared with You because "auto-on"
    When Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is not asked to share "Notes" automatically

  @auto-offer @center-empty
  Scenario: Not Now holds for seven days, and only for a time
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea answers "Not Now"
    And 6 days and 23 hours pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is not asked to share "Notes" automatically
    When 2 hours pass
    And Bea pins "https://notes.example/d/3" in "Trip"
    Then Bea is asked to share "Notes" automatically

  @auto-offer
  Scenario: Three times Not Now is an answer
    When Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Not Now"
    And 8 days pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    And Bea answers "Not Now"
    And 8 days pass
    And Bea pins "https://notes.example/d/3" in "Trip"
    And Bea answers "Not Now"
    And 80 days pass
    And Bea pins "https://notes.example/d/4" in "Trip"
    Then Bea is not asked to share "Notes" automatically

  @auto-offer @pin-always
  Scenario: Never is never, and pins stay all the same
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea answers "Never"
    And 52 weeks pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is not asked to share "Notes" automatically
    And Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/2 | yes    |
      | https://notes.example/d/1 | yes    |

  @auto-offer @consent-levels
  Scenario: After Never the switch still turns it on
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Never"
    When Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea sees "https://notes.example/d/5" in Shared with You

  @auto-offer @swy-master-effect
  Scenario: With everything off, a pin asks nothing
    Given Bea turns automatic sharing off
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea is not asked to share "Notes" automatically

  @auto-offer
  Scenario: Every app is asked about by itself
    Given the app "Maps" opens links at "maps.example"
    And Anna sends "https://maps.example/lake" to "Trip"
    When Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Never"
    And Bea pins "https://maps.example/lake" in "Trip"
    Then Bea is asked to share "Maps" automatically
    But Bea is not asked to share "Notes" automatically

  @auto-offer @restart
  Scenario: The question survives a night offline and a restart of the server
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea goes offline
    And the server restarts
    And 8 hours pass
    And Bea comes back online
    Then Bea is asked to share "Notes" automatically
    When Bea answers "Allow"
    And Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea sees "https://notes.example/d/5" in Shared with You

  @auto-offer @swy-master-effect
  Scenario: Turning automatic sharing off everywhere takes a waiting question away
    Given Carl pins "https://notes.example/d/1" in "Trip"
    And Carl is asked to share "Notes" automatically
    When Carl turns automatic sharing off
    Then Carl is not asked to share "Notes" automatically

  @auto-offer
  Scenario: To the millisecond, Not Now holds for seven days
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Not Now"
    When 7 days pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is not asked to share "Notes" automatically
    When 1 millisecond passes
    And Bea pins "https://notes.example/d/3" in "Trip"
    Then Bea is asked to share "Notes" automatically

  @auto-offer
  Scenario: A link that was pinned before is no new reason to ask
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Not Now"
    And 8 days pass
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea is not asked to share "Notes" automatically

  @consent-organic
  Scenario: Who never pins is never asked, however much they are sent and read
    When Bea reads "Trip"
    And 52 weeks pass
    And Anna sends "https://notes.example/d/5" to "Trip"
    And Bea unpins "https://notes.example/d/5" in "Trip"
    Then Bea is not asked to share "Notes" automatically
    And Bea sees nothing in Shared with You

  @auto-offer @consent-levels
  Scenario: After Never, a switch that went on and off again is a decision, and nothing asks
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Never"
    When Bea turns automatic sharing on for "Notes"
    And Bea turns automatic sharing off for "Notes"
    And 52 weeks pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea is not asked to share "Notes" automatically
    And Bea reads how automatic sharing changed for "Notes":
      | from    | to      | why            |
      | unset   | offered | pin-signal     |
      | offered | never   | auto-offer     |
      | never   | on      | consent-levels |
      | on      | revoked | consent-levels |

  @auto-offer @consent-levels
  Scenario: The switch, turned by hand, answers the question that waits
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea turns automatic sharing on for "Notes"
    Then Bea is not asked to share "Notes" automatically
    When Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea sees "https://notes.example/d/5" in Shared with You

  @consent-levels @auto-on
  Scenario: What was allowed can be taken back, and that counts at once
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Allow"
    And Anna sends "https://notes.example/d/5" to "Trip"
    And Bea sees "https://notes.example/d/5" in Shared with You
    When Bea turns automatic sharing off for "Notes"
    Then Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/1 | yes    |
    And the app "Notes" does not see "https://notes.example/d/5" for Bea
    But the app "Notes" sees "https://notes.example/d/1" for Bea

  @auto-offer
  Scenario: An answer on one device is the answer on all
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea answers "Allow" on the second device
    Then Bea is not asked to share "Notes" automatically
    When Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea sees "https://notes.example/d/5" in Shared with You

  @auto-offer @sheet-scope
  Scenario: Return for a question that was answered on another device does not send the draft
    Given Bea reads "Trip"
    And Bea types "not ready"
    And Bea pins "https://notes.example/d/1" in "Trip"
    And Bea presses "F6"
    When Bea answers "Allow" on the second device
    And Bea presses "Left Return"
    Then Bea's screen shows:
      """
      …
      …Nothing was sent. Return sends what you wrote…
      …
      """
    And Anna does not see "not ready" in "Trip"

  @auto-offer
  Scenario: Of two answers at once the first counts, and the second is told so
    Given Bea pins "https://notes.example/d/1" in "Trip"
    When Bea answers "Never" on one device and "Allow" on another at once
    Then the last request of Bea fails with "not_found"
    And Bea is not asked to share "Notes" automatically
    When Anna sends "https://notes.example/d/5" to "Trip"
    Then Bea does not see "https://notes.example/d/5" in Shared with You because "auto-on"
    And Bea reads how automatic sharing changed for "Notes":
      | from    | to      |
      | unset   | offered |
      | offered | never   |

  @auto-offer @swy-master-effect
  Scenario: A question that was withdrawn counts as no answer
    Given Bea pins "https://notes.example/d/1" in "Trip"
    And Bea answers "Not Now"
    And 8 days pass
    And Bea pins "https://notes.example/d/2" in "Trip"
    When Bea turns automatic sharing off
    And Bea turns automatic sharing on
    Then Bea is not asked to share "Notes" automatically
    When Bea pins "https://notes.example/d/3" in "Trip"
    Then Bea is asked to share "Notes" automatically
    And Bea reads how automatic sharing changed for "Notes":
      | from      | to        | why               |
      | unset     | offered   | pin-signal        |
      | offered   | postponed | auto-offer        |
      | postponed | offered   | pin-signal        |
      | offered   | postponed | swy-master-effect |
      | postponed | offered   | pin-signal        |
