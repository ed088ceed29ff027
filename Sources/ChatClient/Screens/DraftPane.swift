import ChatProtocol
import ChatTerminal

/// The rows right above the composer: the document that is staged there with the permission summary, which opens its
/// options, and the starts that wait for their app.
enum DraftPane {
    /// What a click on a row does.
    enum Action: Equatable {
        /// Opens the options of the staged document.
        case showOptions
        /// Drops what is staged, or the message that a start failed.
        case drop
        /// Takes back a start that waits for its app.
        case cancel(String)
    }

    /// One row.
    struct Row: Equatable {
        /// What it shows.
        var text: String
        /// The key for it, at its right end.
        var key: String
        /// Its look.
        var style: Style
        /// What a click on the text does, if anything.
        var action: Action?
        /// What a click on the key does.
        var keyAction: Action
    }

    /// The most starts that show at once.
    private static let startsMax = 2

    /// The number of rows on a screen of so many rows.
    static func rows(_ state: ChatState, screenRows: Int) -> Int {
        let id = state.view.selected ?? ""
        let isTall = screenRows >= 14
        let staged = state.view.staged[id] == nil ? (state.view.attachments[id] == nil ? 0 : 1) : isTall ? 2 : 1
        let starts = state.starts.count { $0.conversation == id }
        return staged + min(starts, isTall ? startsMax : staged > 0 ? 0 : 1)
    }

    /// The rows, from the top, where so many fit.
    static func content(_ state: ChatState, rows count: Int) -> [Row] {
        let id = state.view.selected ?? ""
        let staged = staged(state, id, isShort: count < 2)
        let starts = state.starts.filter { $0.conversation == id }.suffix(max(0, count - staged.count)).map { start in
            let isWaiting = start.state == .waiting
            return Row(
                text: (isWaiting ? "◌ " : "✗ ") + start.sentence, key: isWaiting ? "/cancel" : "Esc",
                style: Style(isWaiting ? .warning : .bad, on: .banner),
                keyAction: isWaiting ? .cancel(start.id) : .drop)
        }
        return starts + staged
    }

    private static func staged(_ state: ChatState, _ id: String, isShort: Bool) -> [Row] {
        let style = Style(.plain, on: .banner)
        guard let draft = state.view.staged[id] else {
            guard let file = state.view.attachments[id] else { return [] }
            let text = "📎 " + CleanText.line(file)
            return [Row(text: text, key: "Esc takes it out", style: style.bold, keyAction: .drop)]
        }
        let title = "▣ " + CleanText.line(draft.title)
        if isShort {
            let look = state.view.isAtOptions ? Style.focus : style.bold
            return [
                Row(text: "\(title) · \(draft.line)", key: "Esc", style: look, action: .showOptions, keyAction: .drop)
            ]
        }
        let parts = [title, CleanText.line(draft.offer.appName)] + (draft.account.map { ["from " + $0] } ?? [])
        let mark = state.view.isAtOptions ? "▸ " : "  "
        return [
            Row(text: parts.joined(separator: " · "), key: "Esc drops it", style: style.bold, keyAction: .drop),
            Row(
                text: mark + draft.line + " ›", key: state.keys.hint("Alt-O"),
                style: state.view.isAtOptions ? .focus : style, action: .showOptions, keyAction: .showOptions),
        ]
    }

    static func render(_ state: ChatState, size: Size) -> Grid {
        var grid = Grid(size)
        for (index, row) in content(state, rows: size.rows).enumerated() { draw(row, index, &grid) }
        return grid
    }

    /// The action of a click at a place of the pane; nil if there is none.
    static func action(at place: Position, _ state: ChatState, size: Size) -> Action? {
        let rows = content(state, rows: size.rows)
        guard rows.indices.contains(place.row) else { return nil }
        let row = rows[place.row]
        let isOnKey = isRoomy(row, size.columns) && place.column >= size.columns - 1 - TextWidth.columns(of: row.key)
        return isOnKey ? row.keyAction : row.action
    }

    /// True if the key fits beside the text.
    private static func isRoomy(_ row: Row, _ columns: Int) -> Bool {
        TextWidth.columns(of: row.text) + TextWidth.columns(of: row.key) + 4 <= columns
    }

    private static func draw(_ row: Row, _ index: Int, _ grid: inout Grid) {
        let columns = grid.size.columns
        grid.fill(Rectangle(column: 0, row: index, columns: columns, rows: 1), " ", row.style)
        let isRoomy = isRoomy(row, columns)
        let room = columns - 2 - (isRoomy ? TextWidth.columns(of: row.key) + 2 : 0)
        grid.put(TextLayout.truncate(row.text, to: room), column: 1, row: index, row.style)
        let style = row.style == .focus ? row.style : Style(.plain, on: .banner)
        if isRoomy { grid.putRight(row.key, end: columns - 1, row: index, style) }
    }
}
