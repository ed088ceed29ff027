/// Columns and rows of a terminal or of a part of one.
package struct Size: Hashable, Sendable {
    /// How wide.
    package var columns: Int
    /// How high.
    package var rows: Int

    /// A size; less than nothing counts as nothing.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A cell's place, counted from zero at the top left.
package struct Position: Hashable, Sendable {
    /// From the left.
    package var column: Int
    /// From the top.
    package var row: Int

    /// A place; it may lie outside of a grid, where drawing does nothing.
    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A part of a grid.
package struct Rectangle: Hashable, Sendable {
    /// The top left cell.
    package var origin: Position
    /// How large.
    package var size: Size

    /// A part of a grid; it may reach beyond it.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Position(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }
}
