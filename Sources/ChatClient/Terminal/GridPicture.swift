/// A grid as a picture (SVG 1.1), for documents: it shows what a terminal with the theme would show.
package enum GridPicture {
    private static let cell = (width: 8.4, height: 18.0)

    /// Returns the picture. Its text uses the reader's own fixed-width font.
    package static func svg(of grid: Grid, theme: Theme = .dark) -> String {
        var grid = grid
        grid.showCursor()
        let (width, height) = (Double(grid.size.columns) * cell.width, Double(grid.size.rows) * cell.height)
        var backs = ""
        var texts = ""
        for row in 0..<grid.size.rows {
            var column = 0
            while column < grid.size.columns {
                let style = grid[column, row].style
                var end = column
                // A run of narrow graphemes in one style is one text. A wide grapheme is a text of its own, placed at
                // its cells.
                while end < grid.size.columns, grid[end, row].style == style, end == column || isRun(grid, end, row) {
                    end += 1
                    if isWide(grid, end - 1, row) { break }
                }
                while end < grid.size.columns, grid[end, row].isTail { end += 1 }
                draw(column..<end, row, style, grid, theme, &backs, &texts)
                column = end
            }
        }
        let ground = hex(theme.ground)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width) + 16)" height="\(Int(height) + 16)" \
            viewBox="-8 -8 \(Int(width) + 16) \(Int(height) + 16)" font-family="ui-monospace,Menlo,Consolas,monospace" \
            font-size="14" xml:space="preserve">
            <rect x="-8" y="-8" width="100%" height="100%" rx="8" fill="\(ground)"/>
            \(backs)\(texts)</svg>

            """
    }

    private static func isWide(_ grid: Grid, _ column: Int, _ row: Int) -> Bool {
        grid[column + 1, row].isTail || grid[column, row].character.unicodeScalars.count > 1
    }

    private static func isRun(_ grid: Grid, _ column: Int, _ row: Int) -> Bool {
        !grid[column, row].isTail && !isWide(grid, column, row) && !isWide(grid, column - 1, row)
    }

    private static func draw(
        _ columns: Range<Int>, _ row: Int, _ style: Style, _ grid: Grid, _ theme: Theme, _ backs: inout String,
        _ texts: inout String
    ) {
        var (ink, back) = (
            theme.ink(style.ink, on: style.surface)?.direct ?? theme.plain, theme.surface(style.surface)?.direct
        )
        if style.isReversed { (ink, back) = (back ?? theme.ground, ink) }
        let (x, y) = (Double(columns.lowerBound) * cell.width, Double(row) * cell.height)
        if let back {
            let width = Double(columns.count) * cell.width
            backs +=
                "<rect x=\"\(short(x))\" y=\"\(short(y))\" width=\"\(short(width))\" height=\"18\" fill=\"\(hex(back))\"/>\n"
        }
        let text = columns.filter { !grid[$0, row].isTail }.map { String(grid[$0, row].character) }.joined()
        guard text.contains(where: { $0 != " " }) else { return }
        var more = style.isBold ? " font-weight=\"bold\"" : ""
        if style.isUnderlined { more += " text-decoration=\"underline\"" }
        if style.isDim { more += " opacity=\"0.55\"" }
        let width = short(Double(columns.count) * cell.width)
        texts +=
            "<text x=\"\(short(x))\" y=\"\(short(y + 13.5))\" textLength=\"\(width)\" fill=\"\(hex(ink))\"\(more)>"
            + "\(escaped(text))</text>\n"
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func hex(_ colour: Int) -> String {
        let digits = String(colour, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}

extension Theme {
    /// The background of the whole picture, which replaces the unknown background of a terminal.
    fileprivate var ground: Int {
        switch self {
        case .dark: 0x1C1C1E
        case .light: 0xFFFFFF
        case .highContrast: 0x000000
        }
    }

    /// The colour of plain text on that background.
    fileprivate var plain: Int { self == .light ? 0x1A1A1A : 0xEDEDED }
}
