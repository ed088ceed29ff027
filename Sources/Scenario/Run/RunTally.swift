/// The counts of a run. It forwards events to the reports, and notes when a failure ends the run.
struct RunTally {
    private let plan: RunPlan
    private let failsFast: Bool
    private let report: (RunEvent) -> Void
    private var counts = RunCounts()
    private var told = 0
    /// The counts of steps in the current attempt. They are dropped if another attempt follows.
    private var steps: [StepStatus: Int] = [:]
    /// True if a failure ended the run.
    private(set) var isOver = false

    init(_ plan: RunPlan, failsFast: Bool, report: @escaping (RunEvent) -> Void) {
        self.plan = plan
        self.failsFast = failsFast
        self.report = report
    }

    func begin() { report(.started(plan)) }

    /// Counts an event and forwards it to the reports.
    mutating func tell(_ event: RunEvent) {
        switch event {
        case .scenarioStarted: steps = [:]
        case .stepFinished(let outcome): steps[outcome.status, default: 0] += 1
        case .scenarioFinished(let outcome):
            guard !outcome.isRetried else { break }
            counts.steps.merge(steps, uniquingKeysWith: +)
            counts.scenarios[outcome.status, default: 0] += 1
            if outcome.isFlaky { counts.flaky += 1 }
            told += 1
            isOver = failsFast && outcome.status == .failed
        case .started, .finished: break
        }
        report(event)
    }

    /// Sends the final counts to the reports and returns them. Scenarios that were not reached count as skipped.
    func end() -> RunCounts {
        var counts = counts
        if told < plan.count { counts.scenarios[.skipped, default: 0] += plan.count - told }
        report(.finished(counts))
        return counts
    }
}
