import AppModel
package import ChatProtocol
import ChatTerminal

/// The kinds of sheets. One sheet shows at a time.
package enum SheetKind: Equatable, Sendable {
    /// An app asks to surface its links.
    case consent(ConsentPrompt)
    /// The switches of automatic sharing.
    case settings
    /// The keys and commands.
    case help
    /// The notices that wait in the selected thread: the banner, expanded.
    case notices
    /// The answers that a notice offers.
    case notice(NoticeEntry)
    /// A text that was requested, such as the answer to `/explain`.
    case text(title: String, body: [String])
    /// The text that the person types after a conversation has gone, with the reason of the loss.
    case unsent(String)
    /// The actions for a message.
    case message(String)
    /// The tapbacks for a message.
    case tapback(String)
    /// Any emoji as a tapback for a message.
    case emoji(String)
    /// The participants of a conversation, and its switches.
    case details(ConversationID)
    /// The conversations with messages that can be recovered.
    case recentlyDeleted
    /// The messages of a conversation that can be recovered.
    case deletedMessages(ConversationID)
    /// The choices for a deleted message of a conversation.
    case deletedMessage(String, conversation: ConversationID)
    /// The participants of a collaboration, by its link.
    case people(String)
    /// The options of a draft.
    case options(DraftPlace)
    /// A question before an action that cannot be undone.
    case confirm(Confirmation)
    /// A question before the options chosen for a draft are discarded (`sheet-unsaved`).
    case discardOptions(DraftPlace)
    /// A new conversation: its people, and for a group its name and photo.
    case compose
    /// The files of a folder, to choose one to send (`sheet-modal-uses`).
    case files(String)
    /// The share sheet of an item (`av-what`).
    case share
    /// The actions of the share sheet and their order.
    case shareActions
    /// The composition view of a share extension.
    case post
    /// Goes to a conversation by some letters of its name.
    case switcher
    /// The items that wait for the person.
    case inbox
}

extension SheetKind {
    /// The properties of a kind of sheet that do not depend on the state.
    struct Traits {
        /// The heights at which a sheet opens (`sheet-scope`).
        enum Height {
            /// As high as its content.
            case card
            /// For long content: the medium height or the large one.
            case tall
            /// The same, with a thread that stays usable above the sheet or at its side (`sheet-nonmodal`).
            case besideThread
            /// The whole screen.
            case full
        }

        /// The text that identifies the sheet.
        let identity: String
        /// The heights.
        let height: Height
        /// True if the sheet belongs to the selected conversation and not to the whole program.
        let isOfConversation: Bool
        /// True if line mode keeps the sheet open for a choice, and does not print it whole.
        let isListed: Bool

        init(_ identity: String, _ height: Height = .card, isOfConversation: Bool = false, isListed: Bool = false) {
            (self.identity, self.height) = (identity, height)
            (self.isOfConversation, self.isListed) = (isOfConversation, isListed)
        }
    }

    /// The traits of the sheet.
    var traits: Traits {
        switch self {
        case .consent(let request): Traits("consent " + request.id)
        case .settings: Traits("settings", .tall, isListed: true)
        case .help: Traits("help")
        case .notices: Traits("notices", .tall, isOfConversation: true)
        case .notice(let notice): Traits("notice " + notice.id, isOfConversation: true, isListed: true)
        case .text(let title, _): Traits("text " + title)
        case .unsent: Traits("unsent")
        case .message(let id): Traits("message " + id, isOfConversation: true, isListed: true)
        case .tapback(let id): Traits("tapback " + id, isOfConversation: true, isListed: true)
        case .emoji(let id): Traits("emoji " + id, .tall, isOfConversation: true, isListed: true)
        case .details(let id): Traits("details \(id)", .besideThread, isOfConversation: true, isListed: true)
        case .recentlyDeleted: Traits("recently deleted", .tall, isListed: true)
        case .deletedMessages(let id): Traits("deleted messages \(id)", .tall, isListed: true)
        case .deletedMessage(let id, _): Traits("deleted message " + id, isListed: true)
        case .people(let url): Traits("people " + url, .tall, isOfConversation: true, isListed: true)
        case .options(let place):
            Traits("options \(place)", .tall, isOfConversation: true, isListed: place == .shareSheet)
        case .confirm(let question): Traits("confirm " + question.title)
        case .discardOptions(let place): Traits("discard options \(place)", isOfConversation: true, isListed: true)
        case .compose: Traits("compose", .full, isListed: true)
        case .files(let folder): Traits("files " + folder, .tall, isOfConversation: true, isListed: true)
        case .share: Traits("share", .tall, isOfConversation: true, isListed: true)
        case .shareActions: Traits("share actions", .tall, isOfConversation: true, isListed: true)
        case .post: Traits("post", isOfConversation: true, isListed: true)
        case .switcher: Traits("switcher", .tall)
        case .inbox: Traits("inbox", .tall, isListed: true)
        }
    }

    /// The text that identifies the sheet.
    package var identity: String { traits.identity }

    /// True if the sheet belongs to the selected conversation and not to the whole program.
    package var isOfConversation: Bool { traits.isOfConversation }

    /// True if line mode keeps the sheet open for a choice, and does not print it whole.
    package var isListed: Bool { traits.isListed }
}

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
            case .request(.conversationLeave(let it)): threads[it.conversation].map(ChatUpdate.leaving)
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
        func isMember(of id: ConversationID) -> Bool { conversations.contains { $0.id == id } }
        let isOut = "You are no longer in this conversation"
        switch action {
        case .request(.messageUnsend(let it)):
            guard let message = message(it.message.rawValue) else { return "That message no longer exists" }
            return MessageMenu.obstacle(to: .undoSend, message, in: self)?.text
        case .delete(.messages(let ids, let id)):
            guard isMember(of: id) else { return isOut }
            return ids.contains { messageAnywhere($0) == nil } ? "That message no longer exists" : nil
        case .delete(.conversation(let id, _)): return isMember(of: id) ? nil : isOut
        case .request(.conversationLeave(let it)): return isMember(of: it.conversation) ? nil : isOut
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
