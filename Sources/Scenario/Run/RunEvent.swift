package import Gherkin

/// What became of a step.
enum StepStatus: String, Hashable, Sendable, CaseIterable {
    /// It was done, or what it checks was so.
    case passed
    /// It could not be done, or what it checks was not so.
    case failed
    /// A step before it did not pass, or nothing was to be run.
    case skipped
    /// No phrase says it.
    case undefined
}

/// What became of a scenario.
enum ScenarioStatus: String, Hashable, Sendable, CaseIterable {
    /// Every step passed.
    case passed
    /// A step failed or is not known, or there was no world to play in.
    case failed
    /// Nothing was run: a dry run, a scenario with no steps or one that this place cannot play, or a run that was
    /// ended by a failure before.
    case skipped
}

/// A step, done.
package struct StepOutcome: Equatable, Sendable {
    /// Its scenario.
    var pickle: Gherkin.Pickle
    /// The step.
    package var step: Gherkin.PickleStep
    /// What became of it.
    var status: StepStatus
    /// Why it failed; nil unless ``status`` is failed.
    package var failure: StepFailure?
    /// For an undefined step the nearest phrases, the nearest first.
    var phrases: [String]
    /// For an undefined step one that the nearest phrase says, with the step's own values: what may have been meant.
    var suggestion: String?
    /// The place in ``RunPlan/phrases`` of the one that says it.
    var phrase: Int?
    /// When it began and ended.
    var timing = StepTiming()
    /// What could be seen when it was done; nil where no report asks for it.
    var scene: StepScene?
}

/// When a step was played.
struct StepTiming: Hashable, Sendable {
    /// How much of the story's time had passed since the scenario began, when the step did. On a virtual clock this is
    /// the same on every run, so that reports can have it and still be the same bytes.
    var storyStart: Duration = .zero
    /// How much had passed when the step was done.
    var storyEnd: Duration = .zero
    /// The time that it really took, which differs in each run; nil if it was not measured.
    var wall: Duration?

    /// No time at all.
    init() {}
}

/// A scenario, done.
package struct ScenarioOutcome: Hashable, Sendable {
    /// The scenario.
    var pickle: Gherkin.Pickle
    /// What became of it.
    let status: ScenarioStatus
    /// Why there was no world to play it in, or why it is skipped; nil when it was played.
    var failure: StepFailure?
    /// In which round it was played, from 1.
    var round = 1
    /// Which try of `--retries` this was, from 1.
    var attempt = 1
    /// Whether it failed and is tried again: then it does not count, and the next that is told is the same scenario.
    var isRetried = false

    /// Whether it passed only when it was tried again.
    var isFlaky: Bool { status == .passed && attempt > 1 }
}

/// How many of each.
package struct RunCounts: Hashable, Sendable {
    /// Scenarios by what became of them. Those that a run which failed fast did not reach are skipped.
    var scenarios: [ScenarioStatus: Int] = [:]
    /// Steps by what became of them, of the scenarios that were reached, in the last try of each.
    var steps: [StepStatus: Int] = [:]
    /// Those of the scenarios that passed, but not when they were tried first.
    var flaky = 0

    /// Nothing was played.
    init() {}

    /// What a ``line`` says of scenarios; nil if the text is none.
    init?(line: String) {
        for piece in line.split(separator: ",") {
            let words = piece.split(separator: " ")
            guard words.count == 2, let count = Int(words[0]), count >= 0 else { return nil }
            if words[1] == "flaky" {
                flaky = count
            } else if let status = ScenarioStatus(rawValue: String(words[1])) {
                scenarios[status] = count
            } else {
                return nil
            }
        }
    }

    /// Those of two parts of a run.
    static func + (left: RunCounts, right: RunCounts) -> RunCounts {
        var sum = left
        sum.scenarios.merge(right.scenarios, uniquingKeysWith: +)
        sum.steps.merge(right.steps, uniquingKeysWith: +)
        sum.flaky += right.flaky
        return sum
    }

    /// How many scenarios ended so.
    subscript(status: ScenarioStatus) -> Int { scenarios[status, default: 0] }
    /// How many steps ended so.
    subscript(status: StepStatus) -> Int { steps[status, default: 0] }
    /// Whether no scenario failed.
    var isSuccess: Bool { self[ScenarioStatus.failed] == 0 }
    /// `2 passed, 1 failed`, and `, 3 skipped` and `, 1 flaky` when there are any: the last line of every report. Those
    /// that are flaky are among those that passed.
    var line: String {
        let skipped = self[ScenarioStatus.skipped]
        return "\(self[ScenarioStatus.passed]) passed, \(self[ScenarioStatus.failed]) failed"
            + (skipped > 0 ? ", \(skipped) skipped" : "") + (flaky > 0 ? ", \(flaky) flaky" : "")
    }
}

/// What a run tells its reporters, in this order; scenarios never overlap, however many are played at a time.
package enum RunEvent: Equatable, Sendable {
    /// This is about to be played.
    case started(RunPlan)
    /// This scenario begins, in this round, from 1.
    case scenarioStarted(Gherkin.Pickle, round: Int)
    /// A step of it is done.
    case stepFinished(StepOutcome)
    /// It is done.
    case scenarioFinished(ScenarioOutcome)
    /// All is done.
    case finished(RunCounts)

    /// The same without the time that a step really took.
    var withoutRealTime: RunEvent {
        guard case .stepFinished(var outcome) = self, outcome.timing.wall != nil else { return self }
        outcome.timing.wall = nil
        return .stepFinished(outcome)
    }
}
