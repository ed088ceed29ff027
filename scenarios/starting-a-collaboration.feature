Feature: Starting a collaboration
  A draft stands in the composer and creates nothing; Send shares the document, invites everyone, and puts its link
  into the thread, all at once.

  Background:
    Given the app "Notes" opens links at "notes.example"
    And Anna, Bea and Carl are contacts
    And a conversation "Lake weekend" between Anna, Bea and Carl

  @draft-stage
  Scenario: Nothing is created before Send
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna chooses "Can view" in the draft
    Then nothing has happened since the draft of Anna
    When Anna cancels the draft
    Then Anna finds no share of "Trip plan"
    And Bea finds no share of "Trip plan"

  @collab-start-sheet @options-set
  Scenario: The share sheet stages a draft with who can access, what they may do, and whether they may add people
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can make changes.
      Who can access
      1. Only people you invite  [●]
      2. Anyone with the link  [○]
      Permission
      3. Can make changes  [●]
      4. Can view  [○]
      More
      5. Collaborators can add people  [○]
      """

  @collab-start-drop
  Scenario: A document dropped into the thread stages the same draft, and opens no share sheet
    When Anna drops "Trip plan" from "Notes" into "Lake weekend"
    Then nothing has happened since the draft of Anna
    And the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can make changes.
      Who can access
      1. Only people you invite  [●]
      2. Anyone with the link  [○]
      Permission
      3. Can make changes  [●]
      4. Can view  [○]
      More
      5. Collaborators can add people  [○]
      """
    When Anna sends the draft
    Then Bea finds "Trip plan" shared with Anna and Carl

  @draft-stage @perm-summary-text
  Scenario: Send shares the document with everyone in the thread
    Given Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    When Anna sends the draft
    Then the start of Anna was sent
    And Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can make changes."
    And Carl finds "Trip plan" shared with Anna and Bea

  @perm-summary-text @perm-summary-button @sheet-permission-choice @opt-share-options
  Scenario: What is chosen before Send is what the share is
    Given Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And the draft of Anna says "Everyone can make changes."
    When Anna chooses "Can view" in the draft
    Then the draft of Anna says "Everyone can view."
    When Anna sends the draft
    Then Bea finds "Trip plan" shared with Anna and Carl saying "Everyone can view."

  @options-set
  Scenario: A document for anyone with the link invites nobody by name
    Given Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    When Anna chooses "Anyone with the link" in the draft
    And Anna sends the draft
    Then the start of Anna was sent
    But Bea finds no share of "Trip plan"

  @options-set
  Scenario: Who was invited cannot send it on
    Given a conversation "Choir" between Bea, Carl and Dee
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna sends the draft
    When Bea sends "Trip plan" on to "Choir"
    Then the last request of Bea fails with "forbidden"

  @options-set
  Scenario: Who was invited can send it on where that was chosen
    Given a conversation "Choir" between Bea, Carl and Dee
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna chooses "Collaborators can add people" in the draft
    And Anna sends the draft
    When Bea sends "Trip plan" on to "Choir"
    Then Dee finds "Trip plan" shared with Anna, Bea and Carl

  @infra-three @swiftui-sharelink
  Scenario Outline: A document kept <where> is started from the same draft
    Given the app "Notes" keeps its documents <where>
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    When Anna sends the draft
    Then the start of Anna <outcome>

    Examples:
      | where        | outcome  |
      | in the cloud | was sent |
      | as files     | was sent |
      | itself       | waits    |

  @sheet-method-choice @collab-link-copy-choice
  Scenario: The header of the draft switches between collaborating and a copy, and remembers it
    Given the app "Notes" keeps its documents as files
    And Anna drops "Trip plan" from "Notes" into "Lake weekend"
    When Anna chooses "Send Copy" in the draft
    Then the draft of Anna shows:
      """
      Trip plan
      Send Copy
      How
      1. Collaborate  [○]
      2. Send Copy  [●]
      """
    When Anna sends the draft
    Then Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend"
    And Bea finds no share of "Trip plan"
    And Anna finds no share of "Trip plan"

  @opt-example @opt-option @opt-group-picker @opt-group-switches @options-few-grouped
  Scenario: An app brings options of its own: one picker and two switches
    Given the app "Notes" offers when sharing:
      | group      | kind     | option   | title            | needs  | does      | summary |
      | Permission | picker   | change   | Can make changes |        | readWrite |         |
      | Permission | picker   | read     | Read only        |        | readOnly  |         |
      | Also       | switches | mentions | Allow mentions   | change |           |         |
      | Also       | switches | comments | Allow comments   |        |           |         |
    Then the app "Notes" is not warned
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can make changes.
      Permission
      1. Can make changes  [●]
      2. Read only  [○]
      Also
      3. Allow mentions  [○]
      4. Allow comments  [○]
      """
    When Anna chooses "Allow mentions" in the draft
    And Anna chooses "Allow comments" in the draft
    Then the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can make changes.
      Permission
      1. Can make changes  [●]
      2. Read only  [○]
      Also
      3. Allow mentions  [●]
      4. Allow comments  [●]
      """

  @opts-group-text
  Scenario: A group has a heading and a line below it, where the app says so
    Given the app "Notes" offers when sharing:
      | group      | kind     | option   | title            | footer                        |
      | Permission | picker   | change   | Can make changes |                               |
      | Permission | picker   | read     | Read only        | Whoever reads may still copy. |
      | Also       | switches | comments | Allow comments   |                               |
    When Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    Then the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can make changes.
      Permission
      1. Can make changes  [●]
      2. Read only  [○]
      Whoever reads may still copy.
      Also
      3. Allow comments  [○]
      """

  @opt-required @opt-selected-rule
  Scenario: An option that needs another is out of reach without it
    Given the app "Notes" offers when sharing:
      | group      | kind     | option   | title            | needs  | does      | summary |
      | Permission | picker   | change   | Can make changes |        | readWrite |         |
      | Permission | picker   | read     | Read only        |        | readOnly  |         |
      | Also       | switches | mentions | Allow mentions   | change |           |         |
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna chooses "Allow mentions" in the draft
    When Anna chooses "Read only" in the draft
    Then Anna cannot choose "Allow mentions" in the draft
    And the draft of Anna shows:
      """
      Trip plan
      Collaborate · Everyone can view.
      Permission
      1. Can make changes  [○]
      2. Read only  [●]
      Also
      3. Allow mentions  [–]
      """

  @opt-share-options @perm-summary-text
  Scenario: An app's own line is on the button, and on the share
    Given the app "Notes" offers when sharing:
      | group      | kind   | option | title            | does      | summary               |
      | Permission | picker | change | Can make changes | readWrite |                       |
      | Permission | picker | read   | Read only        | readOnly  | For your eyes, mostly |
    And Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    When Anna chooses "Read only" in the draft
    Then the draft of Anna says "For your eyes, mostly"
    When Anna sends the draft
    Then Bea finds "Trip plan" shared with Anna and Carl saying "For your eyes, mostly"

  @options-few-grouped
  Scenario: An app with too many options is told so
    When the app "Notes" offers when sharing:
      | group | kind     | option | title |
      | Some  | switches | a      | A     |
      | Some  | switches | b      | B     |
      | Some  | switches | c      | C     |
      | More  | switches | d      | D     |
      | More  | switches | e      | E     |
      | More  | switches | f      | F     |
      | More  | switches | g      | G     |
    Then the app "Notes" is warned about "at a glance"

  @manage-title
  Scenario: The button that manages a shared document has a title of its own, or the usual one
    Then the manage button of the app "Notes" says "Manage Shared File" to Anna
    When the app "Notes" calls its manage button "Manage Note"
    Then the manage button of the app "Notes" says "Manage Note" to Anna

  @meta-initiator-private @meta-fields
  Scenario: What is said with the document is in the message, and nothing else is
    Given Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend"
    And Anna writes "Have a look" in the draft
    And Anna calls the document "row 7" in the draft
    When Anna sends the draft
    Then Bea was never told "row 7"
    And Bea was never told "initiator"
