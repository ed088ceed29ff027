/// One cell: a grapheme and its look. A wide grapheme has its head in one cell and `isTail` in the next.
package struct Cell: Hashable, Sendable {
    /// The grapheme; of a tail, a space that is never drawn.
    package var character: Character
    /// Its look.
    package var style: Style
    /// Whether the cell is the right half of the wide grapheme before it.
    package var isTail: Bool

    package static let blank = Cell(character: " ", style: .plain, isTail: false)
}

/// A screen, or a part of one, as cells. All drawing is clipped, and half of a wide grapheme never stays behind.
package struct Grid: Hashable, Sendable {
    /// How large.
    package let size: Size
    /// Where the terminal's cursor shows, if at all.
    package var cursor: Position?
    private(set) var cells: [Cell]

    /// An empty grid.
    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// One cell; outside of the grid, an empty one.
    package subscript(column: Int, row: Int) -> Cell {
        guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return .blank }
        return cells[row * size.columns + column]
    }

    /// Writes one line of text and answers the column after it. What lies outside of the grid is left out; a wide
    /// grapheme that would be cut in half is a space.
    @discardableResult
    package mutating func put(_ text: String, column: Int, row: Int, _ style: Style = .plain, limit: Int = .max) -> Int
    {
        var column = column
        let end = min(size.columns, limit)
        for character in CleanText.line(text) {
            let width = TextWidth.columns(of: character)
            if column >= end { break }
            if width == 0 { continue }
            if column + width > end {
                set(Cell(character: " ", style: style, isTail: false), column, row)
                return end
            }
            set(Cell(character: character, style: style, isTail: false), column, row)
            if width == 2 {
                if column >= 0, column + 1 < size.columns {
                    setTail(column + 1, row, style)
                } else if column + 1 == 0 {
                    set(Cell(character: " ", style: style, isTail: false), 0, row)
                }
            }
            column += width
        }
        return column
    }

    /// Writes a line so that it ends before `end`.
    package mutating func putRight(_ text: String, end: Int, row: Int, _ style: Style = .plain) {
        put(text, column: end - TextWidth.columns(of: CleanText.line(text)), row: row, style)
    }

    /// Writes a line in the middle of the columns.
    package mutating func putCentred(_ text: String, row: Int, _ style: Style = .plain) {
        let text = TextLayout.truncate(CleanText.line(text), to: size.columns)
        put(text, column: (size.columns - TextWidth.columns(of: text)) / 2, row: row, style)
    }

    /// Fills a part with one narrow character.
    package mutating func fill(_ part: Rectangle, _ character: Character = " ", _ style: Style = .plain) {
        for row in part.origin.row..<(part.origin.row + part.size.rows) {
            for column in part.origin.column..<(part.origin.column + part.size.columns) {
                set(Cell(character: character, style: style, isTail: false), column, row)
            }
        }
    }

    /// Draws a frame with round corners along the inside of a part's edge.
    package mutating func frame(_ part: Rectangle, _ style: Style = .quiet) {
        let (columns, rows) = (part.size.columns, part.size.rows)
        guard columns >= 2, rows >= 2 else { return }
        let (left, top) = (part.origin.column, part.origin.row)
        let line = String(repeating: "─", count: columns - 2)
        put("╭" + line + "╮", column: left, row: top, style)
        put("╰" + line + "╯", column: left, row: top + rows - 1, style)
        for row in (top + 1)..<max(top + 1, top + rows - 1) {
            put("│", column: left, row: row, style)
            put("│", column: left + columns - 1, row: row, style)
        }
    }

    /// Copies another grid to a place, with its cursor where it has one.
    package mutating func place(_ other: Grid, column: Int, row: Int) {
        for otherRow in 0..<other.size.rows {
            for otherColumn in 0..<other.size.columns {
                let cell = other[otherColumn, otherRow]
                if cell.isTail {
                    if otherColumn + column > 0 { setTail(otherColumn + column, otherRow + row, cell.style) }
                } else {
                    set(cell, otherColumn + column, otherRow + row)
                }
            }
        }
        // A wide grapheme cut by the right edge would spill into the next row of the terminal.
        for row in 0..<size.rows where size.columns > 0 {
            let last = self[size.columns - 1, row]
            if !last.isTail, TextWidth.columns(of: last.character) == 2 {
                set(Cell(character: " ", style: last.style, isTail: false), size.columns - 1, row)
            }
        }
        if let point = other.cursor { cursor = Position(column: point.column + column, row: point.row + row) }
    }

    /// Makes all that is drawn so far faint and colourless: the parent under a sheet.
    package mutating func recede() {
        cursor = nil
        for index in cells.indices { cells[index].style = Style(.quiet).dim }
    }

    /// The characters alone, a line a row, without spaces at the end of a line: what snapshots compare.
    package var text: String {
        (0..<size.rows).map { row in
            var line = ""
            let cells = cells[(row * size.columns)..<((row + 1) * size.columns)]
            let end = cells.lastIndex { $0.character != " " } ?? cells.startIndex - 1
            for cell in cells[..<(end + 1)] where !cell.isTail { line.append(cell.character) }
            return line
        }.joined(separator: "\n")
    }

    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return }
        let index = row * size.columns + column
        if cells[index].isTail { cells[index - 1].character = " " }
        if column + 1 < size.columns, cells[index + 1].isTail { cells[index + 1].isTail = false }
        cells[index] = cell
    }

    private mutating func setTail(_ column: Int, _ row: Int, _ style: Style) {
        guard column > 0, column < size.columns, row >= 0, row < size.rows else { return }
        let head = self[column - 1, row].character
        guard TextWidth.columns(of: head) == 2 else { return }
        set(Cell(character: " ", style: style, isTail: false), column, row)
        cells[row * size.columns + column].isTail = true
    }
}
