/// A feature file, read. Every node's `id` is its number in the order in which the official parsers finish nodes.
public struct GherkinDocument: Hashable, Sendable {
    /// Nil in an empty file.
    public var feature: Feature?
    /// Every comment of the file, in order.
    public var comments: [Comment] = []
    /// The lines of descriptions that begin with a misspelt keyword, in order.
    public internal(set) var misspellings: [Complaint] = []
    /// The first id that no node has: pickles are numbered from here.
    public var nextID = 0
}

/// A `#` line, with its leading white space.
public struct Comment: Hashable, Sendable {
    /// Column 1 of its line.
    public var location: Location
    /// The whole line.
    public var text: String
}

/// A `@tag`.
public struct Tag: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Where its `@` stands.
    public var location: Location
    /// With the `@`.
    public var name: String
}

/// What a feature, a rule, a background, a scenario and an examples block have in common.
public struct Heading: Hashable, Sendable {
    /// The tags above it.
    public var tags: [Tag] = []
    /// Where the keyword stands.
    public var location: Location
    /// The keyword as written, without its colon; empty where a Markdown file begins with its name alone.
    public var keyword: String
    /// The rest of the line.
    public var name: String
    /// The free text below; its lines keep their indentation.
    public var description = ""
}

/// A whole file's subject.
public struct Feature: Hashable, Sendable {
    /// Keyword, name, tags, description.
    public var heading: Heading
    /// The code of the language of its keywords: `en`, `fr`, `zh-CN`.
    public var language = "en"
    /// In the order of the file: a background first, then scenarios, then rules.
    public var children: [FeatureChild] = []
}

/// What stands in a feature.
public enum FeatureChild: Hashable, Sendable {
    /// Steps that come before every scenario.
    case background(Background)
    /// One story.
    case scenario(Scenario)
    /// A group of stories that show one rule.
    case rule(Rule)
}

/// A group of scenarios that show one business rule.
public struct Rule: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Keyword, name, tags, description.
    public var heading: Heading
    /// The background of the rule, if it has one.
    public var background: Background?
    /// In the order of the file.
    public var scenarios: [Scenario] = []
}

/// Steps that come before every scenario of a feature or a rule.
public struct Background: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Keyword, name, description; a background has no tags.
    public var heading: Heading
    /// In order.
    public var steps: [Step] = []
}

/// A scenario, or with examples an outline of several.
public struct Scenario: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Keyword, name, tags, description.
    public var heading: Heading
    /// In order.
    public var steps: [Step] = []
    /// The values that an outline is played with.
    public var examples: [Examples] = []
}

/// A table of values for an outline.
public struct Examples: Hashable, Sendable {
    /// Its number in the file.
    public var id = 0
    /// Keyword, name, tags, description.
    public var heading: Heading
    /// The names of the columns; nil where the table is missing.
    public var header: TableRow?
    /// The rows below the header.
    public var rows: [TableRow] = []
}
