import ChatProtocol
package import ChatTerminal

/// The mouse: a click has the effect of the corresponding key, and the wheel scrolls the part of the screen under it.
extension ChatUpdate {
    mutating func apply(_ event: MouseEvent) {
        let event = state.view.click.next(event, on: target(of: event))
        if event.kind == .press { state.view.refusesWord = false }
        settle()
        let (selected, said) = (state.view.selected, state.view.hint)
        // A hint of several rows stays until the click has found what is under it.
        let rows = StatusLine.rows(state.connection, handle: state.handle, hint: state.shownHint, size: screen)
        if event.kind == .click, rows == 1 { state.view.hint = nil }
        if leavesSheet(event) { parkSheet() }
        defer {
            if let selected, selected == state.view.selected { unparkSheet(of: selected) }
            settle()
            if selected != state.view.selected, said == state.view.hint { state.view.hint = nil }
            if event.kind == .click || selected != state.view.selected {
                showRefusal()
                showProblem()
            }
        }
        if let sheet = state.sheet, applyToSheet(sheet, .mouse(event)) { return }
        let layout = ChatLayout(state, size: size)
        let place = event.position
        if event.kind == .click, let completion = state.completion {
            if let index = CompletionPane(state, layout)?.index(at: place) { return write(index, of: completion) }
            state.view.completion = nil
        }
        if layout.list > 0, place.column < layout.list, place.row < layout.rows {
            applyToListPane(event, layout)
        } else if layout.thread > 0, place.column >= layout.threadColumn, place.row < layout.rows {
            applyToThreadPane(event, layout)
        }
    }

    /// Returns the identity of the choice, conversation, entry or highlight under the mouse; nil if there is none.
    private func target(of event: MouseEvent) -> String? {
        guard event.isButton else { return nil }
        if let choice = state.sheetTarget(of: event, on: screen) { return choice }
        let layout = ChatLayout(state, size: size)
        let place = event.position
        guard place.row < layout.rows else { return nil }
        if place.column < layout.list {
            return state.view.search == nil ? conversation(at: place.row, layout)?.rawValue : nil
        }
        if layout.shelf > 0 ? place.column >= layout.threadColumn + layout.thread : state.view.isShelfFocused {
            return highlight(at: place.row, layout).map { state.shelf[$0].id }
        }
        return state.shownThread.flatMap { entry(at: place.row - headRows($0, layout), $0, layout) }
    }

    private mutating func applyToListPane(_ event: MouseEvent, _ layout: ChatLayout) {
        let (row, isClick) = (event.position.row, event.kind == .click && event.button == .left)
        if let panel = state.view.search {
            let window = SearchPane.window(panel, state.search, listSize(layout))
            switch event.kind {
            case .wheelUp: applyToSearch(.up)
            case .wheelDown: applyToSearch(.down)
            default:
                guard isClick else { return }
                state.view.pane = .list
                if let index = window.index(at: row) { showHit(index) }
            }
            return
        }
        switch event.kind {
        case .wheelUp: peek(-1)
        case .wheelDown: peek(1)
        default:
            if isClick, let id = conversation(at: row, layout) { turn(to: id) }
        }
    }

    private func listSize(_ layout: ChatLayout) -> Size {
        Size(columns: layout.list, rows: layout.thread > 0 ? layout.rows : layout.rows - layout.composerRows)
    }

    /// Returns the id of the conversation at a row of the list.
    private func conversation(at row: Int, _ layout: ChatLayout) -> ConversationID? {
        ConversationListPane.conversation(
            at: row, of: state.listed, selected: state.view.selected ?? "", size: listSize(layout))
    }

    /// Moves the selection by the wheel, not past the ends of the list. It does not move while a message is being
    /// written.
    private mutating func peek(_ delta: Int) {
        guard !isSomethingWritten else { return }
        let listed = state.listed
        let index = (listed.firstIndex { $0.id == state.view.selected ?? "" } ?? 0) + delta
        if listed.indices.contains(index) { select(listed[index].id) }
    }

    private mutating func applyToThreadPane(_ event: MouseEvent, _ layout: ChatLayout) {
        let row = event.position.row
        let isClick = event.kind == .click
        let shelfColumn = layout.shelf > 0 ? layout.threadColumn + layout.thread : 0
        if layout.shelf > 0 || state.view.isShelfFocused, event.position.column >= shelfColumn {
            return applyToShelfPane(event, layout)
        }
        if event.kind == .click {
            leaveShelf()
            // The keys go to what was clicked.
            if state.view.search != nil { closeSearch() }
        }
        let composer = layout.rows - layout.composerRows + layout.stagedRows
        let staged = composer - layout.stagedRows
        if event.kind == .click, event.button == .left, (staged..<composer).contains(row) {
            let place = Position(column: event.position.column - layout.threadColumn, row: row - staged)
            let isTall = layout.isComposerFramed
            let action = DraftPane.action(at: place, state, columns: layout.thread, isTall: isTall)
            if let action { return perform(action) }
        }
        switch event.kind {
        case .wheelUp, .wheelDown:
            open()
            scroll(event.kind == .wheelUp ? -3 : 3, layout)
        case .click where row >= composer:
            state.view.pane = .thread
            state.view.chosen = nil
            let inset = layout.isComposerFramed ? 1 : 0
            let place = Position(column: event.position.column - layout.threadColumn - 2, row: row - composer - inset)
            state.view.draft.moveCursor(
                to: place, shown: layout.composerRows - layout.stagedRows - 2 * inset,
                columns: Composer.textColumns(layout.thread, isFramed: layout.isComposerFramed))
        default:
            guard isClick, let thread = state.shownThread else { return }
            open()
            let head = headRows(thread, layout)
            let size = threadSize(layout)
            if let banner = NoticeBanner(thread, size: size, keys: state.keys), row >= 1, row < 1 + banner.lines.count {
                let column = event.position.column - layout.threadColumn
                let isClose = banner.closes(column: column, row: row - 1, of: size.columns)
                return applyToThread(.control(isClose ? "x" : "o"))
            }
            if event.button == .left,
                let link = ChatScreen.render(state, size: screen).link(column: event.position.column, row: row)
            {
                return emit(.openLink(url: link, notice: nil))
            }
            guard row >= head, let id = entry(at: row - head, thread, layout), state.message(id) != nil else {
                state.view.chosen = nil
                return
            }
            // A second click on the same message opens its menu. The right button does so at once.
            let isAgain = state.view.chosen == id
            state.view.chosen = id
            if event.button == .right || isAgain { applyToChosen(.enter) }
        }
    }

    private mutating func perform(_ action: DraftPane.Action) {
        switch action {
        case .showOptions: showOptions()
        case .drop: _ = dropStaged()
        case .dismiss: _ = dismissFailures()
        case .cancel(let start): emit(.cancelStart(id: start))
        }
    }

    private mutating func applyToShelfPane(_ event: MouseEvent, _ layout: ChatLayout) {
        switch event.kind {
        case .wheelUp: applyToShelf(.up)
        case .wheelDown: applyToShelf(.down)
        case .click:
            state.view.isShelfLeft = false
            guard let index = highlight(at: event.position.row, layout) else { return }
            let isAgain = state.view.shelfFocus == index
            state.view.shelfFocus = index
            if isAgain { applyToShelf(.enter) }
        case .press, .release, .drag: break
        }
    }

    /// Returns the index of the highlight at a row of the shelf.
    private func highlight(at row: Int, _ layout: ChatLayout) -> Int? {
        let size = Size(columns: layout.shelf > 0 ? layout.shelf : layout.thread, rows: layout.rows)
        return ShelfScreen.window(state.shelf.count, focus: state.view.shelfFocus, size).index(at: row)
    }

    private func threadSize(_ layout: ChatLayout) -> Size {
        Size(columns: layout.thread, rows: layout.rows - layout.composerRows)
    }

    private func headRows(_ thread: ThreadState, _ layout: ChatLayout) -> Int {
        ThreadPane.headRows(thread, size: threadSize(layout), keys: state.keys)
    }

    /// Returns the id of the entry at a row of the thread's window.
    private func entry(at row: Int, _ thread: ThreadState, _ layout: ChatLayout) -> String? {
        let size = layout.viewport(thread, scroll: state.view.scroll)
        let rows = ThreadViewport(thread, look: state.look, size: size).window(state.view.scroll).rows
        // Rows that do not fill the window are at its lower edge.
        let index = row - max(0, size.rows - rows.count)
        return rows.indices.contains(index) && !rows[index].entry.isEmpty ? rows[index].entry : nil
    }
}

extension Key {
    /// True if the key is a mouse button that is not released yet, so that it has no effect on the screen.
    package var isHeldButton: Bool {
        guard case .mouse(let event) = self else { return false }
        return event.kind == .press || event.kind == .drag
    }

    /// True if a person who writes a text presses the key.
    var isWriting: Bool {
        switch self {
        case .character, .paste, .backspace, .delete, .left, .right, .altEnter: true
        default: false
        }
    }
}
