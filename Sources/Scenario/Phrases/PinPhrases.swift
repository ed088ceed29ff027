import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about pinned links, the menu of messages, search and details.
    static let pins: PhraseChapter = [
        "{person} pins|unpins {url} in {conversation}": .act(
            "Pins a link of the conversation for this person, or unpins it.", as: .pins,
            from: .requests([.linkPin: "pins", .linkUnpin: "unpins"], .sentLink)
        ) { step, id in
            let url = try step.url
            return step.says("pins") ? .pin(url: url, conversation: id) : .unpin(url: url, conversation: id)
        },
        "{person} is [not] offered {text} for {text} in {conversation}": .has(
            "Checks if the menu of the message with this text has this entry.",
            example: ["Bea", "Pin notes.example/d/1", "https://notes.example/d/1"]
        ) { step in
            let id = try step.meantMessage(1)
            var state = try step.person.state
            state.view.selected = try step.conversation.rawValue
            let entry = try step.found(state.message(id.rawValue), or: "{person} does not see the message")
            return MessageMenu.deeds(for: entry, in: state).map { MessageMenu.label($0, entry, in: state) }
        },
        "{person} searches for {text} and finds:": SeenThings(
            columns: ["from", "text"], others: "{person} finds something else",
            find: { step in
                let (person, query) = (try step.presentPerson(), try step.text)
                person.session?.updateState { $0.search = SearchState() }
                _ = try person.outcome(of: .messageSearch, of: .search(text: query))
                return person.state.search.hits.map { [$0.sender == "You" ? person.name : $0.sender, $0.text] }
            }
        ).seesThese(
            "Checks the results of a search in all conversations, in order: columns from and text.",
            example: ["Bea", "lake"]),
        "{person}'s screen shows the details of {conversation}:": .shows(
            "Checks the rows of the terminal with the details over the thread; … matches anything."
        ) { try $0.screenRows(behind: "/details", in: $0.conversation) },
    ]
}

extension PlayStep {
    /// Returns the rows of the person's terminal.
    ///
    /// - Parameter command: A command that the person types first. The sheet that it opens is closed again afterwards.
    func screenRows(
        behind command: String? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) -> [String] {
        let person = try settledPerson()
        let before = person.state.view
        if let command {
            let sheet = person.state.sheet.map { Sheets.sheet($0, in: person.state).title }
            try expect(sheet == nil, or: "{person} cannot type: a sheet is open", actual: sheet)
            // Without the focus, so that nothing is marked as read and no one is notified.
            if let conversation { person.open(conversation, reads: false) }
            person.session?.updateState { $0.view.draft = LineEditor(command) }
            _ = person.press([.enter], looks: false)
        }
        let grid = person.grid
        if command != nil {
            person.session?.updateState { state in
                state.view.sheet = nil
                state.view.isShelfShown = false
                state.view.draft = LineEditor()
                state.view.selected = before.selected
            }
        }
        try context.show(grid, of: person)
        return ScreenPattern.lines(grid.text)
    }
}
