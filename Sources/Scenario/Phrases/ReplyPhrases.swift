import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about replies, and documents attached to messages.
    static let replies: PhraseChapter = [
        "{person} replies {text} to {text} in {conversation}": .act(
            "Replies to the newest message with this text.",
            example: ["Bea", "I do", "Who drives?"], as: .replies
        ) { try .send(text: $0.text, conversation: $1, replyTo: $0.meantMessage(1).rawValue) },
        "{person} sees {text} as a reply to ({text}|an unsent message) in {conversation}": .reads(
            "Checks the current text of the message that this one replies to.",
            example: ["Carl", "I do", "Who drives?"],
            or: "the message replies to another one", is: { $0.given(.text, 1) ?? $0.choice }
        ) { step in
            guard let origin = try step.seenMessage().replyTo else { return "(not a reply)" }
            guard let message = try step.person.model?.known.messages[origin] else { return "(not found)" }
            return message.isUnsent ? "an unsent message" : message.shownText
        },
        "{person} sees {count} reply|replies to {text} in {conversation}": .lists(
            "Checks the number of replies to this message.",
            example: ["Carl", "2", "replies", "Who drives?"], or: "the thread of replies has another length",
            are: { ["\(try $0.count) in the thread", "\(try $0.count) counted"] }
        ) { step in
            let origin = try step.seenMessage().id
            let count = try step.thread.messages.count { $0.thread == origin.rawValue }
            let counted = try step.person.model?.known.messages.replies(to: origin) ?? 0
            return ["\(count) in the thread", "\(counted) counted"]
        },
        "in {conversation} {person} opens the thread of {text} and sees:": .check(
            "Checks a thread of replies, its first message first: columns from and text.",
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
            "Sends a small document of that name, without a text.",
            example: ["", "tickets.pdf"], as: .attaches
        ) { try .attach(path: $0.text, text: "", conversation: $1, replyTo: nil) },
        "{person} sees the document {text} in {conversation}": .reads(
            "Checks that the thread has the document, and that it opens with its content.",
            example: ["Bea", "tickets.pdf"], or: "the document opens with another content",
            is: { String(decoding: SampleDocument.content(of: try $0.text), as: UTF8.self) }
        ) { step in
            let (name, message) = (try step.text, try step.seenMessage())
            try step.expect(
                message.attachment?.name == name, or: "the message is not a document", expected: name,
                actual: message.shownText)
            return try step.saved(message.id, named: name)
        },
        "{person} cannot open the document {text} in {conversation}": .none(
            "Checks that the document does not open for this person, even by its id.",
            example: ["Carl", "tickets.pdf"], or: "the document opens"
        ) { step in
            let answer = try step.look(.attachment(step.meantMessage(), path: nil)).answer
            return answer.map { [$0["attachment"]?.text("content") ?? ""] } ?? []
        },
    ]
}

extension PlayStep {
    /// Returns the content of a message's document, which the person saves by the menu of the message.
    func saved(_ message: MessageID, named name: String) throws(StepFailure) -> String {
        let person = try presentPerson()
        let entry = try found(
            newest { $0.message(message.rawValue) }, or: "the message is not on the screen", expected: name)
        if let obstacle = MessageMenu.obstacle(to: .save, entry, in: person.state) {
            throw StepFailure("the menu of the message does not offer it", expected: name, actual: obstacle.text)
        }
        _ = try person.outcome(of: .messageAttachment, of: .save(message: message.rawValue, path: nil))
        let file = try found(
            person.savedFile(name), or: "the document was not saved", expected: name, actual: person.state.view.hint)
        return String(decoding: file.content, as: UTF8.self)
    }
}
