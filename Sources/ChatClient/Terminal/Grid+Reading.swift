extension Grid {
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

    /// The address that a cell leads to; nil where there is none.
    package func link(column: Int, row: Int) -> String? {
        let link = Int(self[column, row].link)
        return link == 0 ? nil : links[link - 1]
    }

    /// Whether a place is one of the grid's.
    func contains(_ place: Position) -> Bool {
        (0..<size.columns).contains(place.column) && (0..<size.rows).contains(place.row)
    }

    /// Whether a cell looks as in another grid, and leads to the same.
    func hasSame(_ column: Int, _ row: Int, as other: Grid) -> Bool {
        let (cell, before) = (self[column, row], other[column, row])
        return cell.character == before.character && cell.style == before.style && cell.isTail == before.isTail
            && link(column: column, row: row) == other.link(column: column, row: row)
    }

    /// The first column of those at a row's end that show nothing.
    func blankTail(ofRow row: Int) -> Int {
        var column = size.columns
        while column > 0, self[column - 1, row] == .blank { column -= 1 }
        return column
    }
}
