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
        step(
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
        step(
            "{person} does not see {text} in {conversation}", example: #"Carl does not see "See you there" in "Trip""#,
            summary: "Checks that no message and no line of the thread has this in it."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments.conversation(), of: arguments.person())
            guard let line = thread.lines.first(where: { $0.text.utf8.contains(sequence: text) }) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it in \"\(try arguments.conversation())\"", expected: "no \(text)",
                actual: line.description)
        },
        step(
            "in {conversation} {person} sees:", example: #"in "Trip" Bea sees:"#,
            summary: "Checks the whole thread, in order: columns from (a name, notice or system) and text.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            var expected: [ShownLine] = []
            for row in try arguments.records() {
                guard let from = row["from"], let text = row["text"], row.count == 2 else {
                    throw StepFailure("the table of a thread has the columns from and text")
                }
                expected.append(ShownLine(from: from, text: text))
            }
            var lines = try troupe.thread(arguments.conversation(), of: arguments.person()).lines
            if !expected.contains(where: { $0.from == ShownLine.system }) {
                lines.removeAll { $0.from == ShownLine.system }
            }
            if lines == expected { return }
            throw StepFailure(
                "the thread of \(try arguments.person()) is another",
                expected: Troupe.list(expected.map(\.description)), actual: Troupe.list(lines.map(\.description)))
        },
    ]
}

/// A line of a thread as a table shows it.
struct ShownLine: Hashable, CustomStringConvertible {
    static let notice = "notice"
    static let system = "system"
    /// A display name, or one of the words above.
    var from: String
    var text: String

    var description: String { "\(from): \(text)" }
}

/// A thread as one person was told of it.
struct ShownThread {
    /// Messages, notices and lines about the conversation, oldest first.
    var lines: [ShownLine]
    /// Only the notices.
    var notices: [Notice]
}

extension Troupe {
    /// What a person was told of a conversation, up to now.
    func thread(_ name: String, of personName: String) throws(StepFailure) -> ShownThread {
        let id = try conversation(name)
        let person = try self.person(personName)
        try settle(person)
        var shown = ShownThread(lines: [], notices: [])
        guard let thread = person.notebook.thread(id) else { return shown }
        var names = self.names.people
        for member in thread.people { names[member.handle] = member.name }
        for entry in thread.entries {
            switch entry {
            case .message(let message):
                let sender = names[message.sender] ?? message.sender.defaultName
                shown.lines.append(ShownLine(from: sender, text: message.text))
            case .notice(let notice):
                shown.lines.append(ShownLine(from: ShownLine.notice, text: notice.text))
                shown.notices.append(notice)
            case .system(_, let text): shown.lines.append(ShownLine(from: ShownLine.system, text: text))
            }
        }
        return shown
    }

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
