/// Columns and rows of a terminal or of a part of one.
public struct Size: Hashable, Sendable {
    /// How wide.
    public var columns: Int
    /// How high.
    public var rows: Int

    /// A size; less than nothing counts as nothing.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A cell's place, counted from zero at the top left.
public struct Position: Hashable, Sendable {
    /// From the left.
    public var column: Int
    /// From the top.
    public var row: Int

    /// A place; it may lie outside of a grid, where drawing does nothing.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A part of a grid.
public struct Rectangle: Hashable, Sendable {
    /// The top left cell.
    public var origin: Position
    /// How large.
    public var size: Size

    /// A part of a grid; it may reach beyond it.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Position(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }
}
