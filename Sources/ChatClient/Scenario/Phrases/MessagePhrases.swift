import ChatProtocol

extension PlayPhrases {
    /// What is said.
    static let messages: [StepDefinition<Troupe>] = [
        step(
            "{person} sends {text} to {conversation}", example: #"Anna sends "See you there" to "Trip""#,
            summary: "Says something; links and mentions in it are found."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let answer = try troupe.act(arguments, .messageSend) { .send(text: text, conversation: $0) }
            try troupe.note(messageOf: answer, in: troupe.conversation(arguments.conversation()))
        },
        step(
            "{person} sends {text} to {conversation} and sends it again when the line breaks",
            example: #"Anna sends "See you there" to "Trip" and sends it again when the line breaks"#,
            summary: "Loses the line before the answer comes: the client asks the same again by itself."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let id = try troupe.conversation(arguments.conversation())
            let text = try arguments.text()
            try troupe.beThere(person)
            person.open(id)
            let answer = try troupe.ask(person, .messageSend) { session in
                _ = session.perform([.send(text: text, conversation: id.rawValue)])
                person.loseConnection()
            }
            troupe.note(messageOf: answer, in: id)
        },
        check(
            "{person} sees {text} in {conversation}", example: #"Bea sees "See you there" in "Trip""#,
            summary: "Checks that a message or a line of the thread is exactly this."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments)
            if thread.lines.contains(where: { $0.text == text }) { return }
            throw StepFailure(
                "\(try arguments.person()) does not see it in \"\(try arguments.conversation())\"", expected: text,
                actual: Troupe.list(thread.lines.map(\.description)))
        },
        check(
            "{person} does not see {text} in {conversation}", example: #"Carl does not see "See you there" in "Trip""#,
            summary: "Checks that no message and no line of the thread has this in it."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            guard let line = try troupe.thread(arguments).lines.first(where: { $0.text.says(text) }) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it in \"\(try arguments.conversation())\"", expected: "no \(text)",
                actual: line.description)
        },
        check(
            "in {conversation} {person} (sees:|sees in any order:)",
            summary:
                "Checks the whole thread, in order or in any: columns from (a name, notice, note or system) and text.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(troupe.thread(arguments), isThatOf: arguments, inAnyOrder: arguments.choice() != "sees:")
        },
        check(
            "in {conversation} {person} sees on a new device:",
            summary: "Checks the whole thread as a client shows it that logs in and was told nothing so far.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.threadOnNewDevice(arguments.conversation(), of: arguments.person()), isThatOf: arguments)
        },
        check(
            "{person} sees that {text} mentions (nobody|{persons}) in {conversation}",
            example: #"Carl sees that "@Anna, who drives?" mentions Anna in "Trip""#,
            summary: "Checks who is mentioned in the message: exactly these."
        ) { troupe, arguments throws(StepFailure) in
            let message = try troupe.seenMessage(arguments)
            let expected = try troupe.handles(of: arguments.personsIfGiven() ?? [])
            let actual = message.mentions.map(\.handle.rawValue)
            try Troupe.expect(
                Troupe.list(actual), is: Troupe.list(expected.map(\.rawValue)), or: "the message mentions others")
        },
    ]
}
