/// A row of a grid, compared and hashed by its looks.
package struct GridRow: Hashable, Sendable {
    let cells: ArraySlice<PackedCell>
    let clusters: [Character]

    /// The number of cells from the left up to the last one that is not blank.
    package var shown: Int { (cells.lastIndex { $0 != .blank } ?? cells.startIndex - 1) + 1 - cells.startIndex }

    /// Returns the cell of a column.
    package subscript(column: Int) -> Cell { Cell(cells[cells.startIndex + column], clusters) }

    /// A copy of the row that does not keep the cells of the whole grid in memory.
    package var alone: GridRow {
        GridRow(cells: ArraySlice(Array(cells)), clusters: cells.contains(where: \.isCluster) ? clusters : [])
    }

    package static func == (left: GridRow, right: GridRow) -> Bool {
        left.cells.elementsEqual(right.cells) { cell, other in
            cell.looks(like: other, left.clusters, right.clusters) && cell.link == other.link
        }
    }

    /// Hashes the letters only, because few rows differ in nothing but their styles.
    package func hash(into hasher: inout Hasher) {
        var letters: UInt64 = 0
        for cell in cells {
            let letter = min(cell.grapheme, PackedCell.firstCluster)
            letters = (letters &+ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
        }
        hasher.combine(letters)
    }
}
