Feature: One link at the top of the shelf has earned its place
  The first place is curated: by what was watched, opened and answered, fading with time. Then the pins, then what was
  shared last.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Bea turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Trip"
    And Anna sends "https://notes.example/d/2" to "Trip"
    And Anna sends "https://notes.example/d/3" to "Trip"
    And Anna sends "https://notes.example/d/4" to "Trip"
    And Anna sends "https://notes.example/d/5" to "Trip"

  @rank-first-curated @rank-pins-next @rank-rest-chrono
  Scenario: The curated one, then the pins, then the rest
    Given Bea pins "https://notes.example/d/2" in "Trip"
    And Bea pins "https://notes.example/d/4" in "Trip"
    When Bea opens "https://notes.example/d/3" from the shelf of "Notes"
    Then Bea sees in Shared with You:
      | link                      | pinned | why                |
      | https://notes.example/d/3 | no     | rank-first-curated |
      | https://notes.example/d/4 | yes    | rank-pins-next     |
      | https://notes.example/d/2 | yes    | rank-pins-next     |
      | https://notes.example/d/5 | no     | rank-rest-chrono   |
      | https://notes.example/d/1 | no     | rank-rest-chrono   |

  @rank-first-curated @pin-always
  Scenario: With automatic sharing off only a pin can stand at the top
    Given Bea pins "https://notes.example/d/2" in "Trip"
    And Bea pins "https://notes.example/d/4" in "Trip"
    And Bea opens "https://notes.example/d/3" from the shelf of "Notes"
    And Bea opens "https://notes.example/d/2" from the shelf of "Notes"
    When Bea turns automatic sharing off
    Then Bea sees in Shared with You:
      | link                      | pinned | why                |
      | https://notes.example/d/2 | yes    | rank-first-curated |
      | https://notes.example/d/4 | yes    | rank-pins-next     |

  @rank-signals @rank-first-curated
  Scenario: What is only shared and pinned is not curated, by however many
    Given Carl sends "https://notes.example/d/1" to "Trip"
    When Bea pins "https://notes.example/d/1" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | why              |
      | https://notes.example/d/1 | rank-pins-next   |
      | https://notes.example/d/5 | rank-rest-chrono |
      | https://notes.example/d/4 | rank-rest-chrono |
      | https://notes.example/d/3 | rank-rest-chrono |
      | https://notes.example/d/2 | rank-rest-chrono |

  @rank-signals
  Scenario: A reply counts more than an opening, and an opening alone is not enough
    When Bea opens "https://notes.example/d/2"
    Then Bea sees in Shared with You:
      | link                      | why              |
      | https://notes.example/d/5 | rank-rest-chrono |
      | https://notes.example/d/4 | rank-rest-chrono |
      | https://notes.example/d/3 | rank-rest-chrono |
      | https://notes.example/d/2 | rank-rest-chrono |
      | https://notes.example/d/1 | rank-rest-chrono |
    When Bea replies "Yes!" to "https://notes.example/d/1" in "Trip"
    Then Bea sees in Shared with You:
      | link                      | why                |
      | https://notes.example/d/1 | rank-first-curated |
      | https://notes.example/d/5 | rank-rest-chrono   |
      | https://notes.example/d/4 | rank-rest-chrono   |
      | https://notes.example/d/3 | rank-rest-chrono   |
      | https://notes.example/d/2 | rank-rest-chrono   |

  @rank-app-feedback @attr-context-detail @center-delegate-when
  Scenario: What the app says of its use moves a link, and that is one call
    Given the app "Notes" runs for Bea
    When Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    Then the highlights of the app "Notes" changed one time for Bea
    When Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    Then the highlights of the app "Notes" changed 0 times for Bea

  @rank-not-stale @center-delegate-when
  Scenario: Nothing stale holds the top, and its end is one call
    Given Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    When 6 days pass
    Then Bea sees in Shared with You:
      | link                      | why                |
      | https://notes.example/d/1 | rank-first-curated |
      | https://notes.example/d/5 | rank-rest-chrono   |
      | https://notes.example/d/4 | rank-rest-chrono   |
      | https://notes.example/d/3 | rank-rest-chrono   |
      | https://notes.example/d/2 | rank-rest-chrono   |
    When 12 hours pass
    Then Bea sees in Shared with You:
      | link                      | why              |
      | https://notes.example/d/5 | rank-rest-chrono |
      | https://notes.example/d/4 | rank-rest-chrono |
      | https://notes.example/d/3 | rank-rest-chrono |
      | https://notes.example/d/2 | rank-rest-chrono |
      | https://notes.example/d/1 | rank-rest-chrono |

  @rank-not-stale
  Scenario: Of two that are used alike, the fresher one wins
    Given Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    When an hour passes
    And Bea opens "https://notes.example/d/2" from the shelf of "Notes"
    Then Bea sees in Shared with You:
      | link                      | why                |
      | https://notes.example/d/2 | rank-first-curated |
      | https://notes.example/d/5 | rank-rest-chrono   |
      | https://notes.example/d/4 | rank-rest-chrono   |
      | https://notes.example/d/3 | rank-rest-chrono   |
      | https://notes.example/d/1 | rank-rest-chrono   |

  @rank-signals @restart
  Scenario: A restart forgets nothing of it
    Given Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    When the server restarts
    Then Bea sees in Shared with You:
      | link                      | why                |
      | https://notes.example/d/1 | rank-first-curated |
      | https://notes.example/d/5 | rank-rest-chrono   |
      | https://notes.example/d/4 | rank-rest-chrono   |
      | https://notes.example/d/3 | rank-rest-chrono   |
      | https://notes.example/d/2 | rank-rest-chrono   |
