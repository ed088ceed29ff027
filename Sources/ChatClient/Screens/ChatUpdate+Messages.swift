import AppModel
import ChatProtocol
import ChatTerminal

/// The actions on one message: from the menu, by a key, or by a command.
extension ChatUpdate {
    /// Performs an action of the menu, if it is still possible.
    mutating func perform(_ deed: MessageMenu.Deed, on message: MessageEntry) {
        if let obstacle = MessageMenu.obstacle(to: deed, message, in: state) {
            state.view.hint = obstacle.text
            return
        }
        switch deed {
        case .reply:
            leavePurpose()
            state.view.purpose = .reply(message.id)
            if let why = obstacleToReplyingWithDocument { state.view.hint = why }
            leaveChoosing()
        case .edit:
            beginEdit(of: message)
            leaveChoosing()
        case .openReplies: openReplies(of: message)
        case .undoSend:
            present(.confirm(state.unsending(message)))
            emit(.checkClock)
        case .tapback:
            present(.tapback(message.id))
        case .tapbacks:
            present(.text(title: "Tapbacks", body: message.reactions.map(\.named)))
        case .copy: emit(.copy(text: message.text))
        case .save: emit(.save(message: message.id, path: nil))
        case .open(let card): emit(.openLink(url: card.url, notice: nil))
        case .pin(let card):
            guard let id = state.view.selected else { return }
            emit(card.isPinned ? .unpin(url: card.url, conversation: id) : .pin(url: card.url, conversation: id))
        case .delete:
            guard let id = state.view.selected else { return }
            guard case .failed = message.delivery else { return ask(Self.deleting(message, in: id)) }
            // The server does not have the message.
            state.threads[id]?.entries.removeAll { $0.id == message.id }
            if let root = state.view.replies { state.replies[root]?.entries.removeAll { $0.id == message.id } }
            leaveChoosing()
            let hasItem = message.parts?.hasItem == true
            guard hasItem || !message.text.isEmpty else { return state.view.hint = "Deleted" }
            state.view.remember(Self.draft(of: message.text), parts: message.parts)
            state.view.hint = "Deleted. ↑ restores \(hasItem ? "it" : "its text")"
        case .share: if let context = state.shareContext(of: message) { share(context) }
        case .versions:
            if state.view.expanded.remove(message.id) == nil { state.view.expanded.insert(message.id) }
        }
    }

    mutating func openReplies(of message: MessageEntry) {
        let root = message.thread ?? message.id
        if state.view.replies != root { leaveReplies() }
        if state.view.replies == nil { state.view.draftPrecedesReplies = isSomethingWritten }
        state.view.chosen = nil
        leaveShelf()
        state.view.replies = root
        state.view.scroll = .bottom
        state.view.pane = .thread
        // The request names the message itself, because the thread may have begun before this person joined.
        emit(.openReplies(message: message.id))
    }

    /// Shows the whole thread again. A message that was begun among the replies stays a reply, unless the first message
    /// was unsent or deleted.
    mutating func leaveReplies() {
        guard let root = state.view.replies else { return }
        state.view.replies = nil
        guard isSomethingWritten, !state.view.draftPrecedesReplies, state.view.purpose == nil,
            !state.isUnsentOrDeleted(root)
        else { return }
        state.view.purpose = .reply(root)
    }

    /// True if the composer has a message or a file.
    var isSomethingWritten: Bool {
        state.view.draft.saysSomething && !state.view.draft.isCommand
            || state.view.attachments[state.view.selected ?? ""] != nil
    }

    /// Puts the text of a message into the composer. The previous draft comes back after the edit.
    private mutating func beginEdit(of message: MessageEntry) {
        if case .command? = state.view.purpose { cancelPurpose() }
        if state.view.draft.saysSomething { dropEdit() }
        putAway(forEditOf: message.id)
        state.view.draft = LineEditor(Self.draft(of: message.text))
    }

    /// Puts away the draft until the edit of a message ends. Another edit is cancelled.
    mutating func putAway(forEditOf message: String) {
        if case .edit? = state.view.purpose { cancelPurpose() }
        let reply: String? = if case .reply(let id)? = state.view.purpose { id } else { nil }
        state.view.purpose = .edit(message, before: state.view.draft, reply: reply)
    }

    /// Makes the draft a new message again and restores the draft that an edit or a command put away.
    mutating func cancelPurpose() {
        // The refusal of an edit, a reply or a command does not apply to the restored draft.
        if state.view.purpose != nil { state.view.refusal = nil }
        switch state.view.purpose {
        case .edit(_, let before, let reply)?:
            leaveRecall()
            (state.view.draft, state.view.purpose) = (before, reply.map(DraftPurpose.reply))
        case .command(let before, let purpose)?:
            state.view.recalled = nil
            (state.view.draft, state.view.purpose) = (before, purpose)
        case .reply?, nil: state.view.purpose = nil
        }
    }

    /// Begins a command about a conversation from its details.
    mutating func begin(command: String, in conversation: ConversationID) {
        turnToThread()
        turn(to: conversation)
        begin(command: command)
    }

    /// Begins a command that the person finishes. The previous draft comes back after it.
    mutating func begin(command: String) {
        if case .command? = state.view.purpose { cancelPurpose() }
        state.view.purpose = .command(before: state.view.draft, purpose: state.view.purpose)
        state.view.draft = LineEditor(command)
        if state.view.isShelfFocused { leaveShelf() }
        (state.view.isAtOptions, state.view.pane) = (false, .thread)
    }

    private mutating func leaveChoosing() {
        state.view.chosen = nil
        state.view.pane = .thread
    }

    // MARK: Commands

    /// Sends a reply, and scrolls down to it.
    mutating func reply(to message: MessageEntry, _ text: String) throws(SlashCommand.Mistake) {
        guard let id = state.view.selected else { return }
        state.view.chosen = nil
        toBottom()
        emit(.send(text: EmojiNames.replaced(in: text), conversation: id, replyTo: message.id))
    }

    /// Edits a message; without a text, puts its text into the composer.
    mutating func edit(_ message: MessageEntry, _ text: String?) {
        if let text { return emit(.edit(message: message.id, text: EmojiNames.replaced(in: text))) }
        state.view.chosen = nil
        // The command has already left the composer.
        if case .command(_, let purpose)? = state.view.purpose { state.view.purpose = purpose }
        beginEdit(of: message)
    }

    /// Returns the message with the number, the chosen one, or the newest that fits.
    ///
    /// - Parameter nothing: The error's sentence if no message fits.
    /// - Throws: A `SlashCommand.Mistake` if there is no such message, or the action is not possible for it.
    func message(
        _ number: Int?, to deed: MessageMenu.Deed, else nothing: String, where fits: (MessageEntry) -> Bool
    ) throws(SlashCommand.Mistake) -> MessageEntry {
        guard let thread = state.shownThread, let whole = state.selectedThread else {
            throw SlashCommand.Mistake(text: "No conversation is open")
        }
        let meant: MessageEntry
        if let number {
            let isMeant: (MessageEntry) -> Bool = { $0.number == number }
            guard let message = thread.newestMessage(where: isMeant) ?? whole.newestMessage(where: isMeant) else {
                let oldest = whole.entries.lazy.compactMap(\.number).first ?? 0
                if whole.hasOlder, number < oldest {
                    throw SlashCommand.Mistake(text: "#\(number) is an earlier message: /older loads earlier messages")
                }
                throw SlashCommand.Mistake(
                    text: "There is no message #\(number) here; /numbers lists them", reason: .notFound)
            }
            meant = message
        } else {
            guard let message = state.chosenMessage ?? thread.newestMessage(where: fits) else {
                throw SlashCommand.Mistake(text: nothing)
            }
            meant = message
        }
        if let obstacle = MessageMenu.obstacle(to: deed, meant, in: state) { throw obstacle }
        return meant
    }

    /// Returns the newest messages of the open conversation with their numbers, from the last 50 entries.
    func numbers() -> [String] {
        let entries = state.selectedThread?.entries ?? []
        return entries.suffix(50).compactMap { entry in
            guard case .message(let message) = entry, let number = message.number else { return nil }
            return "#\(number) \(message.summary)"
        }
    }
}

extension ChatState {
    /// Returns the confirmation before a message is unsent.
    func unsending(_ message: MessageEntry) -> Confirmation {
        let own = message.cards.compactMap { card in
            share(at: card.url).map { (row: $0, number: card.number) }
        }.filter { $0.row.role == .owner && !$0.row.isDocumentDeleted }
        let ways = own.compactMap { shared in shared.number.map { "/stopshare \($0)" } }
        let way = ways.isEmpty ? "" : " To end that too, cancel and use \(SharingConfirmation.list(ways)) first."
        let rest =
            own.isEmpty
            ? ""
            : " \(SharingConfirmation.list(own.map(\.row.quoted))) \(own.count == 1 ? "stays" : "stay") shared.\(way)"
        return Confirmation(
            title: "Undo Send?",
            body: "“\(CleanText.line(message.text.isEmpty ? message.summary : message.text))” will be "
                + "removed for everyone; a note takes its place.\(rest)",
            button: "Undo Send", action: .unsend(message: message.id), isDestructive: true)
    }
}

/// The keys while a message is chosen in the thread. They act on the message, and no text is typed.
extension ChatUpdate {
    mutating func applyToChosen(_ key: Key) {
        guard let message = state.chosenMessage else { return }
        switch key {
        case .up, .down, .pageUp, .pageDown:
            open()
            choose((key == .up || key == .pageUp ? -1 : 1) * (key == .up || key == .down ? 1 : 5))
        case .escape, .control("t"), .tab:
            state.view.chosen = nil
            state.view.scroll = .bottom
        case .enter, .character(" "):
            guard !MessageMenu.deeds(for: message, in: state).isEmpty else {
                state.view.hint = "An unsent message has no menu"
                return
            }
            present(.message(message.id))
            emit(.checkClock)
        case .character("?"): present(.help)
        case .function(2): share()
        case .paste:
            // Pasted text is never a key: it goes into the composer.
            state.view.chosen = nil
            applyToThread(key)
        default:
            if shortcut(key, message.id) { return }
            if isForThread(key) { return applyToThread(key) }
            refuseInput(key)
        }
    }

    /// Returns true for the keys of the thread that have the same meaning while a message or Shared with You has the
    /// focus.
    func isForThread(_ key: Key) -> Bool {
        switch key {
        case .control("s"), .control("g"), .control("o"), .control("x"), .control("t"): true
        default: false
        }
    }

    /// Performs the menu action of a letter at once.
    ///
    /// - Returns: False if the key is no such letter, or the message does not exist.
    @discardableResult
    mutating func shortcut(_ key: Key, _ id: String) -> Bool {
        guard let message = state.message(id) else { return false }
        let deed: MessageMenu.Deed
        switch key {
        case .character("r"): deed = .reply
        case .character("o"): deed = .openReplies
        case .character("e"): deed = .edit
        case .character("u"): deed = .undoSend
        case .character("t"): deed = .tapback
        case .character("c"): deed = .copy
        case .character("s"): deed = .save
        case .character("v"): deed = .versions
        case .character("w"): deed = .tapbacks
        case .character("d"), .delete: deed = .delete
        default: return false
        }
        if case .message? = state.view.sheet { closeSheet() }
        perform(deed, on: message)
        return true
    }

    /// Moves the choice by this number of messages, starting at the newest, and keeps the chosen message visible.
    mutating func choose(_ delta: Int) {
        guard let thread = state.shownThread else { return state.view.hint = "There is no message here" }
        let ids = thread.entries.compactMap { entry -> String? in
            if case .message(let message) = entry { message.id } else { nil }
        }
        guard let last = ids.indices.last else {
            state.view.hint = "There is no message here"
            return
        }
        let index = state.view.chosen.flatMap { ids.lastIndex(of: $0) }.map { $0 + delta } ?? last
        state.view.pane = .thread
        if state.view.isShelfFocused { leaveShelf() }
        state.view.chosen = ids[max(0, min(index, last))]
        bringIntoSight()
        guard index < 0, state.view.replies == nil, thread.hasOlder, !thread.isLoadingOlder else { return }
        state.threads[thread.conversation]?.isLoadingOlder = true
        emit(.loadOlder(conversation: thread.conversation))
    }

    /// Scrolls so that the whole chosen message is on the screen, unless it already is.
    mutating func bringIntoSight() {
        guard let id = state.view.chosen, let thread = state.shownThread else { return }
        let layout = ChatLayout(state, size: size)
        guard layout.thread > 0 else { return }
        let viewport = ThreadViewport(
            thread, look: state.look, size: layout.viewport(thread, scroll: state.view.scroll))
        let shown = viewport.window(state.view.scroll).rows.filter { $0.entry == id }
        if shown.last?.below == 0, shown.count == viewport.height(of: id) { return }
        if thread.entries.last?.id == id {
            state.view.scroll = .bottom
            return
        }
        let isAbove = shown.isEmpty || shown.last?.below != 0
        let anchor = ViewState.Scroll.anchored(entry: id, row: 0, after: thread.entries.last?.id ?? "")
        // A third of the screen stays free below the message, so that the following messages can be read with it.
        state.view.scroll = viewport.moved(anchor, by: isAbove ? viewport.size.rows / 3 : 0)
    }

    /// Scrolls to the requested message, loading older pages until it is found.
    mutating func seek() {
        guard let target = state.view.target, let thread = state.selectedThread, thread.isLoaded else { return }
        let found: String? =
            switch target {
            case .message(let id): thread.message(id)?.id
            case .firstAfter(let number): thread.firstNew(after: number)
            case .firstSince(let time): thread.first(since: time)
            }
        if let id = found {
            state.view.target = nil
            state.view.chosen = id
            bringIntoSight()
            if state.view.repliesToTarget {
                state.view.chosen = nil
                state.view.purpose = .reply(id)
            }
            // The person reads on from the first new message with the keys that scroll.
            if case .message = target { return }
            state.view.chosen = nil
            return
        }
        guard thread.hasOlder else {
            state.view.target = nil
            state.view.hint =
                if case .firstSince = target { "There are no messages since then" } else {
                    "That message no longer exists"
                }
            return
        }
        guard !thread.isLoadingOlder else { return }
        state.threads[thread.conversation]?.isLoadingOlder = true
        emit(.loadOlder(conversation: thread.conversation))
    }
}
