/// What did not pass, and the counts: the report for a person who has many hundred scenarios that do.
struct SummaryReport: Report {
    private var failures: FailureList
    private let write: (String) -> Void

    /// Makes a report.
    /// - Parameters:
    ///   - hasColors: Whether colours are wanted; this type asks nobody.
    ///   - write: Takes whole lines, with their line feeds.
    init(hasColors: Bool, write: @escaping (String) -> Void) {
        failures = FailureList(style: ReportStyle(hasColors: hasColors))
        self.write = write
    }

    /// Takes an event.
    mutating func report(_ event: RunEvent) {
        failures.add(event)
        guard case .finished(let counts) = event else { return }
        let ending = failures.ending(counts)
        // The empty line divides it from what stands above, and here nothing does.
        write(ending.hasPrefix("\n") ? String(ending.dropFirst()) : ending)
    }
}
