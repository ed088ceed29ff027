import ChatProtocol
import ChatTerminal

/// What is done with one message: from the menu, by a key, or by a command.
extension ChatUpdate {
    /// Does what the menu offers, if it is still possible.
    mutating func perform(_ deed: MessageMenu.Deed, on message: MessageEntry) {
        if let obstacle = MessageMenu.obstacle(to: deed, message, in: state) {
            state.view.hint = obstacle.text
            return
        }
        switch deed {
        case .reply:
            cancelPurpose()
            state.view.purpose = .reply(message.id)
            leaveChoosing()
        case .edit:
            cancelPurpose()
            state.view.purpose = .edit(message.id, before: state.view.draft)
            state.view.draft = LineEditor(message.text)
            leaveChoosing()
        case .openReplies: openReplies(of: message)
        case .undoSend:
            state.view.sheet = .confirm(unsending(message))
            emit(.checkClock)
        case .tapback:
            state.view.sheet = .tapback(message.id)
        case .copy: emit(.copy(text: message.text))
        case .save: emit(.save(message: message.id, path: nil))
        case .pin(let card):
            guard let id = state.view.selected else { return }
            emit(card.isPinned ? .unpin(url: card.url, conversation: id) : .pin(url: card.url, conversation: id))
        case .share: if let context = state.shareContext(of: message) { share(context) }
        case .versions:
            if state.view.expanded.remove(message.id) == nil { state.view.expanded.insert(message.id) }
        }
    }

    func unsending(_ message: MessageEntry) -> Confirmation {
        Confirmation(
            title: "Undo Send?",
            body: "“\(CleanText.line(message.text.isEmpty ? message.summary : message.text))” goes "
                + "for everybody, and a note stays in its place.",
            button: "Undo Send", action: .unsend(message: message.id))
    }

    mutating func openReplies(of message: MessageEntry) {
        let root = message.thread ?? message.id
        state.view.chosen = nil
        leaveShelf()
        state.view.replies = root
        state.view.scroll = .bottom
        state.view.pane = .thread
        // Asked for by the message itself: where the thread began may be from before this person came.
        emit(.openReplies(message: message.id))
    }

    /// Makes the draft a new message again; what an edit put away comes back.
    mutating func cancelPurpose() {
        switch state.view.purpose {
        case .edit(_, let before)?: state.view.draft = before
        case .command(let before, let purpose)?:
            (state.view.draft, state.view.purpose) = (before, purpose)
            return
        case .reply?, nil: break
        }
        state.view.purpose = nil
    }

    /// Begins a command that the person finishes; what they were writing comes back after it.
    mutating func begin(command: String) {
        if case .command? = state.view.purpose { cancelPurpose() }
        state.view.purpose = .command(before: state.view.draft, purpose: state.view.purpose)
        state.view.draft = LineEditor(command)
        state.view.pane = .thread
    }

    private mutating func leaveChoosing() {
        state.view.chosen = nil
        state.view.pane = .thread
    }

    // MARK: Commands

    /// What a command does with a message.
    ///
    /// - Throws: a sentence that says which message is missing, or why it is not possible.
    mutating func perform(_ command: MessageCommand, number: Int?) throws(SlashCommand.Mistake) {
        let message = try message(for: command, number)
        let deed = command.deed
        if let obstacle = MessageMenu.obstacle(to: deed, message, in: state) { throw obstacle }
        switch command {
        case .reply(let text):
            guard let id = state.view.selected else { return }
            state.view.chosen = nil
            toBottom()
            emit(.send(text: text, conversation: id, replyTo: message.id))
        case .edit(let text):
            if text.isEmpty {
                state.view.chosen = nil
                state.view.purpose = .edit(message.id, before: state.view.draft)
                state.view.draft = LineEditor(message.text)
                return
            }
            emit(.edit(message: message.id, text: text))
        case .unsend, .openReplies, .versions: perform(deed, on: message)
        case .react(let reaction): emit(.react(message: message.id, reaction: reaction))
        case .save(let path): emit(.save(message: message.id, path: path))
        }
    }

    /// The message that a command means: that number, the chosen one, or the newest that fits.
    private func message(for command: MessageCommand, _ number: Int?) throws(SlashCommand.Mistake) -> MessageEntry {
        guard let thread = state.shownThread, let whole = state.selectedThread else {
            throw SlashCommand.Mistake(text: "No conversation is open")
        }
        if let number {
            let isMeant: (MessageEntry) -> Bool = { $0.number == number }
            guard let message = thread.newestMessage(where: isMeant) ?? whole.newestMessage(where: isMeant) else {
                let oldest = whole.entries.lazy.compactMap(\.number).first ?? 0
                if whole.hasOlder, number < oldest {
                    throw SlashCommand.Mistake(text: "#\(number) is further back: /older loads what was said before")
                }
                throw SlashCommand.Mistake(
                    text: "There is no message #\(number) here; /numbers tells them", reason: .notFound)
            }
            return message
        }
        if let chosen = state.chosenMessage { return chosen }
        guard let message = thread.newestMessage(where: { command.fits($0) }) else {
            throw SlashCommand.Mistake(text: command.nothingFits)
        }
        return message
    }

    /// The newest messages of the open conversation with their numbers.
    func numbers() -> [String] {
        let entries = state.selectedThread?.entries ?? []
        return entries.suffix(50).compactMap { entry in
            guard case .message(let message) = entry, let number = message.number else { return nil }
            return "#\(number) \(message.summary)"
        }
    }
}

extension MessageCommand {
    fileprivate var deed: MessageMenu.Deed {
        switch self {
        case .reply: .reply
        case .edit: .edit
        case .unsend: .undoSend
        case .react: .tapback
        case .openReplies: .openReplies
        case .versions: .versions
        case .save: .save
        }
    }

    /// Whether it can be meant where no message was named.
    fileprivate func fits(_ message: MessageEntry) -> Bool {
        switch self {
        case .reply, .react: message.isThere && !message.isOwn
        case .edit: message.isThere && message.isOwn && message.attachment == nil
        case .unsend: message.isThere && message.isOwn
        case .openReplies: message.replies > 0 || message.thread != nil
        case .versions: message.isThere && !message.versions.isEmpty
        case .save: message.isThere && message.attachment != nil
        }
    }

    fileprivate var nothingFits: String {
        switch self {
        case .reply, .react: "Nobody else has written here; #N names a message"
        case .edit, .unsend: "You have written nothing here"
        case .openReplies: "There are no replies here"
        case .versions: "No message here was edited"
        case .save: "No document is here"
        }
    }
}
