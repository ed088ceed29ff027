Feature: Content says who it is from, and leads back to them
  The attribution is drawn by the system, never by the app. Activating it opens the conversation over the content,
  and closing that leaves the content as it was.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Weekend" between Anna, Bea, Carl and Dana
    And Bea turns automatic sharing on for "Notes"

  @swy-attr-label @attr-content
  Scenario: From one, from two, from one and more
    When Anna sends "https://notes.example/d/1" to "Weekend"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When a conversation "Office" between Bea and Carl
    And Carl sends "https://notes.example/d/1" to "Office"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(CA) From Carl and Anna ›" for Bea
    When a conversation "Home" between Bea and Dana
    And Dana sends "https://notes.example/d/1" to "Home"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(DCA) From Dana + 2 ›" for Bea

  @attr-pin-mark @attr-one-per @attr-reload
  Scenario: A pin has its mark, and loses it
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    When Bea pins "https://notes.example/d/1" in "Weekend"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna 📌 ›" for Bea
    When Bea unpins "https://notes.example/d/1" in "Weekend"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea

  @attr-pin-mark @pin-always
  Scenario: A pin keeps its mark and its sharer after its conversation was left
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea pins "https://notes.example/d/1" in "Weekend"
    When Bea leaves "Weekend"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna 📌 ›" for Bea
    And Bea sees in Shared with You:
      | link                      | from | pinned | why            |
      | https://notes.example/d/1 | Anna | yes    | rank-pins-next |

  @attr-pin-mark @pin-always
  Scenario: A pin whose message lost the link keeps its mark alone
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea pins "https://notes.example/d/1" in "Weekend"
    And Bea leaves "Weekend"
    When Anna edits "https://notes.example/d/1" to "Later" in "Weekend"
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "📌 Pinned" for Bea

  @attr-in-detail @attr-activate @sw-in-context @attr-reply-equals-tap
  Scenario: Who replies from the content is back in it afterwards, where they were
    Given the app "Notes" shows "https://notes.example/d/1" as "Trip plan"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    And Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    When Bea presses "PgDn" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes
      ────────────────────────────────────────────────────────────────────────────────
       Trip plan
       (A) From Anna ›

       Trip plan, part 6

       § 7
      …
      """
    When Bea presses "Return" in "Notes"
    Then Bea's app "Notes" shows:
      """
      … Messages …
      … Weekend …
      …
       ● bea · connected                                Esc close  ↵ send  PgUp older
      """
    When Bea presses "Alt-x" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
       ● bea · connected                                   Esc cancel  ↵ run  F1 help
      """
    When Bea presses "Esc Esc" in "Notes"
    And Bea replies "See you there" from "https://notes.example/d/1" in "Notes"
    Then Bea's app "Notes" shows:
      """
       ‹ Notes
      ────────────────────────────────────────────────────────────────────────────────
       Trip plan
       (A) From Anna ›

       Trip plan, part 6

       § 7
      …
      """
    And Anna sees "See you there" in "Weekend"

  @attr-reply-equals-tap
  Scenario: Reply in a menu is the same as activating the attribution
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    When Bea chooses "Reply" in the menu of "https://notes.example/d/1" in "Notes"
    Then Bea's app "Notes" shows:
      """
      … Messages …
      … Weekend …
      …
      """

  @disambiguate @merge-threads
  Scenario: Shared in several conversations, it asks in which one to reply
    Given a conversation "Office" between Bea and Carl
    And Carl sends "https://notes.example/d/1" to "Office"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    When Bea chooses "Reply" in the menu of "https://notes.example/d/1" in "Notes"
    Then Bea's app "Notes" shows:
      """
      …
      … Reply in …
      …
      … ▸ Weekend …
      …
      """
    When Bea presses "Esc" in "Notes"
    And Bea replies "Later" from "https://notes.example/d/1" in "Notes" to "Office"
    Then Carl sees "Later" in "Office"
    But Anna does not see "Later" in "Weekend"

  @attr-menu @attr-menu-export @attr-menu-place @attr-highlight-menu @attr-supplemental @attr-menu-api
  Scenario: The system's entries stand behind the app's in its menu, and before them in the attribution's own
    When Anna sends "https://notes.example/d/1" to "Weekend"
    Then the menu of "https://notes.example/d/1" in "Notes" offers "Open, Copy Link, Reply, Remove" to Bea
    And the attribution's menu of "https://notes.example/d/1" in "Notes" offers "Reply, Remove, Copy Link" to Bea

  @attr-remove @restart
  Scenario: Remove is for one person, and for good
    Given Carl turns automatic sharing on for "Notes"
    And Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    When Bea chooses "Remove" in the menu of "https://notes.example/d/1" in "Notes"
    Then the app "Notes" does not see "https://notes.example/d/1" for Bea
    And Bea does not see "https://notes.example/d/1" in Shared with You
    But the app "Notes" sees "https://notes.example/d/1" for Carl
    And the app "Notes" sees "https://notes.example/d/2" for Bea
    When the server restarts
    Then the app "Notes" does not see "https://notes.example/d/1" for Bea

  @privacy-render
  Scenario: Drawing, asking and replying teach the app nothing
    Given a conversation "Office" between Bea and Carl
    And the app "Notes" learns nothing of people for Bea
    And Carl sends "https://notes.example/d/1" to "Office"
    And Anna sends "Look: https://notes.example/d/1" to "Weekend"
    When Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    And Bea replies "Later" from "https://notes.example/d/1" in "Notes" to "Office"
    Then the app "Notes" on the screen learned nothing of people for Bea

  @attr-max-width @attr-truncate
  Scenario: A name that is too long for its width ends with an ellipsis
    Given Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg and Bea are contacts
    And a conversation "Family" between Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg and Bea
    When Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg sends "https://notes.example/d/1" to "Family"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ │…│  (M) From Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von… ›
      …
      """

  @attr-align @attr-align-when @attr-enum-align @attr-props @attr-width-prop @attr-max-width @attr-truncate
  Scenario: In the width that it has, it stands where the app wants it
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And the app "Notes" draws attributions "25 columns, leading" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When the app "Notes" draws attributions "25 columns, center" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "     (A) From Anna ›" for Bea
    When the app "Notes" draws attributions "25 columns, trailing" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "          (A) From Anna ›" for Bea
    When the app "Notes" draws attributions "25 columns, default" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When the app "Notes" draws attributions "15 columns, trailing" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When the app "Notes" draws attributions "12 columns, center" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "From Anna ›" for Bea
    When the app "Notes" draws attributions "8 columns" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "From An…" for Bea

  @attr-bg-style @attr-enum-bg
  Scenario: On a background of many colours it stands in a box
    When Anna sends "https://notes.example/d/1" to "Weekend"
    And the app "Notes" draws attributions "color" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea
    When the app "Notes" draws attributions "material" for Bea
    Then the attribution of "https://notes.example/d/1" in "Notes" reads "▏(A) From Anna ›▕" for Bea

  @attr-height-free @attr-text-size-range
  Scenario: With larger text the row grows, and nothing is cut
    Given Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg and Bea are contacts
    And a conversation "Family" between Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg and Bea
    And Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-Hohenfels-Langenburg sends "https://notes.example/d/1" to "Family"
    When Bea's text size in "Notes" is "accessibilityLarge"
    Then Bea's app "Notes" shows:
      """
      …
      ▌ │ … (M) From
      … Maximiliane-Charlotte-Elisabeth-Wilhelmine-Friederike-von-
      … Hohenfels-Langenburg ›
      …
      """

  @attr-context-default @attr-context-detail @attr-context-when @attr-enum-context
  Scenario: What is open counts for more than what is offered
    Given Anna sends "https://notes.example/d/1" to "Weekend"
    And Anna sends "https://notes.example/d/2" to "Weekend"
    And Anna sends "https://notes.example/d/3" to "Weekend"
    And the app "Notes" showed Bea "https://notes.example/d/1" 1 time in "summary"
    And Bea sees in Shared with You:
      | link                      | why              |
      | https://notes.example/d/3 | rank-rest-chrono |
      | https://notes.example/d/2 | rank-rest-chrono |
      | https://notes.example/d/1 | rank-rest-chrono |
    When Bea opens "https://notes.example/d/1" from the shelf of "Notes"
    Then the app "Notes" showed Bea "https://notes.example/d/1" 1 time in "detail"
    And the app "Notes" showed Bea "https://notes.example/d/1" 1 time in "summary"
    But the app "Notes" showed Bea "https://notes.example/d/2" 0 times in "detail"
    And Bea sees in Shared with You:
      | link                      | why                |
      | https://notes.example/d/1 | rank-first-curated |
      | https://notes.example/d/3 | rank-rest-chrono   |
      | https://notes.example/d/2 | rank-rest-chrono   |

  @attr-remove-title @attr-remove-word @attr-hide-word
  Scenario: An app calls the entry that removes by a title of its own, if it says what it does
    Given the app "Notes" calls its hide action "Remove Note"
    And the app "Notes" cannot call its hide action "Get Rid of It"
    When Anna sends "https://notes.example/d/1" to "Weekend"
    Then the menu of "https://notes.example/d/1" in "Notes" offers "Open, Copy Link, Reply, Remove Note" to Bea
    When Bea chooses "Remove Note" in the menu of "https://notes.example/d/1" in "Notes"
    Then Bea does not see "https://notes.example/d/1" in Shared with You
