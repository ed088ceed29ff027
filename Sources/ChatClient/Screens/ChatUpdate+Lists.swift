package import ChatProtocol
import ChatTerminal

/// The keys of the conversation list and of Shared with You.
extension ChatUpdate {
    /// Applies a key to the list while the list has the focus.
    ///
    /// - Returns: False if the list has no focus, or the key is for the composer.
    mutating func applyToList(_ key: Key) -> Bool {
        guard state.view.pane == .list else { return false }
        switch key {
        case .up: step(-1)
        case .down: step(1)
        case .pageUp, .home: choose(state.listed.first)
        case .pageDown, .end: choose(state.listed.last)
        case .escape where !state.view.listFilter.isEmpty:
            filterList(by: "")
            choose(state.conversations.first { $0.id == state.view.selectedBeforeFilter })
        case .delete where state.view.draft.isEmpty:
            if let thread = state.selectedThread { ask(Self.deleting(thread)) }
        case .backspace where !state.view.draft.isCommand: filterList(by: String(state.view.listFilter.dropLast()))
        case .tab where !state.view.draft.isEmpty: return false
        case .enter where state.view.draft.text.hasPrefix("/"): return false
        case .enter, .tab, .right, .escape:
            guard state.listed.contains(where: { $0.id == state.view.selected }) || state.view.listFilter.isEmpty else {
                state.view.hint = "No conversation matches: Esc shows all"
                return true
            }
            if !state.conversations.isEmpty { state.view.pane = .thread }
            if key == .enter || key == .right { open() }
            composeIfBegun()
        case .character(let character):
            if character == "?", state.view.draft.isEmpty, state.view.listFilter.isEmpty {
                present(.help)
                return true
            }
            // A slash or further characters of a command go to the composer; other letters filter the list.
            guard character == "/" && state.view.listFilter.isEmpty || state.view.draft.isCommand else {
                filterList(by: state.view.listFilter + String(character))
                return true
            }
            let isAlone = ChatLayout(state, size: size).thread == 0
            write(key)
            if isAlone, state.view.draft.text.hasPrefix("/") { state.view.pane = .list }
        default: return false
        }
        return true
    }

    /// Filters the list to the names with these letters, and selects the first.
    private mutating func filterList(by letters: String) {
        if state.view.listFilter.isEmpty { state.view.selectedBeforeFilter = state.view.selected }
        state.view.listFilter = String(letters.prefix(100))
        if !letters.isEmpty { choose(state.listed.first) }
    }

    private mutating func choose(_ row: ConversationRow?) {
        if let row { select(row.id) }
    }

    /// Opens a conversation from any place in the user interface.
    package mutating func turn(to conversation: ConversationID) {
        leaveShelf()
        leaveSheetBeside()
        if state.view.search != nil { closeSearch() }
        (state.view.chosen, state.view.isAtOptions, state.view.pane) = (nil, false, .thread)
        select(conversation)
        open()
        composeIfBegun()
    }

    /// Returns to the sheet with the people of a new conversation, if no message is written for them.
    private mutating func composeIfBegun() {
        if state.view.selected == nil, state.view.draft.isEmpty, state.view.compose.saysSomething { compose() }
    }

    /// Moves the focus away from Shared with You. On a wide screen it stays visible.
    mutating func leaveShelf() {
        if isShelfBeside { state.view.isShelfLeft = true } else { state.view.isShelfShown = false }
    }

    /// True if Shared with You is next to the thread and does not replace it.
    var isShelfBeside: Bool { ChatLayout(state, size: size).shelf > 0 }

    mutating func applyToShelf(_ key: Key) {
        let hasLostItem = state.view.hasLostShelfItem
        state.view.hasLostShelfItem = false
        if hasLostItem,
            key == .enter && !state.view.draft.saysSomething || "rwx".contains(where: { key == .character($0) })
        {
            return state.view.hint = SheetState.isGone
        }
        let focus = state.view.shelfFocus
        let item = state.shelf.indices.contains(focus) ? state.shelf[focus] : nil
        switch key {
        case .escape, .character("q"): state.view.isShelfShown = false
        case .left, .tab: leaveShelf()
        case .up: state.view.shelfFocus = max(0, focus - 1)
        case .down: state.view.shelfFocus = min(max(0, state.shelf.count - 1), focus + 1)
        case .home, .pageUp: state.view.shelfFocus = 0
        case .end, .pageDown: state.view.shelfFocus = max(0, state.shelf.count - 1)
        case .enter where state.view.draft.saysSomething:
            // Typed text takes precedence.
            leaveShelf()
            applyToThread(key)
        case .enter: if let item { emit(.openLink(url: item.url, notice: nil)) }
        // Without an item, the letter is ordinary input.
        case .character("r") where item == nil, .character("w") where item == nil, .character("x") where item == nil:
            refuseInput(key)
        case .character("r"):
            guard let item else { return }
            guard let conversation = item.conversation, state.conversations.contains(where: { $0.id == conversation })
            else {
                state.view.hint = AttributionContent.isGone
                return
            }
            turn(to: conversation)
            // Replies to the message that shared the item, unless it is not loaded or the composer has a draft.
            if state.view.purpose == nil, state.view.draft.isEmpty, let shared = state.message(sharing: item.url) {
                state.view.purpose = .reply(shared.id)
            }
        case .character("w"):
            if let item {
                present(.text(title: "Why: \(item.title ?? item.url)", body: [item.why] + item.ranking))
            }
        case .character("x"): if let item { emit(.hideHighlight(id: item.id)) }
        case .character("u"):
            if let removed = state.view.removedHighlights.last {
                emit(.restoreHighlight(id: removed))
            } else {
                state.view.hint = "No removal to undo"
            }
        case .character("?"): present(.help)
        case .paste:
            // Pasted text is never a key: it goes into the composer.
            leaveShelf()
            applyToThread(key)
        default: refuseInput(key)
        }
    }
}
