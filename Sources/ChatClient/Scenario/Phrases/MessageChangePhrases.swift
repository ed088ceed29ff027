import ChatProtocol

extension PlayPhrases {
    /// What becomes of what was said: edits, unsending, tapbacks.
    static let messageChanges: [StepDefinition<Troupe>] = [
        step(
            "{person} edits {text} to {text} in {conversation}",
            example: #"Anna edits "See you there" to "See you at six" in "Trip""#,
            summary: "Gives the message that reads so, the newest of several, another text."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text(1)
            try troupe.change(arguments, .messageEdit) { .edit(message: $0, text: text) }
        },
        check(
            "{person} sees that {text} was (edited|not edited) in {conversation}",
            example: #"Bea sees that "See you at six" was edited in "Trip""#,
            summary: "Checks whether the message is marked as edited."
        ) { troupe, arguments throws(StepFailure) in
            let message = try troupe.seenMessage(arguments)
            let isEdited = message.editedAt != nil
            try Troupe.expect(
                isEdited == (arguments.choice() == "edited"),
                or: "the message is \(isEdited ? "" : "not ")marked as edited", expected: arguments.choice(),
                actual: Troupe.list(message.versions.map(\.text)))
        },
        check(
            "{person} sees the earlier versions of {text} in {conversation}:",
            example: #"Bea sees the earlier versions of "See you at six" in "Trip":"#,
            summary: "Checks what the message said before, the oldest first: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.seenMessage(arguments).versions, arguments, columns: ["text"],
                "the message said something else before"
            ) { [$0.text] }
        },
        step(
            "{person} unsends {text} in {conversation}", example: #"Anna unsends "See you there" in "Trip""#,
            summary: "Takes the message back; a note stands in its place."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.change(arguments, .messageUnsend) { .unsend(message: $0) }
        },
        step(
            "{person} reacts {text} to {text} in {conversation}",
            example: #"Bea reacts "thumbs up" to "See you there" in "Trip""#,
            summary: "A tapback: heart, thumbs up, thumbs down, ha ha, exclamation, question, or an emoji."
        ) { troupe, arguments throws(StepFailure) in
            let reaction = Reaction.word(spoken: try arguments.text())
            try troupe.change(arguments, .messageReact, textNumber: 1) { .react(message: $0, reaction: reaction) }
        },
        step(
            "{person} takes back the reaction to {text} in {conversation}",
            example: #"Bea takes back the reaction to "See you there" in "Trip""#,
            summary: "Chooses one's own tapback once more, which takes it away."
        ) { troupe, arguments throws(StepFailure) in
            let me = try troupe.person(arguments.person()).handle
            guard let mine = try troupe.seenMessage(arguments).reactions.first(where: { $0.handle == me }) else {
                throw StepFailure("\(try arguments.person()) did not react to it", expected: try arguments.text())
            }
            try troupe.change(arguments, .messageReact) { .react(message: $0, reaction: mine.reaction.rawValue) }
        },
        check(
            "{person} sees the reactions to {text} in {conversation}:",
            example: #"Carl sees the reactions to "See you there" in "Trip":"#,
            summary: "Checks all tapbacks to the message, the oldest first: columns from and reaction.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let reactions = try troupe.seenMessage(arguments).reactions
            try troupe.check(
                reactions, arguments, columns: ["from", "reaction"], "the reactions are others"
            ) { [person.session?.name(of: $0.handle) ?? $0.handle.rawValue, $0.reaction.spoken] }
        },
        check(
            "{person} sees no reaction to {text} in {conversation}",
            example: #"Carl sees no reaction to "See you there" in "Trip""#,
            summary: "Checks that nobody's tapback stands on the message."
        ) { troupe, arguments throws(StepFailure) in
            let reactions = try troupe.seenMessage(arguments).reactions
            try Troupe.expectNone(
                reactions.map { "\($0.handle): \($0.reaction.spoken)" }, or: "there are reactions to it")
        },
    ]
}

extension Troupe {
    /// Does something with the message that the step means.
    fileprivate func change(
        _ arguments: StepArguments, _ method: Method, textNumber: Int = 0, _ action: (String) -> ChatAction
    ) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let message = try meantMessage(arguments.text(textNumber), in: arguments.conversation(), by: person)
        let answer = try act(arguments, method) { _ in action(message.rawValue) }
        try note(messageOf: answer, in: conversation(arguments.conversation()))
    }
}

extension Reaction {
    /// As a story says it: `thumbs up`; an emoji stands for itself.
    var spoken: String {
        var spoken = ""
        for character in rawValue {
            if character.isUppercase { spoken += " " }
            spoken += character.lowercased()
        }
        return spoken
    }

    /// The word of the wire for what a story says: `thumbsUp`. What is none goes as it is, and the server says so.
    static func word(spoken: String) -> String {
        Classic.allCases.map(Reaction.classic).first { $0.spoken == spoken }?.rawValue ?? spoken
    }
}
