/// One cell: a grapheme and its style. A wide grapheme takes several cells: the first one holds it, and each further
/// one has `isTail`.
package struct Cell: Hashable, Sendable {
    /// The grapheme; in a tail cell, a space that is never drawn.
    package var character: Character
    package var style: Style
    /// True if the cell is a further cell of the wide grapheme to its left.
    package var isTail = false
    /// The number of the cell's link in the list of the grid, counted from 1; 0 if the cell has no link.
    var link: UInt8 = 0

    package static let blank = Cell(character: " ", style: .plain)
}

/// A cell as a grid stores it: numbers only, so that screens are filled, copied and compared as plain bytes. The grid
/// stores graphemes of more than one scalar in a list of its own.
struct PackedCell: Hashable, Sendable {
    static let space: UInt32 = 0x20
    /// The first value after the last scalar of Unicode.
    static let firstCluster: UInt32 = 0x11_0000
    static let blank = PackedCell(style: .plain)

    /// The value of the scalar, or ``firstCluster`` plus the index in the clusters of the grid.
    var grapheme = space
    var style: Style
    var isTail = false
    /// The number of the link, counted from 1; 0 if the cell has none. One byte, so that cells stay small.
    var link: UInt8 = 0

    var isCluster: Bool { grapheme >= Self.firstCluster }

    /// Returns the grapheme of the cell.
    ///
    /// - Parameter clusters: The graphemes of several scalars of the cell's grid.
    func character(_ clusters: [Character]) -> Character {
        if isCluster { return clusters[Int(grapheme - Self.firstCluster)] }
        return Unicode.Scalar(grapheme).map(Character.init) ?? " "
    }

    /// True if the cell looks the same as a cell of another grid. Links are not compared.
    func looks(like other: PackedCell, _ clusters: [Character], _ others: [Character]) -> Bool {
        guard style == other.style, isTail == other.isTail, isCluster == other.isCluster else { return false }
        return isCluster ? character(clusters) == other.character(others) : grapheme == other.grapheme
    }
}

extension Cell {
    init(_ packed: PackedCell, _ clusters: [Character]) {
        self.init(
            character: packed.character(clusters), style: packed.style, isTail: packed.isTail, link: packed.link)
    }
}
