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
        step(
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
        step(
            "{person} sees {count} reply|replies to {text} in {conversation}",
            example: #"Carl sees 2 replies to "Who drives?" in "Trip""#,
            summary: "Checks how many messages stand in the thread of replies that this one begins."
        ) { troupe, arguments throws(StepFailure) in
            let origin = try troupe.seenMessage(arguments).id
            let thread = try troupe.told(arguments.conversation(), of: troupe.person(arguments.person()))
            let replies = thread?.messages.filter { $0.thread == origin } ?? []
            if replies.count == (try arguments.count()) { return }
            throw StepFailure(
                "the thread of replies has another length", expected: "\(try arguments.count())",
                actual: "\(replies.count)\n" + Troupe.list(replies.map(\.shownText)))
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
        step(
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
        step(
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

    /// What stands in a document that a story only names, in base 64.
    fileprivate static func content(ofDocument name: String) -> String {
        Base64.encode(Array("The document \(name).\n".utf8))
    }
}
