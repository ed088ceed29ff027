import ChatProtocol

extension PlayPhrases {
    /// Answers to a message, and documents that come with one.
    static let replies: [StepDefinition<Troupe>] = [
        step(
            "{person} replies {text} to {text} in {conversation}",
            example: #"Bea replies "I do" to "Who drives?" in "Trip""#,
            summary: "Answers the message that reads so, the newest of several."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let conversation = try troupe.conversation(arguments.conversation())
            let origin = try troupe.meantMessage(arguments.text(1), in: arguments.conversation(), by: person)
            let text = try arguments.text()
            let answer = try troupe.ask(person, "message.send") {
                $0.member("conversation", conversation)
                $0.member("text", text)
                $0.member("replyTo", origin)
                $0.member("clientID", person.nextClientID())
            }
            if let answer { try troupe.take(messageOf: answer, for: person) }
        },
        check(
            "{person} sees {text} as a reply to ({text}|an unsent message) in {conversation}",
            example: #"Carl sees "I do" as a reply to "Who drives?" in "Trip""#,
            summary: "Checks which message this one answers, as that reads now."
        ) { troupe, arguments throws(StepFailure) in
            let reply = try troupe.seenMessage(arguments)
            let thread = try troupe.told(arguments.conversation(), of: troupe.person(arguments.person()))
            let origin = thread?.messages.first { $0.id == reply.replyTo }
            let expected = arguments.textIfGiven(.text, 1) ?? Troupe.unsent
            let actual = origin.map { $0.isUnsent ? Troupe.unsent : $0.shownText }
            if actual == expected { return }
            throw StepFailure(
                "the message answers something else", expected: expected,
                actual: actual ?? (reply.replyTo == nil ? "(it is no reply)" : "(a message that is not there)"))
        },
        check(
            "{person} sees {count} reply|replies to {text} in {conversation}",
            example: #"Carl sees 2 replies to "Who drives?" in "Trip""#,
            summary: "Checks how many messages stand in the thread of replies that this one begins."
        ) { troupe, arguments throws(StepFailure) in
            let origin = try troupe.seenMessage(arguments).id
            let person = try troupe.person(arguments.person())
            let told = try troupe.told(arguments.conversation(), of: person)?.messages ?? []
            let replies = told.filter { $0.thread == origin }
            // The server counts what a device need not have been told.
            let counted = try troupe.thread(of: origin, for: person).first { $0.id == origin }?.replies ?? 0
            let expected = try arguments.count()
            if replies.count == expected, counted == expected { return }
            throw StepFailure(
                "the thread of replies has another length", expected: "\(expected)",
                actual: "\(counted); told of:\n" + Troupe.list(replies.map(\.shownText)))
        },
        check(
            "in {conversation} {person} opens the thread of {text} and sees:",
            example: #"in "Trip" Carl opens the thread of "Who drives?" and sees:"#,
            summary: "Checks a thread of replies alone, its beginning first: columns from and text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let messages = try troupe.thread(of: troupe.seenMessage(arguments).id, for: person)
            let id = try troupe.conversation(arguments.conversation())
            try troupe.check(troupe.shown(messages.map { .message($0) }, to: person, in: id), isThatOf: arguments)
        },
        step(
            "{person} attaches the document {text} to {conversation}",
            example: #"Anna attaches the document "tickets.pdf" to "Trip""#,
            summary: "Sends a small document of that name, without a text."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let conversation = try troupe.conversation(arguments.conversation())
            let name = try arguments.text()
            let answer = try troupe.ask(person, "message.send") {
                $0.member("conversation", conversation)
                $0.key("attachment")
                $0.object {
                    $0.member("name", name)
                    $0.member("type", "application/octet-stream")
                    $0.member("content", Troupe.content(ofDocument: name))
                }
                $0.member("clientID", person.nextClientID())
            }
            if let answer { try troupe.take(messageOf: answer, for: person) }
        },
        check(
            "{person} sees the document {text} in {conversation}",
            example: #"Bea sees the document "tickets.pdf" in "Trip""#,
            summary: "Checks that the document stands in the thread and opens with the content that was sent."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.text()
            let message = try troupe.seenMessage(arguments)
            let person = try troupe.person(arguments.person())
            guard message.attachment?.name == name else {
                throw StepFailure("the message is no document", expected: name, actual: message.shownText)
            }
            let content = try troupe.look(person, "message.attachment") { $0.member("message", message.id) }
            let opened = content["attachment"]?["content"]?.stringValue
            if opened == Troupe.content(ofDocument: name) { return }
            throw StepFailure(
                "the document opens with another content", expected: Troupe.content(ofDocument: name), actual: opened)
        },
        check(
            "{person} cannot open the document {text} in {conversation}",
            example: #"Carl cannot open the document "tickets.pdf" in "Trip""#,
            summary: "Checks that a document somebody sent does not open for this person, who may know its id."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let message = try troupe.meantMessage(arguments.text(), in: arguments.conversation(), by: person)
            let answer = try troupe.peek(person, "message.attachment") { $0.member("message", message) }
            guard let answer else { return }
            throw StepFailure(
                "the document opens", expected: "not_found", actual: answer["attachment"]?["content"]?.stringValue)
        },
    ]
}

extension Troupe {
    fileprivate static let unsent = "an unsent message"

    /// A thread of replies as the server has it, its beginning first.
    fileprivate func thread(of message: MessageID, for person: CastPerson) throws(StepFailure) -> [Message] {
        let answer = try look(person, "message.thread") { $0.member("message", message) }
        return try read("a thread of replies") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("messages") { fields throws(InvalidField) in try Message(from: &fields) }
        }
    }

    /// What stands in a document that a story only names, in base 64.
    fileprivate static func content(ofDocument name: String) -> String {
        Base64.encode(Array("The document \(name).\n".utf8))
    }
}
