import ChatTerminal

/// The keys of the search panel. It stays open while the person steps through the hits, and the thread follows.
extension ChatUpdate {
    mutating func openSearch() {
        leaveShelf()
        state.view.chosen = nil
        state.view.search = SearchPanel(
            query: LineEditor(state.search.query, isOneLine: true), replacesQuery: !state.search.query.isEmpty)
        state.view.pane = .list
        if state.search.isStale, obstacleToSearching == nil { search() }
    }

    mutating func search() {
        let text = state.view.search?.query.text.trimmed ?? ""
        guard !text.isEmpty else { return }
        if let obstacle = obstacleToSearching { return state.view.hint = obstacle.text }
        state.view.search?.focus = nil
        state.search = SearchState()
        state.search.query = text
        state.search.isRunning = true
        emit(.search(text: text))
    }

    /// The reason why a search is not possible now; nil while the server is connected.
    var obstacleToSearching: SlashCommand.Mistake? {
        guard state.connection != .connected else { return nil }
        return SlashCommand.Mistake(text: SearchState.isAway)
    }

    mutating func applyToSearch(_ key: Key) {
        switch key {
        case .escape, .control("s"): closeSearch()
        case .up: stepHit(-1)
        case .down: stepHit(1)
        case .tab, .backTab: state.view.pane = state.view.pane == .list ? .thread : .list
        case .enter:
            let isFirst = state.view.search?.focus == nil
            let isSearched = state.view.search?.query.text.trimmed == state.search.query
            guard isSearched, !(isFirst && state.search.isStale) else { return search() }
            if isFirst { return stepHit(1) }
            // The second Return: the message stays chosen.
            let chosen = state.view.chosen
            closeSearch()
            open()
            state.view.chosen = chosen
        default:
            switch key {
            case .character, .paste:
                if state.view.search?.replacesQuery == true { state.view.search?.query.rewrite("") }
            default: break
            }
            state.view.search?.replacesQuery = false
            if state.view.search?.query.apply(key) == true { state.view.pane = .list }
        }
    }

    /// Passes a key of the whole screen out of the search. A key that leads to another place closes it.
    ///
    /// - Returns: False if the key is for the search.
    mutating func leavesSearch(_ key: Key) -> Bool {
        switch key {
        case .control("s"): return false
        case .function(6) where !isShelfBeside: return true
        // Their sheets appear over the search, which continues when they close.
        case .function(1), .function(2), .alt("k"), .alt("i"), .alt("o"), .control("g"), .control("o"), .control("x"):
            return true
        default:
            guard key.isGlobal else { return false }
            closeSearch()
            return true
        }
    }

    mutating func closeSearch() {
        state.view.search = nil
        state.view.target = nil
        state.view.chosen = nil
        state.view.pane = .thread
    }

    private mutating func stepHit(_ delta: Int) {
        guard !state.search.hits.isEmpty, state.view.search?.shows(state.search) == true else { return }
        let last = state.search.hits.count - 1
        let focus = state.view.search?.focus.map { max(0, min($0 + delta, last)) } ?? (delta > 0 ? 0 : last)
        showHit(focus)
    }

    /// Shows a hit in its thread.
    ///
    /// - Parameter index: The index in the hits of the search.
    mutating func showHit(_ index: Int) {
        state.view.search?.focus = index
        jump(to: state.search.hits[index])
    }

    private mutating func jump(to hit: SearchHit) {
        guard state.conversations.contains(where: { $0.id == hit.conversation }) else {
            state.view.hint = "You are no longer in “\(CleanText.line(hit.place))”"
            return
        }
        select(hit.conversation)
        leaveReplies()
        state.view.chosen = nil
        state.view.target = .message(hit.id)
    }
}
