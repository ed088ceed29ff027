import ChatTerminal

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
