/// A parsed feature file. The `id` of a node is its number in the order in which the official parsers complete nodes.
public struct GherkinDocument: Hashable, Sendable {
    /// The feature; nil in an empty file.
    public var feature: Feature?
    /// The comments of the file, in order.
    public var comments: [Comment] = []
    /// The lines of descriptions that begin with a misspelt keyword, in order.
    public internal(set) var misspellings: [Complaint] = []
    /// The first id that no node has. The pickles are numbered from here.
    public var nextID = 0
}

/// A comment: a line that begins with `#`, with its leading white space.
public struct Comment: Hashable, Sendable {
    /// The location, in column 1.
    public var location: Location
    /// The whole line.
    public var text: String
}

/// A tag, such as `@slow`.
public struct Tag: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The location of the `@`.
    public var location: Location
    /// The name with the `@`.
    public var name: String
}

/// The common part of features, rules, backgrounds, scenarios and examples.
public struct Heading: Hashable, Sendable {
    /// The tags above the keyword.
    public var tags: [Tag] = []
    /// The location of the keyword.
    public var location: Location
    /// The keyword as written, without its colon. Empty if a Markdown file begins with its name alone.
    public var keyword: String
    /// The name: the rest of the line after the colon.
    public var name: String
    /// The free text below the heading. Its lines keep their indentation.
    public var description = ""
}

/// The feature that a file describes.
public struct Feature: Hashable, Sendable {
    /// The keyword, name, tags and description.
    public var heading: Heading
    /// The code of the language of the keywords, such as `en`, `fr` or `zh-CN`.
    public var language = "en"
    /// The children in the order of the file: a background first, then scenarios, then rules.
    public var children: [FeatureChild] = []
}

/// A child of a feature.
public enum FeatureChild: Hashable, Sendable {
    /// The background, whose steps precede every scenario.
    case background(Background)
    /// A scenario.
    case scenario(Scenario)
    /// A rule with its scenarios.
    case rule(Rule)
}

/// A group of scenarios that show one business rule.
public struct Rule: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The keyword, name, tags and description.
    public var heading: Heading
    /// The background of the rule; nil if it has none.
    public var background: Background?
    /// The scenarios in the order of the file.
    public var scenarios: [Scenario] = []
}

/// The steps that precede every scenario of a feature or a rule.
public struct Background: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The keyword, name and description. A background has no tags.
    public var heading: Heading
    /// The steps, in order.
    public var steps: [Step] = []
}

/// A scenario, or with examples an outline of several scenarios.
public struct Scenario: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The keyword, name, tags and description.
    public var heading: Heading
    /// The steps, in order.
    public var steps: [Step] = []
    /// The examples with which an outline is played; empty for a scenario.
    public var examples: [Examples] = []
}

/// A table of values for an outline.
public struct Examples: Hashable, Sendable {
    /// The id of the node.
    public var id = 0
    /// The keyword, name, tags and description.
    public var heading: Heading
    /// The row of the column names; nil if the examples have no table.
    public var header: TableRow?
    /// The rows below the header, with values.
    public var rows: [TableRow] = []
}

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
