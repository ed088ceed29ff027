package import ChatProtocol
import ChatTerminal

/// A deleted message that a draft answers or edits.
package struct DeletedSubject: Equatable, Sendable {
    /// The conversation's id.
    package var conversation: ConversationID
    /// The message's number in the conversation.
    package var number: Int

    package init(conversation: ConversationID, number: Int) {
        (self.conversation, self.number) = (conversation, number)
    }
}

/// The contents of Recently Deleted, as far as the client has loaded them.
package struct DeletedList: Equatable, Sendable {
    /// A conversation with messages in Recently Deleted.
    package struct Row: Equatable, Sendable {
        /// The conversation's id.
        package var id: ConversationID
        /// The conversation's name, or the names of the other members.
        package var title: String
        /// The number of messages that can be recovered.
        package var count: Int
        /// The time at which the first of them is deleted permanently, in milliseconds since 1970.
        package var endsAt: Int64
        /// The messages that can be recovered.
        package var runs: [MessageRun]

        package init(id: ConversationID, title: String, count: Int, endsAt: Int64, runs: [MessageRun] = []) {
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
    package var messages: [ConversationID: [Message]] = [:]
    /// True if nothing was deleted or recovered since the conversations were loaded.
    package var isCurrent = false
    /// The conversations whose messages were loaded after the last deletion or recovery in them.
    package var current: Set<ConversationID> = []

    /// Creates an empty list.
    package init() {}

    /// Returns the listed messages of a conversation. Messages that are deleted later are not part of it.
    func listed(_ id: ConversationID) -> Deletable { .conversation(id, runs: rows.first { $0.id == id }?.runs ?? []) }

    /// Returns `1 Message` or `3 Messages`.
    static func messages(_ count: Int) -> String { count == 1 ? "1 Message" : "\(count) Messages" }
}

/// An item that can be deleted, recovered and deleted permanently.
package enum Deletable: Equatable, Sendable {
    /// Messages of one conversation, by their ids.
    case messages([String], conversation: ConversationID)
    /// A conversation; in Recently Deleted, the messages of these runs, or all of its messages if there are none.
    case conversation(ConversationID, runs: [MessageRun] = [])

    /// The conversation's id.
    package var conversation: ConversationID {
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
    package var conversation: ConversationID?
}

/// Deletion for this person only, and Recently Deleted.
extension ChatUpdate {
    /// Runs the command that waited for the contents of Recently Deleted.
    ///
    /// - Returns: The reason why it cannot be performed; nil if it was performed or no command waited.
    package mutating func performAwaitedDeletion() -> SlashCommand.Mistake? {
        guard let awaited = state.view.awaitedDeletion else { return nil }
        state.view.awaitedDeletion = nil
        do throws(SlashCommand.Mistake) {
            try perform(awaited.word, onDeleted: awaited.text)
            return nil
        } catch {
            return error
        }
    }

    /// Runs a command about an item in Recently Deleted.
    mutating func perform(_ word: String, onDeleted text: String) throws(SlashCommand.Mistake) {
        guard let what = try deleted(text, for: word) else { return }
        switch word {
        case "deleted": showDeleted(of: what.conversation)
        case "recover": emit(.recover(what))
        default: ask(state.erasing(what))
        }
    }

    /// Returns the item in Recently Deleted that `NAME` or `N` identifies, with or without `#N`.
    ///
    /// - Returns: Nil if the item must be loaded first; the command then runs again.
    /// - Throws: A `SlashCommand.Mistake` if no item fits, or several conversations do.
    private mutating func deleted(_ text: String, for word: String) throws(SlashCommand.Mistake) -> Deletable? {
        let (rows, isCurrent) = (state.recentlyDeleted.rows, state.recentlyDeleted.isCurrent)
        let last = text.split(separator: " ").last ?? ""
        // The name of a conversation may end with a number too.
        let isName = rows.contains { CleanText.line($0.title).lowercased() == text.trimmed.lowercased() }
        let number = last.hasPrefix("#") && !isName ? Int(last.dropFirst()) : nil
        let given = number == nil ? text : String(text.dropLast(last.count)).trimmed
        let name = given.lowercased()
        func isNamed(_ id: ConversationID, _ title: String) -> Bool {
            id.rawValue == name || CleanText.line(title).lowercased() == name
        }
        let fitting = rows.filter { isNamed($0.id, $0.title) }
        guard fitting.count <= 1 else {
            throw SlashCommand.Mistake(
                text: "\(fitting.count) conversations there are called “\(CleanText.line(given))”: give the number in "
                    + "/deleted", reason: .conflict)
        }
        let numbered = try Int(name).flatMap { number throws(SlashCommand.Mistake) in
            try place(number, in: SheetKind.recentlyDeleted.identity, of: rows.map(\.id.rawValue))
        }
        let named = fitting.first?.id ?? numbered.map { rows[$0].id }
        // The confirmation of an erasure counts the current contents.
        if named == nil || word == "erase", !isCurrent {
            load(AwaitedDeletion(word: word, text: text), by: .loadRecentlyDeleted)
            return nil
        }
        let listed = state.conversations.first { isNamed($0.id, $0.title) }?.id
        guard let id = named ?? (word == "erase" && number == nil ? nil : listed) else {
            throw SlashCommand.Mistake(
                text: "“\(CleanText.line(given))” is not in Recently Deleted: /deleted lists its conversations",
                reason: .notFound
            )
        }
        guard let number else { return isCurrent ? state.recentlyDeleted.listed(id) : .conversation(id) }
        if let message = state.recentlyDeleted.messages[id]?.first(where: { $0.number == number }) {
            return .messages([message.id], conversation: id)
        }
        guard state.recentlyDeleted.current.contains(id) else {
            let awaited = AwaitedDeletion(word: word, text: text, conversation: id)
            load(awaited, by: .loadDeletedMessages(conversation: id))
            return nil
        }
        throw SlashCommand.Mistake(
            text: "There is no message #\(number): /deleted NAME lists its deleted messages", reason: .notFound)
    }

    private mutating func load(_ awaited: AwaitedDeletion, by action: ChatAction) {
        state.view.awaitedDeletion = awaited
        state.view.hint = "Loading Recently Deleted…"
        emit(action)
    }

    mutating func showRecentlyDeleted() {
        presentForNow(.recentlyDeleted)
        emit(.loadRecentlyDeleted)
    }

    mutating func showDeleted(of conversation: ConversationID) {
        presentForNow(.deletedMessages(conversation))
        emit(.loadDeletedMessages(conversation: conversation))
    }

    // MARK: Questions

    static func deleting(_ message: MessageEntry, in conversation: ConversationID) -> Confirmation {
        Confirmation(
            title: "Delete Message?",
            body: "“\(CleanText.line(message.text.isEmpty ? message.summary : message.text))” is deleted from all your "
                + "devices, and can be recovered from Recently Deleted for 30 days. Other people keep it.",
            button: "Delete", action: .delete(.messages([message.id], conversation: conversation)),
            isDestructive: true)
    }

    static func deleting(_ thread: ThreadState) -> Confirmation {
        let isEmpty = thread.isLoaded && !thread.hasOlder && thread.newestMessage { _ in true } == nil
        return Confirmation(
            title: "Delete Conversation?",
            body: "“\(CleanText.line(thread.title))” is deleted from all your devices"
                + (isEmpty ? ". " : ", and can be recovered from Recently Deleted for 30 days. ")
                + "You stay in it: a new message restores it.",
            button: "Delete", action: .delete(.conversation(thread.conversation)),
            isDestructive: true)
    }
}

extension ChatState {
    /// Changes the name of a conversation in the lists of the settings and of Recently Deleted, which may be open.
    package mutating func rename(_ conversation: ConversationID, _ title: String) {
        for index in recentlyDeleted.rows.indices where recentlyDeleted.rows[index].id == conversation {
            recentlyDeleted.rows[index].title = title
        }
        for index in settings.conversations.indices where settings.conversations[index].id == conversation {
            settings.conversations[index].title = title
        }
    }

    /// Returns the confirmation before an item is deleted permanently.
    func erasing(_ what: Deletable) -> Confirmation {
        let id = what.conversation
        let row = recentlyDeleted.rows.first { $0.id == id }
        let title = row?.title ?? conversations.first { $0.id == id }?.title
        let (count, line): (Int, String?) =
            switch what {
            case .messages(let ids, _):
                (ids.count, recentlyDeleted.messages[id]?.first { ids == [$0.id] }.map { "“\($0.line)”" })
            case .conversation: (row?.count ?? 1, nil)
            }
        var what = what
        if case .conversation = what { what = recentlyDeleted.listed(id) }
        // The list of Recently Deleted may have changed since the person read a number in it.
        let subject =
            line ?? DeletedList.messages(count).lowercased() + (title.map { " from “\(CleanText.line($0))”" } ?? "")
        return Confirmation(
            title: "Delete \(DeletedList.messages(count))?",
            body: "\(subject) \(count == 1 ? "is" : "are") deleted permanently and cannot be recovered.",
            button: "Delete", action: .erase(what), isDestructive: true)
    }

    /// Returns true unless the client knows that an item is no longer in Recently Deleted.
    func canBeRecovered(_ what: Deletable) -> Bool {
        guard let messages = recentlyDeleted.messages[what.conversation] else { return true }
        return switch what {
        case .messages(let ids, _): messages.contains { ids.contains($0.id) }
        case .conversation: !messages.isEmpty
        }
    }

    /// The parts of Recently Deleted that open sheets and confirmations show: the list, and the messages of
    /// conversations.
    package var deletedInSight: (list: Bool, conversations: Set<ConversationID>) {
        var (list, conversations) = (false, Set<ConversationID>())
        for kind in view.returnsTo.map(\.kind) + [view.sheet, view.question.map(SheetKind.confirm)].compactMap(\.self) {
            switch kind {
            case .recentlyDeleted: list = true
            case .deletedMessages(let id), .deletedMessage(_, let id): conversations.insert(id)
            case .confirm(let question):
                guard case .erase(let what) = question.action else { break }
                (list, _) = (true, conversations.insert(what.conversation))
            default: break
            }
        }
        return (list, conversations)
    }
}
