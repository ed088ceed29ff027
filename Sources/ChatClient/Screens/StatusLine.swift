import ChatTerminal

/// The last row: whether the server is there, and the keys that matter now, or a hint. A hint stays until a key is
/// pressed, so that it must not hide that the server is gone.
enum StatusLine {
    /// Draws the row; key hints that do not fit are left out from the right.
    static func render(
        _ connection: ChatState.Connection, handle: String, hint: String?, keys: [String], columns: Int
    ) -> Grid {
        var grid = Grid(Size(columns: columns, rows: 1))
        let (mark, text, style) = words(connection, handle: CleanText.line(handle))
        if let hint {
            let lead = connection == .connected ? mark : "\(mark) \(text):"
            let end = grid.put(TextLayout.truncate(lead, to: columns - 2), column: 1, row: 0, style)
            grid.put(
                TextLayout.shorten(CleanText.line(hint), to: columns - end - 2), column: end + 1, row: 0,
                Style(.warning))
            return grid
        }
        let word = columns >= 60 && connection == .connected ? " · connected" : ""
        let whole = TextLayout.truncate("\(mark) \(text)\(word)", to: columns - 2)
        let end = grid.put(whole, column: 1, row: 0, style)
        var shown = keys
        while !shown.isEmpty, TextWidth.columns(of: shown.joined(separator: "  ")) > columns - end - 3 {
            shown.removeLast()
        }
        grid.putRight(shown.joined(separator: "  "), end: columns - 1, row: 0, .quiet)
        return grid
    }

    private static func words(
        _ connection: ChatState.Connection, handle: String
    ) -> (mark: String, text: String, style: Style) {
        switch connection {
        case .connecting(let address, let seconds):
            let place = address.isEmpty ? "" : " to \(CleanText.line(address))"
            let time = seconds > 0 ? " \(seconds) s" : ""
            return ("◌", "\(handle): connecting\(place)…\(time)", Style(.warning))
        case .connected: return ("●", "\(handle)", Style(.good))
        case .reconnecting(let seconds):
            return ("◌", seconds > 0 ? "reconnecting in \(seconds) s" : "reconnecting…", Style(.warning))
        case .offline(let reason):
            return ("○", reason.isEmpty ? "offline" : "offline: \(CleanText.line(reason))", Style(.bad))
        }
    }
}
