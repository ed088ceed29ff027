import ChatProtocol

extension PlayPhrases {
    /// Links that matter to someone.
    static let pins: [StepDefinition<Troupe>] = [
        step(
            "{person} pins|unpins {url} in {conversation}",
            summary: "Pins a link of the conversation, for this person alone; or takes the pin away."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let pins = arguments.choice() == "pins"
            try troupe.act(arguments, pins ? .linkPin : .linkUnpin) {
                pins ? .pin(url: url, conversation: $0) : .unpin(url: url, conversation: $0)
            }
        },
        check(
            "{person} is [not] offered {text} for {text} in {conversation}",
            example: #"Bea is offered "Pin notes.example/d/1" for "https://notes.example/d/1" in "Trip""#,
            summary: "Checks whether the menu of the message that reads so has this entry."
        ) { troupe, arguments throws(StepFailure) in
            let isThere = arguments.choice() == nil
            try Troupe.expect(
                troupe.menu(arguments), has: arguments.text(), isThere,
                or: isThere ? "the menu has no such entry" : "the menu has it")
        },
        check(
            "{person} searches for {text} and finds:", example: #"Bea searches for "lake" and finds:"#,
            summary: "Checks what a search in all conversations finds, in order: columns from and text.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.search(arguments)
        },
        check(
            "{person}'s screen shows the details of {conversation}:",
            summary: "Checks the rows of the terminal with the details over the thread; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            let id = try troupe.conversation(arguments.conversation())
            try troupe.checkScreen(arguments, behind: "/details", in: id)
        },
    ]
}

extension Troupe {
    /// What the menu of a message offers.
    fileprivate func menu(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        let person = try self.person(arguments.person())
        let message = try meantMessage(arguments.text(1), in: arguments.conversation(), by: person).rawValue
        var state = person.state
        state.view.selected = try conversation(arguments.conversation()).rawValue
        guard let entry = state.message(message) else { throw StepFailure("\(person.name) does not see the message") }
        return MessageMenu.deeds(for: entry, in: state).map { MessageMenu.label($0, entry, in: state) }
    }

    fileprivate func search(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let query = try arguments.text()
        try beThere(person)
        _ = person.outcome(of: .messageSearch) { session in
            session.updateState { $0.search = SearchState() }
            _ = session.perform([.search(text: query)])
        }
        try check(
            person.state.search.hits, arguments, columns: ["from", "text"], "\(person.name) finds something else"
        ) { [$0.sender == "You" ? person.name : $0.sender, $0.text] }
    }

    /// Holds a person's screen against the step's doc string.
    ///
    /// - Parameter command: what they type to see it, and close again after they have looked.
    func checkScreen(
        _ arguments: StepArguments, behind command: String? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) {
        let person = try self.person(arguments.person())
        try settle(person)
        let before = person.state.view
        if let command {
            if let sheet = person.state.sheet {
                throw StepFailure(
                    "\(person.name) cannot type: a sheet is open", actual: Sheets.sheet(sheet, in: person.state).title)
            }
            // To look is not to read: nothing of this is told to anybody.
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
        show(grid, of: person)
        try Self.expect(
            ScreenPattern.lines(grid.text), areThoseOf: arguments,
            or: "the screen of \(person.name) shows something else")
    }
}
