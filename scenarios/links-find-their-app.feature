Feature: A link belongs to the app that its website names
  The app names the website, and the website names the app and which of its paths open there. The first rule
  that matches decides. Pinning shows what a link belongs to: what belongs to no app surfaces in none.

  Rule: Wildcards
    @ul-wild @surf-universal
    Scenario Outline: <pattern> opens <path>
      Given the app "Notes" opens links at "notes.example<pattern>"
      And a conversation "Trip" between Anna and Bea
      And Anna sends "https://notes.example<path>" to "Trip"
      When Bea pins "https://notes.example<path>" in "Trip"
      Then the app "Notes" sees "https://notes.example<path>" for Bea
      And Bea sees "https://notes.example<path>" in Shared with You from Anna

      Examples:
        | pattern    | path        |
        |            | /anything/1 |
        | /*         | /           |
        | /buy/*     | /buy/       |
        | /buy/*     | /buy/a/b/c  |
        | /help/???? | /help/1234  |
        | /d/?*      | /d/1        |
        | /*/edit    | /d/1/edit   |
        | /d/*/p/?   | /d/x/y/p/1  |

    @ul-wild @surf-universal
    Scenario Outline: <pattern> does not open <path>
      Given the app "Notes" opens links at "notes.example<pattern>"
      And a conversation "Trip" between Anna and Bea
      And Anna sends "https://notes.example<path>" to "Trip"
      When Bea pins "https://notes.example<path>" in "Trip"
      Then the app "Notes" does not see "https://notes.example<path>" for Bea
      And Bea sees nothing in Shared with You
      And Bea is not asked to share "Notes" automatically

      Examples:
        | pattern    | path        |
        | /buy/*     | /buys       |
        | /buy/*     | /BUY/1      |
        | /help/???? | /help/12    |
        | /help/???? | /help/12345 |
        | /d/?*      | /d/         |
        | /d/*       | /e/1        |

  Rule: The first rule that matches decides
    Background:
      Given a conversation "Trip" between Anna and Bea
      And Bea saves Anna as a contact

    @ul-first
    Scenario: An exclusion before the rest keeps links out of the app
      Given the app "Notes" does not open links at "notes.example/e/*"
      And the app "Notes" opens links at "notes.example"
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "https://notes.example/e/1 and https://notes.example/d/1" to "Trip"
      Then Bea sees in Shared with You:
        | link                      | from |
        | https://notes.example/d/1 | Anna |
      And Bea does not see "https://notes.example/e/1" in Shared with You because "surf-universal"

    @ul-first
    Scenario: An exclusion after what opens everything comes too late
      Given the app "Notes" opens links at "notes.example"
      And the app "Notes" does not open links at "notes.example/e/*"
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "https://notes.example/e/1" to "Trip"
      Then Bea sees "https://notes.example/e/1" in Shared with You

    @ul-and @ul-first
    Scenario: A link can ask to stay in the browser
      Given the app "Notes" does not open links at "notes.example#no_universal_links"
      And the app "Notes" opens links at "notes.example"
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "https://notes.example/d/1#no_universal_links" to "Trip"
      And Anna sends "https://notes.example/d/1#top" to "Trip"
      Then Bea does not see "https://notes.example/d/1#no_universal_links" in Shared with You
      But Bea sees "https://notes.example/d/1#top" in Shared with You

  Rule: Several apps, several domains
    Background:
      Given a conversation "Trip" between Anna and Bea

    @ul-first @privacy-app-scope
    Scenario Outline: Of two apps on one website, <path> belongs to <owner>
      Given the app "Recipes" opens links at "kitchen.example/a/*"
      And the app "Kitchen" opens links at "kitchen.example/*"
      And Anna sends "https://kitchen.example<path>" to "Trip"
      When Bea pins "https://kitchen.example<path>" in "Trip"
      Then the app "<owner>" sees "https://kitchen.example<path>" for Bea
      But the app "<other>" does not see "https://kitchen.example<path>" for Bea

      Examples:
        | path | owner   | other   |
        | /a/1 | Recipes | Kitchen |
        | /z   | Kitchen | Recipes |

    @ul-entitlement
    Scenario: A star covers the subdomains
      Given the app "Notes" opens links at "*.notes.example"
      And Anna sends "https://team.notes.example/d/1" to "Trip"
      When Bea pins "https://team.notes.example/d/1" in "Trip"
      Then the app "Notes" sees "https://team.notes.example/d/1" for Bea

    @ul-two-way @surf-universal
    Scenario: A domain that only looks alike is another
      Given the app "Notes" opens links at "notes.example"
      And Anna sends "https://notes.example.evil.example/d/1" to "Trip"
      When Bea pins "https://notes.example.evil.example/d/1" in "Trip"
      Then the app "Notes" does not see "https://notes.example.evil.example/d/1" for Bea
      And Bea sees nothing in Shared with You

    @surf-universal @dedupe-same-thread
    Scenario: One place has one link, however it is spelled
      Given the app "Notes" opens links at "notes.example"
      And Bea saves Anna as a contact
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "HTTPS://Notes.Example:443/d/./1" to "Trip"
      And Anna sends "https://notes.example/d/%31" to "Trip"
      Then Bea sees in Shared with You:
        | link                      | from |
        | https://notes.example/d/1 | Anna |

    @sw-third-party @surf-universal
    Scenario: An app that comes later has the links that were there before
      Given Anna sends "https://maps.example/lake" to "Trip"
      And Bea pins "https://maps.example/lake" in "Trip"
      And Bea sees nothing in Shared with You
      When the app "Maps" opens links at "maps.example"
      Then Bea sees "https://maps.example/lake" in Shared with You from Anna
      And the app "Maps" sees "https://maps.example/lake" for Bea

    @adopt-steps
    Scenario: An app without Shared with You has no shelf
      Given the app "Notes" opens links at "notes.example"
      And the app "Notes" has not adopted Shared with You
      And Anna sends "https://notes.example/d/1" to "Trip"
      When Bea pins "https://notes.example/d/1" in "Trip"
      Then the app "Notes" does not see "https://notes.example/d/1" for Bea
      And Bea does not see "https://notes.example/d/1" in Shared with You because "adopt-steps"

    @surf-links
    Scenario: A link that nobody sent surfaces for nobody
      Given the app "Notes" opens links at "notes.example"
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "It is on notes dot example" to "Trip"
      Then Bea sees nothing in Shared with You
