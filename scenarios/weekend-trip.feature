@tour
Feature: A weekend at the lake
  Anna, Bea, Carl and Dana plan a trip in one group chat. On the way a document is shared, pinned and surfaced,
  consent is asked for and given, notices appear where they belong and nowhere else, and nobody misses anything.

  Background:
    Given the app "Notes" opens links at "notes.example/d/*"
    And the app "Maps" opens links at "maps.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Lake weekend" between Anna, Bea, Carl and Dana

  @shelf-dedicated @attr-activate @rank-first-curated @pin-implied-consent @auto-offer @auto-on @attr-content @ntc-collapse @ev-mention-private @group-sync-prompt-add @ucs-can-permission @resume
  Scenario: From the first idea to the packed car
    Given Anna sends "Three days, one lake, no laptops. Who is in?" to "Lake weekend"
    And Bea sends "Me! I call the top bunk" to "Lake weekend"
    And Carl sends "In. I can drive, five seats" to "Lake weekend"
    And Dana sends "In, if somebody else cooks" to "Lake weekend"

    # A document goes out. It is only a link until somebody says that it matters.
    When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/trip" in "Lake weekend"
    Then Bea sees nothing in Shared with You
    When Bea pins "https://notes.example/d/trip" in "Lake weekend"
    Then Bea sees "https://notes.example/d/trip" in Shared with You from Anna
    And Bea is asked to share "Notes" automatically
    But Carl is not asked to share "Notes" automatically
    When Bea answers "Allow"

    # From now on Notes may show Bea what comes, and Maps may not: nobody has asked about Maps.
    And Carl sends "What I usually forget: https://notes.example/d/packing" to "Lake weekend"
    And Dana sends "We sleep here https://maps.example/cabin" to "Lake weekend"
    Then Bea sees in Shared with You:
      | link                            | from | pinned |
      | https://notes.example/d/trip    | Anna | yes    |
      | https://notes.example/d/packing | Carl | no     |
    And the app "Notes" sees "https://notes.example/d/packing" for Bea
    But the app "Maps" does not see "https://maps.example/cabin" for Bea
    And Carl sees nothing in Shared with You

    # Notes has a shelf of its own, with what was shared and who shared it. What is read there rises to the top, and
    # who answers from there stays there.
    When the app "Notes" shows "https://notes.example/d/packing" as "Packing list" with the subtitle "Nobody forgets the charger" with the glyph "🎒" on "green"
    Then Bea's app "Notes" shows:
      """
       Notes
      ────────────────────────────────────────────────────────────────────────────────
       Shared with You

      ▌ ╭────╮  Trip plan
      ▌ │ T  │  Shared document
      ▌ ╰────╯  (A) From Anna 📌 ›

        ╭────╮  Packing list
        │ 🎒 │  Nobody forgets the charger
        ╰────╯  (C) From Carl ›
      …
      """
    When Bea opens "https://notes.example/d/packing" from the shelf of "Notes"
    And Bea replies "You forget the charger, Carl" from "https://notes.example/d/packing" in "Notes"
    Then Carl sees "You forget the charger, Carl" in "Lake weekend"
    And Bea sees in Shared with You:
      | title        | why                |
      | Packing list | rank-first-curated |
      | Trip plan    | rank-pins-next     |

    # Dana is on a train with no signal while the plan takes shape.
    When Dana goes offline
    And Anna edits "https://notes.example/d/trip" in "Notes"
    And Anna edits "https://notes.example/d/trip" in "Notes"
    And 4 minutes pass
    And Anna edits "https://notes.example/d/trip" in "Notes"
    Then Bea sees the notice "Anna made 3 edits to “Trip plan”" in "Lake weekend"
    And Bea sees one notice in "Lake weekend"
    When Carl comments on "https://notes.example/d/trip" in "Notes"
    And Carl mentions Dana in "https://notes.example/d/trip" in "Notes"
    And Carl sends "Dana, I put you down for pancakes. You are welcome" to "Lake weekend"
    Then Anna sees the notice "Carl commented on “Trip plan”" in "Lake weekend"
    But Bea does not see the notice "Carl mentioned you in “Trip plan”" in "Lake weekend"
    And Bea was not notified because "ev-mention-private"

    # Out of the tunnel: everything that was missed, in order, once.
    When Dana comes back online
    Then in "Lake weekend" Dana sees:
      | from   | text                                                   |
      | Anna   | Three days, one lake, no laptops. Who is in?           |
      | Bea    | Me! I call the top bunk                                |
      | Carl   | In. I can drive, five seats                            |
      | Dana   | In, if somebody else cooks                             |
      | Anna   | https://notes.example/d/trip                           |
      | Carl   | What I usually forget: https://notes.example/d/packing |
      | Dana   | We sleep here https://maps.example/cabin               |
      | Bea    | You forget the charger, Carl                           |
      | notice | Anna made 3 edits to “Trip plan”                       |
      | notice | Carl joined “Trip plan”                                |
      | notice | Carl commented on “Trip plan”                          |
      | notice | Carl mentioned you in “Trip plan”                      |
      | Carl   | Dana, I put you down for pancakes. You are welcome     |
    When Dana opens "https://notes.example/d/trip" in "Notes"
    Then Dana has no notice waiting in "Lake weekend"
    When Dana sends "Pancakes it is. But I am renaming this" to "Lake weekend"
    And Dana renames "https://notes.example/d/trip" to "Pancakes by the lake"
    Then Anna sees the notice "Dana renamed “Trip plan” to “Pancakes by the lake”" in "Lake weekend"
    And Dana was not notified because "ntc-self"

    # Talk is cheap, and can be mended: an edit, a tapback, a reply, and a message that nobody needs to remember.
    When Anna sends "Breakfast at nine" to "Lake weekend"
    And Anna edits "Breakfast at nine" to "Breakfast at ten" in "Lake weekend"
    And Dana reacts "heart" to "Breakfast at ten" in "Lake weekend"
    And Bea replies "Can somebody bring coffee?" to "Breakfast at ten" in "Lake weekend"
    And Carl sends "I think my car is broken" to "Lake weekend"
    And Carl unsends "I think my car is broken" in "Lake weekend"
    Then Bea sees "Breakfast at ten" in "Lake weekend"
    And Anna is alerted to "Dana reacted heart to “Breakfast at ten”" in "Lake weekend"
    But Anna does not see "I think my car is broken" in "Lake weekend"

    # Bea would rather sleep, unless somebody means her. Emil comes along, and begins where he joined.
    When Bea mutes "Lake weekend"
    And Carl sends "Five seats, four people. Who else?" to "Lake weekend"
    And Anna adds Emil to "Lake weekend"
    And Emil sends "Hello! @Bea, I bring coffee" to "Lake weekend"
    Then Bea is not alerted to "Five seats, four people. Who else?" in "Lake weekend"
    But Bea is alerted to "Hello! @Bea, I bring coffee" in "Lake weekend"
    And Emil does not see "Five seats, four people. Who else?" in "Lake weekend"

    # To be in the group is not to be on the document: Anna, whose it is, is asked, and one tap lets Emil in. Now
    # everyone writes in it, and who worked on an old page is shown the new one.
    And Anna is asked "Add Emil to “Pancakes by the lake”" in "Lake weekend"
    And Emil has no access to "https://notes.example/d/trip"
    When Anna answers "Add" to "Add Emil to “Pancakes by the lake”" in "Lake weekend"
    And Emil writes "Friday, six sharp. Emil brings coffee." in "https://notes.example/d/trip" in "Notes"
    And Bea edits an outdated "https://notes.example/d/trip" in "Notes"
    Then the last request of Bea fails with "conflict"
    When Bea writes "Friday, six sharp. Emil brings coffee, Bea the top bunk." in "https://notes.example/d/trip" in "Notes"
    And Carl comments "And who brings the car keys?" on "https://notes.example/d/trip" in "Notes"
    Then Dana's "https://notes.example/d/trip" reads:
      """
      Friday, six sharp. Emil brings coffee, Bea the top bunk.
      """
    And Anna sees the notice "Emil edited “Pancakes by the lake”" in "Lake weekend"
    When Anna lets Emil only view the share at "https://notes.example/d/trip"
    And Emil writes "Friday, noon." in "https://notes.example/d/trip" in "Notes"
    Then the last request of Emil fails with "forbidden"

    # Bea has seen enough links for one day. What she pinned stays.
    When Bea turns automatic sharing off
    And Anna sends "Last one: https://notes.example/d/playlist" to "Lake weekend"
    Then Bea sees in Shared with You:
      | title                | from | pinned |
      | Pancakes by the lake | Anna | yes    |
    When Carl sends "Car is packed. Friday, six sharp!" to "Lake weekend"
    Then Bea sees "Car is packed. Friday, six sharp!" in "Lake weekend"
