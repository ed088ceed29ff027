Feature: An emoji is written by its name
  The names are those of GitHub and other chats, and Unicode's own. An unknown name stays as it is.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl

  Rule: A name between colons is sent as its emoji

    Scenario Outline: Only where an emoji is meant
      When Anna types "<typed>"
      And Anna presses "Return"
      Then Bea sees "<sent>" in "Trip"

      Examples:
        | typed                              | sent                               |
        | We won :tada:                      | We won 🎉                          |
        | :tada::rocket:                     | 🎉🚀                               |
        | (:+1:)                             | (👍)                               |
        | :PARTY_POPPER:                     | 🎉                                 |
        | :nosuchname:                       | :nosuchname:                       |
        | at 10:100:30                       | at 10:100:30                       |
        | std::tada::x                       | std::tada::x                       |
        | see https://notes.example/:tada:/1 | see https://notes.example/:tada:/1 |
        | the code `:tada:` is :tada:        | the code `:tada:` is 🎉            |
        | ``a ` :tada:`` and ` :tada:        | ``a ` :tada:`` and ` 🎉            |
        | //:tada:                           | /🎉                                |

    Scenario: A reply and an edit by command, too
      Given Bea sends "Who drives?" to "Trip"
      When Anna types "/reply I do :car:"
      And Anna presses "Return"
      Then Bea sees "I do 🚗" as a reply to "Who drives?" in "Trip"
      When Anna types "/edit Bea does :smile:"
      And Anna presses "Return"
      Then Bea sees "Bea does 😄" in "Trip"

  Rule: Tab completes from a list

    Scenario: The common names come first, and Tab goes on
      When Anna types "Off to the :ta"
      And Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …▸ 🎉  :tada:…
        …
        …│ Off to the 🎉 …
        …
        …Tab next…Esc undo…
        """
      When Anna presses "Tab Shift-Tab Return"
      Then Bea sees "Off to the 🎉" in "Trip"

    Scenario: Esc brings back what was typed
      When Anna types "Off to the :ta"
      And Anna presses "Tab Tab Esc"
      Then Anna's screen shows:
        """
        …
        …│ Off to the :ta …
        …
        …F1 help…
        """

    Scenario: A list shows only for what was typed
      When Anna types "/pe"
      And Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …▸ /peek …
        …  /people …
        …  /permission …
        …
        …│ /peek …
        …
        """
      When Anna types "1"
      Then Anna's screen shows:
        """
        …
        …│ /peek 1 …
        …
        …F1 help…
        """

    Scenario: What all candidates begin with is written first
      Given a conversation "Tripoli" between Anna and Bea
      When Anna types "/to tr"
      And Anna presses "Tab"
      Then Anna's screen shows:
        """
        …
        …  Tripoli…
        …  Trip…
        …
        …│ /to Trip …
        …
        """
      When Anna presses "Tab Tab Return"
      And Anna types "Hello"
      And Anna presses "Return"
      Then Carl sees "Hello" in "Trip"

    @mention-syntax
    Scenario: A name is completed in the middle of a text, without its accents
      Given a conversation "Choir" between Anna, Zoë and Carl
      And Anna types "/to Choir"
      And Anna presses "Return"
      When Anna types "Ask "
      And Anna types " first"
      And Anna presses "Home Alt-f Right"
      And Anna types "@zoe"
      And Anna presses "Tab Return"
      Then Carl sees "Ask @Zoë  first" in "Choir"

  Rule: Any emoji is a tapback

    @tap-set
    Scenario: By its name in a command
      Given Bea sends "Who drives?" to "Trip"
      When Anna types "/react :car:"
      And Anna presses "Return"
      Then Bea sees the reactions to "Who drives?" in "Trip":
        | from | reaction |
        | Anna | 🚗       |

    @tap-set
    Scenario: From the list by its name between colons
      Given Bea sends "Who drives?" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T t Shift-Tab Return"
      And Anna types ":car:"
      And Anna presses "Return"
      Then Bea sees the reactions to "Who drives?" in "Trip":
        | from | reaction |
        | Anna | 🚗       |

    @tap-set
    Scenario: From a list with a search
      Given Bea sends "Who drives?" to "Trip"
      And Anna reads "Trip"
      When Anna presses "Ctrl-T t Shift-Tab Return"
      And Anna types "race"
      Then Anna's screen shows:
        """
        …
        …Any Emoji…
        …
        …Emoji: race…
        …
        …racehorse…
        …
        """
      When Anna presses "Down Return"
      Then Bea sees the reactions to "Who drives?" in "Trip":
        | from | reaction |
        | Anna | 🐎       |
