import Gherkin

/// Plays scenarios, each in a context of its own.
///
/// The runner knows no world: a context is whatever the handlers of the table work on. It has no randomness and no
/// clock but the one that it is given, so the same scenarios in the same contexts give the same events.
struct ScenarioRunner<Context> {
    /// How to run.
    struct Options: Sendable {
        /// Whether the first scenario that fails ends the run.
        var failsFast: Bool
        /// Whether steps are only matched, not done; no context is made.
        var isDryRun: Bool
        /// How often a scenario that failed is tried again.
        var retries: Int
        /// What the wall's clock says, from any beginning; nil takes no times.
        var wall: (@Sendable () -> Duration)?

        /// Makes options.
        init(
            failsFast: Bool = false, isDryRun: Bool = false, retries: Int = 0, wall: (@Sendable () -> Duration)? = nil
        ) {
            self.failsFast = failsFast
            self.isDryRun = isDryRun
            self.retries = retries
            self.wall = wall
        }
    }

    /// What a context tells of itself after a step.
    struct Look {
        /// How much of the story's time has passed since the scenario began.
        var elapsed = Duration.zero
        /// What could be seen; nil where nobody asked.
        var scene: StepScene?
    }

    private let table: StepTable<Context>
    private let options: Options
    private let makeContext: (Gherkin.Pickle, Int) throws(StepFailure) -> Context
    private let look: (Context) -> Look
    private let endContext: (inout Context) throws(StepFailure) -> Void

    /// Makes a runner.
    /// - Parameters:
    ///   - makeContext: A fresh context for a scenario, and the number of the play in the run, from 0; what it throws
    ///     fails the scenario, or skips it where it says so.
    ///   - look: What a context tells of itself.
    ///   - endContext: Called when a scenario is over, however it ended; what it throws fails a scenario that had
    ///     passed.
    init(
        table: StepTable<Context>, options: Options = Options(),
        makeContext: @escaping (Gherkin.Pickle, Int) throws(StepFailure) -> Context,
        look: @escaping (Context) -> Look = { _ in Look() },
        endContext: @escaping (inout Context) throws(StepFailure) -> Void = { (_: inout Context) in }
    ) {
        self.table = table
        self.options = options
        self.makeContext = makeContext
        self.look = look
        self.endContext = endContext
    }

    /// Plays what is planned in its order, one after the other, and tells everything as it happens.
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

    /// Plays one scenario of a plan by its number, from 0, as often as it may be tried, and tells what happens.
    func play(_ number: Int, of plan: RunPlan, report: (RunEvent) -> Void) {
        let pickle = plan.pickles[number % plan.pickles.count]
        let round = number / plan.pickles.count + 1
        for attempt in 1...(options.retries + 1) {
            // What no phrase says will not be said by trying again.
            var isKnown = true
            report(.scenarioStarted(pickle, round: round))
            var outcome = play(pickle, number) { step in
                isKnown = isKnown && step.status != .undefined
                report(.stepFinished(step))
            }
            (outcome.round, outcome.attempt) = (round, attempt)
            outcome.isRetried = outcome.status == .failed && isKnown && attempt <= options.retries
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
            for step in pickle.steps {
                let isDone =
                    hasPassed
                    ? play(step, of: pickle, in: &context, report: report) : match(step, of: pickle, report: report)
                hasPassed = hasPassed && isDone
            }
            do throws(StepFailure) { try endContext(&context) } catch {
                return ScenarioOutcome(pickle: pickle, status: .failed, failure: error)
            }
            return ScenarioOutcome(pickle: pickle, status: hasPassed ? .passed : .failed, failure: nil)
        } catch {
            let isKnown = pickle.steps.map { match($0, of: pickle, report: report) }.allSatisfy(\.self)
            let status = error.isForSkipping && isKnown ? ScenarioStatus.skipped : .failed
            return ScenarioOutcome(pickle: pickle, status: status, failure: error)
        }
    }

    /// Does a step; whether it passed.
    private func play(
        _ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, in context: inout Context, report: (StepOutcome) -> Void
    ) -> Bool {
        guard case .found(let definition, let arguments) = table.match(step),
            mismatch(of: definition.argument, with: step) == nil
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

    /// Only says whether a step could be done; so one run tells all the steps of a scenario that are not known.
    private func match(_ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, report: (StepOutcome) -> Void) -> Bool {
        var outcome = StepOutcome(pickle: pickle, step: step, status: .skipped, failure: nil, phrases: [])
        switch table.match(step) {
        case .found(let definition, let arguments):
            outcome.phrase = arguments.number
            outcome.failure = mismatch(of: definition.argument, with: step)
            if outcome.failure != nil { outcome.status = .failed }
        case .undefined(let nearest, let meant):
            outcome.status = .undefined
            outcome.phrases = nearest
            outcome.suggestion = meant
        }
        report(outcome)
        return outcome.status == .skipped
    }

    private func mismatch(of wanted: StepArgumentKind, with step: Gherkin.PickleStep) -> StepFailure? {
        switch wanted {
        case .none where step.table != nil: StepFailure("this step takes no data table")
        case .none where step.docString != nil: StepFailure("this step takes no doc string")
        case .table where step.table == nil: StepFailure("this step needs a data table below it")
        case .table where step.docString != nil: StepFailure("this step takes no doc string")
        case .docString where step.docString == nil: StepFailure("this step needs a doc string below it")
        case .docString where step.table != nil: StepFailure("this step takes no data table")
        case .none, .table, .docString: nil
        }
    }
}
