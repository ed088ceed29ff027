import Gherkin

/// The failures of a run, collected as it proceeds and written in full at its end.
struct FailureList {
    private let style: ReportStyle
    private var plan = RunPlan(pickles: [])
    private var round = 1
    private var failures: [Failure] = []
    /// The failed attempts of scenarios that passed at a later attempt.
    private var flaky: [Failure] = []
    /// The failures of the current attempt at a scenario; ``earlier`` has those of the attempts before it.
    private var current: [Failure] = []
    private var earlier: [Failure] = []

    private struct Failure {
        var pickle: Gherkin.Pickle
        var round: Int
        var cause: Cause
    }

    private enum Cause {
        case step(StepOutcome)
        case scenario(StepFailure)
    }

    init(style: ReportStyle) { self.style = style }

    /// Stores the failures that an event contains.
    mutating func add(_ event: RunEvent) {
        switch event {
        case .started(let plan): self.plan = plan
        case .scenarioStarted(_, let round): self.round = round
        case .stepFinished(let outcome):
            guard outcome.status == .failed || outcome.status == .undefined else { break }
            current.append(Failure(pickle: outcome.pickle, round: round, cause: .step(outcome)))
        case .scenarioFinished(let outcome):
            if let failure = outcome.failure, outcome.status != .skipped {
                current.append(Failure(pickle: outcome.pickle, round: round, cause: .scenario(failure)))
            }
            end(outcome)
        case .finished:
            // The failures of a scenario that was cut off.
            failures += current
            current = []
        }
    }

    private mutating func end(_ outcome: ScenarioOutcome) {
        earlier += current
        if outcome.isFlaky { flaky += earlier } else if !outcome.isRetried { failures += current }
        current = []
        if !outcome.isRetried { earlier = [] }
    }

    /// Returns the end of the report: the failures in full, the commands that repeat them, the seeds, and the counts of
    /// steps and scenarios. The counts of scenarios are the last line.
    func ending(_ counts: RunCounts) -> String {
        let chapters =
            chapter("Flaky scenarios", flaky) + chapter("Failures", failures)
        return (chapters + again() + chance() + summary(counts)).map { $0 + "\n" }.joined()
    }

    private func chapter(_ title: String, _ failures: [Failure]) -> [String] {
        guard !failures.isEmpty else { return [] }
        var lines = ["", style.paint(title, .strong)]
        for (index, failure) in failures.enumerated() {
            lines.append("")
            let explanation = FailureExplanation(style: style)
            let told: [String]
            switch failure.cause {
            case .step(let outcome):
                lines.append(heading(index + 1, failure, line: outcome.step.location.line))
                told =
                    [outcome.step.keyword + ReportStyle.harmless(outcome.step.text)] + explanation.lines(of: outcome)
            case .scenario(let problem):
                lines.append(heading(index + 1, failure, line: failure.pickle.location.line))
                told = explanation.lines(of: problem)
            }
            lines += told.map { "     " + $0 }
            lines.append("     " + style.paint("again:    ", .quiet) + plan.command(for: failure.pickle))
        }
        return lines
    }

    private func heading(_ number: Int, _ failure: Failure, line: Int) -> String {
        let place = "\(ReportStyle.harmless(failure.pickle.path)):\(line)"
        return "  " + style.paint("\(number)) \(place)", .bad) + "  " + ReportStyle.harmless(failure.pickle.name)
            + (plan.rounds > 1 ? " (round \(failure.round))" : "")
    }

    /// Returns a list of all the commands that repeat failed scenarios, if several scenarios failed.
    private func again() -> [String] {
        var seen: Set<String> = []
        let pickles = failures.map(\.pickle).filter { seen.insert($0.place).inserted }
        guard pickles.count > 1 else { return [] }
        return ["", style.paint("To play these again", .strong), ""]
            + pickles.map { pickle in
                "  \(plan.command(for: pickle))  \(style.paint("# " + ReportStyle.harmless(pickle.name), .quiet))"
            }
    }

    /// Returns the seeds that are needed to repeat the run.
    private func chance() -> [String] {
        let order = plan.orderSeed.map { "order random:\($0)" }
        let seed = failures.isEmpty && flaky.isEmpty && order == nil ? nil : "seed \(plan.seed)"
        let words = [order, seed].compactMap(\.self)
        return words.isEmpty ? [] : ["", words.joined(separator: ", ")]
    }

    private func summary(_ counts: RunCounts) -> [String] {
        let steps = StepStatus.allCases.filter { counts[$0] > 0 }.map { "\(counts[$0]) \($0.rawValue)" }
        let total = counts.steps.values.reduce(0, +)
        return [
            "", "\(total) step\(total == 1 ? "" : "s")\(steps.isEmpty ? "" : ": ")\(steps.joined(separator: ", "))",
            counts.line,
        ]
    }
}
