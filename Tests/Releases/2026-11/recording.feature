Feature: recording

  Background:
    Given the app "Notes" opens links at "notes.example"
    And the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And the app "News" opens links at "news.example"
    And the site "menu.example" publishes:
      """
      {"applinks":{"details":[{"appIDs":["TEAM.com.example.notes"],"components":[{"/":"/menu/*"}]}]}}
      """
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Us" between Anna and Bea
    And a conversation "Choir" between Bea and Carl

  Scenario: recording
    When Anna sends "Where shall we go, @Bea?" to "Trip"
    And Bea replies "To the lake: https://news.example/lake" to "Where shall we go, @Bea?" in "Trip"
    Then Bea is alerted to "Where shall we go, @Bea?" in "Trip"
    And Anna sees "To the lake: https://news.example/lake" in "Trip"

    When Carl reacts "heart" to "To the lake: https://news.example/lake" in "Trip"
    Then Bea is alerted to "Carl reacted heart to “To the lake: https://news.example/lake”" in "Trip"

    When Carl pins "https://news.example/lake" in "Trip"
    Then Carl sees "https://news.example/lake" in Shared with You from Bea
    And Carl is asked to share "News" automatically

    When Carl answers "Allow"
    And Bea turns automatic sharing on for "News"
    And Anna turns automatic sharing on for "News"
    And Bea sends "Or here: https://news.example/hills" to "Trip"
    Then Anna sees "Or here: https://news.example/hills" in "Trip"
    And Anna sees "https://news.example/hills" in Shared with You from Bea

    When Anna edits "Where shall we go, @Bea?" to "Where shall we go this summer, @Bea?" in "Trip"
    Then Bea sees "Where shall we go this summer, @Bea?" in "Trip"

    When Carl sends "Oops" to "Trip"
    Then Anna sees "Oops" in "Trip"

    When Carl unsends "Oops" in "Trip"
    Then Anna does not see "Oops" in "Trip"

    When Carl attaches the document "tickets.pdf" to "Trip"
    And Bea attaches the document "secret.pdf" to "Trip"
    Then Bea sees "tickets.pdf" in "Trip"
    And Anna sees "secret.pdf" in "Trip"

    When Bea unsends "secret.pdf" in "Trip"
    Then Anna does not see "secret.pdf" in "Trip"

    When Anna pins "https://news.example/lake" in "Trip"
    Then Anna sees "https://news.example/lake" in Shared with You from Bea

    When Bea pins "https://news.example/lake" in "Trip"
    Then Bea sees "https://news.example/lake" in Shared with You from Bea

    When Bea unpins "https://news.example/lake" in "Trip"
    And Anna sends "Grüße aus Zürich, 東京 🏕" to "Us"
    Then Bea sees "Grüße aus Zürich, 東京 🏕" in "Us"

    When Bea turns read receipts on for "Us"
    And Anna sends "Read this" to "Us"
    Then Bea sees "Read this" in "Us"

    When Anna gives "Trip" the photo "🏕"
    And Anna renames "Trip" to "Lake trip"
    And Anna adds Dana to "Lake trip"
    Then Anna, Bea, Carl and Dana are in "Lake trip"

    When Dana sends "Hello all" to "Lake trip"
    Then Anna sees "Hello all" in "Lake trip"

    When Anna removes Dana from "Lake trip"
    Then Anna, Bea and Carl are in "Lake trip"

    When Bea mutes "Choir"
    And Bea pins the conversation "Lake trip"
    And Bea marks "Us" as unread
    And Carl deletes the contact Dana
    And Carl blocks Dana
    And Carl sends "La la la" to "Choir"
    Then Bea sees "La la la" in "Choir"

    When Bea deletes the message "La la la" in "Choir"
    And Bea recovers the message "La la la" in "Choir"
    And Carl sends "Tra la" to "Choir"
    Then Bea sees "Tra la" in "Choir"

    When Carl deletes the message "Tra la" in "Choir"
    And Carl deletes the message "Tra la" in "Choir" for good
    And Bea deletes the conversation "Choir"
    And Carl sends "Once more" to "Choir"
    Then Bea sees "Once more" in "Choir"

    When Carl removes "https://news.example/hills" from Shared with You
    And the app "News" runs for Anna
    And Anna opens "https://news.example/hills" from the shelf of "News"
    And the app "Notes" runs for Anna
    And the app "Notes" runs for Bea
    And Anna shares "Packing list" from "Notes" at "https://notes.example/d/1" in "Lake trip"
    Then Bea sees "https://notes.example/d/1" in "Lake trip"

    When Bea opens "https://notes.example/d/1" in "Notes"
    Then Anna sees the notice "Bea joined “Packing list”" in "Lake trip"

    When Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna edited “Packing list”" in "Lake trip"

    When Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna made 2 edits to “Packing list”" in "Lake trip"

    When 3 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    Then Bea sees the notice "Anna made 3 edits to “Packing list”" in "Lake trip"

    When Bea mentions Carl in "https://notes.example/d/1" in "Notes"
    And Bea comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    Then Carl sees the notice "Bea mentioned you in “Packing list”" in "Lake trip"
    But Anna does not see the notice "Bea mentioned you in “Packing list”" in "Lake trip"
    And Anna sees the notice "Bea commented on “Packing list”" in "Lake trip"

    When Anna moves "https://notes.example/d/1" to the folder "Trips" in "Notes"
    Then Bea sees the notice "Anna moved “Packing list”" in "Lake trip"

    When Anna adds Dana to the share at "https://notes.example/d/1" so that they can view
    Then Bea sees the notice "Anna added Dana to “Packing list”" in "Lake trip"

    When Carl closes the notice "Bea mentioned you in “Packing list”" in "Lake trip"
    And Anna shares "Diary" from "Notes" at "https://notes.example/d/2" in "Us"
    Then Bea sees "https://notes.example/d/2" in "Us"

    When Anna stops sharing "https://notes.example/d/2"
    Then Bea has no access to "https://notes.example/d/2"

    When the app "Board" runs for Anna
    And Anna stages a draft of "Seats" from "Board" for "Lake trip"
    And Anna writes "Who sits where?" in the draft
    And Anna sends the draft
    Then the start of Anna waits

    When the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    Then Bea sees "Who sits where? https://board.example/b/1" in "Lake trip"
    And the start of Anna was sent
    # not recorded: activity.offer of Anna, which no phrase says

    When 11 minutes pass
    And Anna stages a draft of "Food" from "Board" for "Lake trip"
    And Anna writes "Who cooks?" in the draft
    And Anna sends the draft
    Then the start of Anna waits
