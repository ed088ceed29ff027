/// A line that does or checks something.
public struct Step: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Where the keyword stands.
    public var location: Location
    /// The keyword as written, with its space: `Given `, `* `.
    public var keyword: String
    /// What the keyword says about the step.
    public var keywordType: KeywordType
    /// What comes after the keyword.
    public var text: String
    /// The `|` rows below it.
    public var table: DataTable?
    /// The quoted lines below it.
    public var docString: DocString?
}

/// What a step's keyword says about it; the raw values are the official names.
public enum KeywordType: String, Hashable, Sendable {
    /// `Given`.
    case context = "Context"
    /// `When`.
    case action = "Action"
    /// `Then`.
    case outcome = "Outcome"
    /// `And` and `But`: as the step before.
    case conjunction = "Conjunction"
    /// `*`, which says nothing.
    case unknown = "Unknown"
}

/// The `|` rows below a step.
public struct DataTable: Hashable, Sendable {
    /// Of the first row.
    public var location: Location
    /// All as wide as the first.
    public var rows: [TableRow]
}

/// One `|` row.
public struct TableRow: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Where its first `|` stands.
    public var location: Location
    /// From left to right.
    public var cells: [TableCell]
}

/// One cell of a row.
public struct TableCell: Hashable, Sendable {
    /// Where its text begins.
    public var location: Location
    /// With `\|`, `\n` and `\\` resolved, trimmed.
    public var value: String
}

/// Quoted lines below a step.
public struct DocString: Hashable, Sendable {
    /// Where the opening separator stands.
    public var location: Location
    /// The lines, without the indentation of the separator.
    public var content: String
    /// `"""` or three backticks.
    public var delimiter: String
    /// What is written after the opening separator.
    public var mediaType: String?
}
