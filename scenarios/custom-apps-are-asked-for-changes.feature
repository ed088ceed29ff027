Feature: An app that holds its documents itself is asked for every change of who can open them
  Nothing changes before it has done it, for whoever takes part decides there. What it cannot do, or does not do in
  time, is not done, and who wanted it is told why.

  Background:
    Given the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And Anna, Bea, Carl and Dee are contacts
    And a conversation "Lake weekend" between Anna, Bea and Carl
    And Anna stages a draft of "Ideas" from "Board" for "Lake weekend"
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    And Bea opens "https://board.example/b/1"

  @act-participants @ev-membership
  Scenario: Somebody is added when the app has let them in, and told of then
    When Anna adds Dee to the share at "https://board.example/b/1"
    Then the app "Board" is asked to let one people into "Ideas" for Anna
    And the change of Anna waits
    And Dee has no access to "https://board.example/b/1"
    And Bea sees no notice in "Lake weekend"
    When the app "Board" lets the people in for Anna
    Then the change of Anna is made
    And Anna sees on the share at "https://board.example/b/1":
      | person | came |
      | Anna   | yes  |
      | Bea    | yes  |
      | Carl   | no   |
      | Dee    | no   |
    And Bea sees the notices in "Lake weekend":
      | text                      |
      | Anna added Dee to “Ideas” |

  @act-participants @ucs-invite-owner
  Scenario: Somebody who is added is sent the link when the app has let them in
    Given a conversation "Choir" between Anna and Dee
    When Anna adds Dee to the share at "https://board.example/b/1"
    Then Dee does not see "https://board.example/b/1" in "Choir"
    When the app "Board" lets the people in for Anna
    Then Dee sees "https://board.example/b/1" in "Choir"

  @act-participants @ucs-invite-owner @group-sync-prompt-add
  Scenario: Somebody who is added by an answered prompt is sent the link when the app has let them in
    Given a conversation "Choir" between Anna and Dee
    And Bea adds Dee to "Lake weekend"
    When Anna answers "Add" to "Add Dee to “Ideas”" in "Lake weekend"
    Then Dee does not see "https://board.example/b/1" in "Choir"
    When the app "Board" lets the people in for Anna
    Then Dee sees "https://board.example/b/1" in "Choir"

  @act-participants @group-sync-backends @group-sync-prompt-add
  Scenario: The reason of an app that fails after an answered prompt is told to the owner, who is asked again
    Given Bea adds Dee to "Lake weekend"
    When Anna answers "Add" to "Add Dee to “Ideas”" in "Lake weekend"
    And the app "Board" fails for Anna with "The archive is locked"
    Then the change of Anna failed because "act-participants" saying "Board could not change who can open “Ideas”: The archive is locked"
    And Anna's screen shows:
      """
      …
      …The archive is locked…
      …
      """
    And Anna is asked "Add Dee to “Ideas”" in "Lake weekend"
    And Dee has no access to "https://board.example/b/1"
    When Anna agrees to what is asked in "Lake weekend"
    And the app "Board" lets the people in for Anna
    Then the change of Anna is made
    When Dee opens "https://board.example/b/1"
    Then Dee has access to "https://board.example/b/1"

  @act-participants @ev-membership
  Scenario: An app that posts what it did tells nobody twice
    Given Anna adds Dee to the share at "https://board.example/b/1"
    And the app "Board" lets the people in for Anna
    And everything has settled
    When the app "Board" tells for Anna that Dee was added to "https://board.example/b/1"
    Then Bea sees the notices in "Lake weekend":
      | text                      |
      | Anna added Dee to “Ideas” |

  @act-remove @act-participants
  Scenario: Somebody is removed when the app has taken them off
    When Anna removes Bea from the share at "https://board.example/b/1"
    Then the app "Board" is asked to update the people of "Ideas" for Anna
    And Bea has access to "https://board.example/b/1"
    When the app "Board" lets the people in for Anna
    Then Bea has no access to "https://board.example/b/1"
    And Carl sees the notice "Anna removed Bea from “Ideas”" in "Lake weekend"

  @act-remove
  Scenario: What the app cannot do is not done, and its reason is told to who wanted it
    When Anna removes Bea from the share at "https://board.example/b/1"
    And the app "Board" fails for Anna with "The archive is locked"
    Then the change of Anna failed because "act-participants" saying "Board could not change who can open “Ideas”: The archive is locked"
    And Bea has access to "https://board.example/b/1"
    And Carl does not see the notice "Anna removed Bea from “Ideas”" in "Lake weekend"

  @act-contract @act-participants
  Scenario: What the app does not do in time is not done
    When Anna adds Dee to the share at "https://board.example/b/1"
    And 10 seconds pass
    Then the change of Anna failed because "act-contract" saying "Board did not answer in time."
    And Dee has no access to "https://board.example/b/1"
    And the app "Board" is asked nothing for Anna

  @act-participants @ucs-can-access
  Scenario: Who can open it at all is a change like that
    When Anna opens the share at "https://board.example/b/1" to anyone with the link
    Then the app "Board" is asked to update the people of "Ideas" for Anna
    And Dee has no access to "https://board.example/b/1"
    When the app "Board" lets the people in for Anna
    And Dee opens "https://board.example/b/1"
    Then Dee has access to "https://board.example/b/1"
    When Anna closes the share at "https://board.example/b/1" to invited people
    Then Dee has access to "https://board.example/b/1"
    When the app "Board" lets the people in for Anna
    Then Dee has no access to "https://board.example/b/1"

  @act-start @act-participants
  Scenario: A share that is sent to nobody yet is there when the app has made its link
    When Anna shares "Plan" from "Board" at "https://board.example/b/2" with nobody yet
    Then the app "Board" is asked to start "Plan" for Anna
    And Anna has no access to "https://board.example/b/2"
    When the app "Board" answers the start for Anna with "https://board.example/b/2" known as "board-2"
    Then Anna has access to "https://board.example/b/2"
    And the app "Board" is asked nothing for Anna

  @act-start @act-contract
  Scenario: Where the app makes none there is no share
    When Anna shares "Plan" from "Board" at "https://board.example/b/2" with nobody yet
    And the app "Board" fails for Anna with "No space left"
    Then Anna has no access to "https://board.example/b/2"

  @act-participants
  Scenario: What people may do is the system's to save, and asks nobody
    When Anna lets Bea only view the share at "https://board.example/b/1"
    Then the app "Board" is asked nothing for Anna
    And Bea sees on the share at "https://board.example/b/1":
      | person | may  |
      | Anna   | edit |
      | Bea    | view |
      | Carl   | edit |

  @act-instant-access @ucs-can-leave
  Scenario: Coming by an invitation and leaving ask nobody either
    When Carl opens "https://board.example/b/1"
    And Bea leaves the share at "https://board.example/b/1"
    Then the app "Board" is asked nothing for Anna
    And Bea has no access to "https://board.example/b/1"
    And Anna sees the notices in "Lake weekend":
      | text                |
      | Bea joined “Ideas”  |
      | Carl joined “Ideas” |
      | Bea left “Ideas”    |

  @act-participants @act-send
  Scenario: Sent on, the link goes out when the app has let those in who get it
    Given a conversation "Choir" between Anna and Dee
    When Anna sends "Ideas" on to "Choir"
    Then Dee does not see "https://board.example/b/1" in "Choir"
    And Dee has no access to "https://board.example/b/1"
    When the app "Board" lets the people in for Anna
    And Dee opens "https://board.example/b/1"
    Then Dee sees "https://board.example/b/1" in "Choir"
    And Bea sees the notice "Anna added Dee to “Ideas”" in "Lake weekend"
