import ChatProtocol
import ChatTerminal

/// The rows directly above the composer: the staged document with the permission summary, which opens its options, and
/// the starts that wait for their app.
enum DraftPane {
    /// The action of a click on a row.
    enum Action: Equatable {
        /// Opens the options of the staged document.
        case showOptions
        /// Drops the staged item.
        case drop
        /// Removes the rows of the starts that failed.
        case dismiss
        /// Cancels a start that waits for its app.
        case cancel(String)
    }

    struct Row: Equatable {
        /// The text of the row.
        var text: String
        /// The key for the row, at its right end.
        var key: String
        var style: Style
        /// The action of a click on the text; nil for none.
        var action: Action?
        /// The action of a click on the key.
        var keyAction: Action
    }

    /// The maximum number of visible starts.
    private static let startsMax = 2

    /// The maximum number of rows for the reason of a failed start.
    private static let reasonRowsMax = 3

    /// Returns the rows, from the top. A low screen shows only one: the staged item, or without one the newest start.
    static func content(_ state: ChatState, columns: Int, isTall: Bool) -> [Row] {
        let id = state.view.selected ?? ""
        let staged = staged(state, id, columns: columns, isShort: !isTall)
        let most = isTall ? startsMax : staged.isEmpty ? 1 : 0
        let starts = state.starts.filter { $0.conversation == id }.suffix(most)
        return starts.flatMap { rows(of: $0, state, columns: columns, most: isTall ? reasonRowsMax : 1) } + staged
    }

    /// Returns one row for a waiting start, and up to `most` rows for the reason of a failed one.
    private static func rows(of start: StartRow, _ state: ChatState, columns: Int, most: Int) -> [Row] {
        if start.state == .waiting {
            let style = Style(.warning, on: .banner)
            return [Row(text: "◌ " + start.sentence, key: "/cancel", style: style, keyAction: .cancel(start.id))]
        }
        let key = state.keys.hint("Esc")
        let room = columns - 2 - (key.count + 2)
        return TextLayout.wrapped("✗ " + start.sentence, to: room, rows: most).enumerated().map { index, line in
            Row(
                text: index == 0 ? line : "  " + line, key: index == 0 ? key : "", style: Style(.bad, on: .banner),
                keyAction: .dismiss)
        }
    }

    private static func staged(_ state: ChatState, _ id: String, columns: Int, isShort: Bool) -> [Row] {
        let style = Style(.plain, on: .banner)
        // During a reply or an edit, Escape cancels that first.
        let removal = state.view.purpose == nil ? state.keys.hint("Esc removes it") : "click removes it"
        guard let draft = state.view.staged[id] else {
            guard let file = state.view.attachments[id] else { return [] }
            let text = "📎 " + CleanText.line(file)
            return [Row(text: text, key: removal, style: style.bold, keyAction: .drop)]
        }
        let title = "▣ " + CleanText.line(draft.title)
        if isShort {
            let look = state.view.isAtOptions ? Style.focus : style.bold
            return [
                Row(
                    text: "\(title) · \(draft.line)", key: state.keys.hint("Esc"), style: look, action: .showOptions,
                    keyAction: .drop)
            ]
        }
        let parts = [title, CleanText.line(draft.offer.appName)] + (draft.account.map { ["from " + $0] } ?? [])
        let mark = state.view.isAtOptions ? "▸ " : "  "
        let key = state.keys.hint("Alt-O")
        // If the line is too long, the permissions are shown completely and the method is left out.
        let fits = TextWidth.columns(of: mark + draft.line + " ›") + key.count + 3 <= columns
        let line = fits ? draft.line : draft.summary ?? draft.line
        return [
            Row(text: parts.joined(separator: " · "), key: removal, style: style.bold, keyAction: .drop),
            Row(
                text: mark + line + " ›", key: key,
                style: state.view.isAtOptions ? .focus : style, action: .showOptions, keyAction: .showOptions),
        ]
    }

    static func render(_ state: ChatState, columns: Int, isTall: Bool) -> Grid {
        let rows = content(state, columns: columns, isTall: isTall)
        var grid = Grid(Size(columns: columns, rows: rows.count))
        for (index, row) in rows.enumerated() { draw(row, index, &grid) }
        return grid
    }

    /// Returns the action of a click at a position of the pane; nil if there is none.
    static func action(at place: Position, _ state: ChatState, columns: Int, isTall: Bool) -> Action? {
        let rows = content(state, columns: columns, isTall: isTall)
        guard rows.indices.contains(place.row) else { return nil }
        let row = rows[place.row]
        let isOnKey = isRoomy(row, columns) && place.column >= columns - 1 - TextWidth.columns(of: row.key)
        return isOnKey ? row.keyAction : row.action
    }

    /// Returns true if the key fits next to the text.
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
