/// Plays scenarios, one after the other, each in a context of its own.
///
/// The runner knows no world: a context is whatever the handlers of the table work on. It has no clock and no
/// randomness, so the same scenarios in the same contexts give the same events.
public struct ScenarioRunner<Context> {
    /// How to run.
    public struct Options: Hashable, Sendable {
        /// Whether the first scenario that fails ends the run.
        public var failsFast: Bool
        /// Whether steps are only matched, not done; no context is made.
        public var isDryRun: Bool

        /// Makes options.
        public init(failsFast: Bool = false, isDryRun: Bool = false) {
            self.failsFast = failsFast
            self.isDryRun = isDryRun
        }
    }

    private let table: StepTable<Context>
    private let options: Options
    private let makeContext: (Gherkin.Pickle) throws(StepFailure) -> Context
    private let endContext: (inout Context) throws(StepFailure) -> Void
    private let scene: (Context) -> StepScene?

    /// Makes a runner.
    /// - Parameters:
    ///   - makeContext: A fresh context for a scenario; what it throws fails the scenario, or
    ///     skips it where it says so.
    ///   - endContext: Called when a scenario is over, however it ended; what it throws fails a scenario that had
    ///     passed.
    ///   - scene: What could be seen when a step of the context was done.
    public init(
        table: StepTable<Context>, options: Options = Options(),
        makeContext: @escaping (Gherkin.Pickle) throws(StepFailure) -> Context,
        endContext: @escaping (inout Context) throws(StepFailure) -> Void = { (_: inout Context) in },
        scene: @escaping (Context) -> StepScene? = { _ in nil }
    ) {
        self.table = table
        self.options = options
        self.makeContext = makeContext
        self.endContext = endContext
        self.scene = scene
    }

    /// Plays the scenarios in their order, and tells everything as it happens.
    @discardableResult
    public func run(_ pickles: [Gherkin.Pickle], report: (RunEvent) -> Void) -> RunCounts {
        var counts = RunCounts()
        report(.started(RunPlan(pickles: pickles)))
        for (index, pickle) in pickles.enumerated() {
            report(.scenarioStarted(pickle, round: 1))
            let outcome = play(pickle) { step in
                counts.steps[step.status, default: 0] += 1
                report(.stepFinished(step))
            }
            counts.scenarios[outcome.status, default: 0] += 1
            report(.scenarioFinished(outcome))
            if options.failsFast, outcome.status == .failed {
                let unreached = pickles.count - index - 1
                if unreached > 0 { counts.scenarios[.skipped, default: 0] += unreached }
                break
            }
        }
        report(.finished(counts))
        return counts
    }

    private func play(_ pickle: Gherkin.Pickle, report: (StepOutcome) -> Void) -> ScenarioOutcome {
        guard !pickle.steps.isEmpty, !options.isDryRun else {
            let isKnown = pickle.steps.map { match($0, of: pickle, report: report) }.allSatisfy(\.self)
            return ScenarioOutcome(pickle: pickle, status: isKnown ? .skipped : .failed, failure: nil)
        }
        do throws(StepFailure) {
            var context = try makeContext(pickle)
            var hasPassed = true
            for step in pickle.steps {
                if hasPassed {
                    hasPassed = play(step, of: pickle, in: &context, report: report)
                } else {
                    _ = match(step, of: pickle, report: report)
                }
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
        _ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, in context: inout Context,
        report: (StepOutcome) -> Void
    ) -> Bool {
        guard case .found(let definition, let arguments) = table.match(step),
            mismatch(of: definition.argument, with: step) == nil
        else { return match(step, of: pickle, report: report) }
        do throws(StepFailure) {
            try definition.run(&context, arguments)
            var outcome = StepOutcome(pickle: pickle, step: step, status: .passed, failure: nil, phrases: [])
            outcome.scene = scene(context)
            report(outcome)
            return true
        } catch {
            var outcome = StepOutcome(pickle: pickle, step: step, status: .failed, failure: error, phrases: [])
            outcome.scene = scene(context)
            report(outcome)
            return false
        }
    }

    /// Only says whether a step could be done; so one run tells all the steps of a scenario that are not known.
    private func match(
        _ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle, report: (StepOutcome) -> Void
    ) -> Bool {
        var status = StepStatus.skipped
        var failure: StepFailure?
        var phrases: [String] = []
        switch table.match(step) {
        case .found(let definition, _):
            failure = mismatch(of: definition.argument, with: step)
            status = failure == nil ? .skipped : .failed
        case .undefined(let nearest):
            status = .undefined
            phrases = nearest
        case .ambiguous(let all):
            status = .ambiguous
            phrases = all
        }
        report(StepOutcome(pickle: pickle, step: step, status: status, failure: failure, phrases: phrases))
        return status == .skipped
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
