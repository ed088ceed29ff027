/// A line that performs or checks an action.
public struct Step: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The location of the keyword.
    public var location: Location
    /// The keyword as written, with its space: `Given `, `* `.
    public var keyword: String
    /// The type of the keyword.
    public var keywordType: KeywordType
    /// The text after the keyword.
    public var text: String
    /// The data table below the step; nil for none.
    public var table: DataTable?
    /// The doc string below the step; nil for none.
    public var docString: DocString?
}

/// The type of a step's keyword. The raw values are the official names.
public enum KeywordType: String, Hashable, Sendable {
    /// The type of `Given`.
    case context = "Context"
    /// The type of `When`.
    case action = "Action"
    /// The type of `Then`.
    case outcome = "Outcome"
    /// The type of `And` and `But`, which continue the previous step.
    case conjunction = "Conjunction"
    /// The type of `*`, and of a word that is a keyword of two types.
    case unknown = "Unknown"
}

/// The table below a step: its lines begin with `|`.
public struct DataTable: Hashable, Sendable {
    /// The location of the first row.
    public var location: Location
    /// The rows, each with as many cells as the first one.
    public var rows: [TableRow]
}

/// A row of a table: a line that begins with `|`.
public struct TableRow: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The location of the first `|`.
    public var location: Location
    /// The cells from left to right.
    public var cells: [TableCell]
}

/// A cell of a row.
public struct TableCell: Hashable, Sendable {
    /// The location of the first scalar of the text.
    public var location: Location
    /// The trimmed text, with the escapes `\|`, `\n` and `\\` resolved.
    public var value: String
}

/// The quoted lines below a step.
public struct DocString: Hashable, Sendable {
    /// The location of the opening separator.
    public var location: Location
    /// The lines without the indentation of the separator.
    public var content: String
    /// The separator: `"""`, or three or more backticks.
    public var delimiter: String
    /// The text after the opening separator; nil for none.
    public var mediaType: String?
}
