import ChatProtocol
import ChatScreens
import ChatSession

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
        ) { try .delete(.conversation($0.conversation.rawValue)) },
        "{person} recovers the message {text} in {conversation}": .act(
            "Recovers the message from Recently Deleted to its place.", example: ["Bea", "See you at six"],
            from: .request(.messageRestore, .message)
        ) { try .recover($0.deletedMessage()) },
        "{person} recovers the conversation {conversation}": .act(
            "Recovers all messages of the conversation from Recently Deleted.", example: ["Bea"],
            from: .request(.conversationRestore)
        ) { try .recover(.conversation($0.conversation.rawValue)) },
        "{person} deletes the message {text} in {conversation} for good": .act(
            "Deletes the message from Recently Deleted, permanently.",
            example: ["Bea", "See you at six"], from: .request(.messageErase, .message)
        ) { try .erase($0.deletedMessage()) },
        "{person} deletes the conversation {conversation} for good": .act(
            "Deletes all messages of the conversation from Recently Deleted, permanently.", example: ["Bea"],
            from: .request(.conversationErase)
        ) { try .erase(.conversation($0.conversation.rawValue)) },
        "{person} sees {text} in Recently Deleted": seenDeleted.sees(
            "Checks that a message with exactly this text can be recovered.", example: ["Bea"]),
        "{person} does not see {text} in Recently Deleted": seenDeleted.doesNotSee(
            "Checks that no message that contains this text can be recovered.", example: ["Bea"]),
        "{person} sees in Recently Deleted:": SeenThings(
            columns: ["conversation", "messages", "left"], others: "other conversations are listed"
        ) { step in
            let person = try step.settledPerson()
            return try step.recentlyDeleted().map { row in
                let name = step.context.record.name(of: ConversationID(row.id))
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
    fileprivate func deletedMessages(of id: String) throws(StepFailure) -> [DeletedList.Message] {
        let person = try presentPerson()
        try person.settle()
        _ = try person.outcome(of: .messageRecentlyDeleted, of: .loadDeletedMessages(conversation: id))
        let deleted = person.state.recentlyDeleted
        return deleted.rows.contains { $0.id == id } ? deleted.messages[id] ?? [] : []
    }

    /// Returns the deleted message with the step's text, or else the message that is not deleted.
    fileprivate func deletedMessage() throws(StepFailure) -> Deletable {
        let (text, id) = (try text, try conversation.rawValue)
        let found = try deletedMessages(of: id).last { $0.text == text }?.id
        if let found { return .messages([found], conversation: id) }
        return .messages([try meantMessage().rawValue], conversation: id)
    }
}
