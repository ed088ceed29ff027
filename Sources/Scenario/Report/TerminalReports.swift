import ChatTerminal
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

/// A report with one character for each scenario, then the failures and the counts.
struct DotReport: Report {
    /// The number of scenarios in a line.
    static let columns = 72

    private let style: ReportStyle
    private let write: (String) -> Void
    private var failures: FailureList
    private var scenarios = PlayedScenario.Collector()
    private var count = 0

    /// Creates a report.
    /// - Parameters:
    ///   - hasColors: True for colours. The caller checks whether the terminal has them.
    ///   - write: Receives text, not always whole lines.
    init(hasColors: Bool, write: @escaping (String) -> Void) {
        style = ReportStyle(hasColors: hasColors)
        failures = FailureList(style: style)
        self.write = write
    }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        failures.add(event)
        if let scenario = scenarios.add(event) {
            count += 1
            write(
                (scenario.isFlaky ? style.paint("~", .unsure) : mark(scenario.verdict))
                    + (count.isMultiple(of: Self.columns) ? "\n" : ""))
        }
        guard case .finished(let counts) = event else { return }
        if !count.isMultiple(of: Self.columns) { write("\n") }
        write(failures.ending(counts))
    }

    private func mark(_ verdict: PlayedScenario.Verdict) -> String {
        switch verdict {
        case .passed: style.paint(".", .good)
        case .failed: style.paint("F", .bad)
        case .undefined: style.paint("U", .unsure)
        case .skipped: style.paint("-", .quiet)
        }
    }
}

/// A report with only the failures and the counts, for runs with many hundred scenarios that pass.
struct SummaryReport: Report {
    private var failures: FailureList
    private let write: (String) -> Void

    /// Creates a report.
    /// - Parameters:
    ///   - hasColors: True for colours. The caller checks whether the terminal has them.
    ///   - write: Receives whole lines, with their line feeds.
    init(hasColors: Bool, write: @escaping (String) -> Void) {
        failures = FailureList(style: ReportStyle(hasColors: hasColors))
        self.write = write
    }

    /// Receives an event.
    mutating func report(_ event: RunEvent) {
        failures.add(event)
        guard case .finished(let counts) = event else { return }
        let ending = failures.ending(counts)
        // The empty line separates the ending from the text above, and this report has no such text.
        write(ending.hasPrefix("\n") ? String(ending.dropFirst()) : ending)
    }
}

/// The progress of a run in one line at the bottom of a terminal. It is erased before any other text is written.
struct ProgressLine {
    /// The width of the line. It fits every terminal, because a line that wraps could not be erased.
    static let columns = 72

    private var total = 0
    private var number = 0
    private var failed = 0
    private var names = ScenarioNames(RunPlan(pickles: []))
    private var title = ""
    private var shown = ""

    /// Returns the text to write after an event: the codes that erase the line, then the text, and the new line below
    /// it.
    mutating func around(_ text: String, after event: RunEvent) -> String {
        let line = line(after: event)
        guard !text.isEmpty || line != shown else { return "" }
        defer { shown = line }
        return (shown.isEmpty ? "" : "\r\u{1B}[K") + text + line
    }

    /// Returns the line after an event; empty before the first scenario and after the run.
    private mutating func line(after event: RunEvent) -> String {
        switch event {
        case .started(let plan):
            total = plan.count
            names = ScenarioNames(plan)
        case .scenarioStarted(let pickle, let round):
            number += 1
            title = names.title(of: pickle, round: round)
        case .stepFinished: break
        case .scenarioFinished(let outcome):
            if outcome.isRetried { number -= 1 } else if outcome.status == .failed { failed += 1 }
        case .finished: return ""
        }
        guard number > 0 else { return "" }
        let failures = failed > 0 ? "  \(failed) failed" : ""
        return Self.cut("\(number)/\(total)\(failures)  \(title)")
    }

    private static func cut(_ text: String) -> String {
        var width = 0
        var result = ""
        for character in text {
            width += TextWidth.columns(of: character)
            guard width < columns else { return result + "…" }
            result.append(character)
        }
        return result
    }
}

/// The look of a report on a terminal: with or without colours. The caller decides (a terminal, no `NO_COLOR`).
package struct ReportStyle {
    package enum Tone: String {
        case good = "32"
        case bad = "31"
        case unsure = "33"
        case quiet = "2"
        case strong = "1"
    }

    let hasColors: Bool

    package init(hasColors: Bool) { self.hasColors = hasColors }

    package func paint(_ text: String, _ tone: Tone) -> String {
        hasColors ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns text from a scenario or a thread with its control characters made visible, so that a file cannot control
    /// the terminal on which it is shown.
    package static func harmless(_ text: String) -> String {
        let isHarmless = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
        guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
        let shown = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            if isHarmless(scalar) { return [scalar] }
            return scalar.value < 0x20 ? ["^", Unicode.Scalar(UInt8(scalar.value) + 0x40)] : ["\u{FFFD}"]
        }
        return String(String.UnicodeScalarView(shown))
    }

    /// Returns harmless text for a format with one record on each line. It also replaces the two line separators of
    /// Unicode that are not control characters.
    package static func oneLine(_ text: String) -> String {
        harmless(text).replacingBytes(of: "\u{2028}", with: "\u{FFFD}").replacingBytes(of: "\u{2029}", with: "\u{FFFD}")
    }

    /// Returns the lines of a text, each made harmless.
    static func lines(_ text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            harmless(String(Substring(line.last == 0x0D ? line.dropLast() : line)))
        }
    }

    /// Returns the rows of a table with aligned cells.
    static func rows(_ table: [[String]]) -> [String] {
        let columns = table.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in table.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return table.map { row in
            let cells = row.enumerated().map { $1 + String(repeating: " ", count: widths[$0] - $1.count) }
            return "| \(cells.joined(separator: " | ")) |"
        }
    }
}
