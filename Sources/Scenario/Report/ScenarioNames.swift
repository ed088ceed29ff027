import ChatTerminal
import Gherkin

/// The names of the scenarios of a run, for formats that distinguish tests by their names.
///
/// A name does not depend on which other scenarios are played. If two scenarios of a file have the same name, the line
/// is added to it.
struct ScenarioNames {
    private struct Key: Hashable {
        var path: String
        var id: Int
    }

    private var names: [Key: String] = [:]
    private let rounds: Int

    init(_ plan: RunPlan) {
        rounds = plan.rounds
        var rows: [String: [Int: String]] = [:]
        for source in plan.sources { rows[source.path] = Self.rows(of: source.document) }
        var users: [[String]: Int] = [:]
        for pickle in plan.all {
            let name = Self.name(of: pickle, rows: rows[pickle.path] ?? [:])
            names[Key(path: pickle.path, id: pickle.id)] = name
            users[[pickle.path, name], default: 0] += 1
        }
        for pickle in plan.pickles {
            let key = Key(path: pickle.path, id: pickle.id)
            guard let name = names[key], users[[pickle.path, name], default: 0] > 1 else { continue }
            names[key] = "\(name) (line \(pickle.location.line))"
        }
    }

    /// Returns the rule, the name, the row of examples and, in a run of several rounds, the round; in one harmless
    /// line.
    func name(of pickle: Gherkin.Pickle, round: Int) -> String {
        let name = names[Key(path: pickle.path, id: pickle.id)] ?? Self.name(of: pickle, rows: [:])
        return rounds > 1 ? "\(name) (round \(round))" : name
    }

    /// Returns the same name preceded by that of the feature.
    func title(of pickle: Gherkin.Pickle, round: Int) -> String {
        ReportStyle.oneLine(pickle.feature) + " › " + name(of: pickle, round: round)
    }

    private static func name(of pickle: Gherkin.Pickle, rows: [Int: String]) -> String {
        let rule = pickle.rule.map { ReportStyle.oneLine($0) + " › " } ?? ""
        var example = ""
        if pickle.nodeIDs.count > 1, let row = pickle.nodeIDs.last {
            example = " (" + (rows[row].map { "example \($0)" } ?? "line \(pickle.location.line)") + ")"
        }
        return rule + ReportStyle.oneLine(pickle.name) + example
    }

    /// Returns the number of each row by its id: `2.1` is the first row of the second table.
    private static func rows(of document: GherkinDocument) -> [Int: String] {
        let scenarios = (document.feature?.children ?? []).flatMap { child -> [Gherkin.Scenario] in
            switch child {
            case .background: []
            case .scenario(let scenario): [scenario]
            case .rule(let rule): rule.scenarios
            }
        }
        var rows: [Int: String] = [:]
        for scenario in scenarios {
            for (table, examples) in scenario.examples.enumerated() {
                for (row, content) in examples.rows.enumerated() { rows[content.id] = "\(table + 1).\(row + 1)" }
            }
        }
        return rows
    }
}
