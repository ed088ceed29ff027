Feature: A document to work on
  What people share is a real document: what one of them writes, the others read. Its app may tell the conversation
  of it, and need not.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"

  @infra-three @notify-four-kinds @ev-change
  Scenario: What one writes the others read, and each edit is one notice
    When Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Bea edits "https://notes.example/d/1" in "Notes"
    Then Carl sees the notices in "Trip":
      | text                    |
      | Anna edited “Trip plan” |
      | Bea joined “Trip plan”  |
      | Bea edited “Trip plan”  |
    And Anna's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      One more line.
      """
    And Bea's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      One more line.
      """

  @notify-four-kinds @ev-change
  Scenario: A comment stands beside the text
    Given Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    When Bea comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    Then Anna sees the comment "Two tents?" on "https://notes.example/d/1"
    And Anna sees the notice "Bea commented on “Trip plan”" in "Trip"
    But Anna's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """

  @notify-four-kinds @ev-mention @ev-mention-private
  Scenario: A mention stands in the text, and is told to whom it calls
    When Bea mentions Anna in "https://notes.example/d/1" in "Notes"
    Then Anna sees the notice "Bea mentioned you in “Trip plan”" in "Trip"
    And Anna's "https://notes.example/d/1" reads:
      """
      What do you think, @anna?
      """
    But Carl sees the notices in "Trip":
      | text                   |
      | Bea joined “Trip plan” |

  @notice-optional
  Scenario: An app that posts nothing lets nobody know, and the document is changed all the same
    Given the app "Notes" posts nothing
    When Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Lake plan"
    And Bea comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    Then Bea sees no notice in "Trip"
    And Anna sees the notices in "Trip":
      | text                   |
      | Bea joined “Lake plan” |
    But Bea's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """
    And Bea finds "https://notes.example/d/1" called "Lake plan"

  @ev-persistence @ev-persistence-use
  Scenario: It gets another name and another place, for everyone
    Given Bea opens "https://notes.example/d/1" in "Notes"
    When Bea renames "https://notes.example/d/1" to "Lake plan"
    And Anna moves "https://notes.example/d/1" to the folder "Summer" in "Notes"
    Then Anna finds "https://notes.example/d/1" called "Lake plan" in the folder "Summer"
    And Carl sees the notice "Bea renamed “Trip plan” to “Lake plan”" in "Trip"
    And Carl sees the notice "Anna moved “Lake plan”" in "Trip"

  @ucs-root-record @ev-persistence
  Scenario: When the document is deleted, its link leads nowhere
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    When Anna deletes "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna deleted “Trip plan”" in "Trip"
    And Bea cannot read "https://notes.example/d/1"
    And Anna cannot read "https://notes.example/d/1"
    When Bea edits "https://notes.example/d/1" in "Notes"
    Then the last request of Bea fails with "conflict"
    When Carl opens "https://notes.example/d/1" in "Notes"
    Then the last request of Carl fails with "conflict"

  @ucs-root-record @ntc-banner-view
  Scenario: The banner offers a deleted document no more to the person who deleted it
    Given Bea opens "https://notes.example/d/1"
    And Anna has 1 notice waiting in "Trip"
    When Anna deletes "https://notes.example/d/1" in "Notes"
    Then Anna has no notices waiting in "Trip"
    And Anna sees the notice "Bea joined “Trip plan”" in "Trip"
    And Bea has 1 notice waiting in "Trip"

  @ucs-root-record
  Scenario: Nobody is added to what is deleted
    Given Anna deletes "https://notes.example/d/1" in "Notes"
    When Anna adds Dana to the share at "https://notes.example/d/1"
    Then the last request of Anna fails with "conflict"
    When Anna adds Dana to the share at "https://notes.example/d/1" over the wire
    Then the last request of Anna fails with "conflict"
    And the last request of Anna runs into the rule "ucs-root-record"
    And Dana has no access to "https://notes.example/d/1"

  @ucs-root-record
  Scenario Outline: The sharing of what is deleted does not change
    Given Bea opens "https://notes.example/d/1"
    And Anna deletes "https://notes.example/d/1" in "Notes"
    When Anna <change> "https://notes.example/d/1"
    Then the last request of Anna fails with "conflict"

    Examples:
      | change                                     |
      | lets everyone only view the share at       |
      | makes Bea an administrator of the share at |

  @ucs-root-record
  Scenario: What is deleted is neither sent on nor accepted
    Given a conversation "Choir" between Anna and Dana
    And Anna deletes "https://notes.example/d/1" in "Notes"
    When Anna sends "Trip plan" on to "Choir"
    Then the last request of Anna fails with "conflict"
    And Dana does not see "https://notes.example/d/1" in "Choir"
    When Bea opens "https://notes.example/d/1" over the wire
    Then the last request of Bea fails with "conflict"
    And the last request of Bea runs into the rule "ucs-root-record"

  @ucs-root-record
  Scenario: A link is free again once its document is deleted and not shared
    Given Anna deletes "https://notes.example/d/1" in "Notes"
    When Anna creates "New plan" in "Notes" at "https://notes.example/d/1"
    Then the last request of Anna fails with "conflict"
    When Anna stops sharing "https://notes.example/d/1"
    And Anna creates "New plan" in "Notes" at "https://notes.example/d/1"
    Then Anna finds "https://notes.example/d/1" called "New plan"
    But Bea cannot read "https://notes.example/d/1"
    When Anna shares "New plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Bea opens "https://notes.example/d/1" in "Notes"
    Then Bea finds "https://notes.example/d/1" called "New plan"

  @notice-type-and-link @ev-protocol
  Scenario: Opening what a notice tells of leads to the document
    Given the app "Notes" runs for Bea
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Bea has one notice waiting in "Trip"
    When Bea opens "https://notes.example/d/1" in "Notes"
    Then Bea's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """
    And Bea has no notice waiting in "Trip"

  @notice-type-and-link
  Scenario: A notice with a link to a comment opens the document at that comment
    Given the app "Notes" runs for Bea
    And Anna comments "One tent?" on "https://notes.example/d/1" in "Notes"
    And Anna comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    And Bea opens "https://notes.example/d/1"
    And Bea presses "Esc" in "Notes"
    When Anna comments on "https://notes.example/d/1#comment-2" in "Notes"
    Then Bea has one notice waiting in "Trip"
    When Bea presses "Ctrl-O"
    Then Bea has no notice waiting in "Trip"
    And Bea's app "Notes" shows:
      """
       ‹ Notes…
      ────────────────────────────────────────────────────────────────────────────────
       Trip plan
      …
       › Comment 2: Two tents?
      …
      """

  @notice-type-and-link
  Scenario: A link deeper than the document opens it, and lets the invited person in
    Given the app "Notes" runs for Bea
    When Bea opens "https://notes.example/d/1/budget"
    Then Bea has access to "https://notes.example/d/1"
    And Bea's app "Notes" shows:
      """
       ‹ Notes…
      ────────────────────────────────────────────────────────────────────────────────
       Trip plan
      …
       › Opened at budget
      …
      """

  @notice-type-and-link @ck-accept
  Scenario: A deeper link opens nothing for a person who is not on the share
    Given a conversation "Choir" between Anna and Dana
    When Dana opens "https://notes.example/d/1#comment-2"
    Then Dana has no access to "https://notes.example/d/1"

  Scenario: Everyone sees who has it open, each once and as long as they have
    When Bea opens "https://notes.example/d/1" in "Notes"
    And Carl opens "https://notes.example/d/1" in "Notes"
    Then Anna sees Bea and Carl at work in "https://notes.example/d/1"
    When Bea closes "https://notes.example/d/1" in "Notes"
    Then Anna sees Carl at work in "https://notes.example/d/1"
    When Carl closes "https://notes.example/d/1" in "Notes"
    Then Anna sees nobody at work in "https://notes.example/d/1"

  @restart
  Scenario: What was written is there after the server was gone
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Lake plan"
    And Bea edits "https://notes.example/d/1" in "Notes"
    When the server restarts
    Then Bea's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      One more line.
      """
    And Bea finds "https://notes.example/d/1" called "Lake plan"

  @privacy-no-threads @id-no-handles
  Scenario: The app that is told of it all is told of nobody
    Given the app "Notes" runs for Bea
    When Bea opens "https://notes.example/d/1" in "Notes"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Carl comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    And Bea edits "https://notes.example/d/1" in "Notes"
    Then the app "Notes" learns nothing of people for Bea

  @ucs-can-stop @ucs-can-leave @ck-accept
  Scenario Outline: A document that a person has lost keeps its last title after a restart
    Given Bea opens "https://notes.example/d/1" in "Notes"
    And Anna renames "https://notes.example/d/1" to "Lake plan"
    When <loss>
    And Bea starts the client anew
    And Bea reads "Trip"
    Then Bea's screen shows:
      """
      …
      …Lake plan…
      …
      """
    And Bea's screen does not show "Notes · Trip plan"

    Examples:
      | loss                                                           |
      | Anna stops sharing "https://notes.example/d/1"                 |
      | Bea leaves the share at "https://notes.example/d/1"            |
      | Anna removes Bea from the share at "https://notes.example/d/1" |
