import ChatProtocol

extension PlayPhrases {
    /// What is said.
    static let messages: [StepDefinition<Troupe>] = [
        step(
            "{person} sends {text} to {conversation}", example: #"Anna sends "See you there" to "Trip""#,
            summary: "Says something; links and mentions in it are found."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.send(arguments, times: 1)
        },
        step(
            "{person} sends {text} to {conversation} and sends it again when the line breaks",
            example: #"Anna sends "See you there" to "Trip" and sends it again when the line breaks"#,
            summary: "The same request twice, as a client does that never heard the answer to the first."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.send(arguments, times: 2)
        },
        check(
            "{person} sees {text} in {conversation}", example: #"Bea sees "See you there" in "Trip""#,
            summary: "Checks that a message or a line of the thread is exactly this."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments.conversation(), of: arguments.person())
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
            let thread = try troupe.thread(arguments.conversation(), of: arguments.person())
            guard let line = thread.lines.first(where: { $0.text.says(text) }) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it in \"\(try arguments.conversation())\"", expected: "no \(text)",
                actual: line.description)
        },
        check(
            "in {conversation} {person} sees:", example: #"in "Trip" Bea sees:"#,
            summary: "Checks the whole thread, in order: columns from (a name, notice, note or system) and text.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.thread(arguments.conversation(), of: arguments.person()), isThatOf: arguments)
        },
        check(
            "in {conversation} {person} sees on a new device:", example: #"in "Trip" Dee sees on a new device:"#,
            summary: "Checks the whole thread as the server gives it to a device that was told nothing so far.",
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
            var expected: [Handle] = []
            for name in arguments.personsIfGiven() ?? [] { expected.append(try troupe.person(name).handle) }
            let actual = message.mentions.map(\.handle)
            if actual == expected { return }
            throw StepFailure(
                "the message mentions others", expected: Troupe.list(expected.map(\.rawValue)),
                actual: Troupe.list(actual.map(\.rawValue)))
        },
    ]
}

extension Troupe {
    fileprivate func send(_ arguments: StepArguments, times: Int) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let conversation = try self.conversation(arguments.conversation())
        let text = try arguments.text()
        let clientID = person.nextClientID()
        for time in 1...times {
            if time > 1 { person.leave() }
            let answer = try ask(person, "message.send") {
                $0.member("conversation", conversation)
                $0.member("text", text)
                $0.member("clientID", clientID)
            }
            guard let answer else { return }
            // Of a request whose answer was lost, only the last answer is known.
            if time == times { try take(messageOf: answer, for: person) }
        }
    }

    /// Notes the message that an answer has.
    func take(messageOf answer: JSONValue, for person: CastPerson) throws(StepFailure) {
        let message = try read("a message") { () throws(InvalidField) in
            var fields = try JSONFields(answer["message"])
            return try Message(from: &fields)
        }
        // What came before it was read before it: the thread keeps the order of the server.
        try settle(person)
        person.notebook.take(message)
    }
}
