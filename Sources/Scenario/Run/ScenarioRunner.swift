import Gherkin

/// The player of scenarios, which makes a new context for each.
///
/// The runner knows nothing about worlds: a context is any value that the handlers of the step table work on. The
/// runner uses no random numbers and no clock but the given one, so the same scenarios in the same contexts give the
/// same events.
struct ScenarioRunner<Context> {
    /// The options of a run.
    struct Options: Sendable {
        /// True if the first failed scenario ends the run.
        var failsFast: Bool
        /// True if steps are only matched and not done. No context is made then.
        var isDryRun: Bool
        /// The number of further attempts at a failed scenario.
        var retries: Int
        /// The real clock, from any starting point; nil if no real times are measured.
        var wall: (@Sendable () -> Duration)?

        /// Creates options.
        init(
            failsFast: Bool = false, isDryRun: Bool = false, retries: Int = 0, wall: (@Sendable () -> Duration)? = nil
        ) {
            self.failsFast = failsFast
            self.isDryRun = isDryRun
            self.retries = retries
            self.wall = wall
        }
    }

    /// The state of a context after a step.
    struct Look {
        /// The story time since the beginning of the scenario.
        var elapsed = Duration.zero
        /// The screens, messages and documents; nil if no report needs them.
        var scene: StepScene?
    }

    private let table: StepTable<Context>
    private let options: Options
    private let gate: ((Gherkin.PickleStep, Gherkin.Pickle) -> Bool)?
    private let makeContext: (Gherkin.Pickle, Int) throws(StepFailure) -> Context
    private let look: (Context) -> Look
    private let endContext: (inout Context) throws(StepFailure) -> Void

    /// Creates a runner.
    /// - Parameters:
    ///   - table: The definitions of the steps.
    ///   - options: The options of the run.
    ///   - gate: Called before each step that is to be done. It returns when the step may begin; false stops the
    ///     scenario and the run. Nil lets every step begin at once.
    ///   - makeContext: Returns a new context for a scenario and its number in the run, from 0. An error fails the
    ///     scenario,
    ///     or skips it if the failure is for skipping.
    ///   - look: Returns the state of a context.
    ///   - endContext: Called at the end of each scenario, passed or failed. An error fails a scenario that had passed.
    init(
        table: StepTable<Context>, options: Options = Options(),
        gate: ((Gherkin.PickleStep, Gherkin.Pickle) -> Bool)? = nil,
        makeContext: @escaping (Gherkin.Pickle, Int) throws(StepFailure) -> Context,
        look: @escaping (Context) -> Look = { _ in Look() },
        endContext: @escaping (inout Context) throws(StepFailure) -> Void = { (_: inout Context) in }
    ) {
        self.table = table
        self.options = options
        self.gate = gate
        self.makeContext = makeContext
        self.look = look
        self.endContext = endContext
    }

    /// Plays the scenarios of a plan in order, one after the other, and reports each event as it happens.
    @discardableResult
    func run(_ plan: RunPlan, report: @escaping (RunEvent) -> Void) -> RunCounts {
        var tally = RunTally(plan, failsFast: options.failsFast, report: report)
        tally.begin()
        for number in 0..<plan.count {
            play(number, of: plan) { tally.tell($0) }
            if tally.isOver { break }
        }
        return tally.end()
    }

    /// Plays one scenario of a plan by its number, from 0, with the allowed number of attempts, and reports the events.
    func play(_ number: Int, of plan: RunPlan, report: (RunEvent) -> Void) {
        let pickle = plan.pickles[number % plan.pickles.count]
        let round = number / plan.pickles.count + 1
        for attempt in 1...(options.retries + 1) {
            // A further attempt cannot help a scenario with an undefined step.
            var isKnown = true
            report(.scenarioStarted(pickle, round: round))
            var outcome = play(pickle, number) { step in
                isKnown = isKnown && step.status != .undefined
                report(.stepFinished(step))
            }
            (outcome.round, outcome.attempt) = (round, attempt)
            outcome.isRetried =
                outcome.status == .failed && isKnown && !outcome.isStopped && attempt <= options.retries
            report(.scenarioFinished(outcome))
            if !outcome.isRetried { return }
        }
    }

    private func play(_ pickle: Gherkin.Pickle, _ number: Int, report: (StepOutcome) -> Void) -> ScenarioOutcome {
        guard !pickle.steps.isEmpty, !options.isDryRun else {
            let isKnown = pickle.steps.map { match($0, of: pickle, report: report) }.allSatisfy(\.self)
            return ScenarioOutcome(pickle: pickle, status: isKnown ? .skipped : .failed, failure: nil)
        }
        do throws(StepFailure) {
            var context = try makeContext(pickle, number)
            var hasPassed = true
            var stop: StepFailure?
            for step in pickle.steps {
                if hasPassed, stop == nil, let gate, !gate(step, pickle) {
                    stop = .skipping("stopped before line \(step.location.line)")
                }
                let isDone =
                    hasPassed && stop == nil
                    ? play(step, of: pickle, in: &context, report: report) : match(step, of: pickle, report: report)
                hasPassed = hasPassed && isDone
            }
            let status = !hasPassed ? ScenarioStatus.failed : stop == nil ? .passed : .skipped
            var outcome = ScenarioOutcome(pickle: pickle, status: status, failure: stop)
            outcome.isStopped = stop != nil
            do throws(StepFailure) { try endContext(&context) } catch {
                outcome.status = .failed
                outcome.failure = error
            }
            return outcome
        } catch {
            let isKnown = pickle.steps.map { match($0, of: pickle, report: report) }.allSatisfy(\.self)
            let status = error.isForSkipping && isKnown ? ScenarioStatus.skipped : .failed
            return ScenarioOutcome(pickle: pickle, status: status, failure: error)
        }
    }

    /// Does a step and reports it.
    /// - Returns: True if the step passed.
    private func play(
        _ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, in context: inout Context, report: (StepOutcome) -> Void
    ) -> Bool {
        guard case .found(let definition, let arguments) = table.match(step),
            definition.argument.mismatch(with: step) == nil
        else { return match(step, of: pickle, report: report) }
        var outcome = StepOutcome(pickle: pickle, step: step, status: .passed, failure: nil, phrases: [])
        outcome.phrase = arguments.number
        outcome.timing.storyStart = look(context).elapsed
        let began = options.wall?()
        do throws(StepFailure) { try definition.run(&context, arguments) } catch {
            outcome.status = .failed
            outcome.failure = error
        }
        if let began, let ended = options.wall?() { outcome.timing.wall = ended - began }
        let after = look(context)
        outcome.timing.storyEnd = after.elapsed
        outcome.scene = after.scene
        report(outcome)
        return outcome.status == .passed
    }

    /// Matches a step and reports it without doing it, so that one run reports every undefined step of a scenario.
    /// - Returns: True if the step could be done.
    private func match(_ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, report: (StepOutcome) -> Void) -> Bool {
        var outcome = StepOutcome(pickle: pickle, step: step, status: .skipped, failure: nil, phrases: [])
        switch table.match(step) {
        case .found(let definition, let arguments):
            outcome.phrase = arguments.number
            outcome.failure = definition.argument.mismatch(with: step)
            if outcome.failure != nil { outcome.status = .failed }
        case .undefined(let nearest, let meant):
            outcome.status = .undefined
            outcome.phrases = nearest
            outcome.suggestion = meant
        }
        report(outcome)
        return outcome.status == .skipped
    }
}

/// The counts of a run. It forwards events to the reports, and notes when a failure or a stop ends the run.
struct RunTally {
    private let plan: RunPlan
    private let failsFast: Bool
    private let report: (RunEvent) -> Void
    private var counts = RunCounts()
    private var told = 0
    /// The counts of steps in the current attempt. They are dropped if another attempt follows.
    private var steps: [StepStatus: Int] = [:]
    /// True if a failure or a stop ended the run.
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
            isOver = outcome.isStopped || failsFast && outcome.status == .failed
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
