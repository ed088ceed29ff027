import AppModel
import ChatProtocol
import ChatTerminal

/// The subjects of sheets, which may disappear while a sheet is open.
extension ChatState {
    /// Returns true if the subject of a sheet still exists.
    func isThere(_ kind: SheetKind) -> Bool {
        switch kind {
        case .message(let id):
            // Return must not act on another row that moved under the focus.
            message(id).map { message in
                let menu = Sheets.menu(id, self).sheet
                return !menu.choices.isEmpty && !(message.isUnsent && view.inSheet.hasLostFocus(in: menu))
            } ?? false
        case .tapback(let id), .emoji(let id): message(id)?.isThere == true
        case .details(let id): threads[id] != nil
        case .options(.composer(let id)), .discardOptions(.composer(let id)):
            // Without the earlier settings, another document has replaced the sheet's. Line mode stores none: it
            // confirms each choice at once.
            threads[id] != nil && view.staged[id] != nil
                && (view.optionsBefore[.composer(id)] != nil || !keys.areThere)
        case .options(.shareSheet), .discardOptions(.shareSheet):
            view.sharing.map { $0.draft != nil && isThere($0) } ?? false
        case .notice(let notice): waitingNotice(notice.id) != nil
        case .confirm(let question): obstacle(to: question.action) == nil && !quotesUnsent(question)
        case .deletedMessage(let id, let conversation): canBeRecovered(.messages([id], conversation: conversation))
        case .share, .shareActions: view.sharing.map(isThere) ?? false
        // A sheet with text stays open until the person closes it.
        case .post: view.post.map { $0.text.saysSomething || isThere($0.context) } ?? false
        // The others are about nothing that can go away.
        default: true
        }
    }

    /// Returns true if the shared item still exists for this person.
    func isThere(_ context: ShareContext) -> Bool {
        if let id = context.composer { return view.staged[id] != nil || view.attachments[id] != nil }
        if let id = context.source, messageAnywhere(id)?.isThere != true { return false }
        if let id = context.highlight, !shelf.contains(where: { $0.id == id }) { return false }
        return context.conversation.map { id in conversations.contains { $0.id == id } } ?? true
    }

    /// Returns the reason why an item cannot be shared any more; nil if it can.
    func obstacle(toSharing context: ShareContext) -> String? {
        isThere(context) ? loss(of: context) : ChatUpdate.isGone
    }

    /// True if the sheet that asks for the people of a new conversation is open or will return.
    var asksForPeople: Bool { view.sheet == .compose || view.returnsTo.contains { $0.kind == .compose } }

    /// Returns the question about deleting a message with its present text, and the message; nil for any other
    /// question.
    private func quoting(_ question: Confirmation) -> (question: Confirmation, message: MessageEntry)? {
        guard case .delete(.messages(let ids, let id)) = question.action, ids.count == 1,
            let message = messageAnywhere(ids[0])
        else { return nil }
        return (ChatUpdate.deleting(message, in: id), message)
    }

    /// Returns the question with its present text, such as the number of messages or the loss; nil if there is no newer
    /// text.
    func requoted(_ question: Confirmation) -> Confirmation? {
        if question.action == .quit { return ChatUpdate.quitting(self).flatMap { $0 == question ? nil : $0 } }
        let now: Confirmation? =
            switch question.action {
            case .erase(let what): erasing(what)
            case .request(.messageUnsend(let it)): messageAnywhere(it.message.rawValue).map(unsending)
            case .request(.conversationLeave(let it)): threads[it.conversation.rawValue].map(ChatUpdate.leaving)
            case .manage(let row, let deed): shares[row.url].flatMap { self.question(before: deed, on: $0) }
            case .answerNotice(let id, let action): self.question(answering: id, action)
            case .forward(let id, let conversation):
                messageAnywhere(id)?.attachment.map {
                    ChatUpdate.sending($0.name, in: self.threads[conversation], question.action)
                }
            case .delete(.conversation(let id, _)): threads[id].map(ChatUpdate.deleting)
            case .removeMember(let handle, let id):
                threads[id].flatMap { thread in
                    thread.members.first { $0.handle == handle }.map { ChatUpdate.removing($0, from: thread) }
                }
            default: nil
            }
        if let now { return now == question ? nil : now }
        guard let (now, message) = quoting(question), !message.isUnsent, now != question else { return nil }
        return now
    }

    /// Returns true if the question quotes a message that has been unsent since.
    func quotesUnsent(_ question: Confirmation) -> Bool {
        guard let (now, message) = quoting(question) else { return false }
        return message.isUnsent && now != question
    }

    private func messageAnywhere(_ id: String) -> MessageEntry? {
        if let message = message(id) { return message }
        for thread in threads.values {
            if let message = thread.message(id) { return message }
        }
        return nil
    }

    static let isNotDeleted = "It is no longer in Recently Deleted"

    /// Returns the reason why the action of a question is no longer possible; nil if it is possible.
    func obstacle(to action: ChatAction) -> String? {
        func isMember(of id: String) -> Bool { conversations.contains { $0.id == id } }
        let isOut = "You are no longer in this conversation"
        switch action {
        case .request(.messageUnsend(let it)):
            guard let message = message(it.message.rawValue) else { return "That message no longer exists" }
            return MessageMenu.obstacle(to: .undoSend, message, in: self)?.text
        case .delete(.messages(let ids, let id)):
            guard isMember(of: id) else { return isOut }
            return ids.contains { messageAnywhere($0) == nil } ? "That message no longer exists" : nil
        case .delete(.conversation(let id, _)): return isMember(of: id) ? nil : isOut
        case .request(.conversationLeave(let it)): return isMember(of: it.conversation.rawValue) ? nil : isOut
        case .removeMember(let handle, let id):
            guard isMember(of: id), let thread = threads[id] else { return isOut }
            return thread.members.contains { $0.handle == handle }
                ? nil : "This person is no longer in this conversation"
        case .forward(let id, let conversation):
            guard isMember(of: conversation) else { return isOut }
            return messageAnywhere(id)?.isThere == false ? "This message was unsent" : nil
        case .erase(let what): return canBeRecovered(what) ? nil : Self.isNotDeleted
        case .manage(let row, let deed): return obstacle(to: deed, on: row)
        case .answerNotice(let id, _): return askedNotice(id) == nil ? NoticeEntry.nothingIsAsked : nil
        case .quit: return unsaved.isEmpty ? "Everything is already saved" : nil
        default: return nil
        }
    }
}

extension ViewState {
    /// Moves the selection and the sheet of a waiting message to its new id, under which the server has it.
    package mutating func rename(message old: String, to id: String) {
        if chosen == old { chosen = id }
        if sheet == .message(old) { sheet = .message(id) }
        if focusedSheet == SheetKind.message(old).identity { focusedSheet = SheetKind.message(id).identity }
        for index in returnsTo.indices where returnsTo[index].kind == .message(old) {
            returnsTo[index].kind = .message(id)
        }
    }
}

extension Confirmation {
    /// Returns true if two questions have the same text, and erase the same messages.
    func asksTheSame(as other: Confirmation) -> Bool {
        if case .erase = action, action != other.action { return false }
        return (title, body, button) == (other.title, other.body, other.button)
    }
}
