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
