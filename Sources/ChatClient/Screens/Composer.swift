import ChatTerminal

/// Where a person writes: a box that grows to five rows, or one line on a low screen.
enum Composer {
    /// The most rows of text that show at once.
    static let rowsMax = 5

    /// Rows that it takes on a screen of so many rows.
    static func rows(_ draft: LineEditor, columns: Int, screenRows: Int) -> Int {
        let frame = screenRows >= 14 ? 2 : 0
        let most = max(1, min(rowsMax, screenRows / 4))
        return min(most, draft.layout(columns: textColumns(columns, isFramed: frame > 0)).rows.count) + frame
    }

    static func textColumns(_ columns: Int, isFramed: Bool) -> Int { max(2, columns - (isFramed ? 4 : 3)) }

    /// Draws it, with its cursor.
    ///
    /// - Parameters:
    ///   - title: shown in the frame's upper edge at the left: what is written, where that is no new message.
    ///   - placeholder: shown while nothing is written.
    ///   - note: shown in the frame's upper edge: where a scrolled thread stands.
    ///   - hasFocus: whether keys go to it; without, no cursor shows.
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
        let layout = draft.layout(columns: textColumns(size.columns, isFramed: isFramed))
        let first = max(0, min(layout.cursor.row - textRows + 1, layout.rows.count - textRows))
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
