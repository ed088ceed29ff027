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
