Feature: The shelf has an order, and says who shared what
  Pins first, the newest pin before the others; then what was shared last. One link is one item, however many
  sent it.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"

  @rank-pins-next @rank-rest-chrono @shelf-ordered
  Scenario: Pins before the rest, and the newest before the older
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Carl sends "https://notes.example/d/3" to "Trip"
    And Carl sends "https://notes.example/d/4" to "Trip"
    And Anna sends "https://notes.example/d/5" to "Trip"
    When Bea pins "https://notes.example/d/4" in "Trip"
    And Bea pins "https://notes.example/d/2" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | from | pinned | why              |
      | https://notes.example/d/2 | Anna | yes    | rank-pins-next   |
      | https://notes.example/d/4 | Carl | yes    | rank-pins-next   |
      | https://notes.example/d/5 | Anna | no     | rank-rest-chrono |
      | https://notes.example/d/3 | Carl | no     | rank-rest-chrono |
      | https://notes.example/d/1 | Anna | no     | rank-rest-chrono |
    When Bea turns automatic sharing off
    Then Bea sees in Shared with You:
      | link                      | pinned |
      | https://notes.example/d/2 | yes    |
      | https://notes.example/d/4 | yes    |

  @dedupe-same-thread
  Scenario: Sent again in the same conversation, it is one item, dated anew
    Given Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    When Anna sends "Again: https://notes.example/d/1" to "Trip"
    Then Bea sees in Shared with You:
      | link                      | from |
      | https://notes.example/d/1 | Anna |
      | https://notes.example/d/2 | Anna |

  @dedupe-same-thread
  Scenario: Of several who sent it in one conversation, the latest counts
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When Carl sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl
    When Bea sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl

  @merge-threads @attr-content
  Scenario: Sent in two conversations, it is one item from both
    Given a conversation "Choir" between Dana and Bea
    And Anna sends "https://notes.example/d/1" to "Trip"
    When Dana sends "https://notes.example/d/1" to "Choir"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Dana and Anna
    And Bea sees in Shared with You:
      | link                      | from       |
      | https://notes.example/d/1 | Dana, Anna |

  @merge-threads @swy-conv-toggle
  Scenario: Of two sharers, one in a conversation that is off, the other remains
    Given a conversation "Choir" between Dana and Bea
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Dana sends "https://notes.example/d/1" to "Choir"
    When Bea turns automatic sharing off for "Choir"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

  @swy-sent-by-me
  Scenario: One's own link comes when somebody else sends it too
    Given Bea sends "https://notes.example/d/1" to "Trip"
    And Bea does not see "https://notes.example/d/1" in Shared with You because "swy-sent-by-me"
    When Carl sends "https://notes.example/d/1" to "Trip"
    Then Bea sees "https://notes.example/d/1" in Shared with You from Carl

  @surf-links @privacy-app-scope
  Scenario: Nothing comes from a conversation that one is not in
    Given a conversation "Surprise" between Anna and Carl
    When Anna sends "https://notes.example/d/secret" to "Surprise"
    Then Bea sees nothing in Shared with You
    And Bea does not see "https://notes.example/d/secret" in "Surprise"
    And the app "Notes" does not see "https://notes.example/d/secret" for Bea

  @shelf-item-preview @perm-summary-text
  Scenario: A document shows its title, a plain link where it leads
    Given Anna shares "Packing list" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Anna shares "Tickets" from "Notes" at "https://notes.example/d/3" in "Trip" so that everyone can view
    Then Bea sees in Shared with You:
      | title             | subtitle                   | link                      |
      | Tickets           | Everyone can view.         | https://notes.example/d/3 |
      | notes.example/d/2 |                            | https://notes.example/d/2 |
      | Packing list      | Everyone can make changes. | https://notes.example/d/1 |
    When Anna renames "https://notes.example/d/1" to "What to pack"
    Then Bea sees in Shared with You:
      | title             |
      | Tickets           |
      | notes.example/d/2 |
      | What to pack      |

  @sw-purpose @restart
  Scenario: What came yesterday is there today
    Given Anna sends "https://notes.example/d/1" to "Trip"
    When a day passes
    And the server restarts
    Then Bea sees "https://notes.example/d/1" in Shared with You from Anna
