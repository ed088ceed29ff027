/// What became of a step.
public enum StepStatus: String, Hashable, Sendable, CaseIterable {
    /// It was done, or what it checks was so.
    case passed
    /// It could not be done, or what it checks was not so.
    case failed
    /// A step before it did not pass, or nothing was to be run.
    case skipped
    /// No phrase says it.
    case undefined
    /// Several phrases say it: of Cucumber's statuses the one that never comes, since a table with two such phrases is
    /// refused.
    case ambiguous
}

/// What became of a scenario.
public enum ScenarioStatus: String, Hashable, Sendable, CaseIterable {
    /// Every step passed.
    case passed
    /// A step failed or is not known, or there was no world to play in.
    case failed
    /// Nothing was run: a dry run, a scenario with no steps or one that this place cannot play, or a run that was
    /// ended by a failure before.
    case skipped
}

/// A step, done.
public struct StepOutcome: Hashable, Sendable {
    /// Its scenario.
    public let pickle: Gherkin.Pickle
    /// The step.
    public let step: Gherkin.PickleStep
    /// What became of it.
    public let status: StepStatus
    /// Why it failed; nil unless ``status`` is failed.
    public let failure: StepFailure?
    /// For an undefined step the nearest phrases, the nearest first.
    public let phrases: [String]
    /// For an undefined step one that the nearest phrase says, with the step's own values: what may have been meant.
    public var suggestion: String?
}

/// A scenario, done.
public struct ScenarioOutcome: Hashable, Sendable {
    /// The scenario.
    public let pickle: Gherkin.Pickle
    /// What became of it.
    public let status: ScenarioStatus
    /// Why there was no world to play it in, or why it is skipped; nil when it was played.
    public let failure: StepFailure?
}

/// How many of each.
public struct RunCounts: Hashable, Sendable {
    /// Scenarios by what became of them. Those that a run which failed fast did not reach are skipped.
    public internal(set) var scenarios: [ScenarioStatus: Int] = [:]
    /// Steps by what became of them, of the scenarios that were reached.
    public internal(set) var steps: [StepStatus: Int] = [:]

    /// How many scenarios ended so.
    public subscript(status: ScenarioStatus) -> Int { scenarios[status, default: 0] }
    /// How many steps ended so.
    public subscript(status: StepStatus) -> Int { steps[status, default: 0] }
    /// Whether no scenario failed.
    public var isSuccess: Bool { self[ScenarioStatus.failed] == 0 }
    /// `2 passed, 1 failed`, and `, 3 skipped` when there are any: the last line of every report.
    public var line: String {
        let skipped = self[ScenarioStatus.skipped]
        return "\(self[ScenarioStatus.passed]) passed, \(self[ScenarioStatus.failed]) failed"
            + (skipped > 0 ? ", \(skipped) skipped" : "")
    }
}

/// What a run tells its reporters, in this order; scenarios never overlap.
public enum RunEvent: Hashable, Sendable {
    /// So many scenarios were chosen.
    case started(scenarios: Int)
    /// This scenario begins.
    case scenarioStarted(Gherkin.Pickle)
    /// A step of it is done.
    case stepFinished(StepOutcome)
    /// It is done.
    case scenarioFinished(ScenarioOutcome)
    /// All is done.
    case finished(RunCounts)
}
