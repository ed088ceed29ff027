import ChatProtocol

extension PlayPhrases {
    /// What is told to whoever is there, and kept nowhere: who types, and what was delivered.
    static let presence: [StepDefinition<Troupe>] = [
        step(
            "{person} is typing in {conversation}", example: #"Anna is typing in "Trip""#,
            summary: "Begins to type there, or goes on with it; a minute without going on ends it."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.setTyping(true, arguments)
        },
        step(
            "{person} stops typing in {conversation}", example: #"Anna stops typing in "Trip""#,
            summary: "Clears what was being typed."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.setTyping(false, arguments)
        },
        check(
            "{person} sees that {person} is typing in {conversation}",
            example: #"Bea sees that Anna is typing in "Trip""#,
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
            example: #"Carl does not see that Anna is typing in "Trip""#,
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
        let conversation = try conversation(arguments.conversation())
        _ = try ask(person, "conversation.typing") {
            $0.member("conversation", conversation)
            $0.member("typing", isTyping)
        }
    }

    /// The names of those whose typing somebody knows of.
    fileprivate func typing(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        let person = try person(arguments.person())
        let conversation = try conversation(arguments.conversation())
        try settle(person)
        let names = names.people
        return (person.notebook.thread(conversation)?.typing ?? []).map { names[$0] ?? $0.defaultName }
    }

    /// Whether the newest message of one's own with that text is known to have come.
    fileprivate func isDelivered(_ arguments: StepArguments) throws(StepFailure) -> Bool {
        let person = try person(arguments.person())
        let text = try arguments.text()
        try settle(person)
        var found: Message?
        for thread in person.notebook.threads {
            for case .message(let message) in thread.entries where message.sender == person.handle {
                if message.text == text, message.sentAt >= found?.sentAt ?? message.sentAt { found = message }
            }
        }
        guard let found else { throw StepFailure("\(person.name) sent no such message", expected: text) }
        return person.notebook.isDelivered(found)
    }
}
