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
