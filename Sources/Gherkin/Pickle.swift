/// A scenario that can be played. It contains no outline, no background and no placeholder.
public struct Pickle: Hashable, Sendable {
    /// The id of the pickle, which is higher than those of the document's nodes.
    public var id: Int
    /// The path of the file, as the caller gave it.
    public var path: String
    /// The code of the language of the keywords.
    public var language = "en"
    /// The location of the scenario, or in an outline of the row of examples. `play` receives it to play this pickle
    /// only.
    public var location: Location
    /// The name of the scenario, with the values of its row.
    public var name: String
    /// The keyword of the scenario: `Scenario`, `Scenario Outline`, …
    public var keyword: String
    /// The name of the feature.
    public var feature: String
    /// The name of the rule; nil for a scenario without a rule.
    public var rule: String?
    /// The tags of the feature, the rule, the scenario and the examples, in this order.
    public var tags: [PickleTag]
    /// The steps, those of backgrounds first.
    public var steps: [PickleStep]
    /// The ids of the document's nodes from which the pickle was made: the scenario, and in an outline the row.
    public var nodeIDs: [Int]
    /// The lines of all parts that contain the pickle or belong to it, for ``LineSelection``.
    public var anchors: [Int]

    /// The place as `FILE:LINE`, which selects only this pickle.
    public var place: String { "\(path):\(location.line)" }
}

/// A tag of a pickle.
public struct PickleTag: Hashable, Sendable {
    /// The name with the `@`.
    public var name: String
    /// The id of the tag in the document.
    public var nodeID: Int
}

/// A step of a pickle.
public struct PickleStep: Hashable, Sendable {
    /// The id of the step, which is higher than those of the document's nodes.
    public var id: Int
    /// The keyword as written, with its space.
    public var keyword: String
    /// The type of the keyword. `And` and `But` have the type of the previous step.
    public var type: KeywordType
    /// The text after the keyword, with the values of the row.
    public var text: String
    /// The location of the step in the file.
    public var location: Location
    /// The data table, row by row; nil for none.
    public var table: [[String]]?
    /// The doc string; nil for none.
    public var docString: PickleDocString?
    /// True if the table precedes the doc string, in a step with both.
    public var tableIsFirst: Bool
    /// The ids of the document's nodes from which the step was made: the step, and in an outline the row.
    public var nodeIDs: [Int]
}

/// The doc string of a pickle's step.
public struct PickleDocString: Hashable, Sendable {
    /// The lines of the doc string.
    public var content: String
    /// The text after the opening separator; nil for none.
    public var mediaType: String?
}

extension PickleStep {
    /// Creates a step that belongs to no file.
    package init(_ text: String) {
        self.init(
            id: 0, keyword: "* ", type: .unknown, text: text, location: Location(line: 1, column: 1),
            tableIsFirst: false, nodeIDs: [])
    }
}
