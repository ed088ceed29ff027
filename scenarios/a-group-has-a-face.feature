Feature: A group has a face
  Any member may set the group's photo, for which one emoji stands. Where a group without
  one is pinned, its members' initials stand in its place.

  Background:
    Given a conversation "Trip" between Anna, Bea and Carl

  @grp-name-photo
  Scenario: Whoever sets it, a line says who did it
    When Bea gives "Trip" the photo "🏕"
    Then Anna sees "Bea changed the group photo" in "Trip"
    And Bea sees "You changed the group photo" in "Trip"
    When Carl takes the photo from "Trip"
    Then Anna sees "Carl removed the group photo" in "Trip"

  @grp-name-photo
  Scenario: The same photo again says nothing
    Given Bea gives "Trip" the photo "🏕"
    When Anna gives "Trip" the photo "🏕"
    Then Carl does not see "Anna changed the group photo" in "Trip"

  @grp-name-photo
  Scenario: A conversation of two people keeps its name
    Given a conversation "Us" between Anna and Bea
    When Anna renames "Us" to "Camp" over the wire
    Then the last request of Anna fails with "conflict"
    And Bea does not see "named" in "Us"

  @grp-name-photo
  Scenario: Two people have no group photo, and strangers set none
    Given a conversation "Us" between Anna and Bea
    When Anna gives "Us" the photo "🏕" over the wire
    Then the last request of Anna fails with "conflict"
    When Dora gives "Trip" the photo "🏕" over the wire
    Then the last request of Dora fails with "not_found"
    When Anna gives "Trip" the photo "camp"
    Then the last request of Anna fails with "invalid_params"
    And Anna does not see "changed the group photo" in "Trip"

  @msg-pin-conv-group
  Scenario: A pinned group shows its members until it has a photo
    Given Anna sends "Who drives?" to "Trip"
    When Bea pins the conversation "Trip"
    Then Bea's screen shows:
      """
      …
      …📌(AC) Trip…
      …
      """
    When Carl gives "Trip" the photo "🏕"
    Then Bea's screen shows:
      """
      …
      …📌🏕 Trip…
      …
      """
    When Bea unpins the conversation "Trip"
    And Carl takes the photo from "Trip"
    And Bea pins the conversation "Trip"
    Then Bea's screen shows:
      """
      …
      …📌(AC) Trip…
      …
      """
