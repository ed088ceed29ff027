import ChatProtocol
import ChatTerminal

/// The input field of a conversation: a box that grows to five rows of text, or one line on a low screen.
enum Composer {
    /// The maximum number of visible text rows.
    static let rowsMax = 5

    /// Returns the number of rows that the composer takes on a screen with `screenRows` rows.
    static func rows(_ draft: LineEditor, columns: Int, screenRows: Int) -> Int {
        let frame = screenRows >= 14 ? 2 : 0
        let most = max(1, min(rowsMax, screenRows / 4))
        return min(most, draft.layout(columns: textColumns(columns, isFramed: frame > 0)).rows.count) + frame
    }

    static func textColumns(_ columns: Int, isFramed: Bool) -> Int { max(2, columns - (isFramed ? 4 : 3)) }

    /// Draws the composer with its cursor.
    ///
    /// - Parameters:
    ///   - title: The purpose of the draft, in the upper edge of the frame at the left; empty for a new message.
    ///   - placeholder: The text shown while the composer is empty.
    ///   - note: The text in the upper edge of the frame at the right, such as the position in a scrolled thread.
    ///   - hasFocus: True if keys go to the composer. Without the focus, no cursor is shown.
    static func render(
        _ draft: LineEditor, title: String = "", placeholder: String, note: String = "", hasFocus: Bool = true,
        isFramed: Bool, size: Size
    ) -> Grid {
        var grid = Grid(size)
        let (left, top) = isFramed ? (2, 1) : (2, 0)
        let textRows = size.rows - (isFramed ? 2 : 0)
        if isFramed {
            grid.frame(
                Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows),
                hasFocus ? Style(.accent) : .quiet)
            if !title.isEmpty {
                let room = size.columns - 6 - (note.isEmpty ? 0 : TextWidth.columns(of: note) + 3)
                grid.put(" \(TextLayout.truncate(title, to: room)) ", column: 2, row: 0, Style(.accent).bold)
            }
            if !note.isEmpty { grid.putRight(" \(note) ", end: size.columns - 2, row: 0, Style(.warning).bold) }
        } else {
            grid.put("›", column: 0, row: 0, Style(.accent).bold)
        }
        let (layout, first) = draft.shown(
            rows: textRows, columns: textColumns(size.columns, isFramed: isFramed))
        for (index, line) in layout.rows[first...].prefix(max(0, textRows)).enumerated() {
            grid.put(line, column: left, row: top + index, limit: size.columns - (isFramed ? 1 : 0))
        }
        if draft.isEmpty {
            let room = size.columns - left - (isFramed ? 2 : 0)
            let hint = isFramed || title.isEmpty ? CleanText.line(placeholder) : title
            grid.put(TextLayout.truncate(hint, to: room), column: left, row: top, .quiet)
        }
        if !isFramed, !note.isEmpty { grid.putRight(" " + note, end: size.columns, row: 0, Style(.warning).bold) }
        if hasFocus {
            grid.cursor = Position(column: left + layout.cursor.column, row: top + layout.cursor.row - first)
        }
        return grid
    }
}

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
        let starts = state.starts.filter { $0.conversation == state.view.selected }.suffix(most)
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

    private static func staged(_ state: ChatState, _ id: ConversationID, columns: Int, isShort: Bool) -> [Row] {
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
