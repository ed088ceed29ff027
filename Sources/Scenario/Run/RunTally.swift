/// Counts what is told of a run, and knows when a failure ends it.
struct RunTally {
    private let plan: RunPlan
    private let failsFast: Bool
    private let report: (RunEvent) -> Void
    private var counts = RunCounts()
    private var told = 0
    /// Those of the scenario that is played: a try that is followed by another does not count.
    private var steps: [StepStatus: Int] = [:]
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

    /// Tells the counts; what was not reached counts as skipped.
    func end() -> RunCounts {
        var counts = counts
        if told < plan.count { counts.scenarios[.skipped, default: 0] += plan.count - told }
        report(.finished(counts))
        return counts
    }
}
