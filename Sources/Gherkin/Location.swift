/// A place in a feature file.
public struct Location: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public var line: Int
    /// Counted from 1 in Unicode scalars; nil where only the line is known, as at the end of a file.
    public var column: Int?

    /// Makes a location.
    public init(line: Int, column: Int? = nil) {
        self.line = line
        self.column = column
    }

    /// `line:column`, with column 0 where it is not known, as the official parsers print it.
    public var description: String { "\(line):\(column ?? 0)" }

    /// Earlier in the file.
    public static func < (left: Location, right: Location) -> Bool {
        (left.line, left.column ?? 0) < (right.line, right.column ?? 0)
    }
}
