import ChatTerminal
import Gherkin

/// A scenario that has ended, with all its results, for reports that write a scenario as a whole.
struct PlayedScenario {
    /// The result of a scenario, more detailed than ``ScenarioStatus``.
    enum Verdict: String, CaseIterable {
        case passed, failed, undefined, skipped

        /// True if it fails the run.
        var isFailure: Bool { self == .failed || self == .undefined }
    }

    let pickle: Gherkin.Pickle
    let round: Int
    let steps: [StepOutcome]
    let outcome: ScenarioOutcome
    /// The earlier attempts at the scenario, which all failed.
    var earlier: [PlayedScenario] = []

    /// True if the scenario passed, but not at its first attempt.
    var isFlaky: Bool { outcome.isFlaky }

    var verdict: Verdict {
        switch outcome.status {
        case .passed: .passed
        case .skipped: .skipped
        case .failed: outcome.failure == nil && culprit?.status == .undefined ? .undefined : .failed
        }
    }

    /// The first step that failed, or else the first undefined step; nil without either.
    var culprit: StepOutcome? { steps.first { $0.status == .failed } ?? steps.first { $0.status == .undefined } }

    /// The line of the culprit, or of the scenario if no step is to blame.
    var line: Int { culprit?.step.location.line ?? pickle.location.line }

    /// The reason why the scenario did not pass or was not played, in one line; nil if it passed.
    var reason: String? {
        switch verdict {
        case .passed: nil
        case .skipped: outcome.failure?.message ?? (pickle.steps.isEmpty ? "it has no steps" : "it was not played")
        case .failed: culprit?.failure?.message ?? outcome.failure?.message ?? "it failed"
        case .undefined: "no phrase matches: \(culprit?.step.text ?? "")"
        }
    }

    /// Returns the lines that explain every failed and undefined step, and any failure of the scenario outside its
    /// steps.
    func explanation() -> [String] {
        let explanation = FailureExplanation(style: ReportStyle(hasColors: false))
        var lines: [String] = []
        for step in steps where step.status == .failed || step.status == .undefined {
            let place = "\(pickle.path):\(step.step.location.line)"
            lines += [ReportStyle.harmless(place), step.step.keyword + ReportStyle.harmless(step.step.text)]
            lines += explanation.lines(of: step)
        }
        if let failure = outcome.failure { lines += explanation.lines(of: failure) }
        return lines
    }

    /// The real duration of the scenario; nil if it was not measured.
    var wall: Duration? {
        let walls = steps.compactMap(\.timing.wall)
        return walls.isEmpty ? nil : walls.reduce(.zero, +)
    }

    /// The story time that passed in the scenario.
    var story: Duration { steps.map(\.timing.storyEnd).max() ?? .zero }

    /// Returns a time in seconds, as CI systems read it: `0.042`.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.wholeMilliseconds)
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// A collector that assembles scenarios from the events of a run.
    struct Collector {
        /// The plan of the run.
        private(set) var plan = RunPlan(pickles: [])
        /// The names of its scenarios.
        private(set) var names = ScenarioNames(RunPlan(pickles: []))
        private var round = 1
        private var steps: [StepOutcome] = []
        private var earlier: [PlayedScenario] = []

        /// Receives an event. Returns the scenario that the event ends, with all its attempts; nil for any other event.
        mutating func add(_ event: RunEvent) -> PlayedScenario? {
            switch event {
            case .started(let plan): (self.plan, names) = (plan, ScenarioNames(plan))
            case .scenarioStarted(_, let round): (self.round, steps) = (round, [])
            case .stepFinished(let step): steps.append(step)
            case .scenarioFinished(let outcome):
                var scenario = PlayedScenario(pickle: outcome.pickle, round: round, steps: steps, outcome: outcome)
                steps = []
                if outcome.isRetried {
                    earlier.append(scenario)
                    return nil
                }
                (scenario.earlier, earlier) = (earlier, [])
                return scenario
            case .finished: break
            }
            return nil
        }

        /// Returns the full explanation of why a scenario did not pass, followed by the command that plays it again.
        func explanation(of scenario: PlayedScenario) -> String {
            (scenario.explanation() + ["again: " + plan.command(for: scenario.pickle)]).joined(separator: "\n")
        }
    }
}

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
