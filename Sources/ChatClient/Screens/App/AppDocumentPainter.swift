import AppModel
import ChatProtocol
import ChatTerminal

/// Draws an open document: its text and comments, and the editor over them. Pure.
enum AppDocumentPainter {
    /// Returns the right end of the header: the collaboration button if the document is shared, the key of the people,
    /// and last the key of the share sheet (`share-button-place`, `collab-button-next-share`). If the room is too
    /// small, the leftmost labels are left out.
    static func controls(_ page: AppDocumentPage, columns: Int) -> String {
        if page.document.isDeleted { return "" }
        var controls =
            (page.panel == nil ? [] : ["p \(page.button)"])
            + (page.hasPeopleScreen ? ["s People"] : []) + ["F2 Share"]
        while controls.count > 1, TextWidth.columns(of: controls.joined(separator: "  ")) > columns - 8 {
            controls.removeFirst()
        }
        return controls.joined(separator: "  ")
    }

    /// Returns the rows of a document.
    ///
    /// - Parameter part: The part of the opened link that leads to a view inside the document; nil if there is none.
    static func content(of page: AppDocumentPage, at part: String? = nil, columns: Int) -> [String] {
        let document = page.document
        var lines = TextLayout.wrap(CleanText.line(page.facts), to: columns) + [""]
        if let view = part.flatMap(page.view) {
            lines += TextLayout.wrap("› " + CleanText.line(view), to: columns) + [""]
        }
        if document.isDeleted { return lines + ["This document was deleted."] }
        lines += document.text.isEmpty ? ["Empty"] : TextLayout.wrap(document.text, to: columns)
        guard !document.comments.isEmpty else { return lines }
        lines += ["", document.comments.count == 1 ? "1 comment" : "\(document.comments.count) comments"]
        for comment in document.comments {
            let rows = TextLayout.wrap(comment.text, to: columns - 4)
            // The app does not learn who wrote a comment, only whether this person did.
            for (index, row) in rows.enumerated() {
                lines.append((index == 0 ? (comment.isMine ? "▸ " : "· ") : "  ") + row)
            }
        }
        return lines
    }

    /// Draws the editor over the page.
    static func draw(_ editor: AppEditor, keys: [String], over grid: inout Grid) {
        let size = grid.size
        grid.recede()
        grid.fill(Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows - 1))
        let keys = keys.joined(separator: " · ")
        let heading = editor.isSending ? "\(editor.kind.heading) · saving" : editor.kind.heading
        grid.put(TextLayout.truncate(heading, to: size.columns - 2), column: 1, row: 0, .strong)
        if size.columns > TextWidth.columns(of: heading) + TextWidth.columns(of: keys) + 4 {
            grid.putRight(keys, end: size.columns - 1, row: 0, .quiet)
        }
        var top = 1
        if let current = editor.current {
            let rows =
                ["\(CleanText.line(editor.changedBy ?? "Someone")) changed it while you were writing. It now reads:"]
                + TextLayout.wrap(current.isEmpty ? "(nothing)" : current, to: size.columns - 4).map { "  " + $0 }
            let room = max(1, (size.rows - 2) / 2 - 1)
            for row in rows.prefix(room) {
                grid.put(TextLayout.truncate(row, to: size.columns - 2), column: 1, row: top, Style(.accent))
                top += 1
            }
            grid.put("Yours, not saved yet:", column: 1, row: top, Style(.accent).bold)
            top += 1
        }
        let layout = editor.line.layout(columns: size.columns - 2)
        let room = max(1, size.rows - 1 - top)
        let first = max(0, min(layout.cursor.row - room + 1, layout.rows.count - 1))
        for (index, row) in layout.rows[first...].prefix(room).enumerated() {
            grid.put(row, column: 1, row: top + index)
        }
        grid.cursor = Position(column: 1 + layout.cursor.column, row: top + layout.cursor.row - first)
    }
}
