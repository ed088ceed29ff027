package import ChatProtocol
import ChatTerminal

/// A deleted message that a draft answers or edits.
package struct DeletedSubject: Equatable, Sendable {
    /// The conversation's id.
    package var conversation: String
    /// The message's number in the conversation.
    package var number: Int

    package init(conversation: String, number: Int) { (self.conversation, self.number) = (conversation, number) }
}

/// The contents of Recently Deleted, as far as the client has loaded them.
package struct DeletedList: Equatable, Sendable {
    /// A conversation with messages in Recently Deleted.
    package struct Row: Equatable, Sendable {
        /// The conversation's id.
        package var id: String
        /// The conversation's name, or the names of the other members.
        package var title: String
        /// The number of messages that can be recovered.
        package var count: Int
        /// The time at which the first of them is deleted permanently, in milliseconds since 1970.
        package var endsAt: Int64
        /// The messages that can be recovered.
        package var runs: [MessageRun]

        package init(id: String, title: String, count: Int, endsAt: Int64, runs: [MessageRun] = []) {
            (self.id, self.title, self.count, self.endsAt, self.runs) = (id, title, count, endsAt, runs)
        }

        /// Returns the remaining days, at least one, such as `29 days`.
        ///
        /// - Parameter clock: The server's time, in milliseconds since 1970.
        package func left(at clock: Int64) -> String {
            let days = max(1, (endsAt - clock + 86_399_999) / 86_400_000)
            return days == 1 ? "1 day" : "\(days) days"
        }
    }

    /// A message in Recently Deleted.
    package struct Message: Equatable, Sendable {
        /// The message's id.
        package var id: String
        /// Its number in the conversation.
        package var number: Int
        /// The display name of the sender, or "You".
        package var sender: String
        /// The text; for a document, its name.
        package var text: String

        /// The row of the message: the sender and the text.
        package var line: String {
            CleanText.line(text.isEmpty ? "\(sender) unsent a message" : "\(sender): \(text)")
        }

        package init(id: String, number: Int, sender: String, text: String) {
            (self.id, self.number, self.sender, self.text) = (id, number, sender, text)
        }
    }

    /// The conversations, the newest deletion first.
    package var rows: [Row] = []
    /// The newest deleted messages of the conversations that were opened in Recently Deleted, oldest first.
    package var messages: [String: [Message]] = [:]
    /// True if nothing was deleted or recovered since the conversations were loaded.
    package var isCurrent = false
    /// The conversations whose messages were loaded after the last deletion or recovery in them.
    package var current: Set<String> = []

    /// Creates an empty list.
    package init() {}

    /// Returns the listed messages of a conversation. Messages that are deleted later are not part of it.
    func listed(_ id: String) -> Deletable { .conversation(id, runs: rows.first { $0.id == id }?.runs ?? []) }

    /// Returns `1 Message` or `3 Messages`.
    static func messages(_ count: Int) -> String { count == 1 ? "1 Message" : "\(count) Messages" }
}

/// An item that can be deleted, recovered and deleted permanently.
package enum Deletable: Equatable, Sendable {
    /// Messages of one conversation, by their ids.
    case messages([String], conversation: String)
    /// A conversation; in Recently Deleted, the messages of these runs, or all of its messages if there are none.
    case conversation(String, runs: [MessageRun] = [])

    /// The conversation's id.
    package var conversation: String {
        switch self {
        case .messages(_, let id), .conversation(let id, _): id
        }
    }
}

/// A command about Recently Deleted whose item is not loaded. It runs again after the server's answer.
package struct AwaitedDeletion: Equatable, Sendable {
    /// The word and the text of the command.
    var word: String
    var text: String
    /// The conversation whose messages the command waits for; nil if it waits for the list of conversations.
    package var conversation: String?
}
