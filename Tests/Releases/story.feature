Feature: What a release writes

  One world in which every kind of event happens, so that its log has a record of each.

  Scenario: A trip is planned
    Given the app "Notes" opens links at "notes.example"
    And the app "Board" opens links at "board.example"
    And the app "Board" keeps its documents itself
    And the app "News" opens links at "news.example"
    And the site "menu.example" publishes:
      """
      {"applinks": {"details": [{"appIDs": ["TEAM.com.example.notes"], "components": [{"/": "/menu/*"}]}]}}
      """
    And Anna, Bea, Carl and Dana are contacts
    And a conversation "Trip" between Anna, Bea and Carl
    And a conversation "Us" between Anna and Bea
    And a conversation "Choir" between Bea and Carl

    # Messages, and what people change about them
    When Anna sends "Where shall we go, @Bea?" to "Trip"
    And Bea replies "To the lake: https://news.example/lake" to "Where shall we go, @Bea?" in "Trip"
    And Carl reacts "heart" to "To the lake: https://news.example/lake" in "Trip"
    And Carl pins "https://news.example/lake" in "Trip"
    And Carl answers "Allow"
    And Bea turns automatic sharing on for "News"
    And Anna turns automatic sharing on for "News"
    And Bea sends "Or here: https://news.example/hills" to "Trip"
    And Anna edits "Where shall we go, @Bea?" to "Where shall we go this summer, @Bea?" in "Trip"
    And Carl sends "Oops" to "Trip"
    And Carl unsends "Oops" in "Trip"
    And Carl attaches the document "tickets.pdf" to "Trip"
    And Bea attaches the document "secret.pdf" to "Trip"
    And Bea unsends "secret.pdf" in "Trip"
    And Anna pins "https://news.example/lake" in "Trip"
    And Bea pins "https://news.example/lake" in "Trip"
    And Bea unpins "https://news.example/lake" in "Trip"
    And Anna sends "Grüße aus Zürich, 東京 🏕" to "Us"
    And Bea reads "Us"
    And Bea turns read receipts on for "Us"
    And Anna sends "Read this" to "Us"
    And Bea reads "Us"

    # The conversation itself
    And Anna gives "Trip" the photo "🏕"
    And Anna renames "Trip" to "Lake trip"
    And Anna adds Dana to "Lake trip"
    And Dana sends "Hello all" to "Lake trip"
    And Anna removes Dana from "Lake trip"
    And Bea mutes "Choir"
    And Bea pins the conversation "Lake trip"
    And Bea marks "Us" as unread
    And Carl deletes the contact Dana
    And Carl blocks Dana

    # Deleting for oneself
    And Carl sends "La la la" to "Choir"
    And Bea deletes the message "La la la" in "Choir"
    And Bea recovers the message "La la la" in "Choir"
    And Carl sends "Tra la" to "Choir"
    And Carl deletes the message "Tra la" in "Choir"
    And Carl deletes the message "Tra la" in "Choir" for good
    And Bea deletes the conversation "Choir"
    And Carl sends "Once more" to "Choir"

    # Shelves
    And Carl removes "https://news.example/hills" from Shared with You
    And Anna opens "https://news.example/hills" from the shelf of "News"

    # A collaboration
    And the app "Notes" runs for Anna
    And the app "Notes" runs for Bea
    And Anna shares "Packing list" from "Notes" at "https://notes.example/d/1" in "Lake trip"
    And Bea opens "https://notes.example/d/1"
    And Anna writes "Bring a tent." in "https://notes.example/d/1" in "Notes"
    And Anna edits "https://notes.example/d/1" in "Notes"
    And 3 minutes pass
    And Anna edits "https://notes.example/d/1" in "Notes"
    And Bea mentions Carl in "https://notes.example/d/1" in "Notes"
    And Bea comments "Two tents?" on "https://notes.example/d/1" in "Notes"
    And Anna moves "https://notes.example/d/1" to the folder "Trips" in "Notes"
    And Anna adds Dana to the share at "https://notes.example/d/1" so that they can view
    And Carl closes the notice "Bea mentioned you in “Packing list”" in "Lake trip"
    And Anna shares "Diary" from "Notes" at "https://notes.example/d/2" in "Us"
    And Anna stops sharing "https://notes.example/d/2"
    And the app "Board" runs for Anna
    And Anna stages a draft of "Seats" from "Board" for "Lake trip"
    And Anna writes "Who sits where?" in the draft
    And Anna sends the draft
    And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1"
    And the app "Board" lets the people in for Anna
    And the app "Notes" offers Anna only "Count Words" on the share sheet
    And 11 minutes pass
    And Anna stages a draft of "Food" from "Board" for "Lake trip"
    And Anna writes "Who cooks?" in the draft
    And Anna sends the draft

    Then Bea sees "Once more" in "Choir"
    And Bea sees "To the lake: https://news.example/lake" in "Lake trip"
