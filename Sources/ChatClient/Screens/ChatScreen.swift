import ChatProtocol
package import ChatTerminal

/// The whole screen of one person: a pure function of the state and the size.
package enum ChatScreen {
    /// Draws the screen. From 60 columns it shows the list next to the thread; with fewer columns it shows one of them
    /// at a time.
    ///
    /// - Parameter kept: The retained layout of earlier frames; nil if there is none.
    package static func render(_ state: ChatState, size: Size, kept: EntryRows? = nil) -> Grid {
        var grid = Grid(size)
        let layout = ChatLayout(state, size: state.parentSize(on: size))
        guard !layout.isTooSmall else {
            for (index, line) in ["Too small.", "20 × 5 will do."].enumerated() where index < size.rows {
                grid.put(line, column: 0, row: index)
            }
            return grid
        }
        if layout.list > 0 {
            let rows = layout.thread > 0 ? layout.rows : layout.rows - layout.composerRows
            let size = Size(columns: layout.list, rows: rows)
            let pane =
                state.view.search.map { SearchPane.render($0, state.search, size: size) }
                ?? ConversationListPane.render(
                    state.listed, selected: state.view.selected ?? "", isListed: state.isListed,
                    drafts: state.view.drafts,
                    filter: state.view.pane == .list ? state.view.listFilter : "",
                    hasFocus: state.view.pane == .list && !state.sheetHasKeys, size: size)
            grid.place(pane, column: 0, row: 0)
        }
        if layout.thread > 0, layout.list > 0 {
            grid.fill(Rectangle(column: layout.list, row: 0, columns: 1, rows: layout.rows), "│", .quiet)
            if layout.rows >= 10 { grid.put("┤", column: layout.list, row: 1, .quiet) }
        }
        if layout.thread > 0 { drawThread(state, layout, kept, on: &grid) }
        if layout.shelf > 0 { drawShelf(state, layout, on: &grid) }
        if layout.thread == 0 || !state.view.isShelfFocused || layout.shelf > 0 {
            drawComposer(state, layout, kept, on: &grid)
        }
        CompletionPane(state, layout)?.draw(on: &grid)
        let status = StatusLine.render(
            state.connection, handle: state.handle, hint: state.shownHint,
            keys: keys(state, layout, on: size).map(state.keys.hint), size: size)
        grid.place(status, column: 0, row: size.rows - status.size.rows)
        if let kind = state.sheet, state.sheetLayout(on: size) != nil {
            drawSheet(kind, state, above: status, on: &grid)
        }
        return grid
    }

    /// Draws the sheet in the part of the screen that it may cover.
    static func drawSheet(_ kind: SheetKind, _ state: ChatState, above status: Grid, on grid: inout Grid) {
        let room = state.sheetRoom(on: grid.size)
        let sheet = Sheets.sheet(kind, in: state)
        guard room.size != grid.size else {
            SheetPainter.draw(sheet, over: &grid, state.view.inSheet, look: state.view.look, above: status)
            return
        }
        var part = Grid(room.size)
        part.place(grid, column: -room.origin.column, row: -room.origin.row)
        SheetPainter.draw(sheet, over: &part, state.view.inSheet, look: state.view.look)
        grid.cursor = nil
        grid.place(part, column: room.origin.column, row: room.origin.row)
        grid.place(status, column: 0, row: grid.size.rows - status.size.rows)
    }

    private static func drawShelf(_ state: ChatState, _ layout: ChatLayout, on grid: inout Grid) {
        let column = layout.threadColumn + layout.thread
        grid.fill(Rectangle(column: column, row: 0, columns: 1, rows: layout.rows), "│", .quiet)
        let size = Size(columns: layout.shelf, rows: layout.rows)
        grid.place(
            ShelfScreen.render(
                state.shownShelf, focus: state.view.shelfFocus, hasFocus: state.view.isShelfFocused, size: size),
            column: column + 1, row: 0)
        if layout.rows >= 10 { grid.put("┼", column: column, row: 1, .quiet) }
    }

    private static func drawThread(
        _ state: ChatState, _ layout: ChatLayout, _ kept: EntryRows?, on grid: inout Grid
    ) {
        if state.view.isShelfFocused, layout.shelf == 0 {
            let size = Size(columns: layout.thread, rows: layout.rows)
            let shelf = ShelfScreen.render(state.shownShelf, focus: state.view.shelfFocus, size: size)
            grid.place(shelf, column: layout.threadColumn, row: 0)
            if layout.list > 0, layout.rows >= 10 { grid.put("┼", column: layout.list, row: 1, .quiet) }
            return
        }
        let size = Size(columns: layout.thread, rows: layout.rows - layout.composerRows)
        guard let thread = state.shownThread else {
            var empty = Grid(size)
            let lines =
                !state.isListed
                ? [waiting(state.connection)]
                : state.isNewMessageListed && state.view.selected == nil
                    ? ["New Message", state.keys.hint("↵ asks for people")]
                    : state.conversations.isEmpty ? welcome(state.keys) : ["Choose a conversation"]
            let wrapped = lines.enumerated().flatMap { index, line in
                TextLayout.wrap(line, to: size.columns - 2).map { ($0, index == 0 ? Style.plain : .quiet) }
            }
            for (index, (line, style)) in wrapped.enumerated() {
                empty.putCentred(line, row: size.rows / 2 + index, style)
            }
            grid.place(empty, column: layout.threadColumn, row: 0)
            return
        }
        let isMuted = state.conversations.first { $0.id == thread.conversation }?.isMuted ?? false
        let pane = ThreadPane.render(
            thread, size: size, look: state.look, scroll: state.view.scroll, isMuted: isMuted, kept: kept)
        grid.place(pane, column: layout.threadColumn, row: 0)
        let rule = ThreadPane.headRows(thread, size: size, keys: state.keys) - 1
        if layout.list > 0, size.rows >= 10 {
            if rule == 1 {
                grid.put("┼", column: layout.list, row: 1, .quiet)
            } else {
                grid.put("├", column: layout.list, row: rule, .quiet)
            }
        }
    }

    /// Returns the line that replaces a thread until the list of conversations has arrived.
    private static func waiting(_ connection: ChatState.Connection) -> String {
        guard case .connecting(let address, let seconds) = connection, !address.isEmpty else { return "Loading…" }
        return "Connecting to \(CleanText.line(address))…" + (seconds > 0 ? " \(seconds) s" : "")
    }

    /// Three suggestions for a person without any conversation.
    private static func welcome(_ keys: KeyBindings) -> [String] {
        [
            "/new HANDLE begins a conversation", "Pin a link that you receive: /pin 1",
            "\(keys.hint("F2 shares it")), \(keys.hint("F1 shows all keys"))",
        ]
    }

    private static func drawComposer(
        _ state: ChatState, _ layout: ChatLayout, _ kept: EntryRows?, on grid: inout Grid
    ) {
        let columns = layout.thread > 0 ? layout.thread : layout.list
        var note = room(state)
        if note.isEmpty, let thread = state.shownThread, layout.thread > 0, state.view.scroll != .bottom {
            let size = layout.viewport(thread, scroll: state.view.scroll)
            note = ThreadViewport(thread, look: state.look, size: size, kept: kept).window(state.view.scroll).place
        }
        let title = state.selectedThread.map { CleanText.line($0.title) }
        let placeholder = title.map { "\(state.view.replies == nil ? "Message" : "Reply in") \($0)" }
        let composer = Composer.render(
            state.view.draft, title: purpose(state), placeholder: placeholder ?? "/new HANDLE, or /help", note: note,
            hasFocus: state.isAtComposer, isFramed: layout.isComposerFramed,
            size: Size(columns: columns, rows: layout.composerRows - layout.stagedRows))
        let top = layout.rows - layout.composerRows
        if layout.stagedRows > 0 {
            let staged = DraftPane.render(state, columns: layout.thread, isTall: layout.isComposerFramed)
            grid.place(staged, column: layout.threadColumn, row: top)
        }
        grid.place(composer, column: layout.threadColumn, row: top + layout.stagedRows)
    }

    /// Returns the number of characters used once it is above 80 % of the limit, or a note that the draft is not
    /// stored; empty if neither applies.
    private static func room(_ state: ChatState) -> String {
        let (taken, most) = (state.view.draft.count, state.composerCharacters)
        if taken * 5 > most * 4, !state.view.draft.isCommand { return "\(taken) of \(most)" }
        return state.view.failsToKeepDrafts && taken > 0 ? "not stored on disk" : ""
    }

    /// Returns the purpose of the draft, such as a reply or an edit; empty for a new message.
    private static func purpose(_ state: ChatState) -> String {
        switch state.view.purpose {
        case .reply(let id)?:
            let missing = state.isPurposeGone ? "a deleted message" : "a message"
            return "Reply to " + (state.message(id)?.summary ?? missing)
        case .edit(let id, _, _)?:
            return state.isPurposeGone ? "Edit · " + (state.message(id)?.summary ?? "You deleted the message") : "Edit"
        case .command?: return "Command"
        case nil: return ""
        }
    }

    /// Returns the key hints of the last row.
    static func keys(_ state: ChatState, on screen: Size) -> [String] {
        keys(state, ChatLayout(state, size: state.parentSize(on: screen)), on: screen)
    }

    private static func keys(_ state: ChatState, _ layout: ChatLayout, on screen: Size) -> [String] {
        if case .sheet(let kind) = state.keyOwner { return Sheets.keys(of: kind, in: state, on: screen) }
        let name = state.nameOfNextSheet(isShown: state.sheetLayout(on: screen) != nil)
        return (name.map { ["F6 " + $0] } ?? []) + keysOfParent(state, layout)
    }

    private static func keysOfParent(_ state: ChatState, _ layout: ChatLayout) -> [String] {
        if state.completion != nil { return ["Tab next", "Shift-Tab back", "Esc undo", "↵ send"] }
        if let panel = state.view.search {
            let isStale = state.search.isStale && panel.focus == nil
            let isSearched = panel.shows(state.search) && !state.search.isCut && !isStale
            return ["Esc close", "a-z words"]
                + (!isSearched ? ["↵ search"] : state.search.hits.isEmpty ? [] : ["↑↓ step", "↵ go there"])
        }
        if state.isChoosing, let message = state.chosenMessage {
            let deeds: [(MessageMenu.Deed, String)] =
                state.view.refusesWord
                ? [] : message.isUnsent ? [(.delete, "d delete")] : [(.reply, "r reply"), (.tapback, "t tapback")]
            return ["Esc back"] + (MessageMenu.deeds(for: message, in: state).isEmpty ? [] : ["↵ menu"]) + ["↑↓ choose"]
                + deeds.filter { MessageMenu.obstacle(to: $0.0, message, in: state) == nil }.map(\.1)
                + (message.number.map { ["#\($0)"] } ?? [])
        }
        if state.view.isShelfFocused {
            let back = layout.shelf > 0 ? ["Esc close", "F6 thread"] : ["Esc back"]
            return back + (state.view.draft.saysSomething ? ["↵ send"] : state.shelf.isEmpty ? [] : ["↵ open"])
                + (state.shelf.isEmpty ? [] : state.view.refusesWord ? ["↑↓"] : ["r reply", "x remove", "w why"])
        }
        if state.view.pane == .list {
            if state.view.draft.isCommand { return ["↵ run", "↑↓ choose", "F1 help", "a-z write"] }
            let filter = state.view.listFilter.isEmpty ? "a-z filter" : "Esc all"
            return (state.listed.isEmpty ? [] : ["↵ open", "↑↓ choose"]) + ["F1 help", filter, "^C quit"]
        }
        if state.view.purpose != nil {
            let enter = state.view.draft.isCommand ? "↵ run" : "↵ send"
            // A document is sent as a message of its own.
            let isRefused =
                state.isPurposeGone
                || state.view.staged[state.view.selected ?? ""] != nil && !state.view.draft.isCommand
            return ["Esc cancel"] + (isRefused ? [] : [enter]) + ["F1 help"]
        }
        if state.selectedThread.flatMap({ state.view.staged[$0.conversation] }) != nil {
            if state.view.isAtOptions { return ["↵ options", "Esc back", "F1 help"] }
            return ["Esc discard", "↵ send", state.keys.hint("Alt-O options"), "F1 help"]
        }
        if state.hasStaged || state.awaitsItem { return ["Esc discard", "↵ send", "F1 help"] }
        if state.view.selected == nil, !state.listed.isEmpty {
            return (state.conversations.isEmpty ? [] : ["Esc leave"]) + (state.view.draft.isEmpty ? [] : ["↵ send"]) + [
                "F1 help"
            ]
                + (state.conversations.isEmpty ? [] : ["^N next"]) + ["^C quit"]
        }
        if state.view.replies != nil { return ["Esc whole thread", "F1 help", "PgUp older"] }
        if state.view.scroll != .bottom { return ["Esc newest", "PgUp older", "F1 help", "^C quit"] }
        let new = state.selectedThread.flatMap { state.view.newAfter[$0.conversation] } == nil ? [] : ["Alt-U new"]
        let next = state.conversations.contains { $0.isWaiting && $0.id != state.view.selected }
        let back =
            (layout.list == 0 ? [next ? "Tab list ●" : "Tab list"] : [])
            + (layout.shelf > 0 ? ["F6 Shared with You"] : [])
        return back + new + ["F1 help", next ? "Alt-A unread" : "^N next", "PgUp older", "^C quit"]
    }
}

/// The positions and sizes of the parts of a screen. `ChatScreen` draws by it and `ChatUpdate` scrolls by it.
struct ChatLayout: Equatable {
    /// The minimum screen size that is drawn.
    static let least = Size(columns: 20, rows: 5)

    /// The width of Shared with You next to a thread, in columns.
    private static let shelfColumns = 42

    var isTooSmall = false
    /// The columns of the list; 0 if it is hidden.
    var list = 0
    /// The columns of the thread; 0 if it is hidden.
    var thread = 0
    /// The columns of Shared with You next to the thread; 0 if it is hidden or replaces the thread.
    var shelf = 0
    /// The rows of the list and the thread, above the status line.
    var rows = 0
    /// The rows of the composer and of the staged content above it.
    var composerRows = 0
    /// The rows of the staged content.
    var stagedRows = 0
    var isComposerFramed = false
    private let keys: KeyBindings

    init(_ state: ChatState, size: Size) {
        keys = state.keys
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
            isTooSmall = true
            return
        }
        rows = size.rows - 1
        if size.columns >= 60 {
            list = size.columns >= 100 ? min(34, size.columns * 3 / 10) : max(19, size.columns * 3 / 10)
            thread = size.columns - list - 1
        } else if state.view.pane == .list && !state.view.isShelfFocused {
            list = size.columns
        } else {
            thread = size.columns
        }
        if state.view.isShelfShown, size.columns >= SheetLayout.sideColumns {
            shelf = Self.shelfColumns
            thread -= shelf + 1
        }
        isComposerFramed = size.rows >= 14
        composerRows = Composer.rows(state.view.draft, columns: max(thread, list), screenRows: size.rows)
        if thread > 0, shelf > 0 || !state.view.isShelfFocused {
            stagedRows = DraftPane.content(state, columns: thread, isTall: isComposerFramed).count
        }
        composerRows += stagedRows
    }

    /// The first column of the thread.
    var threadColumn: Int { list > 0 && thread > 0 ? list + 1 : 0 }

    /// Returns the size of the window that shows a thread's entries.
    func viewport(_ thread: ThreadState, scroll: ViewState.Scroll) -> Size {
        let pane = rows - composerRows
        let head = ThreadPane.headRows(thread, size: Size(columns: self.thread, rows: pane), keys: keys)
        return Size(columns: self.thread, rows: pane - head - ThreadPane.typingRows(thread, scroll))
    }
}
