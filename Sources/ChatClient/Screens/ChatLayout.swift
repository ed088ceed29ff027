import ChatTerminal

/// Where everything lies on a screen of a size: the one place that `ChatScreen` draws by and `ChatUpdate` scrolls by.
struct ChatLayout: Equatable {
    /// The smallest screen that is drawn.
    static let least = Size(columns: 20, rows: 5)

    /// How wide Shared with You is beside a thread.
    private static let shelfColumns = 42

    var isTooSmall = false
    /// Columns of the list; 0 where it does not show.
    var list = 0
    /// Columns of the thread; 0 where it does not show.
    var thread = 0
    /// Columns of Shared with You beside the thread; 0 where it does not show, or stands in the thread's place.
    var shelf = 0
    /// Rows of both, above the status line.
    var rows = 0
    /// Rows of the composer and of what is staged above it.
    var composerRows = 0
    /// Rows of what is staged.
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

    /// The column where the thread begins.
    var threadColumn: Int { list > 0 && thread > 0 ? list + 1 : 0 }

    /// The window of a thread.
    func viewport(_ thread: ThreadState, scroll: ViewState.Scroll) -> Size {
        let pane = rows - composerRows
        let head = ThreadPane.headRows(thread, size: Size(columns: self.thread, rows: pane), keys: keys)
        return Size(columns: self.thread, rows: pane - head - ThreadPane.typingRows(thread, scroll))
    }
}
