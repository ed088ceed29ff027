Feature: A link that works once
  The owner of a private share hands out a link without knowing to whom. Whoever opens it first takes part, and then it
  is a link like any other: it opens the document for them, and for nobody else.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Trip" between Anna and Bea
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1"

  @ck-one-time-url
  Scenario: The first who opens it takes part, and the second finds nothing
    Given Anna makes a one-time link for "https://notes.example/d/1"
    When Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has access to "https://notes.example/d/1"
    And Anna sees on the share at "https://notes.example/d/1":
      | person | role    | may  | came |
      | Anna   | owner   | edit | yes  |
      | Bea    | invited | edit | yes  |
      | Carl   | invited | edit | yes  |
    And Anna sees the notice "Carl joined “Trip plan”" in "Trip"
    When Dee opens the one-time link for "https://notes.example/d/1"
    Then Dee has no access to "https://notes.example/d/1"

  @ck-one-time-url
  Scenario: It opens the document again for the person who used it
    Given Anna makes a one-time link for "https://notes.example/d/1"
    And Carl opens the one-time link for "https://notes.example/d/1"
    When Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has access to "https://notes.example/d/1"
    And Anna sees the notices in "Trip":
      | text                    |
      | Bea joined “Trip plan”  |
      | Carl joined “Trip plan” |

  @ck-one-time-url
  Scenario: It gives the permission with which it was made
    Given Anna makes a one-time link for "https://notes.example/d/1" to view
    When Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl sees on the share at "https://notes.example/d/1":
      | person | may  |
      | Anna   | edit |
      | Bea    | edit |
      | Carl   | view |

  @ck-one-time-url
  Scenario: A link that was taken back opens nothing
    Given Anna makes a one-time link for "https://notes.example/d/1"
    When Anna takes back the one-time link for "https://notes.example/d/1"
    And Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has no access to "https://notes.example/d/1"

  @ck-one-time-url @ucs-can-remove
  Scenario: It ends with the participant who used it
    Given Anna makes a one-time link for "https://notes.example/d/1"
    And Carl opens the one-time link for "https://notes.example/d/1"
    When Anna removes Carl from the share at "https://notes.example/d/1"
    And Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has no access to "https://notes.example/d/1"
    When Dee opens the one-time link for "https://notes.example/d/1"
    Then Dee has no access to "https://notes.example/d/1"

  @ck-one-time-url @ck-public-raise @ck-public-lower
  Scenario: A share that was public in between has no links that work once
    Given Anna makes a one-time link for "https://notes.example/d/1"
    When Anna opens the share at "https://notes.example/d/1" to anyone with the link
    And Anna closes the share at "https://notes.example/d/1" to invited people
    And Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has no access to "https://notes.example/d/1"

  @ck-one-time-url @ck-role-meaning
  Scenario: A participant makes none, and an administrator does
    When Bea makes a one-time link for "https://notes.example/d/1" over the wire
    Then the last request of Bea fails with "forbidden"
    When Anna makes Bea an administrator of the share at "https://notes.example/d/1"
    And Bea makes a one-time link for "https://notes.example/d/1"
    And Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has access to "https://notes.example/d/1"

  @ck-one-time-url @restart
  Scenario: It works after the server was gone
    Given Anna makes a one-time link for "https://notes.example/d/1"
    When the server restarts
    And Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has access to "https://notes.example/d/1"

  @ck-one-time-url @ck-access-requests
  Scenario: It admits nobody who is blocked
    Given Anna blocks Bea at "https://notes.example/d/1"
    And Anna makes a one-time link for "https://notes.example/d/1"
    When Bea opens the one-time link for "https://notes.example/d/1"
    Then Bea has no access to "https://notes.example/d/1"
    When Carl opens the one-time link for "https://notes.example/d/1"
    Then Carl has access to "https://notes.example/d/1"
