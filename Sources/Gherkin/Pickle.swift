/// One scenario, ready to be played: no outline, no background, no placeholder is left in it.
public struct Pickle: Hashable, Sendable {
    /// Its number, after those of the document's nodes.
    public var id: Int
    /// The file it came from, as it was named.
    public var path: String
    /// The code of the language of its keywords.
    public var language = "en"
    /// Of the scenario, or in an outline of the row of examples: what is given to `play` to play it alone.
    public var location: Location
    /// With the values of its row filled in.
    public var name: String
    /// The keyword of its scenario: `Scenario`, `Scenario Outline`, …
    public var keyword: String
    /// The feature that it stands in.
    public var feature: String
    /// The rule that it stands in, if it stands in one.
    public var rule: String?
    /// Those of the feature, the rule, the scenario and the examples, in this order.
    public var tags: [PickleTag]
    /// Background steps first.
    public var steps: [PickleStep]
    /// The document's nodes that it was made of: the scenario, and in an outline the row.
    public var nodeIDs: [Int]
    /// The lines of all that it stands in or is made of, for ``LineSelection``.
    public var anchors: [Int]

    /// `FILE:LINE`, which selects it and nothing else.
    public var place: String { "\(path):\(location.line)" }
}

/// A tag that a pickle has.
public struct PickleTag: Hashable, Sendable {
    /// With the `@`.
    public var name: String
    /// The tag in the document.
    public var nodeID: Int
}

/// One step of a pickle.
public struct PickleStep: Hashable, Sendable {
    /// Its number, after those of the document's nodes.
    public var id: Int
    /// As written, with its space.
    public var keyword: String
    /// The keyword's type, where `And` and `But` are what the step before was.
    public var type: KeywordType
    /// With the values of its row filled in.
    public var text: String
    /// Where the step is written.
    public var location: Location
    /// Its data table, row by row.
    public var table: [[String]]?
    /// Its doc string.
    public var docString: PickleDocString?
    /// Whether the table is written above the doc string, where there are both.
    public var tableIsFirst: Bool
    /// The document's nodes that it was made of: the step, and in an outline the row.
    public var nodeIDs: [Int]
}

/// The doc string of a pickle's step.
public struct PickleDocString: Hashable, Sendable {
    /// The lines.
    public var content: String
    /// What is written after the opening separator.
    public var mediaType: String?
}

extension PickleStep {
    /// A step that stands in no file.
    package init(_ text: String) {
        self.init(
            id: 0, keyword: "* ", type: .unknown, text: text, location: Location(line: 1, column: 1),
            tableIsFirst: false, nodeIDs: [])
    }
}
