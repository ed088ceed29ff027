import ChatProtocol
import ChatTerminal

/// What stands right above the composer: the document that is staged there with what Send would do with it, and what
/// became of those that wait for their app.
enum DraftPane {
    /// The most starts that show at once.
    private static let startsMax = 2

    /// Rows that it takes on a screen of so many rows.
    static func rows(_ state: ChatState, screenRows: Int) -> Int {
        guard let id = state.view.selected else { return 0 }
        let isTall = screenRows >= 14
        let staged = state.view.staged[id] == nil ? (state.view.attachments[id] == nil ? 0 : 1) : isTall ? 2 : 1
        let starts = state.starts.count { $0.conversation == id }
        return staged + min(starts, isTall ? startsMax : staged > 0 ? 0 : 1)
    }

    static func render(_ state: ChatState, size: Size) -> Grid {
        var grid = Grid(size)
        guard let id = state.view.selected else { return grid }
        var row = 0
        let draft = state.view.staged[id]
        let file = state.view.attachments[id]
        let stagedRows = draft == nil ? (file == nil ? 0 : 1) : size.rows > 1 ? 2 : 1
        for start in state.starts.filter({ $0.conversation == id }).suffix(size.rows - stagedRows) {
            let isWaiting = start.state == .waiting
            let text = (isWaiting ? "◌ " : "✗ ") + start.sentence
            draw(text, isWaiting ? "/cancel" : "Esc", Style(isWaiting ? .warning : .bad, on: .banner), row, &grid)
            row += 1
        }
        if draft == nil, let file {
            draw("📎 " + CleanText.line(file), "Esc takes it out", Style(.plain, on: .banner).bold, row, &grid)
        }
        guard let draft else { return grid }
        let style = Style(.plain, on: .banner)
        let title = "▣ " + CleanText.line(draft.title)
        if stagedRows == 1 {
            draw("\(title) · \(draft.line)", "Esc", style.bold, row, &grid)
        } else {
            draw("\(title) · \(CleanText.line(draft.offer.appName))", "Esc drops it", style.bold, row, &grid)
            draw("  " + draft.line, "/option", style, row + 1, &grid)
        }
        return grid
    }

    private static func draw(_ text: String, _ key: String, _ style: Style, _ row: Int, _ grid: inout Grid) {
        let columns = grid.size.columns
        grid.fill(Rectangle(column: 0, row: row, columns: columns, rows: 1), " ", style)
        let isRoomy = TextWidth.columns(of: text) + TextWidth.columns(of: key) + 4 <= columns
        let room = columns - 2 - (isRoomy ? TextWidth.columns(of: key) + 2 : 0)
        grid.put(TextLayout.truncate(text, to: room), column: 1, row: row, style)
        if isRoomy { grid.putRight(key, end: columns - 1, row: row, Style(.plain, on: .banner)) }
    }
}
