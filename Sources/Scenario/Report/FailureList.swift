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

/// The lines that explain a failure, shared by all reports for people.
struct FailureExplanation {
    let style: ReportStyle

    /// Returns the lines that explain why a step failed or is undefined; empty for any other step.
    func lines(of outcome: StepOutcome) -> [String] {
        switch outcome.status {
        case .passed, .skipped: []
        case .failed: outcome.failure.map(lines(of:)) ?? []
        case .undefined:
            [style.paint("no phrase matches this step", .unsure)]
                + (outcome.phrases.isEmpty ? ["find phrases with `chat-client steps WORD…`"] : [])
                + labelled("nearest", outcome.phrases.map(ReportStyle.harmless))
                + (outcome.suggestion.map { ["did you mean: " + ReportStyle.harmless($0)] } ?? [])
        }
    }

    /// Returns all the lines about a failure.
    func lines(of failure: StepFailure) -> [String] { facts(of: failure) + threads(of: failure) }

    /// Returns the message, the expected and the actual value, the nearest match, and the decisions about the delivery.
    func facts(of failure: StepFailure) -> [String] {
        ReportStyle.lines(failure.message).map { style.paint($0, .bad) } + comparison(of: failure)
            + (failure.nearest.map { ["nearest miss: " + ReportStyle.harmless($0)] } ?? [])
            + failure.trail.flatMap(lines(of:))
    }

    /// Returns the thread of each person, with the verdict for it.
    func threads(of failure: StepFailure) -> [String] {
        failure.threads.flatMap { thread in
            [style.paint(ReportStyle.harmless(thread.person + thread.verdict), .strong)]
                + thread.lines.map { "  │ " + ReportStyle.harmless($0) }
        }
    }

    private func comparison(of failure: StepFailure) -> [String] {
        let expected = failure.expected.map { $0.isEmpty ? [] : ReportStyle.lines($0) } ?? []
        let actual = failure.actual.map { $0.isEmpty ? [] : ReportStyle.lines($0) } ?? []
        guard let difference = TextDifference(expected: expected, actual: actual) else {
            return labelled("expected", expected) + labelled("actual", actual)
        }
        let lines = difference.lines.map { line in
            switch line {
            case .both(let text): "    " + text
            case .expected(let text): style.paint("  - " + text, .good)
            case .actual(let text): style.paint("  + " + text, .bad)
            }
        }
        return ["\(style.paint("- expected", .good)), \(style.paint("+ actual", .bad))"] + lines
    }

    private func lines(of decision: DeliveryDecision) -> [String] {
        let verdict =
            decision.isDelivered ? style.paint("received", .good) : style.paint("did not receive", .bad)
        let title = "\(ReportStyle.harmless(decision.person)) \(verdict) \(ReportStyle.harmless(decision.about))"
        return [title]
            + decision.reasons.map { reason in
                "  \(style.paint(ReportStyle.harmless(reason.rule), .quiet))  \(ReportStyle.harmless(reason.text))"
            }
    }

    /// Returns `expected: value`. Further lines follow below, indented so that all the values are aligned.
    private func labelled(_ label: String, _ lines: [String]) -> [String] {
        let padding = String(repeating: " ", count: max(0, 8 - label.count))
        return lines.enumerated().map { index, text in
            (index == 0 ? "\(label):\(padding) " : String(repeating: " ", count: 10)) + text
        }
    }
}

/// The difference between two texts: the lines of both, and the lines of only one.
struct TextDifference {
    enum Line: Hashable {
        case both(String)
        case expected(String)
        case actual(String)
    }

    /// The largest number of lines that are compared. The cost is the product of both lengths.
    static let linesMax = 400

    /// The lines from the top; expected lines precede the actual lines in the same place.
    let lines: [Line]

    /// Compares two texts. Nil if a comparison would not help: one of them has at most one line, they have no line in
    /// common, or one has too many lines.
    init?(expected: [String], actual: [String]) {
        guard min(expected.count, actual.count) > 1, max(expected.count, actual.count) <= Self.linesMax,
            !Set(expected).isDisjoint(with: actual)
        else { return nil }
        lines = Self.lines(expected, actual)
    }

    /// Returns the difference by the longest common subsequence of lines.
    private static func lines(_ expected: [String], _ actual: [String]) -> [Line] {
        var lengths = Array(repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
        for row in expected.indices.reversed() {
            for column in actual.indices.reversed() {
                lengths[row][column] =
                    expected[row] == actual[column]
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var result: [Line] = []
        var (row, column) = (0, 0)
        while row < expected.count || column < actual.count {
            if row < expected.count, column < actual.count, expected[row] == actual[column] {
                result.append(.both(expected[row]))
                (row, column) = (row + 1, column + 1)
            } else if row < expected.count,
                column == actual.count || lengths[row + 1][column] >= lengths[row][column + 1]
            {
                result.append(.expected(expected[row]))
                row += 1
            } else {
                result.append(.actual(actual[column]))
                column += 1
            }
        }
        return result
    }
}
