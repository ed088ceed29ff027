import ChatProtocol

extension PlayPhrases {
    /// What is told to whoever is there, and kept nowhere: who types, and what was delivered.
    static let presence: [StepDefinition<Troupe>] = [
        step(
            "{person} (is|stops) typing in {conversation}",
            summary: "Begins to type there or goes on with it, for a minute; or clears what was being typed."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.setTyping(arguments.choice() == "is", arguments)
        },
        check(
            "{person} (sees|does not see) that {person} is typing in {conversation}",
            summary: "Checks whether the one knows that the other types there now."
        ) { troupe, arguments throws(StepFailure) in
            let typing = try troupe.typing(arguments)
            let (other, isSeen) = (try arguments.person(1), arguments.choice() == "sees")
            try Troupe.expect(
                typing.contains(other) == isSeen, or: "\(arguments.person()) \(isSeen ? "does not see" : "sees") it",
                expected: "\(other) is \(isSeen ? "" : "not ")typing",
                actual: typing.isEmpty ? "nobody is typing" : "typing: " + typing.joined(separator: ", "))
        },
        check(
            "{person} (sees|does not see) that {text} was delivered",
            example: #"Anna sees that "See you there" was delivered"#,
            summary: "Checks whether this message of one's own is known to have come, as it never is in a group."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let (isDelivered, isSeen) = (try troupe.isDelivered(arguments), arguments.choice() == "sees")
            try Troupe.expect(
                isDelivered == isSeen, or: "\(arguments.person()) \(isSeen ? "does not see" : "sees") it",
                expected: "\(text), \(isSeen ? "delivered" : "sent")",
                actual: "\(text), \(isDelivered ? "delivered" : "sent")")
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
