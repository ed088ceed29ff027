/// A row of a grid, compared and found by what it shows.
package struct GridRow: Hashable, Sendable {
    let cells: ArraySlice<PackedCell>
    let clusters: [Character]

    /// How many of its cells, from the left, something shows in or behind.
    package var shown: Int { (cells.lastIndex { $0 != .blank } ?? cells.startIndex - 1) + 1 - cells.startIndex }

    /// A cell, by its column.
    package subscript(column: Int) -> Cell { Cell(cells[cells.startIndex + column], clusters) }

    /// The same without the screen in which it stands, for whoever keeps it longer than that.
    package var alone: GridRow {
        GridRow(cells: ArraySlice(Array(cells)), clusters: cells.contains(where: \.isCluster) ? clusters : [])
    }

    package static func == (left: GridRow, right: GridRow) -> Bool {
        left.cells.elementsEqual(right.cells) { cell, other in
            cell.looks(like: other, left.clusters, right.clusters) && cell.link == other.link
        }
    }

    /// By the letters alone: rows that differ in their looks are few.
    package func hash(into hasher: inout Hasher) {
        var letters: UInt64 = 0
        for cell in cells {
            let letter = min(cell.grapheme, PackedCell.firstCluster)
            letters = (letters &+ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
        }
        hasher.combine(letters)
    }
}
