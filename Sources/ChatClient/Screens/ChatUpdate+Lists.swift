import ChatTerminal

/// Keys of the conversation list and of Shared with You.
extension ChatUpdate {
    /// Keys of the list while it has the focus; false for those that the composer should have.
    mutating func applyToList(_ key: Key) -> Bool {
        guard state.view.pane == .list else { return false }
        switch key {
        case .up: step(-1)
        case .down: step(1)
        case .pageUp, .home: choose(state.conversations.first)
        case .pageDown, .end: choose(state.conversations.last)
        case .tab where !state.view.draft.isEmpty: return false
        case .enter where state.view.draft.text.hasPrefix("/"): return false
        case .enter, .tab, .right, .escape:
            if !state.conversations.isEmpty { state.view.pane = .thread }
            open()
        case .character(let character):
            if character == "?", state.view.draft.isEmpty {
                state.view.sheet = .help
                return true
            }
            let isAlone = ChatLayout(state, size: size).thread == 0
            write(key)
            // A command can be written below the list alone; anything else is for the thread that is chosen.
            if isAlone, state.view.draft.text.hasPrefix("/") { state.view.pane = .list }
        default: return false
        }
        return true
    }

    private mutating func choose(_ row: ConversationRow?) {
        if let row { select(row.id) }
    }

    mutating func applyToShelf(_ key: Key) {
        let focus = state.view.shelfFocus
        let item = state.shelf.indices.contains(focus) ? state.shelf[focus] : nil
        switch key {
        case .escape, .character("q"), .left, .tab: state.view.isShelfShown = false
        case .up: state.view.shelfFocus = max(0, focus - 1)
        case .down: state.view.shelfFocus = min(max(0, state.shelf.count - 1), focus + 1)
        case .home, .pageUp: state.view.shelfFocus = 0
        case .end, .pageDown: state.view.shelfFocus = max(0, state.shelf.count - 1)
        case .enter: if let item { emit(.openLink(url: item.url, notice: nil)) }
        case .character("r"):
            guard let conversation = item?.conversation else { return }
            state.view.isShelfShown = false
            state.view.pane = .thread
            select(conversation)
            open()
        case .character("w"):
            if let item {
                state.view.sheet = .text(title: "Why: \(item.title ?? item.url)", body: [item.why] + item.ranking)
            }
        case .character("x"): if let item { emit(.hideHighlight(id: item.id)) }
        case .character("u"): if let removed = state.view.removedHighlight { emit(.restoreHighlight(id: removed)) }
        case .character("?"): state.view.sheet = .help
        default: break
        }
    }
}
