import ChatProtocol
import ChatTerminal

/// A drawn row of a thread: pieces of text at columns, and its position in its entry.
struct ThreadRow: Equatable, Sendable {
    /// A piece of text with one style.
    struct Span: Equatable, Sendable {
        var column: Int
        var text: String
        var style: Style
        /// The address that the text links to.
        var link: String?
    }

    /// The entry's id.
    var entry = ""
    /// The number of rows of the same entry below this row. It is counted from below, so that a separator or a
    /// “loading” line that appears or disappears above the entry does not move an anchor.
    var below = 0
    var spans: [Span]
    /// True if it is the sender's name.
    var isName = false
    /// True if the row contains the time and the state of its message.
    var hasLabel = false

    init(_ spans: [Span] = []) { self.spans = spans }

    static let blank = ThreadRow()

    static func centred(_ text: String, columns: Int, _ style: Style) -> ThreadRow {
        let text = TextLayout.truncate(text, to: columns)
        return ThreadRow([Span(column: (columns - TextWidth.columns(of: text)) / 2, text: text, style: style)])
    }

    /// Returns a rule across the thread with a word in its middle.
    static func divider(_ word: String, columns: Int, _ style: Style) -> ThreadRow {
        let rest = max(0, columns - 2 - TextWidth.columns(of: word) - 2)
        let left = String(repeating: "─", count: rest / 2)
        let right = String(repeating: "─", count: rest - rest / 2)
        return ThreadRow([Span(column: 1, text: "\(left) \(word) \(right)", style: style)])
    }

    func draw(on grid: inout Grid, row: Int) {
        for span in spans { grid.put(span.text, column: span.column, row: row, span.style, link: span.link) }
    }
}

/// The look of a thread, in addition to its entries.
struct ThreadLook: Equatable, Sendable {
    /// The id of the entry below the “New” divider.
    var divider: String?
    /// The ids of the messages whose earlier texts are shown.
    var expanded: Set<String> = []
    /// The id of the chosen message.
    var chosen: String?
    /// The key bindings, for texts that name keys.
    var keys = KeyBindings()
    /// The phrases of the search; their hits are marked.
    var searched: [SearchPhrase] = []
}
