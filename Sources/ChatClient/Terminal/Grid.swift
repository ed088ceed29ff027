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
