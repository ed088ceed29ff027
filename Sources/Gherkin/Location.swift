/// A location in a feature file.
public struct Location: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public var line: Int
    /// The number of the column in Unicode scalars, from 1. Nil if only the line is known, as at the end of a file.
    public var column: Int?

    /// Creates a location.
    public init(line: Int, column: Int? = nil) {
        self.line = line
        self.column = column
    }

    /// The location as `line:column`, with column 0 if it is not known, as the official parsers print it.
    public var description: String { "\(line):\(column ?? 0)" }

    /// Returns true if one location precedes another in the file.
    public static func < (left: Location, right: Location) -> Bool {
        (left.line, left.column ?? 0) < (right.line, right.column ?? 0)
    }
}
