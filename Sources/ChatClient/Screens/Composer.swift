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
