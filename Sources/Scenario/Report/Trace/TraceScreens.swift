import ChatProtocol
import ChatScreens
import ChatTerminal

/// The terminals of a trace, as rows of runs in one style. Each row and each screen is stored once.
///
/// A row is `[style, text, style, text, …]`. The columns of a text are its UTF-16 units. A grapheme for which that is
/// not true, or which a font may draw wider than its cell, is written separately, as `[grapheme, columns]`.
struct TraceScreens {
    var styles = TraceTable()
    var rows = TraceTable()
    var screens = TraceTable()
    /// The last drawn screen of each person, so that an unchanged screen is not encoded again.
    private var last: [String: (picture: StepScene.Picture, place: JSONValue)] = [:]
    private let laidOut = EntryRows()
    /// The encoded rows of this scenario. A new message only moves the other rows up, and appears on many terminals.
    private var known: [GridRow: Int] = [:]

    /// Returns the index of a person's screen.
    mutating func place(of screen: StepScene.Screen) -> JSONValue {
        if let known = last[screen.person], known.picture == screen.picture { return known.place }
        let grid = screen.picture.grid(laidOut)
        var shown = (0..<grid.size.rows).map { grid.row($0) }
        while shown.last?.shown == 0 { shown.removeLast() }
        let places = shown.map { place(of: $0) }
        let text = JSONWriter.array { json in
            for number in [grid.size.columns, grid.size.rows] + places { json.integer(Int64(number)) }
        }
        let number = JSONValue.integer(Int64(screens.place(of: text)))
        last[screen.person] = (screen.picture, number)
        return number
    }

    /// Clears the screens and rows of the last scenario.
    mutating func forget() { (last, known) = ([:], [:]) }

    private mutating func place(of row: GridRow) -> Int {
        if let place = known[row] { return place }
        let written = JSONWriter.array(reserving: 96) { json in
            var text = ""
            var style: Style?
            for cell in (0..<row.shown).lazy.map({ row[$0] }) where !cell.isTail {
                let isTame = Self.isTame(cell.character)
                if let current = style, cell.style != current || !isTame {
                    if !text.isEmpty { write(text, current, to: &json) }
                    text = ""
                }
                style = cell.style
                if isTame {
                    text.append(cell.character)
                } else {
                    place(of: cell.style).write(to: &json)
                    json.array { json in
                        json.string(String(cell.character))
                        json.integer(Int64(TextWidth.columns(of: cell.character)))
                    }
                }
            }
            if let style, !text.isEmpty { write(text, style, to: &json) }
        }
        let number = rows.place(of: written)
        known[row.alone] = number
        return number
    }

    private mutating func write(_ text: String, _ style: Style, to json: inout JSONWriter) {
        place(of: style).write(to: &json)
        json.string(text)
    }

    private mutating func place(of style: Style) -> JSONValue {
        var marks: [String] = []
        if style.ink != .plain { marks.append("ink-\(style.ink)") }
        if style.surface != .none { marks.append("on-\(style.surface)") }
        if style.isBold { marks.append("bold") }
        if style.isDim { marks.append("dim") }
        if style.isUnderlined { marks.append("underlined") }
        if style.isReversed { marks.append("reversed") }
        return styles.place(.string(marks.joined(separator: " ")))
    }

    /// Returns true if every monospaced font that has the character draws it in one column: ASCII, Latin and box
    /// drawing.
    private static func isTame(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return false }
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x2010...0x2015, 0x2018...0x201F, 0x2026, 0x2500...0x257F:
            return true
        default: return false
        }
    }
}
