import ChatProtocol
import ChatTerminal

/// One drawn row of a thread: pieces of text at columns, and which row of which entry it is.
struct ThreadRow: Equatable, Sendable {
    /// A piece of text in one look.
    struct Span: Equatable, Sendable {
        var column: Int
        var text: String
        var style: Style
    }

    /// The entry's id.
    var entry = ""
    /// How many rows of the same entry stand below. Counted from below, so that a separator or a "loading" line
    /// that comes or goes above the entry leaves an anchor where it was.
    var below = 0
    var spans: [Span]
    /// Whether it is the sender's name.
    var isName = false
    /// True if the time and the state of its message stand in the row.
    var hasLabel = false

    init(_ spans: [Span] = []) { self.spans = spans }

    static let blank = ThreadRow()

    static func centred(_ text: String, columns: Int, _ style: Style) -> ThreadRow {
        let text = TextLayout.truncate(text, to: columns)
        return ThreadRow([Span(column: (columns - TextWidth.columns(of: text)) / 2, text: text, style: style)])
    }

    /// A rule across the thread with a word in its middle.
    static func divider(_ word: String, columns: Int, _ style: Style) -> ThreadRow {
        let rest = max(0, columns - 2 - TextWidth.columns(of: word) - 2)
        let left = String(repeating: "─", count: rest / 2)
        let right = String(repeating: "─", count: rest - rest / 2)
        return ThreadRow([Span(column: 1, text: "\(left) \(word) \(right)", style: style)])
    }

    func draw(on grid: inout Grid, row: Int) {
        for span in spans { grid.put(span.text, column: span.column, row: row, span.style) }
    }
}

/// The drawing of a thread, apart from its entries.
struct ThreadLook: Equatable, Sendable {
    /// The entry below the "New" divider.
    var divider: String?
    /// The messages whose earlier texts are shown.
    var expanded: Set<String> = []
    /// The message that is chosen.
    var chosen: String?
    /// The key bindings, for texts that name keys.
    var keys = KeyBindings()
    /// The phrases of the search whose hits are marked.
    var searched: [SearchPhrase] = []
}
