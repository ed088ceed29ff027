import Gherkin

/// The report for people: every scenario with its steps as they are done, at the end all failures in full, and the
/// counts as the last line.
///
/// It receives events and passes text to the `write` closure; it opens no file and no terminal.
struct PrettyReport: Report {
    private let style: ReportStyle
    private let write: (String) -> Void
    private var path: String?
    private var feature: String?
    private var rule: String?
    private var rounds = 1
    private var failures: FailureList

    /// Creates a report.
    /// - Parameters:
    ///   - hasColors: True for colours. The caller checks whether the terminal has them.
    ///   - write: Receives whole lines, with their line feeds.
    init(hasColors: Bool, write: @escaping (String) -> Void) {
        style = ReportStyle(hasColors: hasColors)
        failures = FailureList(style: style)
        self.write = write
    }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        failures.add(event)
        switch event {
        case .started(let plan):
            rounds = plan.rounds
        case .scenarioStarted(let pickle, let round):
            writeHeadings(of: pickle, round: round)
        case .stepFinished(let outcome):
            write(step: outcome)
        case .scenarioFinished(let outcome):
            if outcome.pickle.steps.isEmpty { line(4, style.paint("no steps", .quiet)) }
            if let failure = outcome.failure {
                let isSkipped = outcome.status == .skipped
                let text = (isSkipped ? "– " : "✗ ") + ReportStyle.harmless(failure.message)
                line(4, style.paint(text, isSkipped ? .quiet : .bad))
            }
            if outcome.isRetried { line(4, style.paint("↻ failed; trying again", .unsure)) }
            if outcome.isFlaky { line(4, style.paint("↻ flaky: passed at try \(outcome.attempt)", .unsure)) }
        case .finished(let counts):
            write(failures.ending(counts))
        }
    }

    private mutating func writeHeadings(of pickle: Gherkin.Pickle, round: Int) {
        if path != pickle.path || feature != pickle.feature {
            if path != nil { line(0, "") }
            line(0, style.paint("Feature: " + ReportStyle.harmless(pickle.feature), .strong))
            rule = nil
        }
        if let name = pickle.rule, rule != name {
            line(0, "")
            line(2, style.paint("Rule: " + ReportStyle.harmless(name), .strong))
        }
        path = pickle.path
        feature = pickle.feature
        rule = pickle.rule
        line(0, "")
        let title = "\(pickle.keyword): \(ReportStyle.harmless(pickle.name))" + (rounds > 1 ? " (round \(round))" : "")
        line(2, style.paint(title, .strong) + "  " + style.paint("# " + ReportStyle.harmless(pickle.place), .quiet))
    }

    private func write(step outcome: StepOutcome) {
        let text = outcome.step.keyword + ReportStyle.harmless(outcome.step.text)
        let wall = outcome.timing.wall.map { style.paint("  (\(PlayedScenario.seconds($0)) s)", .quiet) } ?? ""
        switch outcome.status {
        case .passed: line(4, style.paint("✓ ", .good) + text + wall)
        case .failed: line(4, style.paint("✗ " + text, .bad) + wall)
        case .skipped: line(4, style.paint("– " + text, .quiet))
        case .undefined: line(4, style.paint("? " + text, .unsure))
        }
        if let table = outcome.step.table { write(table: table) }
        if let docString = outcome.step.docString {
            line(8, style.paint("\"\"\"" + ReportStyle.harmless(docString.mediaType ?? ""), .quiet))
            for text in ReportStyle.lines(docString.content) { line(8, style.paint(text, .quiet)) }
            line(8, style.paint("\"\"\"", .quiet))
        }
    }

    private func write(table: [[String]]) {
        let rows = ReportStyle.rows(table.map { $0.map { cell in ReportStyle.harmless(cell) } })
        for row in rows { line(8, style.paint(row, .quiet)) }
    }

    private func line(_ indent: Int, _ text: String) {
        write(text.isEmpty ? "\n" : String(repeating: " ", count: indent) + text + "\n")
    }
}
