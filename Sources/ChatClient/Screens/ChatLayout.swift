import ChatTerminal

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
