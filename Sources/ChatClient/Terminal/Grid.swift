/// A screen, or a part of one, as cells. Drawing is clipped at the edges, and never leaves a part of a wide grapheme.
package struct Grid: Hashable, Sendable {
    package let size: Size
    /// The place of the terminal's cursor; nil if it is hidden.
    package var cursor: Position?
    private(set) var cells: [PackedCell]
    /// The graphemes of several scalars that were drawn, in order.
    private(set) var clusters: [Character] = []
    /// The addresses that cells link to; at most 255, further ones are dropped.
    private(set) var links: [String] = []

    /// Creates an empty grid.
    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Returns one cell; outside of the grid, a blank one.
    package subscript(column: Int, row: Int) -> Cell {
        guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return .blank }
        return Cell(cells[row * size.columns + column], clusters)
    }

    /// Returns the cells of a row.
    ///
    /// - Parameter row: A row inside of the grid.
    package func row(_ row: Int) -> GridRow {
        GridRow(cells: cells[row * size.columns..<(row + 1) * size.columns], clusters: clusters)
    }

    /// Writes one line of text. Text outside of the grid is dropped, and a wide grapheme that would be cut becomes
    /// spaces.
    ///
    /// - Parameters:
    ///   - limit: The column at which the text is cut, if the grid does not end before it.
    ///   - link: The address that the text links to; ignored if it is not a web address.
    /// - Returns: The column after the text.
    @discardableResult
    package mutating func put(
        _ text: String, column: Int, row: Int, _ style: Style = .plain, limit: Int = .max, link: String? = nil
    ) -> Int {
        var column = column
        let end = min(size.columns, limit)
        let link = link.flatMap(LinkTarget.safe).map { number(of: $0) } ?? 0
        var cell = PackedCell(style: style, link: link)
        if CleanText.isPlain(text) {
            // Each scalar is a grapheme.
            for scalar in text.unicodeScalars {
                if column >= end { break }
                let width = TextWidth.columns(of: scalar)
                cell.grapheme = scalar.value
                set(cell, width, column, row, end: end)
                column = min(end, column + width)
            }
            return column
        }
        for character in CleanText.line(text) {
            let width = TextWidth.columns(of: character)
            if width == 0 { continue }
            if column >= end { break }
            cell.grapheme = number(of: character)
            set(cell, width, column, row, end: end)
            column = min(end, column + width)
        }
        return column
    }

    /// Writes a line right-aligned: it ends in the column before `end`.
    package mutating func putRight(_ text: String, end: Int, row: Int, _ style: Style = .plain) {
        put(text, column: end - TextWidth.columns(of: CleanText.line(text)), row: row, style)
    }

    /// Writes a line centred in the grid, truncated if it is too long.
    package mutating func putCentred(_ text: String, row: Int, _ style: Style = .plain) {
        let text = TextLayout.truncate(CleanText.line(text), to: size.columns)
        put(text, column: (size.columns - TextWidth.columns(of: text)) / 2, row: row, style)
    }

    /// Fills a part with one narrow character.
    package mutating func fill(_ part: Rectangle, _ character: Character = " ", _ style: Style = .plain) {
        let cell = PackedCell(grapheme: number(of: character), style: style)
        for row in part.origin.row..<(part.origin.row + part.size.rows) {
            for column in part.origin.column..<(part.origin.column + part.size.columns) {
                set(cell, 1, column, row, end: size.columns)
            }
        }
    }

    /// Draws a frame with round corners along the inner edge of a part.
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

    /// Copies another grid to a place, and takes over its cursor if it has one.
    package mutating func place(_ other: Grid, column: Int, row: Int) {
        let numbers = [0] + other.links.map { number(of: $0) }
        let firstCluster = UInt32(clusters.count)
        clusters += other.clusters
        let isWhole = column >= 0 && column + other.size.columns <= size.columns && other.size.columns > 0
        for otherRow in 0..<other.size.rows where (0..<size.rows).contains(otherRow + row) {
            if isWhole {
                // No grapheme of the other grid is cut. Of this grid, only the graphemes at the two edges are.
                let start = (otherRow + row) * size.columns + column
                split(start)
                split(start + other.size.columns - 1)
                let places = start..<start + other.size.columns
                cells.replaceSubrange(places, with: other.row(otherRow).cells)
                if numbers.count > 1 { for index in places { cells[index].link = numbers[Int(cells[index].link)] } }
                if firstCluster > 0, !other.clusters.isEmpty {
                    for index in places where cells[index].isCluster { cells[index].grapheme += firstCluster }
                }
                continue
            }
            var start = 0
            while start < other.size.columns {
                var end = start + 1
                while other[end, otherRow].isTail { end += 1 }
                var cell = other.cells[otherRow * other.size.columns + start]
                cell.link = numbers[Int(cell.link)]
                if cell.isCluster { cell.grapheme += firstCluster }
                set(cell, end - start, start + column, otherRow + row, end: size.columns)
                start = end
            }
        }
        if let point = other.cursor { cursor = Position(column: point.column + column, row: point.row + row) }
    }

    /// Draws the cursor as a reversed cell, for a picture without a terminal's cursor.
    package mutating func showCursor() {
        guard let cursor, cursor.column >= 0, cursor.column < size.columns, cursor.row >= 0, cursor.row < size.rows
        else {
            return
        }
        let index = cursor.row * size.columns + cursor.column
        cells[index].style.isReversed.toggle()
        // A wide grapheme is reversed as a whole.
        var next = cursor.column + 1
        while next < size.columns, cells[cursor.row * size.columns + next].isTail {
            cells[cursor.row * size.columns + next].style.isReversed.toggle()
            next += 1
        }
    }

    /// Makes the whole grid faint and colourless, and removes its links and its cursor. The screen under a sheet looks
    /// so.
    package mutating func recede() {
        cursor = nil
        for index in cells.indices { (cells[index].style, cells[index].link) = (Style(.quiet).dim, 0) }
    }

    /// Writes a grapheme into the cells that it takes; spaces if some of them lie outside of the row or after the end.
    private mutating func set(_ cell: PackedCell, _ width: Int, _ column: Int, _ row: Int, end: Int) {
        guard row >= 0, row < size.rows else { return }
        let isWhole = column >= 0 && column + width <= end
        for place in max(0, column)..<max(0, column, min(end, column + width)) {
            let index = row * size.columns + place
            split(index)
            cells[index] = cell
            if !isWhole || place > column { cells[index].grapheme = PackedCell.space }
            cells[index].isTail = isWhole && place > column
        }
    }

    /// Returns the number by which a cell stores a grapheme.
    private mutating func number(of character: Character) -> UInt32 {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.count == 1 { return first.value }
        clusters.append(character)
        return PackedCell.firstCluster + UInt32(clusters.count - 1)
    }

    /// Returns the number of a link, which is added if it is new; 0 if the grid has 255 links already.
    private mutating func number(of link: String) -> UInt8 {
        if let index = links.firstIndex(of: link) { return UInt8(index + 1) }
        guard links.count < Int(UInt8.max) else { return 0 }
        links.append(link)
        return UInt8(links.count)
    }

    /// Replaces the grapheme that covers a cell by spaces, if it is a wide one.
    private mutating func split(_ index: Int) {
        var head = index
        while cells[head].isTail { head -= 1 }
        var next = head + 1
        while next % size.columns != 0, cells[next].isTail {
            cells[next].isTail = false
            next += 1
        }
        if next > head + 1 { cells[head].grapheme = PackedCell.space }
    }
}

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

/// The size of a terminal or of a part of one, in columns and rows.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Creates a size; negative numbers count as 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// The place of a cell, counted from 0 at the top left.
package struct Position: Hashable, Sendable {
    /// The column, counted from the left.
    package var column: Int
    /// The row, counted from the top.
    package var row: Int

    /// Creates a place. It may lie outside of a grid, where drawing has no effect.
    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangular part of a grid.
package struct Rectangle: Hashable, Sendable {
    /// The top left cell.
    package var origin: Position
    package var size: Size

    /// Creates a part of a grid; it may extend beyond the grid.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Position(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }

    /// Returns true if a cell is inside the rectangle.
    package func contains(_ place: Position) -> Bool {
        (origin.row..<origin.row + size.rows).contains(place.row)
            && (origin.column..<origin.column + size.columns).contains(place.column)
    }
}
