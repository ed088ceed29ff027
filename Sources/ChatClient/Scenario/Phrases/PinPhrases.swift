import ChatProtocol

extension PlayPhrases {
    /// Links that matter to someone.
    static let pins: [StepDefinition<Troupe>] = [
        step(
            "{person} pins {url} in {conversation}", example: #"Bea pins "https://notes.example/d/1" in "Trip""#,
            summary: "Pins a link of the conversation, for this person alone."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.pin("link.pin", arguments, isPinned: true)
        },
        step(
            "{person} unpins {url} in {conversation}", example: #"Bea unpins "https://notes.example/d/1" in "Trip""#,
            summary: "Takes the pin away."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.pin("link.unpin", arguments, isPinned: false)
        },
        check(
            "{person} is offered {text} for {text} in {conversation}",
            example: #"Bea is offered "Pin notes.example/d/1" for "https://notes.example/d/1" in "Trip""#,
            summary: "Checks that the menu of the message that reads so has this entry."
        ) { troupe, arguments throws(StepFailure) in
            let menu = try troupe.menu(arguments)
            if menu.contains(try arguments.text()) { return }
            throw StepFailure(
                "the menu has no such entry", expected: try arguments.text(), actual: Troupe.list(menu))
        },
        check(
            "{person} is not offered {text} for {text} in {conversation}",
            example: #"Bea is not offered "Unpin notes.example/d/1" for "https://notes.example/d/1" in "Trip""#,
            summary: "Checks that the menu of the message that reads so has no such entry."
        ) { troupe, arguments throws(StepFailure) in
            let menu = try troupe.menu(arguments)
            if !menu.contains(try arguments.text()) { return }
            throw StepFailure(
                "the menu has it", expected: "no \(try arguments.text())", actual: Troupe.list(menu))
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
            example: #"Bea's screen shows the details of "Trip":"#,
            summary: "Checks the rows of the terminal with the details over the thread; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            let id = try troupe.conversation(arguments.conversation())
            try troupe.checkScreen(of: arguments.person(), arguments) { $0.view.sheet = .details(id.rawValue) }
        },
    ]
}

extension Troupe {
    fileprivate func pin(_ method: String, _ arguments: StepArguments, isPinned: Bool) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let conversation = try self.conversation(arguments.conversation())
        let url = try arguments.url()
        let answer = try ask(person, method) {
            $0.member("conversation", conversation)
            $0.member("url", url)
        }
        guard let link = answer?["pin"]?["url"]?.stringValue else { return }
        person.notebook.take(pin: link, isPinned: isPinned)
    }

    /// What the menu of a message offers.
    fileprivate func menu(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        let person = try self.person(arguments.person())
        try settle(person)
        var state = person.notebook.chatState(of: person.handle, isOnline: !person.isAway, names: names)
        let message = try meantMessage(arguments.text(1), in: arguments.conversation(), by: person).rawValue
        state.view.selected = try conversation(arguments.conversation()).rawValue
        guard let entry = state.message(message) else { throw StepFailure("\(person.name) does not see the message") }
        return MessageMenu.deeds(for: entry, in: state).map { MessageMenu.label($0, entry, in: state) }
    }

    fileprivate func search(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let query = try arguments.text()
        let answer = try look(person, "message.search") { $0.member("text", query) }
        let found = try read("what was found") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("messages") { fields throws(InvalidField) in try Message(from: &fields) }
        }
        let columns = try arguments.table().first ?? []
        guard columns.allSatisfy(["from", "text"].contains) else {
            throw StepFailure("what is found has other columns", expected: "from, text", actual: Self.list(columns))
        }
        let actual = found.map { message in
            columns.map { $0 == "from" ? names.people[message.sender] ?? "\(message.sender)" : message.shownText }
        }
        let expected = Array(try arguments.table().dropFirst())
        if expected == actual { return }
        throw StepFailure(
            "\(person.name) finds something else", expected: Self.list(expected.map { $0.joined(separator: " | ") }),
            actual: Self.list(actual.map { $0.joined(separator: " | ") }))
    }

    /// Holds a person's screen against the step's doc string, after they opened something on it.
    func checkScreen(
        of name: String, _ arguments: StepArguments, _ open: (inout ChatState) -> Void = { _ in }
    ) throws(StepFailure) {
        let person = try self.person(name)
        try settle(person)
        if !person.isAway {
            try refreshShelf(of: person)
            try refreshShares(of: person)
        }
        var state = person.notebook.chatState(of: person.handle, isOnline: !person.isAway, names: names)
        open(&state)
        let grid = ChatScreen.render(state, size: Size(columns: 80, rows: 24))
        show(grid, of: person)
        let screen = ScreenPattern.lines(grid.text)
        let pattern = ScreenPattern.lines(try arguments.docString())
        if ScreenPattern.matches(pattern, screen) { return }
        throw StepFailure(
            "the screen of \(person.name) shows something else", expected: pattern.joined(separator: "\n"),
            actual: screen.joined(separator: "\n"))
    }
}
