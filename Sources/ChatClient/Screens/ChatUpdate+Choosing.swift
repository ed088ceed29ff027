import ChatTerminal

/// Keys while a message is chosen in the thread: they are for it, and nothing is typed.
extension ChatUpdate {
    static func applyToChosen(_ key: Key, _ state: inout ChatState, _ size: Size) -> [ChatAction] {
        guard let message = state.chosenMessage else { return [] }
        switch key {
        case .up: return choose(-1, &state, size)
        case .down: return choose(1, &state, size)
        case .pageUp: return choose(-5, &state, size)
        case .pageDown: return choose(5, &state, size)
        case .escape, .control("t"), .tab:
            state.view.chosen = nil
            state.view.scroll = .bottom
            noteUnread(&state)
        case .enter, .character(" "):
            guard !MessageMenu.deeds(for: message, in: state).isEmpty else {
                state.view.hint = "Nothing can be done with a message that was unsent"
                return []
            }
            state.view.sheet = .message(message.id)
            return [.checkClock]
        case .character("?"): state.view.sheet = .help
        default: return shortcut(key, message.id, &state) ?? []
        }
        return []
    }

    /// The letters that do at once what the menu offers; nil for any other key.
    static func shortcut(_ key: Key, _ id: String, _ state: inout ChatState) -> [ChatAction]? {
        guard let message = state.message(id) else { return nil }
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
        default: return nil
        }
        state.view.sheet = nil
        return perform(deed, on: message, &state)
    }

    /// Goes so many messages on or back, beginning with the newest, and keeps the chosen one in sight.
    static func choose(_ delta: Int, _ state: inout ChatState, _ size: Size) -> [ChatAction] {
        guard let thread = state.shownThread else { return [] }
        let ids = thread.entries.compactMap { entry -> String? in
            if case .message(let message) = entry { message.id } else { nil }
        }
        guard let last = ids.indices.last else {
            state.view.hint = "There is no message here"
            return []
        }
        let index = state.view.chosen.flatMap { ids.lastIndex(of: $0) }.map { $0 + delta } ?? last
        state.view.pane = .thread
        state.view.chosen = ids[max(0, min(index, last))]
        bringIntoSight(&state, size)
        guard index < 0, state.view.replies == nil, thread.hasOlder, !thread.isLoadingOlder else { return [] }
        state.threads[thread.conversation]?.isLoadingOlder = true
        return [.loadOlder(conversation: thread.conversation)]
    }

    /// Scrolls so that the chosen message is on the screen as a whole, and not where it is already.
    static func bringIntoSight(_ state: inout ChatState, _ size: Size) {
        guard let id = state.view.chosen, let thread = state.shownThread else { return }
        let layout = ChatLayout(state, size: size)
        guard layout.thread > 0 else { return }
        let viewport = ThreadViewport(
            thread, look: state.view.look, size: layout.viewport(thread, scroll: state.view.scroll))
        let shown = viewport.window(state.view.scroll).rows.filter { $0.entry == id }
        if shown.last?.below == 0, shown.count == viewport.height(of: id) { return }
        if thread.entries.last?.id == id {
            state.view.scroll = .bottom
            return
        }
        let isAbove = shown.isEmpty || shown.last?.below != 0
        let anchor = ViewState.Scroll.anchored(entry: id, row: 0, after: thread.entries.last?.id ?? "")
        // A third of the screen stays below, so that what follows can be read with it.
        state.view.scroll = viewport.moved(anchor, by: isAbove ? viewport.size.rows / 3 : 0)
    }

    /// Goes to the message that was asked for, loading what is older until it is here.
    static func seek(_ state: inout ChatState, _ size: Size) -> [ChatAction] {
        guard let id = state.view.target, let thread = state.selectedThread, thread.isLoaded else { return [] }
        if thread.entries.contains(where: { $0.id == id }) {
            state.view.target = nil
            state.view.chosen = id
            bringIntoSight(&state, size)
            if state.view.repliesToTarget {
                state.view.chosen = nil
                state.view.purpose = .reply(id)
            }
            return []
        }
        guard thread.hasOlder else {
            state.view.target = nil
            state.view.hint = "That message is not here any more"
            return []
        }
        guard !thread.isLoadingOlder else { return [] }
        state.threads[thread.conversation]?.isLoadingOlder = true
        return [.loadOlder(conversation: thread.conversation)]
    }
}
