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
