/// Which scenarios a line of a file stands for, as in `play trip.feature:12`.
///
/// A line between two things belongs to the one above it: a row of a step's table to the step, a line of a
/// description to its scenario. A step stands for its scenario, a row of examples for itself, the heading or the
/// header of examples for all their rows; what is in a feature, a rule or a background and in no scenario stands
/// for every scenario there.
public struct LineSelection: Sendable {
    private let anchors: [Int]

    /// Learns the lines of a document.
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

    /// Those of the document's pickles that the line stands for; none above the feature.
    /// - Complexity: O(n) in the lines of all the pickles.
    public func pickles(at line: Int, of pickles: [Pickle]) -> [Pickle] {
        guard let anchor = anchors.last(where: { $0 <= line }) else { return [] }
        return pickles.filter { $0.anchors.contains(anchor) }
    }
}
