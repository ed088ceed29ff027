Feature: What a person looks for stands out
  Words are found by what they say, conversations by their names, and what is unread by its mark.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl

  Rule: Quotation marks search a phrase

    Scenario: The words must follow one another
      Given Anna sends "The lake house is near" to "Trip"
      And 1 minute passes
      And Anna sends "A house by the lake" to "Trip"
      And 1 minute passes
      And Anna sends "The lake houses are dear" to "Trip"
      When Anna sends "See lake-house.example" to "Trip"
      Then Bea searches for "lake house" and finds:
        | from | text                     |
        | Anna | See lake-house.example   |
        | Anna | The lake houses are dear |
        | Anna | A house by the lake      |
        | Anna | The lake house is near   |
      And Bea searches for "“Lake house”" and finds:
        | from | text                   |
        | Anna | See lake-house.example |
        | Anna | The lake house is near |
      And Bea searches for "“the lake” hou" and finds:
        | from | text                     |
        | Anna | The lake houses are dear |
        | Anna | A house by the lake      |
        | Anna | The lake house is near   |
      And Bea searches for "“lake hou" and finds:
        | from | text                     |
        | Anna | See lake-house.example   |
        | Anna | The lake houses are dear |
        | Anna | The lake house is near   |

    Scenario: An edit is found by its new text alone
      Given Anna sends "The lake house" to "Trip"
      When Anna edits "The lake house" to "The house, the lake" in "Trip"
      Then Bea searches for "“lake house”" and finds:
        | from | text |
      And Bea searches for "“house the”" and finds:
        | from | text                |
        | Anna | The house, the lake |

    Scenario: An excerpt shows what was found far behind the beginning
      Given Bea sends "I have looked at everything that there is and I think that we should take the small house" to "Trip"
      When Anna presses "Ctrl-S"
      And Anna types "small"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
         Search…
        …
        …› small…
        …
        …Bea: …small…
        …
        """

    Scenario: An excerpt shows what was found in an address
      Given Bea sends "https://a-long-name.example/folder/of/papers/small-house" to "Trip"
      When Anna presses "Ctrl-S"
      And Anna types "small"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
         Search…
        …
        …Bea: …small-house…
        …
        """

    Scenario: An excerpt shows what was found in a title
      Given the app "Notes" opens links at "notes.example"
      And Bea shares "The small house" from "Notes" at "https://notes.example/d/1" in "Trip"
      When Anna presses "Ctrl-S"
      And Anna types "small"
      And Anna presses "Return"
      Then Anna's screen shows:
        """
         Search…
        …
        …Bea: The small house…
        …
        """

  Rule: A conversation is found by a few letters

    Scenario: Case and accents do not count, and beginnings come first
      Given a conversation "Reunion" between Anna and Bea
      And a conversation "Ünion" between Anna and Carl
      When Anna presses "Alt-k"
      And Anna types "uni"
      Then Anna's screen shows:
        """
        …
        …Go to: uni…
        …Ünion…
        …Reunion…
        …
        """
      When Anna presses "Return"
      And Anna types "Hello"
      And Anna presses "Return"
      Then Carl sees "Hello" in "Ünion"
      When Anna types "/to reunion"
      And Anna presses "Return"
      And Anna types "/to unio"
      And Anna presses "Tab Return"
      And Anna types "Hello again"
      And Anna presses "Return"
      Then Carl sees "Hello again" in "Ünion"

  Rule: Unread messages are marked, wherever they are

    Scenario: Unread conversations further down are counted
      Given a conversation "One" between Anna and Dora
      And a conversation "Two" between Anna and Emil
      And a conversation "Three" between Anna and Eve
      And a conversation "Four" between Anna and Frank
      And Dora sends "1" to "One"
      And 1 minute passes
      And Emil sends "2" to "Two"
      And 1 minute passes
      And Eve sends "3" to "Three"
      And 1 minute passes
      And Frank sends "4" to "Four"
      And Anna types "/to Four" on a screen of 80 by 12
      When Anna presses "Return" on a screen of 80 by 12
      Then Anna's screen shows on a screen of 80 by 12:
        """
        …Four…
        …
        …↓ 1 unread…
        …
        """
      When Anna types "/to Trip" on a screen of 80 by 12
      And Anna presses "Return" on a screen of 80 by 12
      Then Anna's screen shows on a screen of 80 by 12:
        """
        …
        …↑ 1 unread…
        …
        """

    Scenario: All conversations are marked as read at once
      Given a conversation "Choir" between Anna, Bea and Carl
      And Bea sends "Hello" to "Trip"
      And Bea sends "Hello" to "Choir"
      And Anna marks "Choir" as unread
      When Anna types "/read all"
      And Anna presses "Return"
      Then Anna has no unread message in "Trip"
      And Anna has no unread message in "Choir"

    Scenario: The inbox marks all as read
      Given a conversation "Choir" between Anna, Bea and Carl
      And Bea sends "Hello" to "Trip"
      And Bea sends "Hello" to "Choir"
      When Anna presses "Alt-i Shift-Tab Return"
      Then Anna has no unread message in "Trip"
      And Anna has no unread message in "Choir"

  Rule: Who says what stands out

    @mention-syntax
    Scenario: A message that mentions the reader has a mark, and each sender of a group a sign
      Given Bea sends "Hello" to "Trip"
      And Carl sends "@Anna, are you there?" to "Trip"
      When Anna reads "Trip"
      Then Anna's screen shows:
        """
        …
        …● Bea…
        …▐ Hello ▌ …
        …
        …★ Carl…
        …▐ @Anna, are you there? ▌ @ …
        …
        """
      When Bea reads "Trip"
      Then Bea's screen shows:
        """
        …
        …★ Carl…
        …▐ @Anna, are you there? ▌ 09:00…
        …
        """

    @tap-set
    Scenario: A tapback says whose it is
      Given Anna sends "Shall we go?" to "Trip"
      And Bea reacts "heart" to "Shall we go?" in "Trip"
      And Carl reacts "heart" to "Shall we go?" in "Trip"
      When Anna reads "Trip"
      Then Anna's screen shows:
        """
        …
        …▐ Shall we go? ▌…
        …♥ Bea, Carl…
        …
        """
      When Anna presses "Ctrl-T w"
      Then Anna's screen shows:
        """
        …
        …Tapbacks…
        …
        …♥ Bea, Carl…
        …
        """

  Rule: The menu of a message opens its links

    Scenario: A link is opened from the menu
      Given the app "Notes" opens links at "notes.example"
      And Anna sends "https://notes.example/d/1" to "Trip"
      Then Bea is offered "Open notes.example/d/1" for "https://notes.example/d/1" in "Trip"
      When Bea reads "Trip"
      And Bea presses "Ctrl-T Return"
      Then Bea's screen shows:
        """
        …
        …Open notes.example/d/1…
        …Pin notes.example/d/1…
        …
        """

  Rule: Tab completes the links of a conversation

    Scenario: The address of a link is completed behind the commands that take one
      Given the app "Notes" opens links at "notes.example"
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Bea reads "Trip"
      When Bea types "/open "
      And Bea presses "Tab"
      Then Bea's screen shows:
        """
        …
        …/open https://notes.example/d/1…
        …
        """

    Scenario: Where nothing can be completed, the last row says so
      Given Bea reads "Trip"
      When Bea types "/pin "
      And Bea presses "Tab"
      Then Bea's screen shows:
        """
        …
        …No completions after /pin…
        """
