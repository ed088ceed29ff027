import ChatTerminal

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
