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
