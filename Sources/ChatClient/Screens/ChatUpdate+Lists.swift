import ChatTerminal

/// Keys of the conversation list and of Shared with You.
extension ChatUpdate {
    /// Keys of the list while it has the focus; nil for those that the composer should have.
    static func applyToList(_ key: Key, _ state: inout ChatState, _ size: Size) -> [ChatAction]? {
        guard state.view.pane == .list else { return nil }
        switch key {
        case .up: return step(-1, &state)
        case .down: return step(1, &state)
        case .pageUp, .home: return choose(state.conversations.first, &state)
        case .pageDown, .end: return choose(state.conversations.last, &state)
        case .tab where !state.view.draft.isEmpty: return nil
        case .enter where state.view.draft.text.hasPrefix("/"): return nil
        case .enter, .tab, .right, .escape:
            if !state.conversations.isEmpty { state.view.pane = .thread }
            return state.view.selected.map { unmark($0, &state) } ?? []
        case .character(let character):
            if character == "?", state.view.draft.isEmpty { return nil }
            let isAlone = ChatLayout(state, size: size).thread == 0
            let actions = write(key, &state)
            // A command can be written below the list alone; anything else is for the thread that is chosen.
            if isAlone, state.view.draft.text.hasPrefix("/") { state.view.pane = .list }
            return actions
        default: return nil
        }
    }

    private static func choose(_ row: ConversationRow?, _ state: inout ChatState) -> [ChatAction] {
        row.map { select($0.id, in: &state) } ?? []
    }

    static func applyToShelf(_ key: Key, _ state: inout ChatState) -> [ChatAction] {
        let focus = state.view.shelfFocus
        let item = state.shelf.indices.contains(focus) ? state.shelf[focus] : nil
        switch key {
        case .escape, .character("q"), .left, .tab: state.view.isShelfShown = false
        case .up: state.view.shelfFocus = max(0, focus - 1)
        case .down: state.view.shelfFocus = min(max(0, state.shelf.count - 1), focus + 1)
        case .home, .pageUp: state.view.shelfFocus = 0
        case .end, .pageDown: state.view.shelfFocus = max(0, state.shelf.count - 1)
        case .enter: return item.map { [.openLink(url: $0.url, notice: nil)] } ?? []
        case .character("r"):
            guard let conversation = item?.conversation else { return [] }
            state.view.isShelfShown = false
            state.view.pane = .thread
            return select(conversation, in: &state)
        case .character("w"):
            if let item {
                state.view.sheet = .text(title: "Why: \(item.title ?? item.url)", body: [item.why] + item.ranking)
            }
        case .character("x"): return item.map { [.hideHighlight(id: $0.id)] } ?? []
        case .character("u"): return state.view.removedHighlight.map { [.restoreHighlight(id: $0)] } ?? []
        case .character("?"): state.view.sheet = .help
        default: break
        }
        return []
    }
}
