/// The scenarios that a line of a file selects, as in `play trip.feature:12`.
///
/// A line between two parts belongs to the part above it. So a row of a step's table belongs to the step, and a line of
/// a description to its scenario. A step selects its scenario, and a row of examples selects itself. The heading or the
/// header of examples selects all their rows. A line in a feature, a rule or a background but in no scenario selects
/// all scenarios there.
public struct LineSelection: Sendable {
    private let anchors: [Int]

    /// Creates the selection for a document.
    public init(_ document: GherkinDocument) {
        var lines: [Int] = []
        func add(_ scenario: Scenario) {
            lines += scenario.heading.anchors + scenario.steps.map(\.location.line)
            for examples in scenario.examples {
                lines += examples.heading.anchors + (examples.header.map { [$0.location.line] } ?? [])
                lines += examples.rows.map(\.location.line)
            }
        }
        func add(_ background: Background) {
            lines += [background.heading.location.line] + background.steps.map(\.location.line)
        }
        lines += document.feature?.heading.anchors ?? []
        for child in document.feature?.children ?? [] {
            switch child {
            case .background(let background): add(background)
            case .scenario(let scenario): add(scenario)
            case .rule(let rule):
                lines += rule.heading.anchors
                if let background = rule.background { add(background) }
                for scenario in rule.scenarios { add(scenario) }
            }
        }
        anchors = lines.sorted()
    }

    /// Returns the pickles of the document that a line selects; none for a line above the feature.
    /// - Complexity: O(n) in the lines of all the pickles.
    public func pickles(at line: Int, of pickles: [Pickle]) -> [Pickle] {
        guard let anchor = anchors.last(where: { $0 <= line }) else { return [] }
        return pickles.filter { $0.anchors.contains(anchor) }
    }
}
