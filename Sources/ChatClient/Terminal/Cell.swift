/// One cell: a grapheme and its look. A wide grapheme has its head in one cell, and `isTail` in each that it takes
/// behind that.
package struct Cell: Hashable, Sendable {
    /// The grapheme; of a tail, a space that is never drawn.
    package var character: Character
    /// Its look.
    package var style: Style
    /// Whether the cell belongs to the wide grapheme before it.
    package var isTail = false
    /// Which of the grid's links it leads to, counted from 1; 0 for none.
    var link: UInt8 = 0

    package static let blank = Cell(character: " ", style: .plain)
}

/// A cell as a grid keeps it: numbers alone, so that screens are filled, copied and compared as bytes are. Graphemes of
/// more than one scalar stand beside the cells.
struct PackedCell: Hashable, Sendable {
    static let space: UInt32 = 0x20
    /// Behind the last scalar of Unicode.
    static let firstCluster: UInt32 = 0x11_0000
    static let blank = PackedCell(style: .plain)

    /// The value of the scalar, or ``firstCluster`` and the place among the grid's clusters.
    var grapheme = space
    var style: Style
    var isTail = false
    /// A byte, so that cells stay small.
    var link: UInt8 = 0

    var isCluster: Bool { grapheme >= Self.firstCluster }

    /// Its grapheme, given those of the grid that are of several scalars.
    func character(_ clusters: [Character]) -> Character {
        if isCluster { return clusters[Int(grapheme - Self.firstCluster)] }
        return Unicode.Scalar(grapheme).map(Character.init) ?? " "
    }

    /// Whether the same shows in a cell of another grid.
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
