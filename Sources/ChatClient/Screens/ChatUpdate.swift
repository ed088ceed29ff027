package import ChatTerminal

/// What a key does: a pure function from a state and a key to the next state and what the session must do.
package enum ChatUpdate {
    /// The next state, as a value.
    static func update(
        _ state: ChatState, key: Key, size: Size
    ) -> (state: ChatState, actions: [ChatAction]) {
        var state = state
        let actions = apply(key, to: &state, size: size)
        return (state, actions)
    }

    /// The same, in place.
    package static func apply(_ key: Key, to state: inout ChatState, size: Size) -> [ChatAction] {
        if case .focus(let isFocused) = key {
            state.view.isFocused = isFocused
            return settle(&state, size: size)
        }
        state.view.hint = nil
        if key != .enter { state.view.hasJustSent = false }
        switch key {
        case .control("c"): return [.quit]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        default: break
        }
        var actions = settle(&state, size: size)  // a sheet that came since has the focus of its own
        if let sheet = state.sheet {
            actions += applyToSheet(sheet, key, &state, size)
        } else if state.view.search != nil {
            actions += applyToSearch(key, &state, size)
        } else if let moved = switched(key, &state) {
            actions += moved
        } else if state.view.isShelfShown {
            actions += applyToShelf(key, &state)
        } else if state.view.chosen != nil {
            actions += applyToChosen(key, &state, size)
        } else if let listed = applyToList(key, &state, size) {
            actions += listed
        } else {
            actions += applyToThread(key, &state, size)
        }
        return actions + settle(&state, size: size)
    }

    /// Brings the view in line with facts that changed. The session calls it after it has written any.
    ///
    /// Selects a conversation if none is, places the "New" divider, and marks as read what is on the screen.
    package static func settle(_ state: inout ChatState, size: Size) -> [ChatAction] {
        var actions: [ChatAction] = []
        if state.view.selected.map({ id in !state.conversations.contains { $0.id == id } }) ?? true {
            if let first = state.conversations.first {
                actions += select(first.id, in: &state)
            } else {
                state.view.selected = nil
            }
        }
        // One that was opened just now is not made yet.
        if let root = state.view.replies, let thread = state.replies[root], thread.conversation != state.view.selected {
            state.view.replies = nil
        }
        if let chosen = state.view.chosen, state.message(chosen) == nil { state.view.chosen = nil }
        closeSheetOfNothing(&state)
        actions += seek(&state, size)
        let sheet = state.sheet?.identity
        if sheet != state.view.focusedSheet {
            state.view.focusedSheet = sheet
            state.view.sheetFocus = nil
            state.view.sheetScroll = nil
            state.view.isTypedIntoSheet = false
        }
        state.view.shelfFocus = max(0, min(state.view.shelfFocus, state.shelf.count - 1))
        if let id = state.view.selected, isThreadVisible(state, size), let thread = state.threads[id], thread.isLoaded,
            state.view.scroll == .bottom
        {
            placeDivider(thread, &state)
            if let index = state.conversations.firstIndex(where: { $0.id == id }) {
                state.conversations[index].isAlerted = false
                if state.conversations[index].unread > 0 {
                    state.conversations[index].unread = 0
                    actions.append(.markRead(conversation: id))
                }
            }
        }
        return actions
    }

    /// Opens a conversation.
    package static func select(_ conversation: String, in state: inout ChatState) -> [ChatAction] {
        guard conversation != state.view.selected else { return [] }
        if let left = state.view.selected { state.view.dividers[left] = nil }
        state.view.selected = conversation
        state.view.chosen = nil
        state.view.replies = nil
        state.view.target = nil
        noteUnread(&state)
        return [.select(conversation: conversation)] + unmark(conversation, &state)
    }

    /// Who opens a conversation that was marked as unread has read it.
    package static func unmark(_ conversation: String, _ state: inout ChatState) -> [ChatAction] {
        guard let index = state.conversations.firstIndex(where: { $0.id == conversation }),
            state.conversations[index].isMarkedUnread
        else { return [] }
        state.conversations[index].isMarkedUnread = false
        // What is unread besides is marked read when it is on the screen.
        return state.conversations[index].unread > 0 ? [] : [.markRead(conversation: conversation)]
    }

    /// A sheet about a message or conversation that is gone closes.
    private static func closeSheetOfNothing(_ state: inout ChatState) {
        switch state.view.sheet {
        case .message(let id)?, .tapback(let id)?:
            if state.message(id)?.isThere != true { state.view.sheet = nil }
        case .details(let id)?:
            if state.threads[id] == nil { state.view.sheet = nil }
        default: break
        }
    }

    /// Remembers how much is unread, for the divider, before it is marked read.
    static func noteUnread(_ state: inout ChatState) {
        guard let id = state.view.selected, let row = state.conversations.first(where: { $0.id == id }) else { return }
        if row.unread > 0 { state.view.unreadOnOpening[id] = row.unread }
    }

    private static func placeDivider(_ thread: ThreadState, _ state: inout ChatState) {
        guard var rest = state.view.unreadOnOpening.removeValue(forKey: thread.conversation) else { return }
        var first: String?
        for entry in thread.entries.reversed() where rest > 0 {
            guard case .message(let message) = entry, !message.isOwn else { continue }
            first = message.id
            rest -= 1
        }
        state.view.dividers[thread.conversation] = first
    }

    private static func isThreadVisible(_ state: ChatState, _ size: Size) -> Bool {
        state.view.isFocused && ChatLayout(state, size: size).thread > 0 && !state.view.isShelfShown
            && state.view.replies == nil
    }

    /// Keys that go to another conversation from anywhere; nil for any other key.
    private static func switched(_ key: Key, _ state: inout ChatState) -> [ChatAction]? {
        switch key {
        case .control("n"), .jumpDown: return step(1, &state)
        case .control("p"), .jumpUp: return step(-1, &state)
        case .function(1):
            state.view.sheet = .help
            return []
        default: return nil
        }
    }

    static func step(_ delta: Int, _ state: inout ChatState) -> [ChatAction] {
        guard !state.conversations.isEmpty else { return [] }
        state.view.isShelfShown = false
        let count = state.conversations.count
        let index = state.conversations.firstIndex { $0.id == state.view.selected } ?? 0
        return select(state.conversations[(index + delta + count) % count].id, in: &state)
    }
}
