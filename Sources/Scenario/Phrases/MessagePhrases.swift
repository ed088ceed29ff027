import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about messages.
    static let messages: PhraseChapter = [
        "{person} sends {text} to {conversation}": .act(
            "Sends a message, with its links and mentions.", example: [], as: .sends
        ) { try .send(text: $0.text, conversation: $1) },
        "{person} sends {text} to {conversation} and sends it again when the line breaks": .step(
            "Ends the connection before the answer arrives; the client sends the request again.",
            example: [], as: .sendsAgain
        ) { step in
            let (person, id, text) = (try step.presentPerson(), try step.conversation, try step.text)
            person.open(id)
            let outcome = try person.outcome(of: .messageSend) { _ throws(StepFailure) in
                try person.perform(.send(text: text, conversation: id))
                person.loseConnection()
            }
            step.context.record.say(messageOf: try step.context.answered(outcome, of: person), in: id)
        },
        "{person} sees {text} in {conversation}": seenLines.sees(
            "Checks that the thread has a message or a line with exactly this text.", example: ["Bea"], as: .sees),
        "{person} does not see {text} in {conversation}": seenLines.doesNotSee(
            "Checks that no message or line of the thread contains this text.", example: ["Carl"], as: .doesNotSee),
        "in {conversation} {person} (sees:|sees in any order:)": .check(
            "Checks the whole thread: columns from (a name, notice, note or system) and text.",
            argument: .table
        ) { try $0.expect(thread: $0.thread, inAnyOrder: !$0.says("sees:")) },
        "in {conversation} {person} sees on a new device:": .check(
            "Checks the whole thread on a device that logs in for the first time.", argument: .table
        ) { try $0.expect(thread: $0.context.threadOnNewDevice($0.place, of: $0.name)) },
        "{person} sees that {text} mentions (nobody|{persons}) in {conversation}": .lists(
            "Checks that the message mentions exactly these people.", example: ["Carl", "@Anna, who drives?", "Anna"],
            or: "the message mentions others"
        ) { try $0.seenMessage().mentions.map(\.handle.rawValue) },
    ]

    /// The messages, notices and lines of a thread.
    private static let seenLines = SeenThings(
        columns: ["from", "text"], key: 1, missing: "{person} does not see it in \"{conversation}\"",
        present: "{person} sees it in \"{conversation}\"", hasWords: true, separator: ": "
    ) { step in
        let lines = try step.thread.lines
        guard let printed = try step.person.printedText else { return lines.map { [$0.from, $0.text] } }
        // With the line-by-line client, a person sees only what was printed.
        return lines.filter { line in CleanText.lines(line.text, keepsTabs: true).allSatisfy(printed.contains) }
            .map { [$0.from, $0.text] }
    }

    /// Phrases about alerts.
    static let alerts: PhraseChapter = [
        "{person} is alerted to {text} in {conversation}": seenAlerts.sees(
            "Checks that a message, a notice or “Bea reacted heart to “Hi”” alerted, with its text at that time.",
            example: ["Bea", "@Bea, who drives?"], as: .isAlerted),
        "{person} is not alerted to {text} in {conversation}": seenAlerts.doesNotSee(
            "Checks that no alert contains this text.", example: ["Carl", "who drives?"]),
        "{person} is alerted {count} time|times in {conversation}": seenAlerts.seesCount(
            "Checks the number of alerts of the conversation since it began."),
        "{person} turns alerts of mentions on|off": .act(
            "Lets a mention alert in a muted conversation too, or not.", as: .turnsMentionAlerts
        ) { .setMentionAlerts($0.says("on")) },
    ]

    /// The texts of a person's alerts in a conversation, the oldest first.
    private static let seenAlerts = SeenThings(
        columns: ["text"], missing: "{person} is not alerted to it", present: "{person} is alerted to it",
        number: "{person} is alerted another number of times", hasWords: true
    ) { step in
        let (id, person) = (try step.conversation, try step.settledPerson())
        return person.alerts.filter { $0.conversation == id }.map { alert in
            switch alert.subject {
            case .text(let text): [text]
            case .reaction(let other, let reaction, let text):
                ["\(person.session?.name(of: other) ?? other.rawValue) reacted \(reaction.spoken) to “\(text)”"]
            }
        }
    }

    /// Phrases about numbers of items, and about lists in any order.
    static let amounts: PhraseChapter = [
        "{person} sees {text} {count} time|times in {conversation}": .check(
            "Checks the number of messages and lines of the thread with exactly this text.",
            example: ["Bea", "Hi", "2", "times"]
        ) { step in
            let (text, lines) = (try step.text, try step.thread.lines)
            let count = lines.count { $0.text == text }
            try step.expect(
                count == step.count, or: "{person} sees it \(count) times in \"{conversation}\"",
                expected: "\(step.count) × \(text)", actual: lines.map(\.description).listed)
        },
        "{person} sees {count} message|messages in {conversation}": SeenThings(
            columns: ["message"], number: "{person} sees another number of messages",
            find: { step in
                let others = [ShownLine.notice, ShownLine.system, ShownLine.note]
                return try step.thread.lines.filter { !others.contains($0.from) }.map { [$0.description] }
            }
        ).seesCount("Checks the number of messages in the thread, without notices, notes and lines."),
        "{person} sees the notices in {conversation}:": seenNotices.seesThese(
            "Checks all notices of the thread, the oldest first: column text."),
        "{person} sees the notices in {conversation} in any order:": seenNotices.seesThese(
            "Checks all notices of the thread in any order: column text.", inAnyOrder: true),
        "{person} sees {count} link|links in Shared with You": seenShelf.seesCount(
            "Checks the number of links that surface."),
    ]
}

extension PlayPhrases {
    /// Phrases about changes of messages: edits, unsending and tapbacks.
    static let messageChanges: PhraseChapter = [
        "{person} edits {text} to {text} in {conversation}": .act(
            "Edits the newest message with this text.",
            example: ["", "", "See you at six"], from: .request(.messageEdit, .message, .text("text"))
        ) { step, _ in try .edit(message: step.meantMessage().rawValue, text: step.text(1)) },
        "{person} sees that {text} was (edited|not edited) in {conversation}": .check(
            "Checks if the message is marked as edited.", example: ["Bea", "See you at six"]
        ) { step in
            let message = try step.seenMessage()
            let isEdited = message.editedAt != nil
            try step.expect(
                isEdited != step.denies, or: "the message is \(isEdited ? "" : "not ")marked as edited",
                expected: step.choice, actual: message.versions.map(\.text).listed)
        },
        "{person} sees the earlier versions of {text} in {conversation}:": SeenThings(
            columns: ["text"], others: "the message had another text before",
            find: { step in try step.seenMessage().versions.map { [$0.text] } }
        ).seesThese(
            "Checks the earlier versions of the message, oldest first: column text.",
            example: ["Bea", "See you at six"]),
        "{person} unsends {text} in {conversation}": .act(
            "Unsends the message; a note replaces it.", example: [], from: .request(.messageUnsend, .message)
        ) { step, _ in try .unsend(message: step.meantMessage().rawValue) },
        "{person} reacts {text} to {text} in {conversation}": .act(
            "Sets a tapback: heart, thumbs up, thumbs down, ha ha, exclamation, question, or an emoji.",
            example: ["Bea", "thumbs up"], from: .request(.messageReact, .reaction, .message)
        ) { step, _ in
            try .react(message: step.meantMessage(1).rawValue, reaction: Reaction.word(spoken: step.text))
        },
        "{person} takes back the reaction to {text} in {conversation}": .act(
            "Chooses one's own tapback again, which removes it.",
            example: ["Bea"], from: .request(.messageReact, .message)
        ) { step, _ in
            let (message, me) = (try step.seenMessage(), try step.person.handle)
            let mine = try step.found(
                message.reactions.first { $0.handle == me }, or: "{person} did not react to it", expected: step.text)
            return .react(message: message.id.rawValue, reaction: mine.reaction.rawValue)
        },
        "{person} sees the reactions to {text} in {conversation}:": SeenThings(
            columns: ["from", "reaction"], others: "the tapbacks differ",
            find: { step in
                let session = try step.person.session
                return try step.seenMessage().reactions.map {
                    [session?.name(of: $0.handle) ?? $0.handle.rawValue, $0.reaction.spoken]
                }
            }
        ).seesThese(
            "Checks all tapbacks to the message, the oldest first: columns from and reaction.", example: ["Carl"]),
        "{person} sees no reaction to {text} in {conversation}": .none(
            "Checks that the message has no tapback.", example: ["Carl"]
        ) { try $0.seenMessage().reactions.map { "\($0.handle): \($0.reaction.spoken)" } },
    ]

    /// Phrases about devices whose systems have no edits, undo send and tapbacks.
    static let oldSystems: PhraseChapter = [
        "{person} has a device with an older system": .step(
            "Gives their device an old system, without edits, undo send and tapbacks.", as: .hasOlderSystem
        ) { step in
            let person = try step.person
            person.change(to: .old)
            step.context.logIn(person)
        },
        "{person} is warned that {person} may still see it": .check(
            "Checks that the screen warns of only this person after a message was unsent."
        ) { try $0.expectWarning(naming: $0.person(1).name) },
        "{person} is warned of nobody": .check(
            "Checks that the screen shows no warning after a message was unsent."
        ) { try $0.expectWarning(naming: nil) },
    ]
}

extension PlayStep {
    fileprivate func expectWarning(naming other: String?) throws(StepFailure) {
        let person = try person
        guard case .success? = person.lastRequest else { throw failure("{person} unsent nothing in the step before") }
        let said = person.lastSaid
        let others = context.roster.people.filter { said.says($0.name) }.map(\.name)
        try expect(
            others == [other].compactMap { $0 }, or: "{person} is warned otherwise",
            expected: other.map { "a warning that names \($0)" } ?? "no warning", actual: said)
    }
}

extension Reaction {
    /// The reaction in the words of a step: `thumbs up`. An emoji stays as it is.
    var spoken: String { rawValue.reduce(into: "") { $0 += ($1.isUppercase ? " " : "") + $1.lowercased() } }

    /// Returns the reaction on the wire for the words of a step: `thumbsUp`. Unknown words stay as they are, so that
    /// the server refuses them.
    static func word(spoken: String) -> String {
        Classic.allCases.map(Reaction.classic).first { $0.spoken == spoken }?.rawValue ?? spoken
    }
}

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

extension PlayPhrases {
    /// Phrases about deleting from one's own view, and Recently Deleted.
    static let deletions: PhraseChapter = [
        "{person} deletes the message {text} in {conversation}": .act(
            "Deletes the newest message with this text from this person's own view.",
            example: ["Bea", "See you at six"], from: .request(.messageDelete, .message)
        ) { step, id in try .delete(.messages([step.meantMessage().rawValue], conversation: id)) },
        "{person} deletes the conversation {conversation}": .act(
            "Deletes the conversation from this person's own view, until its next message.",
            example: ["Bea"], from: .request(.conversationDelete)
        ) { try .delete(.conversation($0.conversation)) },
        "{person} recovers the message {text} in {conversation}": .act(
            "Recovers the message from Recently Deleted to its place.", example: ["Bea", "See you at six"],
            from: .request(.messageRestore, .message)
        ) { try .recover($0.deletedMessage()) },
        "{person} recovers the conversation {conversation}": .act(
            "Recovers all messages of the conversation from Recently Deleted.", example: ["Bea"],
            from: .request(.conversationRestore)
        ) { try .recover(.conversation($0.conversation)) },
        "{person} deletes the message {text} in {conversation} for good": .act(
            "Deletes the message from Recently Deleted, permanently.",
            example: ["Bea", "See you at six"], from: .request(.messageErase, .message)
        ) { try .erase($0.deletedMessage()) },
        "{person} deletes the conversation {conversation} for good": .act(
            "Deletes all messages of the conversation from Recently Deleted, permanently.", example: ["Bea"],
            from: .request(.conversationErase)
        ) { try .erase(.conversation($0.conversation)) },
        "{person} sees {text} in Recently Deleted": seenDeleted.sees(
            "Checks that a message with exactly this text can be recovered.", example: ["Bea"]),
        "{person} does not see {text} in Recently Deleted": seenDeleted.doesNotSee(
            "Checks that no message that contains this text can be recovered.", example: ["Bea"]),
        "{person} sees in Recently Deleted:": SeenThings(
            columns: ["conversation", "messages", "left"], others: "other conversations are listed"
        ) { step in
            let person = try step.settledPerson()
            return try step.recentlyDeleted().map { row in
                let name = step.context.record.name(of: row.id)
                return [name, "\(row.count)", row.left(at: person.state.clock)]
            }
        }.seesThese(
            "Checks the conversations in Recently Deleted, newest deletion first: columns conversation, messages (a "
                + "number) and left (29 days)."),
        "{person} sees nothing in Recently Deleted": .none(
            "Checks that Recently Deleted is empty.", example: ["Bea"], or: "something can be recovered"
        ) { try $0.recentlyDeleted().map(\.title) },
    ]

    /// The messages that a person can recover.
    private static let seenDeleted = SeenThings(
        columns: ["from", "text"], key: 1, missing: "{person} does not see it in Recently Deleted",
        present: "{person} sees it in Recently Deleted", hasWords: true, separator: ": "
    ) { step in
        try step.recentlyDeleted().flatMap { row in
            try step.deletedMessages(of: row.id).map { [$0.sender, $0.text] }
        }
    }
}

extension PlayStep {
    /// Opens the person's Recently Deleted and returns its conversations.
    fileprivate func recentlyDeleted() throws(StepFailure) -> [DeletedList.Row] {
        let person = try presentPerson()
        try person.settle()
        _ = try person.outcome(of: .conversationRecentlyDeleted, of: .loadRecentlyDeleted)
        return person.state.recentlyDeleted.rows
    }

    /// Returns the messages of a conversation in the person's Recently Deleted.
    fileprivate func deletedMessages(of id: ConversationID) throws(StepFailure) -> [DeletedList.Message] {
        let person = try presentPerson()
        try person.settle()
        _ = try person.outcome(of: .messageRecentlyDeleted, of: .loadDeletedMessages(conversation: id))
        let deleted = person.state.recentlyDeleted
        return deleted.rows.contains { $0.id == id } ? deleted.messages[id] ?? [] : []
    }

    /// Returns the deleted message with the step's text, or else the message that is not deleted.
    fileprivate func deletedMessage() throws(StepFailure) -> Deletable {
        let (text, id) = (try text, try conversation)
        let found = try deletedMessages(of: id).last { $0.text == text }?.id
        if let found { return .messages([found], conversation: id) }
        return .messages([try meantMessage().rawValue], conversation: id)
    }
}
