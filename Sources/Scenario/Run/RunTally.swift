/// Counts what is told of a run, and knows when a failure ends it.
struct RunTally {
    private let plan: RunPlan
    private let failsFast: Bool
    private let report: (RunEvent) -> Void
    private var counts = RunCounts()
    private var told = 0
    /// Whether a failure ended the run.
    private(set) var isOver = false

    init(_ plan: RunPlan, failsFast: Bool, report: @escaping (RunEvent) -> Void) {
        self.plan = plan
        self.failsFast = failsFast
        self.report = report
    }

    func begin() { report(.started(plan)) }

    /// Tells an event on, and counts it.
    mutating func tell(_ event: RunEvent) {
        switch event {
        case .stepFinished(let outcome): counts.steps[outcome.status, default: 0] += 1
        case .scenarioFinished(let outcome):
            counts.scenarios[outcome.status, default: 0] += 1
            told += 1
            isOver = failsFast && outcome.status == .failed
        case .started, .scenarioStarted, .finished: break
        }
        report(event)
    }

    /// Tells the counts; what was not reached counts as skipped.
    func end() -> RunCounts {
        var counts = counts
        if told < plan.count { counts.scenarios[.skipped, default: 0] += plan.count - told }
        report(.finished(counts))
        return counts
    }
}
