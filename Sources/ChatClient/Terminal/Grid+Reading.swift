extension Grid {
    /// The characters without styles, one line for each row, without spaces at the end of a line. Snapshots compare
    /// this.
    package var text: String {
        (0..<size.rows).map { row in
            var line = ""
            let cells = cells[(row * size.columns)..<((row + 1) * size.columns)]
            let end = cells.lastIndex { $0.grapheme != PackedCell.space } ?? cells.startIndex - 1
            for cell in cells[..<(end + 1)] where !cell.isTail { line.append(cell.character(clusters)) }
            return line
        }.joined(separator: "\n")
    }

    /// Returns the address that a cell links to; nil if the cell has no link or lies outside of the grid.
    package func link(column: Int, row: Int) -> String? {
        guard contains(Position(column: column, row: row)) else { return nil }
        let link = Int(cells[row * size.columns + column].link)
        return link == 0 ? nil : links[link - 1]
    }

    /// True if the place lies in the grid.
    func contains(_ place: Position) -> Bool {
        (0..<size.columns).contains(place.column) && (0..<size.rows).contains(place.row)
    }

    /// True if a cell has the same look and the same link as in another grid of this size.
    func hasSame(_ column: Int, _ row: Int, as other: Grid) -> Bool {
        let place = row * size.columns + column
        return cells[place].looks(like: other.cells[place], clusters, other.clusters)
            && link(column: column, row: row) == other.link(column: column, row: row)
    }

    /// Returns the first column of the blank cells at the end of a row; the number of columns if the last cell is not
    /// blank.
    package func blankTail(ofRow row: Int) -> Int {
        var column = size.columns
        while column > 0, cells[row * size.columns + column - 1] == .blank { column -= 1 }
        return column
    }
}
