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
            try troupe.change(arguments, "message.edit") { $0.member("text", text) }
        },
        check(
            "{person} sees that {text} was (edited|not edited) in {conversation}",
            example: #"Bea sees that "See you at six" was edited in "Trip""#,
            summary: "Checks whether the message is marked as edited."
        ) { troupe, arguments throws(StepFailure) in
            let message = try troupe.seenMessage(arguments)
            let isEdited = message.editedAt != nil
            if isEdited == (arguments.choice() == "edited") { return }
            throw StepFailure(
                "the message is \(isEdited ? "" : "not ")marked as edited", expected: arguments.choice(),
                actual: Troupe.list(message.versions.map(\.text)))
        },
        check(
            "{person} sees the earlier versions of {text} in {conversation}:",
            example: #"Bea sees the earlier versions of "See you at six" in "Trip":"#,
            summary: "Checks what the message said before, the oldest first: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let actual = try troupe.seenMessage(arguments).versions.map { [$0.text] }
            try troupe.check(actual, isTableOf: arguments, columns: ["text"], "the message said something else before")
        },
        step(
            "{person} unsends {text} in {conversation}", example: #"Anna unsends "See you there" in "Trip""#,
            summary: "Takes the message back; a note stands in its place."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.change(arguments, "message.unsend")
        },
        step(
            "{person} reacts {text} to {text} in {conversation}",
            example: #"Bea reacts "thumbs up" to "See you there" in "Trip""#,
            summary: "A tapback: heart, thumbs up, thumbs down, ha ha, exclamation, question, or an emoji."
        ) { troupe, arguments throws(StepFailure) in
            let reaction = Reaction.word(spoken: try arguments.text())
            try troupe.change(arguments, "message.react", textNumber: 1) { $0.member("reaction", reaction) }
        },
        step(
            "{person} takes back the reaction to {text} in {conversation}",
            example: #"Bea takes back the reaction to "See you there" in "Trip""#,
            summary: "Takes one's own tapback away."
        ) { troupe, arguments throws(StepFailure) in
            let me = try troupe.person(arguments.person()).handle
            guard let mine = try troupe.seenMessage(arguments).reactions.first(where: { $0.handle == me }) else {
                throw StepFailure("\(try arguments.person()) did not react to it", expected: try arguments.text())
            }
            try troupe.change(arguments, "message.react") {
                $0.member("reaction", mine.reaction)
                $0.member("remove", true)
            }
        },
        check(
            "{person} sees the reactions to {text} in {conversation}:",
            example: #"Carl sees the reactions to "See you there" in "Trip":"#,
            summary: "Checks all tapbacks to the message, the oldest first: columns from and reaction.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let names = troupe.names.people
            let actual = try troupe.seenMessage(arguments).reactions.map {
                [names[$0.handle] ?? $0.handle.defaultName, $0.reaction.spoken]
            }
            try troupe.check(actual, isTableOf: arguments, columns: ["from", "reaction"], "the reactions are others")
        },
        check(
            "{person} sees no reaction to {text} in {conversation}",
            example: #"Carl sees no reaction to "See you there" in "Trip""#,
            summary: "Checks that nobody's tapback stands on the message."
        ) { troupe, arguments throws(StepFailure) in
            let reactions = try troupe.seenMessage(arguments).reactions
            if reactions.isEmpty { return }
            throw StepFailure(
                "there are reactions to it", expected: "none",
                actual: Troupe.list(reactions.map { "\($0.handle): \($0.reaction.spoken)" }))
        },
    ]
}

extension Troupe {
    /// Asks for a change of the message that the step means, and notes how it reads then.
    fileprivate func change(
        _ arguments: StepArguments, _ method: String, textNumber: Int = 0,
        _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let message = try meantMessage(arguments.text(textNumber), in: arguments.conversation(), by: person)
        let answer = try ask(person, method) {
            $0.member("message", message)
            params(&$0)
        }
        if let answer { try take(messageOf: answer, for: person) }
    }

    /// Checks rows against the table of a step, which must have these columns.
    func check(
        _ actual: [[String]], isTableOf arguments: StepArguments, columns: [String], _ complaint: String
    ) throws(StepFailure) {
        let table = try arguments.table()
        guard table.first == columns else {
            throw StepFailure(
                "the table of this step has other columns", expected: columns.joined(separator: " | "),
                actual: table.first?.joined(separator: " | "))
        }
        let expected = Array(table.dropFirst())
        if expected == actual { return }
        throw StepFailure(
            complaint, expected: Self.list(expected.map { $0.joined(separator: " | ") }),
            actual: Self.list(actual.map { $0.joined(separator: " | ") }))
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
