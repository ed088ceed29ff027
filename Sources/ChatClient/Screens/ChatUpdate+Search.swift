import ChatTerminal

/// Keys of the panel that searches. It stays open while one steps through what was found, and the thread goes along.
extension ChatUpdate {
    static func openSearch(_ state: inout ChatState) {
        state.view.isShelfShown = false
        state.view.chosen = nil
        state.view.search = SearchPanel(query: LineEditor(state.search.query))
        state.view.pane = .list
    }

    static func search(_ state: inout ChatState) -> [ChatAction] {
        let text = state.view.search?.query.text.trimmed ?? ""
        guard !text.isEmpty else { return [] }
        state.view.search?.focus = nil
        state.search = SearchState()
        state.search.query = text
        state.search.isRunning = true
        return [.search(text: text)]
    }

    static func applyToSearch(_ key: Key, _ state: inout ChatState, _ size: Size) -> [ChatAction] {
        switch key {
        case .escape, .control("s"): close(&state)
        case .up: return step(-1, in: &state)
        case .down: return step(1, in: &state)
        case .tab, .backTab: state.view.pane = state.view.pane == .list ? .thread : .list
        case .enter:
            guard state.view.search?.query.text.trimmed == state.search.query else { return search(&state) }
            if state.view.search?.focus == nil { return step(1, in: &state) }
            // Arrived: the message stays chosen.
            let chosen = state.view.chosen
            close(&state)
            state.view.chosen = chosen
        case .function(1): state.view.sheet = .help
        default:
            if state.view.search?.query.apply(key) == true { state.view.pane = .list }
        }
        return []
    }

    private static func close(_ state: inout ChatState) {
        state.view.search = nil
        state.view.target = nil
        state.view.chosen = nil
        state.view.pane = .thread
    }

    private static func step(_ delta: Int, in state: inout ChatState) -> [ChatAction] {
        guard !state.search.hits.isEmpty else { return [] }
        let last = state.search.hits.count - 1
        let focus = state.view.search?.focus.map { max(0, min($0 + delta, last)) } ?? (delta > 0 ? 0 : last)
        state.view.search?.focus = focus
        return jump(to: state.search.hits[focus], &state)
    }

    /// Shows a hit in its thread.
    private static func jump(to hit: SearchHit, _ state: inout ChatState) -> [ChatAction] {
        guard state.conversations.contains(where: { $0.id == hit.conversation }) else {
            state.view.hint = "You are in “\(CleanText.line(hit.place))” no longer"
            return []
        }
        let actions = select(hit.conversation, in: &state)
        state.view.replies = nil
        state.view.chosen = nil
        state.view.target = hit.id
        return actions
    }
}
