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
