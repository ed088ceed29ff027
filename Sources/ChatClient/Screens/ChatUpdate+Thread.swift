import ChatProtocol
import ChatTerminal

/// The keys of the thread and its composer.
extension ChatUpdate {
    mutating func applyToThread(_ key: Key) {
        let layout = ChatLayout(state, size: size)
        let isEmpty = state.view.draft.isEmpty
        let wasOpen = state.view.opened == state.view.selected
        switch key {
        case .enter:
            open()
            // If the person only peeked at new messages, Return opens the conversation and does nothing more.
            if !wasOpen, isEmpty, state.view.newAfter[state.view.selected ?? ""] != nil { return }
            submit()
        case .control("d") where isEmpty: quit()
        case .tab: complete()
        case .backTab: if !step(completionBy: -1) { state.view.pane = .list }
        case .pageUp, .pageDown:
            open()
            scroll((key == .pageUp ? -1 : 1) * max(1, pageRows(layout) - 1), layout)
        case .up, .down:
            let columns = Composer.textColumns(layout.thread, isFramed: layout.isComposerFramed)
            var draft = state.view.draft
            if draft.moveRow(down: key == .down, columns: columns) {
                state.view.draft = draft
                return
            }
            open()
            if !recall(key == .up ? -1 : 1) { scroll(key == .up ? -1 : 1, layout) }
        case .end where isEmpty && state.view.scroll != .bottom:
            open()
            toBottom()
        case .escape where state.completion != nil: cancelCompletion()
        case .escape:
            if state.view.isTyping { state.view.writing = .paused }
            if state.view.purpose != nil {
                leavePurpose()
            } else if state.view.refusal != nil, let root = state.view.replies, state.isUnsentOrDeleted(root) {
                state.view.refusal = nil
                leaveReplies()
            } else if cancelAwaited() || dropStaged() || dropRefused() || !dismissFailures().isEmpty {
                return
            } else if state.view.replies != nil {
                leaveReplies()
            } else if state.view.selected == nil, let first = state.conversations.first {
                select(first.id)
            } else if state.view.scroll != .bottom {
                toBottom()
            } else if layout.list == 0 {
                state.view.pane = .list
            }
        case .control("_"): undo()
        case .alt("c"): clearComposer()
        case .control("t"): choose(-1)
        case .control("s"):
            openSearch()
        case .control("g"):
            guard let id = state.view.selected else { return state.view.hint = "No conversation is open" }
            present(.details(id))
            emit(.loadCollaborations(conversation: id))
        case .control("o"): if let notice = readBanner(asks: true) { open(notice.entry, in: notice.conversation) }
        case .control("x"): if let notice = readBanner(asks: false) { dismiss(notice.entry, in: notice.conversation) }
        default: write(key)
        }
    }

    /// Passes a key to the composer.
    mutating func write(_ key: Key) {
        // The person may type the slash of a command although the composer already has it.
        if case .command? = state.view.purpose, key == .character("/"), state.view.draft.text == "/" { return }
        state.view.draft.killed = state.view.killed
        let version = state.view.draft.version
        guard state.view.draft.apply(key) else { return }
        state.view.killed = state.view.draft.killed
        state.view.pane = .thread
        state.view.isTyping = true
        let excess = state.view.draft.refused
        if excess > 0 {
            state.view.hint = "The text is \(excess) characters too long to write here: nothing was pasted"
        }
        guard state.view.draft.version != version else { return }
        open()
    }

    private mutating func submit() {
        state.view.refusal = nil
        let text = state.view.draft.text
        if let why = obstacleWhileBeginning() ?? obstacleToReplyingWithDocument { return refuse(why) }
        guard state.view.draft.saysSomething || hasAttachment else {
            // A staged document can be sent without a text.
            if let draft = state.takeStaged(saying: "") {
                takeLine(with: DraftParts(conversation: draft.conversation, staged: draft))
                return emit(.start(draft))
            }
            if state.view.selected == nil, state.view.compose.saysSomething { compose() }
            return
        }
        // Text in a command's composer is always a command and never sent as a message.
        if case .command? = state.view.purpose { return run("/" + text.drop { $0 == "/" || $0.isWhitespace }) }
        if state.view.draft.isCommand { return run(text) }
        guard let id = state.view.selected else {
            if let name = state.view.destination {
                let sends = state.keys.hint("Return sends it then")
                return state.view.hint = "“\(CleanText.line(name))” opens when the list has loaded: \(sends)"
            }
            compose()
            return state.view.hint = "Enter people. Your text moves to the conversation"
        }
        let said = Self.said(text)
        let most = state.composerCharacters
        let excess = said.count - most
        guard excess <= 0 else {
            let taker = most < state.limits.textCharacters ? "with the link, a text" : "a message"
            return refuse("\(excess) characters too long: \(taker) takes \(most). /attach sends a file")
        }
        let mostBytes = most * Limits.bytesPerCharacter
        guard said.utf8.count <= mostBytes else {
            return refuse(
                "\(said.utf8.count - mostBytes) bytes too long: a message takes \(mostBytes). /attach sends a file")
        }
        if case .edit(let message, _, _)? = state.view.purpose { return edit(message, said) }
        if let why = state.view.holdText(in: id) { return refuse(why) }
        if let draft = state.takeStaged(saying: said) {
            takeLine(with: DraftParts(conversation: id, staged: draft))
            toBottom()
            return emit(.start(draft))
        }
        var replyTo = state.view.replies
        if case .reply(let message)? = state.view.purpose { replyTo = message }
        if let replyTo, state.isUnsentOrDeleted(replyTo) {
            return refuse(Self.cannotAnswer(isDeleted: state.message(replyTo) == nil))
        }
        let path = state.view.attachments.removeValue(forKey: id)
        takeLine(with: DraftParts(conversation: id, attachment: path))
        cancelPurpose()
        state.view.newAfter[id] = nil
        toBottom()
        if let path {
            return emit(.attach(path: path, text: said, conversation: id, replyTo: replyTo))
        }
        emit(.send(text: said, conversation: id, replyTo: replyTo))
    }

    /// The reason why a staged document is not sent from a composer that replies; nil if nothing prevents it. The server
    /// sends it as a message of its own.
    var obstacleToReplyingWithDocument: String? {
        guard state.view.selected.map({ state.view.staged[$0] != nil }) == true, !state.view.draft.isCommand else {
            return nil
        }
        let what = "A document is sent as a message of its own"
        switch state.view.purpose {
        case .reply?: return "\(what). " + state.keys.hint("Esc cancels the reply")
        case nil: return state.view.replies == nil ? nil : "\(what), not among the replies"
        case .edit?, .command?: return nil
        }
    }

    /// Returns the reason why a reply is not sent: its message was deleted or unsent.
    package static func cannotAnswer(isDeleted: Bool) -> String {
        "That message was \(isDeleted ? "deleted" : "unsent"). Press Esc to send this as a new message"
    }

    /// Keeps the text in the composer, so that the person can correct it, and shows the reason of the refusal.
    mutating func refuse(_ why: String) { (state.view.hint, state.view.refusal) = (why, why) }

    /// Returns the text that is sent for a draft: with emoji for their names, without trailing blanks, and without the
    /// slash that keeps it from being a command.
    package static func said(_ text: String) -> String {
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        let start = text.hasPrefix("//") ? text.index(after: text.startIndex) : text.startIndex
        return EmojiNames.replaced(in: String(text[start..<end]))
    }

    /// Returns the draft for a text. A text that begins with a slash gets a second one, so that it is not a command.
    package static func draft(of text: String) -> String { text.hasPrefix("/") ? "/" + text : text }

    private var hasAttachment: Bool { state.view.attachments[state.view.selected ?? ""] != nil }

    /// Sends the new text of a message. If the message can no longer be edited, refuses and keeps the text in the
    /// composer.
    private mutating func edit(_ id: String, _ text: String) {
        if let message = state.message(id), let obstacle = MessageMenu.obstacle(to: .edit, message, in: state) {
            return refuse(obstacle.text + ". " + state.keys.hint("Esc drops the edit"))
        }
        if state.isPurposeGone {
            return refuse("You deleted that message. " + state.keys.hint("Esc drops the edit"))
        }
        cancelPurpose()
        emit(.edit(message: id, text: text))
    }

    mutating func toBottom() { state.view.scroll = .bottom }

    private func pageRows(_ layout: ChatLayout) -> Int {
        state.shownThread.map { layout.viewport($0, scroll: state.view.scroll).rows } ?? 1
    }

    mutating func scroll(_ rows: Int, _ layout: ChatLayout) {
        guard let thread = state.shownThread else {
            if rows < -1 { state.view.hint = "There is no message here" }
            return
        }
        let size = layout.viewport(thread, scroll: state.view.scroll)
        let viewport = ThreadViewport(thread, look: state.look, size: size)
        let next = viewport.moved(state.view.scroll, by: rows)
        if rows < -1, next == state.view.scroll, !thread.hasOlder { state.view.hint = "No older messages" }
        state.view.scroll = next
        guard rows < 0, state.view.replies == nil, thread.hasOlder, !thread.isLoadingOlder,
            viewport.window(next).isAtTop
        else { return }
        state.threads[thread.conversation]?.isLoadingOlder = true
        emit(.loadOlder(conversation: thread.conversation))
    }

    /// Returns the notice in the banner; nil with a hint if there is none, or if it replaced the one that the person
    /// read.
    ///
    /// - Parameter asks: True if the key opens the sheet with a notice's question, which the person then reads.
    private mutating func readBanner(asks: Bool) -> (entry: NoticeEntry, conversation: ConversationID)? {
        guard let id = state.view.selected, let notice = state.threads[id]?.waiting.first else {
            state.view.hint = "No notice is waiting here"
            return nil
        }
        if let read = state.view.readBanner.notice, read != notice.id, !asks || notice.actions.isEmpty {
            state.view.hint = "The notice has changed: read it again"
            return nil
        }
        return (notice, id)
    }

    /// Opens a waiting notice. A notice that asks a question opens its sheet.
    mutating func open(_ notice: NoticeEntry, in conversation: ConversationID) {
        if !notice.actions.isEmpty {
            present(.notice(notice))
            return
        }
        // Opening the document clears its notices. Notices that ask a question keep waiting.
        state.threads[conversation]?.waiting.removeAll { $0.id == notice.id }
        emit(.openLink(url: notice.url, notice: notice.id))
    }
}
