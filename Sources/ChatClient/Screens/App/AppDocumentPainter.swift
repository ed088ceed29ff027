import AppModel
import ChatProtocol
import ChatTerminal

/// Draws an open document: its text and comments, and the editor over them. Pure.
enum AppDocumentPainter {
    /// Returns the right end of the header: the collaboration button if the document is shared, the key of the people,
    /// and last the key of the share sheet (`share-button-place`, `collab-button-next-share`). If the room is too
    /// small, the leftmost labels are left out.
    static func controls(_ page: AppDocumentPage, columns: Int) -> AppLabels {
        var controls = AppLabels(labels: [], end: columns - 1)
        if page.document.isDeleted { return controls }
        controls.labels =
            (page.panel == nil ? [] : ["p \(page.button)"])
            + (page.hasPeopleScreen ? ["s People"] : []) + ["F2 Share"]
        while controls.labels.count > 1, TextWidth.columns(of: controls.text) > columns - 8 {
            controls.labels.removeFirst()
        }
        return controls
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
        if let folder = document.covers {
            lines += TextLayout.wrap("The documents in “\(CleanText.line(folder))” are in your list.", to: columns)
        } else {
            lines += document.text.isEmpty ? ["Empty"] : TextLayout.wrap(document.text, to: columns)
        }
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
        let place = AppEditorLayout(editor, keys: keys, size: size)
        grid.put(TextLayout.truncate(place.heading, to: size.columns - 2), column: 1, row: 0, .strong)
        if let labels = place.labels { grid.putRight(labels.text, end: labels.end, row: 0, .quiet) }
        for (index, row) in place.conflict.enumerated() {
            let isLast = index == place.conflict.count - 1
            let style = isLast ? Style(.accent).bold : Style(.accent)
            grid.put(TextLayout.truncate(row, to: size.columns - 2), column: 1, row: 1 + index, style)
        }
        let (layout, first) = editor.line.shown(rows: place.room, columns: place.columns)
        for (index, row) in layout.rows[first...].prefix(place.room).enumerated() {
            grid.put(row, column: 1, row: place.top + index)
        }
        guard (first..<first + place.room).contains(layout.cursor.row) else { return grid.cursor = nil }
        grid.cursor = Position(column: 1 + layout.cursor.column, row: place.top + layout.cursor.row - first)
    }
}

/// The layout of the editor on a page, for drawing and for the mouse.
struct AppEditorLayout {
    let heading: String
    /// The keys at the right end of the heading; nil if there is no room for them.
    let labels: AppLabels?
    /// The rows about an edit conflict above the person's own text; empty without a conflict.
    let conflict: [String]
    /// The number of rows of the other person's text that PgUp and PgDn move by.
    let page: Int
    /// The largest index of the first row of the other person's text that shows.
    private let lastTop: Int
    /// The first row of the text.
    let top: Int
    /// The number of rows for the text, at least 1.
    let room: Int
    /// The width at which the text is wrapped.
    let columns: Int

    /// Creates the layout.
    ///
    /// - Parameters:
    ///   - keys: The labels of the keys that work in the editor.
    ///   - size: The size of the page.
    init(_ editor: AppEditor, keys: [String], size: Size) {
        columns = size.columns - 2
        heading = editor.isSending ? "\(editor.kind.heading) · saving" : editor.kind.heading
        let labels = AppLabels(labels: keys, separator: " · ", end: size.columns - 1)
        let taken = TextWidth.columns(of: heading) + TextWidth.columns(of: labels.text) + 4
        self.labels = size.columns > taken ? labels : nil
        let text = editor.current.map { Self.wrap($0, size) } ?? []
        // The other person's text takes at most half of the page, with the sentence above it. If only a part shows, a
        // row below it counts the hidden rows.
        let most = max(0, (size.rows - 2) / 2 - 2)
        page = text.count > most && most > 1 ? most - 1 : most
        lastTop = max(0, text.count - page)
        conflict =
            editor.current == nil
            ? [] : Self.rows(text, from: min(editor.currentTop, lastTop), page, by: editor.changedBy)
        top = 1 + conflict.count
        room = max(1, size.rows - 1 - top)
    }

    private static func wrap(_ current: String, _ size: Size) -> [String] {
        TextLayout.wrap(current.isEmpty ? "(nothing)" : current, to: size.columns - 4).map { "  " + $0 }
    }

    /// Returns the rows about an edit conflict, with a part of the text that the other person saved.
    private static func rows(_ text: [String], from first: Int, _ count: Int, by name: String?) -> [String] {
        let below = text.count - min(text.count, first + count)
        var more = [first > 0 ? "PgUp: \(first) more" : "", below > 0 ? "PgDn: \(below) more" : ""]
        more.removeAll { $0.isEmpty || count < 1 }
        return ["\(CleanText.line(name ?? "Someone")) changed it while you were writing. It now reads:"]
            + text[first...].prefix(count) + (more.isEmpty ? [] : ["  … " + more.joined(separator: " · ")])
            + ["Yours, not saved yet:"]
    }

    /// Returns the index of the first row of the other person's text after it is scrolled.
    func currentTop(scrolledBy rows: Int, of editor: AppEditor) -> Int {
        max(0, min(editor.currentTop + rows, lastTop))
    }
}

/// Labels in one row of an app's screen. Each begins with the name of a key, and a click on it presses that key.
struct AppLabels: Equatable {
    var labels: [String]
    var separator = "  "
    /// The column after the last label.
    var end: Int

    /// The labels as one line; empty if there are none.
    var text: String { labels.joined(separator: separator) }

    /// Returns the key of the label at a column; nil if no label is there.
    func key(at column: Int) -> Key? {
        var start = end - TextWidth.columns(of: CleanText.line(text))
        for label in labels {
            let next = start + TextWidth.columns(of: CleanText.line(label))
            if (start..<next).contains(column) { return Self.key(of: label) }
            start = next + TextWidth.columns(of: separator)
        }
        return nil
    }

    private static func key(of label: String) -> Key? {
        switch label.prefix(while: { $0 != " " }) {
        case "‹": .escape
        case "↵": .enter
        case let name: KeyNames.key(String(name))
        }
    }
}
