import Gherkin

/// A scenario that is over, with all that was told of it: what reports work on that tell a scenario as a whole.
struct PlayedScenario {
    /// What became of it, told apart further than ``ScenarioStatus`` does.
    enum Verdict: String, CaseIterable {
        case passed, failed, undefined, skipped

        /// Whether it fails the run.
        var isFailure: Bool { self == .failed || self == .undefined }
    }

    let pickle: Gherkin.Pickle
    let round: Int
    let steps: [StepOutcome]
    let outcome: ScenarioOutcome
    /// The tries before this one, which all failed.
    var earlier: [PlayedScenario] = []

    /// Whether it passed only when it was tried again.
    var isFlaky: Bool { outcome.isFlaky }

    var verdict: Verdict {
        switch outcome.status {
        case .passed: .passed
        case .skipped: .skipped
        case .failed: outcome.failure == nil && culprit?.status == .undefined ? .undefined : .failed
        }
    }

    /// The first step that failed, or where none did, the first that is not known.
    var culprit: StepOutcome? { steps.first { $0.status == .failed } ?? steps.first { $0.status == .undefined } }

    /// Where to look: at the culprit, or at the scenario.
    var line: Int { culprit?.step.location.line ?? pickle.location.line }

    /// In one line, why it did not pass or was not played; nil where it passed.
    var reason: String? {
        switch verdict {
        case .passed: nil
        case .skipped: outcome.failure?.message ?? (pickle.steps.isEmpty ? "it has no steps" : "it was not played")
        case .failed: culprit?.failure?.message ?? outcome.failure?.message ?? "it failed"
        case .undefined: "no phrase matches: \(culprit?.step.text ?? "")"
        }
    }

    /// Everything about why it did not pass: each step that did not, and what befell the scenario itself.
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

    /// How long it took on the wall's clock; nil where that was not measured.
    var wall: Duration? {
        let walls = steps.compactMap(\.timing.wall)
        return walls.isEmpty ? nil : walls.reduce(.zero, +)
    }

    /// How much of the story's time passed.
    var story: Duration { steps.map(\.timing.storyEnd).max() ?? .zero }

    /// A time as CI systems read it: `0.042`.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.wholeMilliseconds)
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// Puts scenarios together from events.
    struct Collector {
        /// What is played.
        private(set) var plan = RunPlan(pickles: [])
        /// What its scenarios are called.
        private(set) var names = ScenarioNames(RunPlan(pickles: []))
        private var round = 1
        private var steps: [StepOutcome] = []
        private var earlier: [PlayedScenario] = []

        /// Takes an event; the scenario that it ends, with all its tries.
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

        /// All about why a scenario did not pass, and what plays it again.
        func explanation(of scenario: PlayedScenario) -> String {
            (scenario.explanation() + ["again: " + plan.command(for: scenario.pickle)]).joined(separator: "\n")
        }
    }
}
