import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Answers to a message, and documents that come with one.
    static let replies: PhraseChapter = [
        "{person} replies {text} to {text} in {conversation}": .act(
            .messageSend, "Answers the message that reads so, the newest of several.",
            example: ["Bea", "I do", "Who drives?"], as: .replies
        ) { try .send(text: $0.text, conversation: $1, replyTo: $0.meantMessage(1).rawValue) },
        "{person} sees {text} as a reply to ({text}|an unsent message) in {conversation}": .check(
            "Checks which message this one answers, as that reads now.", example: ["Carl", "I do", "Who drives?"]
        ) { step in
            let (reply, unsent) = (try step.seenMessage(), "an unsent message")
            let origin = try reply.replyTo.flatMap { try step.person.model?.known.messages[$0] }
            let actual = origin.map { $0.isUnsent ? unsent : $0.shownText }
            let other = reply.replyTo == nil ? "(it is no reply)" : "(a message that is not there)"
            try step.expect(
                actual ?? other, is: step.arguments.textIfGiven(.text, 1) ?? unsent,
                or: "the message answers something else")
        },
        "{person} sees {count} reply|replies to {text} in {conversation}": .check(
            "Checks how many messages stand in the thread of replies that this one begins.",
            example: ["Carl", "2", "replies", "Who drives?"]
        ) { step in
            let (origin, expected) = (try step.seenMessage().id, try step.count)
            let replies = try step.thread.messages.filter { $0.thread == origin.rawValue }
            let counted = try step.person.model?.known.messages.replies(to: origin) ?? 0
            try step.expect(
                replies.count == expected && counted == expected, or: "the thread of replies has another length",
                expected: "\(expected)",
                actual: "\(counted); in the thread:\n" + ScenarioContext.list(replies.map(\.shownText)))
        },
        "in {conversation} {person} opens the thread of {text} and sees:": .check(
            "Checks a thread of replies alone, its beginning first: columns from and text.",
            example: ["", "Carl", "Who drives?"], argument: .table
        ) { step in
            let (message, person) = (try step.seenMessage(), try step.person)
            let root = (message.thread ?? message.id).rawValue
            _ = try person.outcome(of: .messageThread, of: .openReplies(message: message.id.rawValue))
            let thread = try step.found(
                person.state.replies[root], or: "the thread of replies does not open", actual: person.state.view.hint)
            try step.expect(thread: thread)
        },
        "{person} attaches the document {text} to {conversation}": .act(
            .messageSend, "Sends a small document of that name, without a text.",
            example: ["", "tickets.pdf"], as: .attaches
        ) { try .attach(path: $0.text, text: "", conversation: $1, replyTo: nil) },
        "{person} sees the document {text} in {conversation}": .reads(
            "Checks that the document stands in the thread and opens with the content that was sent.",
            example: ["Bea", "tickets.pdf"], or: "the document opens with another content",
            is: { String(decoding: SampleDocument.content(of: try $0.text), as: UTF8.self) }
        ) { step in
            let (name, message) = (try step.text, try step.seenMessage())
            try step.expect(
                message.attachment?.name == name, or: "the message is no document", expected: name,
                actual: message.shownText)
            return try step.saved(message.id, named: name)
        },
        "{person} cannot open the document {text} in {conversation}": .check(
            "Checks that a document somebody sent does not open for this person, who may know its id.",
            example: ["Carl", "tickets.pdf"]
        ) { step in
            guard let answer = try step.look(.attachment(step.meantMessage(), path: nil)).answer else { return }
            throw StepFailure(
                "the document opens", expected: "not_found", actual: answer["attachment"]?.text("content"))
        },
    ]
}

extension PlayStep {
    /// What the document of a message says, which the person saves as its menu offers.
    func saved(_ message: MessageID, named name: String) throws(StepFailure) -> String {
        let person = try person
        let entry = try found(thread.message(message.rawValue), or: "the message is not on the screen", expected: name)
        if let obstacle = MessageMenu.obstacle(to: .save, entry, in: person.state) {
            throw StepFailure("the menu of the message does not offer it", expected: name, actual: obstacle.text)
        }
        try context.beThere(person)
        _ = try person.outcome(of: .messageAttachment, of: .save(message: message.rawValue, path: nil))
        let file = try found(
            person.savedFile(name), or: "the document was not saved", expected: name, actual: person.state.view.hint)
        return String(decoding: file.content, as: UTF8.self)
    }
}
