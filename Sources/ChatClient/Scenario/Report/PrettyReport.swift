/// The report that a person reads: every scenario with its steps as they are done, what failed in full at the end,
/// and as the last line the counts.
///
/// A value that is told events and writes text to whoever gave it a place; it knows no file and no terminal.
public struct PrettyReport: Report {
    private let style: ReportStyle
    private let command: String
    private let write: (String) -> Void
    private var path: String?
    private var feature: String?
    private var rule: String?
    private var failures: [Failure] = []

    /// What is told again at the end.
    private enum Failure {
        case step(StepOutcome)
        case scenario(ScenarioOutcome)
    }

    /// Makes a report.
    /// - Parameters:
    ///   - hasColors: Whether colours are wanted; this type asks nobody.
    ///   - command: What plays scenarios, as it is shown to play one again.
    ///   - write: Takes whole lines, with their line feeds.
    public init(hasColors: Bool, command: String = "chat-client play", write: @escaping (String) -> Void) {
        style = ReportStyle(hasColors: hasColors)
        self.command = command
        self.write = write
    }

    /// Tells an event.
    public mutating func report(_ event: RunEvent) {
        switch event {
        case .started:
            break
        case .scenarioStarted(let pickle, _):
            writeHeadings(of: pickle)
        case .stepFinished(let outcome):
            write(step: outcome)
            switch outcome.status {
            case .passed, .skipped: break
            case .failed, .undefined, .ambiguous: failures.append(.step(outcome))
            }
        case .scenarioFinished(let outcome):
            if outcome.pickle.steps.isEmpty { line(4, style.paint("no steps", .quiet)) }
            if let failure = outcome.failure, outcome.status == .skipped {
                line(4, style.paint("– " + ReportStyle.harmless(failure.message), .quiet))
            } else if let failure = outcome.failure {
                line(4, style.paint("✗ " + ReportStyle.harmless(failure.message), .bad))
                failures.append(.scenario(outcome))
            }
        case .finished(let counts):
            writeFailures()
            writeSummary(counts)
        }
    }

    private mutating func writeHeadings(of pickle: Gherkin.Pickle) {
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
        let title = "\(pickle.keyword): \(ReportStyle.harmless(pickle.name))"
        line(2, style.paint(title, .strong) + "  " + style.paint("# " + ReportStyle.harmless(pickle.place), .quiet))
    }

    private func write(step outcome: StepOutcome) {
        let text = outcome.step.keyword + ReportStyle.harmless(outcome.step.text)
        switch outcome.status {
        case .passed: line(4, style.paint("✓ ", .good) + text)
        case .failed: line(4, style.paint("✗ " + text, .bad))
        case .skipped: line(4, style.paint("– " + text, .quiet))
        case .undefined, .ambiguous: line(4, style.paint("? " + text, .unsure))
        }
        if let table = outcome.step.table { write(table: table) }
        if let docString = outcome.step.docString {
            line(8, style.paint("\"\"\"" + ReportStyle.harmless(docString.mediaType ?? ""), .quiet))
            for text in ReportStyle.lines(docString.content) { line(8, style.paint(text, .quiet)) }
            line(8, style.paint("\"\"\"", .quiet))
        }
    }

    private func write(table: [[String]]) {
        let shown = table.map { $0.map { cell in ReportStyle.harmless(cell) } }
        var widths: [Int] = []
        for row in shown {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        for row in shown {
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            line(8, style.paint("| " + cells.joined(separator: " | ") + " |", .quiet))
        }
    }

    private func line(_ indent: Int, _ text: String) {
        write(text.isEmpty ? "\n" : String(repeating: " ", count: indent) + text + "\n")
    }
}

extension PrettyReport {
    private func writeFailures() {
        guard !failures.isEmpty else { return }
        line(0, "")
        line(0, style.paint("What did not pass", .strong))
        for (index, failure) in failures.enumerated() {
            line(0, "")
            switch failure {
            case .step(let outcome): write(number: index + 1, step: outcome)
            case .scenario(let outcome):
                title(index + 1, outcome.pickle, line: outcome.pickle.location.line)
                if let failure = outcome.failure { write(failure) }
                writeCommand(for: outcome.pickle)
            }
        }
    }

    private func title(_ number: Int, _ pickle: Gherkin.Pickle, line lineNumber: Int) {
        let place = "\(ReportStyle.harmless(pickle.path)):\(lineNumber)"
        line(2, style.paint("\(number)) \(place)", .bad) + "  " + ReportStyle.harmless(pickle.name))
    }

    private func write(number: Int, step outcome: StepOutcome) {
        title(number, outcome.pickle, line: outcome.step.location.line)
        line(5, outcome.step.keyword + ReportStyle.harmless(outcome.step.text))
        switch outcome.status {
        case .passed, .skipped: break
        case .failed:
            if let failure = outcome.failure { write(failure) }
        case .undefined:
            line(5, style.paint("no phrase says this", .unsure))
            if outcome.phrases.isEmpty { line(5, "`chat-client steps` lists all that there are") }
            write("nearest", lines: outcome.phrases)
            if let suggestion = outcome.suggestion {
                line(5, "did you mean: " + ReportStyle.harmless(suggestion))
            }
        case .ambiguous:
            line(5, style.paint("several phrases say this", .unsure))
            write("phrases", lines: outcome.phrases)
        }
        writeCommand(for: outcome.pickle)
    }

    private func write(_ failure: StepFailure) {
        for text in ReportStyle.lines(failure.message) { line(5, style.paint(text, .bad)) }
        if let expected = failure.expected, !expected.isEmpty { write("expected", lines: ReportStyle.lines(expected)) }
        if let actual = failure.actual, !actual.isEmpty { write("actual", lines: ReportStyle.lines(actual)) }
        for thread in failure.threads {
            line(5, style.paint("\(ReportStyle.harmless(thread.person)) saw", .strong))
            for text in thread.lines.isEmpty ? ["(nothing)"] : thread.lines {
                line(7, "│ " + ReportStyle.harmless(text))
            }
        }
    }

    /// `expected: it`, or its lines below when there are several; the labels stand flush.
    private func write(_ label: String, lines: [String]) {
        let padding = String(repeating: " ", count: max(0, 8 - label.count))
        for (index, text) in lines.enumerated() {
            line(5, (index == 0 ? "\(label):\(padding) " : String(repeating: " ", count: 10)) + text)
        }
    }

    private func writeCommand(for pickle: Gherkin.Pickle) {
        line(5, style.paint("again:    ", .quiet) + "\(command) \(Self.shellWord(pickle.place))")
    }

    /// A word as a shell takes it back.
    static func shellWord(_ word: String) -> String {
        let plain = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte >= 0x80
        }
        let safe = ReportStyle.harmless(word)
        return safe.utf8.allSatisfy(plain) ? safe : "'" + safe.replacingBytes(of: "'", with: "'\\''") + "'"
    }

    private func writeSummary(_ counts: RunCounts) {
        let steps = StepStatus.allCases.filter { counts[$0] > 0 }.map { "\(counts[$0]) \($0.rawValue)" }
        let total = counts.steps.values.reduce(0, +)
        line(0, "")
        line(0, "\(total) step\(total == 1 ? "" : "s")\(steps.isEmpty ? "" : ": ")\(steps.joined(separator: ", "))")
        line(0, counts.line)
    }
}
