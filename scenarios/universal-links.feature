Feature: Universal links, both sides of them
  A link opens in an app if the app names the link's domain and the website's association file names the app and a
  component that matches the link. A published file stands for its domain, whatever its apps were registered with.

  Rule: Both sides must agree
    Background:
      Given the app "Notes" opens links at "notes.example"

    @ul-two-way @ul-file
    Scenario: Without the website's side no link opens
      Given "https://notes.example/d/1" opens in "Notes"
      When the site "notes.example" publishes nothing
      Then "https://notes.example/d/1" stays in the browser because "ul-file"

    @ul-two-way
    Scenario: A website that does not name the app gives it nothing
      When the site "notes.example" publishes:
        """
        {"applinks": {"details": [{"appIDs": ["TEAM123456.com.example.maps"], "components": [{"/": "*"}]}]}}
        """
      Then "https://notes.example/d/1" stays in the browser because "ul-two-way"

    @ul-two-way @ul-entitlement
    Scenario: An app that does not name the domain gets nothing
      When the site "maps.example" publishes:
        """
        {"applinks": {"details": [{"appIDs": ["TEAM123456.com.example.notes"], "components": [{"/": "*"}]}]}}
        """
      Then "https://maps.example/d/1" stays in the browser because "ul-entitlement"

    @ul-two-way
    Scenario: What was published stands when an app is registered later
      Given the site "notes.example" publishes nothing
      When the app "Paper" opens links at "notes.example/d/*"
      Then "https://notes.example/d/1" stays in the browser because "ul-file"

    @ul-file @resume @restart
    Scenario: What was published is still so when the server is back
      Given the site "notes.example" publishes nothing
      When the server restarts
      Then "https://notes.example/d/1" stays in the browser because "ul-file"

    @ul-two-way @surf-universal
    Scenario: What surfaces follows the website
      Given a conversation "Trip" between Anna and Bea
      And Bea saves Anna as a contact
      And Bea turns automatic sharing on for "Notes"
      And Anna sends "https://notes.example/d/1" to "Trip"
      And Bea sees "https://notes.example/d/1" in Shared with You from Anna
      And the app "Notes" runs for Bea
      When the site "notes.example" publishes nothing
      Then Bea sees nothing in Shared with You
      And the highlights of the app "Notes" changed one time for Bea
      When the site "notes.example" publishes:
        """
        {"applinks": {"details": [{"appIDs": ["TEAM123456.com.example.notes"], "components": [{"/": "/d/*"}]}]}}
        """
      Then Bea sees "https://notes.example/d/1" in Shared with You from Anna

    @ul-entitlement
    Scenario: A file for the subdomains of a domain is not for the domain itself
      Given the app "Team" opens links at "*.team.example"
      When the site "*.team.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.team", "components": [{"/": "/d/*"}]}]}}
        """
      Then "https://a.team.example/d/1" opens in "Team"
      And "https://a.b.team.example/d/1" opens in "Team"
      And "https://a.team.example/e/1" stays in the browser because "ul-and"
      And "https://team.example/d/1" stays in the browser because "ul-entitlement"
      When the site "a.team.example" publishes nothing
      Then "https://a.team.example/d/1" stays in the browser because "ul-file"
      But "https://b.team.example/d/1" opens in "Team"

  Rule: What a component asks for
    Background:
      Given the app "Shop" opens links at "shop.example"

    @ul-and @ul-component-keys
    Scenario Outline: Path and query must both match: <url>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/buy", "?": "now", "comment": "only now", "since": 2019}
        ]}]}}
        """
      Then "<url>" <outcome>

      Examples:
        | url                          | outcome                               |
        | https://shop.example/buy?now | opens in "Shop"                       |
        | https://shop.example/buy     | stays in the browser because "ul-and" |
        | https://shop.example/?now    | stays in the browser because "ul-and" |
        | https://shop.example/buy?no  | stays in the browser because "ul-and" |

    @ul-component-defaults
    Scenario Outline: An empty component matches everything: <url>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [{}]}]}}
        """
      Then "<url>" opens in "Shop"

      Examples:
        | url                            |
        | https://shop.example           |
        | https://shop.example/a/b?c=d#e |

    @ul-component-defaults
    Scenario: Letters are compared as they stand unless the file says otherwise
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/buy/*"}, {"/": "/sell/*", "caseSensitive": false}
        ]}]}}
        """
      Then "https://shop.example/BUY/1" stays in the browser
      But "https://shop.example/SELL/1" opens in "Shop"

    @ul-component-keys
    Scenario: Escapes are compared as they stand, or undone where the file says so
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/a b/1"}, {"/": "/a b/2", "percentEncoded": false}, {"/": "/a%20b/3"}
        ]}]}}
        """
      Then "https://shop.example/a%20b/1" stays in the browser
      But "https://shop.example/a%20b/2" opens in "Shop"
      And "https://shop.example/a%20b/3" opens in "Shop"

    @ul-query-dict
    Scenario Outline: A dictionary asks for items of the query: <query>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"?": {"productID": "12345"}}
        ]}]}}
        """
      Then "https://shop.example/buy?<query>" <outcome>

      Examples:
        | query                  | outcome              |
        | productID=12345        | opens in "Shop"      |
        | from=a&productID=12345 | opens in "Shop"      |
        | productID=1234         | stays in the browser |
        | PRODUCTID=12345        | stays in the browser |

    @ul-query-repeat
    Scenario Outline: Repeated items must all match, and a missing one counts as empty: <query>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"?": {"size": "?*", "note": "*"}}
        ]}]}}
        """
      Then "https://shop.example/buy<query>" <outcome>

      Examples:
        | query          | outcome              |
        | ?size=1        | opens in "Shop"      |
        | ?size=1&size=2 | opens in "Shop"      |
        | ?size=1&size=  | stays in the browser |
        | ?note=x        | stays in the browser |
        |                | stays in the browser |

    @ul-default-levels
    Scenario Outline: The more specific setting wins: <url>
      Given the site "shop.example" publishes:
        """
        {"applinks": {
          "defaults": {"caseSensitive": false, "#": "top"},
          "details": [{
            "appID": "TEAM123456.com.example.shop",
            "defaults": {"#": "*"},
            "components": [{"/": "/buy/*"}, {"/": "/sell/*", "caseSensitive": true}]
          }]
        }}
        """
      Then "<url>" <outcome>

      Examples:
        | url                           | outcome              |
        | https://shop.example/BUY/1    | opens in "Shop"      |
        | https://shop.example/sell/1#x | opens in "Shop"      |
        | https://shop.example/SELL/1   | stays in the browser |

    @ul-vars @ul-vars-builtin
    Scenario Outline: Variables stand for words: <path>
      Given the site "shop.example" publishes:
        """
        {"applinks": {
          "substitutionVariables": {"food": ["pizza", "pie*"]},
          "details": [{"appID": "TEAM123456.com.example.shop", "components": [
            {"/": "/$(lang)_$(region)/$(food)/$(digit)$(xdigit)"}
          ]}]
        }}
        """
      Then "https://shop.example<path>" <outcome>

      Examples:
        | path                | outcome              |
        | /en_GB/pizza/7f     | opens in "Shop"      |
        | /de_CH/pie-chart/0A | opens in "Shop"      |
        | /en_GB/soup/7f      | stays in the browser |
        | /xx_GB/pizza/7f     | stays in the browser |
        | /en_GB/pizza/f7     | stays in the browser |
        | /en_GB/pizza/77f    | stays in the browser |

    @ul-legacy-paths @ul-first
    Scenario Outline: An older file with paths: <path>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"apps": [], "details": [
          {"appID": "TEAM123456.com.example.shop", "paths": ["NOT /help/website/*", "/help/*", "/buy/?"]}
        ]}}
        """
      Then "https://shop.example<path>" <outcome>

      Examples:
        | path            | outcome                                 |
        | /help/1         | opens in "Shop"                         |
        | /buy/1          | opens in "Shop"                         |
        | /help/website/1 | stays in the browser because "ul-first" |
        | /buy/12         | stays in the browser because "ul-and"   |

    @ul-legacy-paths
    Scenario: In the oldest form the details are an object by app id
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": {"TEAM123456.com.example.shop": {"paths": ["/buy/*"]}}}}
        """
      Then "https://shop.example/buy/1" opens in "Shop"
      But "https://shop.example/help" stays in the browser

    @ul-details
    Scenario: A detail without components or paths takes every path
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop"}]}}
        """
      Then "https://shop.example/anything?at=all" opens in "Shop"

    @ul-details
    Scenario: An odd app id takes nothing from the other apps of the file
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [
          {"appIDs": ["shop", 7], "components": [{"/": "/buy/*", "exclude": true}]},
          {"appIDs": ["com example", "TEAM123456.com.example.shop"], "components": [{"/": "/buy/*"}]}
        ]}}
        """
      Then "https://shop.example/buy/1" opens in "Shop"

    @ul-slash
    Scenario Outline: Slashes at the end count for nothing: <pattern> and <path>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [{"/": "<pattern>"}]}]}}
        """
      Then "https://shop.example<path>" <outcome>

      Examples:
        | pattern | path     | outcome              |
        | /cart   | /cart/   | opens in "Shop"      |
        | /cart/  | /cart    | opens in "Shop"      |
        | /cart/  | /cart//  | opens in "Shop"      |
        | /menu/* | /menu    | opens in "Shop"      |
        | /menu/* | /menu/   | opens in "Shop"      |
        | /menu/* | /menu/1/ | opens in "Shop"      |
        | /*      | /        | opens in "Shop"      |
        | /       | /        | opens in "Shop"      |
        | /menu/* | /menus   | stays in the browser |
        | /a/*/b  | /a/b     | stays in the browser |
        | /d/?*   | /d/      | stays in the browser |
        | /       | /cart    | stays in the browser |

    @ul-slash @ul-first
    Scenario: An exclusion takes a path with a slash at its end as well
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/konto", "exclude": true}, {"/": "*"}
        ]}]}}
        """
      Then "https://shop.example/konto/" stays in the browser because "ul-first"
      And "https://shop.example/konto" stays in the browser because "ul-first"
      But "https://shop.example/konto/1" opens in "Shop"

    @ul-vars-builtin
    Scenario Outline: Languages of three letters and regions that are reserved: <path>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/$(lang)/$(region)"}
        ]}]}}
        """
      Then "https://shop.example<path>" <outcome>

      Examples:
        | path    | outcome              |
        | /sq/XK  | opens in "Shop"      |
        | /fil/PH | opens in "Shop"      |
        | /haw/US | opens in "Shop"      |
        | /xyz/US | stays in the browser |
        | /en/XX  | stays in the browser |

    @ul-wild
    Scenario Outline: Wildcards stand for any number of characters, or for one: <path>
      Given the site "shop.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.shop", "components": [
          {"/": "/help/????"}, {"/": "/d/?*"}, {"/": "*.html"}
        ]}]}}
        """
      Then "https://shop.example<path>" <outcome>

      Examples:
        | path           | outcome              |
        | /help/1234     | opens in "Shop"      |
        | /help/123      | stays in the browser |
        | /d/            | stays in the browser |
        | /d/1           | opens in "Shop"      |
        | /x/y.html.html | opens in "Shop"      |

  Rule: The first component that matches decides
    Background:
      Given the app "Recipes" opens links at "kitchen.example"
      And the app "Kitchen" opens links at "kitchen.example"

    @ul-first
    Scenario: An exclusion keeps a link in the browser, if it comes first
      Given the site "kitchen.example" publishes:
        """
        {"applinks": {"details": [{"appID": "TEAM123456.com.example.kitchen", "components": [
          {"#": "no_universal_links", "exclude": true, "comment": "for the curious"},
          {"/": "/early/*", "exclude": true},
          {"/": "*"},
          {"/": "/late/*", "exclude": true}
        ]}]}}
        """
      Then "https://kitchen.example/early/1" stays in the browser because "ul-first"
      And "https://kitchen.example/a#no_universal_links" stays in the browser because "ul-first"
      But "https://kitchen.example/late/1" opens in "Kitchen"

    @ul-first @ul-details
    Scenario: Of several apps the first in the file that matches gets the link
      Given the site "kitchen.example" publishes:
        """
        {"applinks": {"details": [
          {"appIDs": ["TEAM123456.com.example.recipes"], "components": [{"/": "/a/*"}]},
          {"appIDs": ["TEAM123456.com.example.kitchen"], "components": [{"/": "/*"}]}
        ]}}
        """
      Then "https://kitchen.example/a/1" opens in "Recipes"
      And "https://kitchen.example/z" opens in "Kitchen"

    @ul-details
    Scenario: Of several apps in one detail the one that was there first gets the link
      Given the site "kitchen.example" publishes:
        """
        {"applinks": {"details": [
          {"appIDs": ["X.com.example.kitchen", "X.com.example.recipes"], "components": [{"/": "*"}]}
        ]}}
        """
      Then "https://kitchen.example/a" opens in "Recipes"

  Rule: A malformed file is refused with the place of the fault
    @ul-root @ul-details
    Scenario Outline: <place>
      Then the site "notes.example" cannot publish because of "<place>":
        """
        {"applinks": <applinks>}
        """

      Examples:
        | place                                    | applinks                                                      |
        | applinks.details: expected an array      | {"details": 7}                                                |
        | applinks.details[0]: names no app        | {"details": [{"appIDs": [], "components": []}]}               |
        | applinks.details[0].components[1][\"/\"] | {"details": [{"appID": "X.a", "components": [{}, {"/": 7}]}]} |
        | applinks.defaults.caseSensitive          | {"defaults": {"caseSensitive": "no"}}                         |
        | applinks.substitutionVariables.food[0]   | {"substitutionVariables": {"food": ["$(lang)"]}}              |

    @ul-root
    Scenario: What was refused changes nothing
      Given the app "Notes" opens links at "notes.example"
      Then the site "notes.example" cannot publish because of "applinks.details":
        """
        {"applinks": {"details": 7}}
        """
      And "https://notes.example/d/1" opens in "Notes"

  Rule: A link is found where it stands in a text
    @surf-links
    Scenario Outline: <text>
      Given the app "Notes" opens links at "notes.example"
      And a conversation "Trip" between Anna and Bea
      And Bea saves Anna as a contact
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "<text>" to "Trip"
      Then Bea sees in Shared with You:
        | link   |
        | <link> |

      Examples:
        | text                                    | link                                  |
        | Look (https://notes.example/d/1).       | https://notes.example/d/1             |
        | https://notes.example/wiki_(lake)!      | https://notes.example/wiki_(lake)     |
        | «https://notes.example/d/1»             | https://notes.example/d/1             |
        | <https://notes.example/d/1>             | https://notes.example/d/1             |
        | HTTPS://Notes.Example:443/a/../d/%31?x, | https://notes.example/d/1?x           |
        | 看https://notes.example/d/1。好         | https://notes.example/d/1             |
        | https://notes.example/d/1👍             | https://notes.example/d/1             |
        | https://notes.example/größe             | https://notes.example/gr%C3%B6%C3%9Fe |

    @surf-links
    Scenario Outline: No link: <text>
      Given the app "Notes" opens links at "notes.example"
      And a conversation "Trip" between Anna and Bea
      And Bea saves Anna as a contact
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "<text>" to "Trip"
      Then Bea sees nothing in Shared with You

      Examples:
        | text                             |
        | notes.example/d/1                |
        | javascript://notes.example/d/1   |
        | file://notes.example/d/1         |
        | git+https://notes.example/d/1    |
        | https://anna:x@notes.example/d/1 |
        | https://notes.example:99999/d/1  |

  Rule: The app is handed the link
    Background:
      Given the app "Notes" opens links at "notes.example/d/*"
      And the app "Notes" runs for Bea
      And the app "Notes" runs for Anna

    @ul-deliver @ul-activity
    Scenario: Opening a link hands its app exactly what was opened
      When Bea opens "https://Notes.example/d/./1?from=a#top"
      Then the app "Notes" is handed "https://Notes.example/d/./1?from=a#top" for Bea
      But the app "Notes" is handed nothing for Anna
      And the app "Notes" learns nothing of people for Bea

    @ul-deliver
    Scenario: A link that stays in the browser is handed to nobody
      When Bea opens "https://notes.example/e/1"
      And Bea opens "https://other.example/d/1"
      Then the app "Notes" is handed nothing for Bea

    @ul-activity
    Scenario: A document is opened in its app by its link
      Given a conversation "Trip" between Anna and Bea
      And Anna shares "Packing list" from "Notes" at "https://notes.example/d/7" in "Trip"
      When Bea opens "https://notes.example/d/7" in "Notes"
      Then the app "Notes" is handed "https://notes.example/d/7" for Bea

  Rule: A link starts an app that does not run
    Background:
      Given the app "Notes" opens links at "notes.example/d/*"

    @ul-activity @ul-deliver
    Scenario: The app is handed the link when it starts, once, and for that person alone
      Given Bea opens "https://notes.example/d/1#top"
      And Bea opens "https://notes.example/e/1"
      When the app "Notes" runs for Anna
      And the app "Notes" runs for Bea
      Then the app "Notes" is handed "https://notes.example/d/1#top" for Bea
      But the app "Notes" is handed nothing for Anna

    @ul-activity @resume @restart
    Scenario: A restart of the server loses no link that waits
      Given Bea opens "https://notes.example/d/1"
      And Bea opens "https://notes.example/d/2"
      When the server restarts
      And the app "Notes" runs for Bea
      Then the app "Notes" is handed "https://notes.example/d/1" for Bea
      And the app "Notes" is handed "https://notes.example/d/2" for Bea

  Rule: Previews are registered, and nothing is fetched
    @shelf-item-preview
    Scenario: A highlight looks as its app says
      Given the app "Notes" opens links at "notes.example"
      And the app "Notes" shows "https://notes.example/d/*" as "A note" with the subtitle "On paper" with the glyph "📝" on "yellow"
      And the app "Notes" shows "https://notes.example/*" as "Something else"
      And a conversation "Trip" between Anna and Bea
      And Bea saves Anna as a contact
      And Bea turns automatic sharing on for "Notes"
      When Anna sends "https://notes.example/e/1" to "Trip"
      And Anna sends "https://notes.example/d/1" to "Trip"
      Then Bea sees in Shared with You:
        | link                      | title          | subtitle | glyph | colour |
        | https://notes.example/d/1 | A note         | On paper | 📝    | yellow |
        | https://notes.example/e/1 | Something else |          |       |        |

    @attr-remove-word
    Scenario: The entry that hides a highlight must say what it does
      Given the app "Notes" opens links at "notes.example"
      Then the app "Notes" calls its hide action "Remove Item"
      And the app "Notes" calls its hide action "Hide this"
      But the app "Notes" cannot call its hide action "Get rid of it"
      And the app "Notes" cannot call its hide action "Unhidden treasure"

    @sw-system-apps
    Scenario: Apps of the kinds that the system brings
      Given the sample apps are installed
      Then "https://news.example/story/1" opens in "News"
      And "https://music.example/album/blue" opens in "Music"
      And "https://podcasts.example/show/7" opens in "Podcasts"
      And "https://tv.example/film/9" opens in "TV"
      And "https://photos.example/album/lake" opens in "Photos"
      But "https://music.example/about" stays in the browser
