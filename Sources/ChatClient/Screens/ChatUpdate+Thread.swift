import ChatTerminal

/// Keys of the thread and its composer.
extension ChatUpdate {
    static func applyToThread(_ key: Key, _ state: inout ChatState, _ size: Size) -> [ChatAction] {
        let layout = ChatLayout(state, size: size)
        let isEmpty = state.view.draft.isEmpty
        switch key {
        case .enter:
            let actions = submit(&state)
            if !actions.isEmpty { state.view.hasJustSent = true }
            return actions
        case .control("d") where isEmpty: return [.quit]
        case .character("?") where isEmpty:
            state.view.sheet = .help
            return []
        case .tab: return complete(&state)
        case .backTab:
            state.view.pane = .list
            return []
        case .pageUp: return scroll(-max(1, pageRows(state, layout) - 1), &state, layout)
        case .pageDown: return scroll(max(1, pageRows(state, layout) - 1), &state, layout)
        case .up, .down:
            let columns = Composer.textColumns(layout.thread, isFramed: layout.isComposerFramed)
            var draft = state.view.draft
            if draft.moveRow(down: key == .down, columns: columns) {
                state.view.draft = draft
                return []
            }
            return scroll(key == .up ? -1 : 1, &state, layout)
        case .end where isEmpty && state.view.scroll != .bottom:
            toBottom(&state)
            return []
        case .escape:
            if state.view.purpose != nil {
                cancelPurpose(&state)
            } else if dropStaged(&state) {
                return []
            } else if state.view.replies != nil {
                state.view.replies = nil
            } else if state.view.scroll != .bottom {
                toBottom(&state)
            } else if layout.list == 0 {
                state.view.pane = .list
            }
            return []
        case .control("t"): return choose(-1, &state, size)
        case .control("s"):
            openSearch(&state)
            return []
        case .control("g"):
            guard let id = state.view.selected else { return [] }
            state.view.sheet = .details(id)
            return [.loadCollaborations(conversation: id)]
        case .control("o"): return openBanner(&state)
        case .control("x"): return dismissBanner(&state)
        default: return write(key, &state)
        }
    }

    /// Lets the composer have a key.
    static func write(_ key: Key, _ state: inout ChatState) -> [ChatAction] {
        guard state.view.draft.apply(key) else { return [] }
        state.view.pane = .thread
        return []
    }

    private static func submit(_ state: inout ChatState) -> [ChatAction] {
        let text = state.view.draft.text
        guard text.contains(where: { !$0.isWhitespace }) else {
            // A staged document goes without a word too; where there is nothing to send, Return is the banner's.
            if let draft = state.takeStaged(saying: "") { return [.start(draft)] }
            return isBannersOwn(state) ? openBanner(&state) : []
        }
        if text.hasPrefix("/"), !text.hasPrefix("//") { return run(text, &state) }
        guard let id = state.view.selected else {
            state.view.hint = "No conversation yet: /new HANDLE begins one"
            return []
        }
        let said = text.hasPrefix("//") ? String(text.dropFirst()) : text
        if case .edit(let message, let before)? = state.view.purpose { return edit(message, said, before, &state) }
        if let draft = state.takeStaged(saying: said) {
            _ = state.view.draft.take()
            toBottom(&state)
            return [.start(draft)]
        }
        var replyTo = state.view.replies
        if case .reply(let message)? = state.view.purpose { replyTo = message }
        if let replyTo, state.message(replyTo)?.isUnsent == true {
            state.view.hint = "That message was unsent: Esc, and it is no reply any more"
            return []
        }
        state.view.purpose = nil
        _ = state.view.draft.take()
        state.view.dividers[id] = nil
        toBottom(&state)
        return [.send(text: said, conversation: id, replyTo: replyTo)]
    }

    /// Sends the new text of a message, unless its time has passed meanwhile: then it stays, to be copied.
    private static func edit(
        _ id: String, _ text: String, _ before: LineEditor, _ state: inout ChatState
    ) -> [ChatAction] {
        if let message = state.message(id), let obstacle = MessageMenu.obstacle(to: .edit, message, in: state) {
            state.view.hint = obstacle.text
            return []
        }
        state.view.purpose = nil
        state.view.draft = before
        return [.edit(message: id, text: text)]
    }

    static func toBottom(_ state: inout ChatState) {
        state.view.scroll = .bottom
        noteUnread(&state)
    }

    private static func pageRows(_ state: ChatState, _ layout: ChatLayout) -> Int {
        state.shownThread.map { layout.viewport($0, scroll: state.view.scroll).rows } ?? 1
    }

    private static func scroll(_ rows: Int, _ state: inout ChatState, _ layout: ChatLayout) -> [ChatAction] {
        guard let thread = state.shownThread else { return [] }
        let size = layout.viewport(thread, scroll: state.view.scroll)
        let viewport = ThreadViewport(thread, look: state.view.look, size: size)
        let before = state.view.scroll
        let next = viewport.moved(before, by: rows)
        state.view.scroll = next
        if next == .bottom, before != .bottom { noteUnread(&state) }
        guard rows < 0, state.view.replies == nil, thread.hasOlder, !thread.isLoadingOlder,
            viewport.window(next).isAtTop
        else { return [] }
        state.threads[thread.conversation]?.isLoadingOlder = true
        return [.loadOlder(conversation: thread.conversation)]
    }

    /// Whether Return opens the banner: nothing is written or about to be, nor was anything sent by the Return before.
    private static func isBannersOwn(_ state: ChatState) -> Bool {
        let view = state.view
        return view.draft.isEmpty && view.purpose == nil && view.replies == nil && !view.repliesToTarget
            && !view.hasJustSent && state.selectedThread?.waiting.isEmpty == false
    }

    private static func openBanner(_ state: inout ChatState) -> [ChatAction] {
        guard let id = state.view.selected, let notice = state.threads[id]?.waiting.first else {
            state.view.hint = "No notice is waiting"
            return []
        }
        return open(notice, in: id, &state)
    }

    /// Opens a waiting notice, or where it asks something, its sheet.
    static func open(_ notice: NoticeEntry, in conversation: String, _ state: inout ChatState) -> [ChatAction] {
        if !notice.actions.isEmpty {
            state.view.sheet = .notice(notice)
            return []
        }
        // One look at the document is a look at all that was told of it; what asks waits on.
        state.threads[conversation]?.waiting.removeAll { $0.id == notice.id }
        return [.openLink(url: notice.url, notice: notice.id)]
    }

    private static func dismissBanner(_ state: inout ChatState) -> [ChatAction] {
        guard let id = state.view.selected, let notice = state.threads[id]?.waiting.first else {
            state.view.hint = "No notice is waiting"
            return []
        }
        return dismiss(notice, in: id, &state)
    }
}
