import ChatProtocol
import ChatTerminal

/// Deleting for oneself, and Recently Deleted.
extension ChatUpdate {
    /// Does what a command says about deleting.
    ///
    /// - Returns: false where the word is none of these commands.
    mutating func performOnDeleted(_ word: String, _ text: String) throws(SlashCommand.Mistake) -> Bool {
        switch word {
        case "delete" where text == "conversation": ask(Self.deleting(try openThread))
        case "deleted" where text.isEmpty: showRecentlyDeleted()
        case "deleted": showDeleted(of: try deleted(text).conversation)
        case "recover" where text.isEmpty:
            guard let last = state.view.lastDeleted else {
                throw SlashCommand.Mistake(
                    text: "This client has deleted nothing yet. /deleted lists what can be recovered")
            }
            emit(.recover(last))
        case "recover": emit(.recover(try deleted(text)))
        case "erase":
            let what = try deleted(try SlashCommand.needed(text, "/erase NAME [#N]: what /deleted lists"))
            ask(state.erasing(what))
        default: return false
        }
        return true
    }

    /// Returns the thing in Recently Deleted that `NAME` or `N` names, with or without `#N`.
    private func deleted(_ text: String) throws(SlashCommand.Mistake) -> Deletable {
        let last = text.split(separator: " ").last ?? ""
        let number = last.hasPrefix("#") ? Int(last.dropFirst()) : nil
        let given = number == nil ? text : String(text.dropLast(last.count)).trimmed
        let name = given.lowercased()
        let rows = state.recentlyDeleted.rows
        let fitting = rows.filter { $0.id == name || CleanText.line($0.title).lowercased() == name }
        guard fitting.count <= 1 else {
            throw SlashCommand.Mistake(
                text: "\(fitting.count) conversations there are called “\(CleanText.line(given))”: give the number in "
                    + "/deleted", reason: .conflict)
        }
        let numbered = try Int(name).flatMap { number throws(SlashCommand.Mistake) in
            try place(number, in: SheetKind.recentlyDeleted.identity, of: rows.map(\.id))
        }
        let named =
            fitting.first?.id ?? numbered.map { rows[$0].id }
            ?? state.conversations.first { $0.id == name || CleanText.line($0.title).lowercased() == name }?.id
        guard let id = named else {
            throw SlashCommand.Mistake(
                text: "“\(CleanText.line(given))” is not in Recently Deleted: /deleted lists what is", reason: .notFound
            )
        }
        guard let number else { return .conversation(id) }
        guard let message = state.recentlyDeleted.messages[id]?.first(where: { $0.number == number }) else {
            throw SlashCommand.Mistake(
                text: "There is no message #\(number): /deleted NAME lists its deleted messages", reason: .notFound)
        }
        return .messages([message.id], conversation: id)
    }

    mutating func showRecentlyDeleted() {
        presentForNow(.recentlyDeleted)
        emit(.loadRecentlyDeleted)
    }

    mutating func showDeleted(of conversation: String) {
        presentForNow(.deletedMessages(conversation))
        emit(.loadDeletedMessages(conversation: conversation))
    }

    // MARK: Questions

    static func deleting(_ message: MessageEntry, in conversation: String) -> Confirmation {
        Confirmation(
            title: "Delete Message?",
            body: "“\(CleanText.line(message.text.isEmpty ? message.summary : message.text))” is deleted from all your "
                + "devices, and can be recovered from Recently Deleted for 30 days. Nobody else loses it.",
            button: "Delete", action: .delete(.messages([message.id], conversation: conversation)),
            isDestructive: true)
    }

    static func deleting(_ thread: ThreadState) -> Confirmation {
        let isEmpty = thread.isLoaded && !thread.hasOlder && thread.newestMessage { _ in true } == nil
        return Confirmation(
            title: "Delete Conversation?",
            body: "“\(CleanText.line(thread.title))” is deleted from all your devices"
                + (isEmpty ? ". " : ", and can be recovered from Recently Deleted for 30 days. ")
                + "You stay in it: a new message brings it back" + (isEmpty ? ", and so does /recover." : "."),
            button: "Delete", action: .delete(.conversation(thread.conversation)),
            isDestructive: true)
    }
}

extension ChatState {
    /// Returns the question before something is deleted for good.
    func erasing(_ what: Deletable) -> Confirmation {
        let count =
            switch what {
            case .messages(let ids, _): ids.count
            case .conversation(let id): recentlyDeleted.rows.first { $0.id == id }?.count ?? 1
            }
        return Confirmation(
            title: "Delete \(DeletedList.messages(count))?",
            body: "\(count == 1 ? "It is" : "They are") deleted for good, and cannot be recovered.",
            button: "Delete", action: .erase(what), isDestructive: true)
    }

    /// True unless the client knows that something is not in Recently Deleted any more.
    func canBeRecovered(_ what: Deletable) -> Bool {
        guard let messages = recentlyDeleted.messages[what.conversation] else { return true }
        return switch what {
        case .messages(let ids, _): messages.contains { ids.contains($0.id) }
        case .conversation: !messages.isEmpty
        }
    }

    /// The parts of Recently Deleted that open sheets and questions are about: the list, and messages of conversations.
    package var deletedInSight: (list: Bool, conversations: Set<String>) {
        var (list, conversations) = (false, Set<String>())
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
