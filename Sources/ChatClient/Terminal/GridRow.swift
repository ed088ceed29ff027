/// A row of a grid, compared and found by what it shows.
package struct GridRow: Hashable, Sendable {
    /// Its cells, from the left.
    package let cells: ArraySlice<Cell>

    /// Whether nothing shows in it.
    package var isBlank: Bool { cells.allSatisfy { $0 == .blank } }

    /// The same without the screen in which it stands, for whoever keeps it longer than that.
    package var alone: GridRow { GridRow(cells: ArraySlice(Array(cells))) }

    /// Cell by cell where they stand: to copy one costs more than to compare it.
    package static func == (left: GridRow, right: GridRow) -> Bool {
        guard left.cells.count == right.cells.count else { return false }
        let offset = right.cells.startIndex - left.cells.startIndex
        return left.cells.indices.allSatisfy { index in
            left.cells[index].character == right.cells[index + offset].character
                && left.cells[index].style == right.cells[index + offset].style
                && left.cells[index].isTail == right.cells[index + offset].isTail
                && left.cells[index].link == right.cells[index + offset].link
        }
    }

    /// By the letters alone: rows that differ in their looks are few.
    package func hash(into hasher: inout Hasher) {
        var letters: UInt64 = 0
        for index in cells.indices {
            let letter = cells[index].character.unicodeScalars.first?.value ?? 0
            letters = (letters &+ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
        }
        hasher.combine(letters)
    }
}
