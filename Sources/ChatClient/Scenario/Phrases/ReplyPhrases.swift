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
            let origin = try troupe.meantMessage(arguments.text(1), in: arguments.conversation(), by: person).rawValue
            let text = try arguments.text()
            let answer = try troupe.act(arguments, .messageSend) {
                .send(text: text, conversation: $0, replyTo: origin)
            }
            try troupe.note(messageOf: answer, in: troupe.conversation(arguments.conversation()))
        },
        check(
            "{person} sees {text} as a reply to ({text}|an unsent message) in {conversation}",
            example: #"Carl sees "I do" as a reply to "Who drives?" in "Trip""#,
            summary: "Checks which message this one answers, as that reads now."
        ) { troupe, arguments throws(StepFailure) in
            let reply = try troupe.seenMessage(arguments)
            let messages = try troupe.person(arguments.person()).model?.messages ?? [:]
            let origin = reply.replyTo.flatMap { messages[$0] }
            let expected = arguments.textIfGiven(.text, 1) ?? Troupe.unsent
            let actual = origin.map { $0.isUnsent ? Troupe.unsent : $0.shownText }
            let other = reply.replyTo == nil ? "(it is no reply)" : "(a message that is not there)"
            try Troupe.expect(actual ?? other, is: expected, or: "the message answers something else")
        },
        check(
            "{person} sees {count} reply|replies to {text} in {conversation}",
            example: #"Carl sees 2 replies to "Who drives?" in "Trip""#,
            summary: "Checks how many messages stand in the thread of replies that this one begins."
        ) { troupe, arguments throws(StepFailure) in
            let origin = try troupe.seenMessage(arguments).id
            let person = try troupe.person(arguments.person())
            let replies = try troupe.thread(arguments).messages.filter { $0.thread == origin.rawValue }
            let counted = person.model?.replyCounts[origin] ?? 0
            let expected = try arguments.count()
            try Troupe.expect(
                replies.count == expected && counted == expected, or: "the thread of replies has another length",
                expected: "\(expected)",
                actual: "\(counted); in the thread:\n" + Troupe.list(replies.map(\.shownText)))
        },
        check(
            "in {conversation} {person} opens the thread of {text} and sees:",
            example: #"in "Trip" Carl opens the thread of "Who drives?" and sees:"#,
            summary: "Checks a thread of replies alone, its beginning first: columns from and text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let message = try troupe.seenMessage(arguments)
            let root = (message.thread ?? message.id).rawValue
            person.session?.updateState { $0.view.replies = root }
            _ = person.outcome(of: .messageThread) { _ = $0.perform([.openReplies(message: message.id.rawValue)]) }
            defer { person.session?.updateState { $0.view.replies = nil } }
            guard let thread = person.state.replies[root] else {
                throw StepFailure("the thread of replies does not open", actual: person.state.view.hint)
            }
            try troupe.check(thread, isThatOf: arguments)
        },
        step(
            "{person} attaches the document {text} to {conversation}",
            example: #"Anna attaches the document "tickets.pdf" to "Trip""#,
            summary: "Sends a small document of that name, without a text."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.text()
            let answer = try troupe.act(arguments, .messageSend) {
                .attach(path: name, text: "", conversation: $0, replyTo: nil)
            }
            try troupe.note(messageOf: answer, in: troupe.conversation(arguments.conversation()))
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
            let saved = try troupe.save(message.id, named: name, of: person, arguments)
            try Troupe.expect(
                String(decoding: saved, as: UTF8.self),
                is: String(decoding: SampleDocument.content(of: name), as: UTF8.self),
                or: "the document opens with another content")
        },
        check(
            "{person} cannot open the document {text} in {conversation}",
            example: #"Carl cannot open the document "tickets.pdf" in "Trip""#,
            summary: "Checks that a document somebody sent does not open for this person, who may know its id."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let message = try troupe.meantMessage(arguments.text(), in: arguments.conversation(), by: person)
            guard case .success(let answer) = try troupe.look(person, .attachment(message, path: nil)) else { return }
            throw StepFailure(
                "the document opens", expected: "not_found", actual: answer["attachment"]?["content"]?.stringValue)
        },
    ]
}

extension Troupe {
    fileprivate static let unsent = "an unsent message"

    /// Saves the document of a message, as its menu offers.
    func save(
        _ message: MessageID, named name: String, of person: CastPerson, _ arguments: StepArguments
    ) throws(StepFailure) -> [UInt8] {
        guard let entry = try thread(arguments).message(message.rawValue) else {
            throw StepFailure("the message is not on the screen", expected: name)
        }
        if let obstacle = MessageMenu.obstacle(to: .save, entry, in: person.state) {
            throw StepFailure("the menu of the message does not offer it", expected: name, actual: obstacle.text)
        }
        try beThere(person)
        _ = person.outcome(of: .messageAttachment) {
            _ = $0.perform([.save(message: message.rawValue, path: nil)])
        }
        guard let file = person.savedFile(name) else {
            throw StepFailure("the document was not saved", expected: name, actual: person.state.view.hint)
        }
        return file.content
    }
}
