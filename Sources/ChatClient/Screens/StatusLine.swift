package import ChatTerminal

/// The last row: the state of the connection, and the currently useful keys or a hint. A hint stays until a key is
/// pressed, so it must not hide a lost connection. A hint that does not fit takes more rows.
package enum StatusLine {
    /// Draws the row. If the keys do not fit, the handle is cut, and then keys are left out from the right.
    package static func render(
        _ connection: ChatState.Connection, handle: String, hint: String?, keys: [String], size: Size
    ) -> Grid {
        let columns = size.columns
        let (mark, text, style) = words(connection, handle: CleanText.line(handle))
        if let hint {
            let lead = lead(mark, text, connection, columns: columns)
            let rows = rows(of: hint, behind: lead, size: size)
            var grid = Grid(Size(columns: columns, rows: rows.lines.count))
            grid.put(lead, column: 1, row: 0, style)
            for (index, line) in rows.lines.enumerated() {
                grid.put(line, column: rows.column, row: index, Style(.warning))
            }
            return grid
        }
        var grid = Grid(Size(columns: columns, rows: 1))
        let room = columns - 4 - TextWidth.columns(of: keys.joined(separator: "  "))
        var whole = TextLayout.truncate("\(mark) \(text)", to: columns - 2)
        let isConnected = connection == .connected
        if isConnected, TextWidth.columns(of: whole) > room {
            whole = TextLayout.truncate(whole, to: max(handleMin, room))
        }
        if isConnected, columns >= 60, TextWidth.columns(of: whole + connected) <= room { whole += connected }
        let end = grid.put(whole, column: 1, row: 0, style)
        var shown = keys
        while !shown.isEmpty, TextWidth.columns(of: shown.joined(separator: "  ")) > columns - end - 3 {
            shown.removeLast()
        }
        grid.putRight(shown.joined(separator: "  "), end: columns - 1, row: 0, .quiet)
        return grid
    }

    private static let connected = " · connected"

    /// The minimum number of columns that the mark and the handle keep.
    private static let handleMin = 10

    /// Returns the number of rows that the line takes.
    static func rows(_ connection: ChatState.Connection, handle: String, hint: String?, size: Size) -> Int {
        guard let hint else { return 1 }
        let (mark, text, _) = words(connection, handle: CleanText.line(handle))
        let lead = lead(mark, text, connection, columns: size.columns)
        return rows(of: hint, behind: lead, size: size).lines.count
    }

    private static func lead(
        _ mark: String, _ text: String, _ connection: ChatState.Connection, columns: Int
    ) -> String {
        TextLayout.truncate(connection == .connected ? mark : "\(mark) \(text):", to: columns - 2)
    }

    /// Returns the rows of a hint and the column where they begin: after the lead, or below a lead that takes most of
    /// the row. A long name is shortened if that saves a row.
    private static func rows(of hint: String, behind lead: String, size: Size) -> (column: Int, lines: [String]) {
        let hint = CleanText.line(hint)
        let start = 2 + TextWidth.columns(of: lead)
        let room = size.columns - start - 1
        let short = TextLayout.shorteningQuote(hint, to: room)
        let most = max(1, min(4, size.rows / 6))
        if most == 1 || TextWidth.columns(of: short) <= room { return (start, [TextLayout.truncate(short, to: room)]) }
        func wrapped(to columns: Int, rows: Int) -> [String] {
            let whole = TextLayout.wrap(hint, to: columns)
            for count in 2..<max(2, rows) {
                if whole.count <= count { return whole }
                // Rows break at words, so they hold less text than they have columns.
                let lines = TextLayout.wrap(TextLayout.shorteningQuote(hint, to: (columns - 8) * count), to: columns)
                if lines.count <= count { return lines }
            }
            return TextLayout.wrapped(
                TextLayout.shorteningQuote(hint, to: (columns - 8) * rows), to: columns, rows: rows)
        }
        guard room < size.columns / 2 else { return (start, wrapped(to: room, rows: most)) }
        return (3, [""] + wrapped(to: size.columns - 4, rows: most - 1))
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
