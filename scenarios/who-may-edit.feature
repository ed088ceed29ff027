Feature: Who may work on a document
  The document service decides by the share: who was not invited finds nothing, who was invited opens it first, and
  who may only read can say something about it and change nothing.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"

  @ck-accept
  Scenario: Who was invited reads it once they have opened it
    Then Bea cannot read "https://notes.example/d/1"
    When Bea opens "https://notes.example/d/1" in "Notes"
    Then Bea's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """

  @ck-accept
  Scenario: Who has not opened it changes nothing
    When Carl edits "https://notes.example/d/1" in "Notes" without having opened it
    Then the last request of Carl fails with "forbidden"
    And Anna's "https://notes.example/d/1" reads:
      """
      Bring a tent.
      """

  @ck-accept
  Scenario: For who was not invited it is not there
    Then Dana cannot read "https://notes.example/d/1"
    When Dana writes "Mine." in "https://notes.example/d/1" in "Notes"
    Then the last request of Dana fails with "not_found"
    When Dana opens "https://notes.example/d/1" in "Notes"
    Then the last request of Dana fails with "not_found"

  @ucs-can-permission
  Scenario: Who may only read is refused, and who may write is not
    Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip" so that everyone can view
    And Anna writes "Seats 4 to 6." in "https://notes.example/d/2" in "Notes"
    When Bea writes "Seats 7 to 9." in "https://notes.example/d/2" in "Notes"
    Then the last request of Bea fails with "forbidden"
    When Bea writes "Two tents." in "https://notes.example/d/1" in "Notes"
    Then Anna's "https://notes.example/d/1" reads:
      """
      Two tents.
      """
    And Bea's "https://notes.example/d/2" reads:
      """
      Seats 4 to 6.
      """

  @ucs-can-permission
  Scenario Outline: Who may only read cannot <do it>
    Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip" so that everyone can view
    When Bea <does it>
    Then the last request of Bea fails with "forbidden"
    And Anna finds "https://notes.example/d/2" called "Tickets"
    And Anna sees the notices in "Trip":
      | text                 |
      | Bea joined “Tickets” |

    Examples:
      | do it     | does it                                                            |
      | rename it | renames "https://notes.example/d/2" to "Stolen tickets"            |
      | move it   | moves "https://notes.example/d/2" to the folder "Bea's" in "Notes" |
      | delete it | deletes "https://notes.example/d/2" in "Notes"                     |

  @ucs-can-permission
  Scenario: Who may only read can say something about it
    Given Anna shares "Tickets" from "Notes" at "https://notes.example/d/2" in "Trip" so that everyone can view
    When Bea comments "Which train?" on "https://notes.example/d/2" in "Notes"
    Then Anna sees the comment "Which train?" on "https://notes.example/d/2"
    And Anna sees the notice "Bea commented on “Tickets”" in "Trip"

  @ck-url
  Scenario: A link that somebody else has is taken, and nothing tells what is there
    Given Anna creates "Diary" in "Notes" at "https://notes.example/d/9"
    When Dana creates "Plans" in "Notes" at "https://notes.example/d/9"
    Then the last request of Dana fails with "conflict"
    And Dana cannot read "https://notes.example/d/9"
    When Dana creates "Plans" in "Notes" at "https://notes.example/d/1"
    Then the last request of Dana fails with "conflict"

  @ucs-root-record @ck-url
  Scenario: What is not shared yet is its owner's alone, and is shared at its own link
    Given Anna creates "Diary" in "Notes" at "https://notes.example/d/9"
    And Anna writes "Dear diary." in "https://notes.example/d/9" in "Notes"
    And the last request of Anna fails with "not_found"
    Then Bea cannot read "https://notes.example/d/9"
    When Anna shares "Diary" from "Notes" at "https://notes.example/d/9" in "Trip"
    And Bea opens "https://notes.example/d/9" in "Notes"
    Then Bea's "https://notes.example/d/9" reads:
      """
      Dear diary.
      """
