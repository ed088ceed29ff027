import ChatProtocol

extension PlayPhrases {
    /// What is told to whoever is there, and kept nowhere: who types, and what was delivered.
    static let presence: [StepDefinition<Troupe>] = [
        step(
            "{person} is typing in {conversation}",
            summary: "Begins to type there, or goes on with it; a minute without going on ends it."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.setTyping(true, arguments)
        },
        step(
            "{person} stops typing in {conversation}", summary: "Clears what was being typed."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.setTyping(false, arguments)
        },
        check(
            "{person} sees that {person} is typing in {conversation}",
            summary: "Checks that the one knows that the other types there now."
        ) { troupe, arguments throws(StepFailure) in
            let typing = try troupe.typing(arguments)
            if try typing.contains(arguments.person(1)) { return }
            throw StepFailure(
                "\(try arguments.person()) does not see it", expected: "\(try arguments.person(1)) is typing",
                actual: typing.isEmpty ? "nobody is typing" : "typing: " + typing.joined(separator: ", "))
        },
        check(
            "{person} does not see that {person} is typing in {conversation}",
            summary: "Checks that the one does not know of the other's typing there, or that it has ended."
        ) { troupe, arguments throws(StepFailure) in
            guard try troupe.typing(arguments).contains(arguments.person(1)) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it", expected: "\(try arguments.person(1)) is not typing",
                actual: "\(try arguments.person(1)) is typing")
        },
        check(
            "{person} sees that {text} was delivered", example: #"Anna sees that "See you there" was delivered"#,
            summary: "Checks that the other person of a conversation of two has this message of one's own."
        ) { troupe, arguments throws(StepFailure) in
            if try troupe.isDelivered(arguments) { return }
            throw StepFailure(
                "\(try arguments.person()) does not see it", expected: "\(try arguments.text()), delivered",
                actual: "\(try arguments.text()), sent")
        },
        check(
            "{person} does not see that {text} was delivered",
            example: #"Anna does not see that "See you there" was delivered"#,
            summary: "Checks that this message of one's own is not known to have come; of a group it never is."
        ) { troupe, arguments throws(StepFailure) in
            guard try troupe.isDelivered(arguments) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it", expected: "\(try arguments.text()), sent",
                actual: "\(try arguments.text()), delivered")
        },
    ]
}

extension Troupe {
    fileprivate func setTyping(_ isTyping: Bool, _ arguments: StepArguments) throws(StepFailure) {
        let person = try person(arguments.person())
        let id = try conversation(arguments.conversation())
        try beThere(person)
        guard !isOverTheWire else {
            _ = try ask(person, .conversationTyping) { $0.ask(.typing(id, isTyping: isTyping)) }
            return
        }
        guard person.state.threads[id.rawValue] != nil else {
            _ = try take(.failure(RPCError(.notFound, "This conversation is not here")), of: person, byScreen: true)
            return
        }
        // Who goes on typing writes more.
        type(isTyping ? person.state.view.draft.text + "…" : "", in: id, by: person)
    }

    /// The names of those whose typing somebody sees.
    fileprivate func typing(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        let person = try person(arguments.person())
        let id = try conversation(arguments.conversation())
        try settle(person)
        return person.state.threads[id.rawValue]?.typing ?? []
    }

    /// Whether the newest message of one's own with that text is known to have come.
    fileprivate func isDelivered(_ arguments: StepArguments) throws(StepFailure) -> Bool {
        let person = try person(arguments.person())
        let text = try arguments.text()
        try settle(person)
        let own = person.model?.messages.values.filter { $0.sender == person.handle && $0.text == text } ?? []
        guard let message = own.max(by: { ($0.sentAt, $0.id.rawValue) < ($1.sentAt, $1.id.rawValue) }) else {
            throw StepFailure("\(person.name) sent no such message", expected: text)
        }
        return person.model?.receipts[message.conversation]?.delivered ?? 0 >= message.sequence
    }
}
