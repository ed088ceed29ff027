extension Grid {
    /// The characters alone, a line a row, without spaces at the end of a line: what snapshots compare.
    package var text: String {
        (0..<size.rows).map { row in
            var line = ""
            let cells = cells[(row * size.columns)..<((row + 1) * size.columns)]
            let end = cells.lastIndex { $0.grapheme != PackedCell.space } ?? cells.startIndex - 1
            for cell in cells[..<(end + 1)] where !cell.isTail { line.append(cell.character(clusters)) }
            return line
        }.joined(separator: "\n")
    }

    /// The address that a cell leads to; nil where there is none.
    package func link(column: Int, row: Int) -> String? {
        guard contains(Position(column: column, row: row)) else { return nil }
        let link = Int(cells[row * size.columns + column].link)
        return link == 0 ? nil : links[link - 1]
    }

    /// Whether a place is one of the grid's.
    func contains(_ place: Position) -> Bool {
        (0..<size.columns).contains(place.column) && (0..<size.rows).contains(place.row)
    }

    /// Whether a cell looks as in another grid of this size, and leads to the same.
    func hasSame(_ column: Int, _ row: Int, as other: Grid) -> Bool {
        let place = row * size.columns + column
        return cells[place].looks(like: other.cells[place], clusters, other.clusters)
            && link(column: column, row: row) == other.link(column: column, row: row)
    }

    /// The first column of those at a row's end that show nothing.
    package func blankTail(ofRow row: Int) -> Int {
        var column = size.columns
        while column > 0, cells[row * size.columns + column - 1] == .blank { column -= 1 }
        return column
    }
}
