package import Gherkin

/// The result of a step.
enum StepStatus: String, Hashable, Sendable, CaseIterable {
    /// The step was done, or its check held.
    case passed
    /// The step could not be done, or its check did not hold.
    case failed
    /// The step was not run, because an earlier step did not pass or because no step was to be run.
    case skipped
    /// No phrase matches the step.
    case undefined
}

/// The result of a scenario.
enum ScenarioStatus: String, Hashable, Sendable, CaseIterable {
    /// Every step passed.
    case passed
    /// A step failed or is undefined, or no world could be made for the scenario.
    case failed
    /// No step was run: a dry run, a scenario without steps, a scenario that this server or client cannot play, or a
    /// run that an earlier failure ended. Or a person stopped the scenario.
    case skipped
}

/// The result of one step of a scenario.
package struct StepOutcome: Equatable, Sendable {
    /// The scenario of the step.
    var pickle: Gherkin.Pickle
    package var step: Gherkin.PickleStep
    var status: StepStatus
    /// The failure; nil unless ``status`` is failed.
    package var failure: StepFailure?
    /// For an undefined step, the nearest phrases, the nearest first; empty for other steps.
    var phrases: [String]
    /// For an undefined step, the suggested text: the nearest phrase with the step's own values. Nil if no suggestion
    /// exists.
    var suggestion: String?
    /// The index in ``RunPlan/phrases`` of the phrase that matches the step; nil if none matches.
    var phrase: Int?
    /// The start and the duration of the step.
    var timing = StepTiming()
    /// The screens, messages and documents after the step; nil if no report needs them.
    var scene: StepScene?
}

/// The times at which a step began and ended.
struct StepTiming: Hashable, Sendable {
    /// The story time from the beginning of the scenario to the beginning of the step. On a virtual clock it is the
    /// same in every run, so reports can contain it and still be equal byte for byte.
    var storyStart: Duration = .zero
    /// The story time from the beginning of the scenario to the end of the step.
    var storyEnd: Duration = .zero
    /// The real duration of the step, which differs in each run; nil if it was not measured.
    var wall: Duration?

    /// Creates a timing of zero length.
    init() {}
}

/// The result of one attempt at a scenario.
package struct ScenarioOutcome: Hashable, Sendable {
    var pickle: Gherkin.Pickle
    var status: ScenarioStatus
    /// The reason why no world could be made or closed, or why the scenario is skipped or stopped; nil if it was
    /// played.
    var failure: StepFailure?
    /// The round in which the scenario was played, from 1.
    var round = 1
    /// The attempt of `--retries`, from 1.
    var attempt = 1
    /// True if the attempt failed and another one follows. Such an attempt is not counted.
    var isRetried = false
    /// True if a person stopped the scenario, which ends the run. The rest of its steps are skipped.
    var isStopped = false

    /// True if the scenario passed, but not at its first attempt.
    var isFlaky: Bool { status == .passed && attempt > 1 }
}

/// The numbers of scenarios and steps by their status.
package struct RunCounts: Hashable, Sendable {
    /// The number of scenarios for each status. Scenarios that a run with `--fail-fast` or a stopped run did not
    /// reach count as skipped.
    var scenarios: [ScenarioStatus: Int] = [:]
    /// The number of steps for each status, in the last attempt at each scenario that was reached.
    var steps: [StepStatus: Int] = [:]
    /// The number of scenarios that passed, but not at their first attempt.
    var flaky = 0

    /// Creates counts of zero.
    init() {}

    /// Reads the counts of scenarios from the text of a ``line``; nil if the text has another form.
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

    /// Returns the sum of the counts of two parts of a run.
    static func + (left: RunCounts, right: RunCounts) -> RunCounts {
        var sum = left
        sum.scenarios.merge(right.scenarios, uniquingKeysWith: +)
        sum.steps.merge(right.steps, uniquingKeysWith: +)
        sum.flaky += right.flaky
        return sum
    }

    /// The number of scenarios with this status.
    subscript(status: ScenarioStatus) -> Int { scenarios[status, default: 0] }
    /// The number of steps with this status.
    subscript(status: StepStatus) -> Int { steps[status, default: 0] }
    /// True if no scenario failed.
    var isSuccess: Bool { self[ScenarioStatus.failed] == 0 }
    /// `2 passed, 1 failed`, followed by `, 3 skipped` and `, 1 flaky` if these are not zero: the last line of every
    /// report. Flaky scenarios are also counted as passed.
    var line: String {
        let skipped = self[ScenarioStatus.skipped]
        return "\(self[ScenarioStatus.passed]) passed, \(self[ScenarioStatus.failed]) failed"
            + (skipped > 0 ? ", \(skipped) skipped" : "") + (flaky > 0 ? ", \(flaky) flaky" : "")
    }
}

/// An event that a run sends to its reports. The events of two scenarios never overlap, however many scenarios are
/// played at a time.
package enum RunEvent: Equatable, Sendable {
    /// The run begins with this plan.
    case started(RunPlan)
    /// A scenario begins, in this round, from 1.
    case scenarioStarted(Gherkin.Pickle, round: Int)
    /// A step of the scenario has ended.
    case stepFinished(StepOutcome)
    /// The scenario has ended.
    case scenarioFinished(ScenarioOutcome)
    /// The run has ended, with these counts.
    case finished(RunCounts)

    /// The same event without the real duration of a step.
    var withoutRealTime: RunEvent {
        guard case .stepFinished(var outcome) = self, outcome.timing.wall != nil else { return self }
        outcome.timing.wall = nil
        return .stepFinished(outcome)
    }
}

/// The plan of a run, which its reports receive once, at the beginning.
package struct RunPlan: Hashable, Sendable {
    /// One file with scenarios of the run.
    package struct Source: Hashable, Sendable {
        /// The path, spelled as in the pickles.
        var path: String
        /// The complete text of the file.
        var text: String
        /// The parsed document.
        var document: GherkinDocument
    }

    /// The files with at least one scenario of the run, in the order in which they were named.
    var sources: [Source] = []
    /// The scenarios of one round, in the order in which they are played.
    var pickles: [Gherkin.Pickle]
    /// The scenarios from which ``pickles`` were chosen. Names that occur twice among them get their line added, so
    /// that the parts of a sharded run use the same names as the whole run.
    var all: [Gherkin.Pickle]
    /// The number of rounds, each of which plays all the scenarios.
    var rounds = 1
    /// The seed of the worlds' random numbers.
    var seed: UInt64 = 0
    /// The seed of the shuffled order; nil for the order of the files.
    var orderSeed: UInt64?
    /// True if the real durations of steps are measured.
    var isMeasured = false
    /// The part of the scenarios that this run plays; nil for all of them.
    var shard: RunShard?
    /// The number of scenarios played at a time. No report depends on it.
    var jobs = 1
    /// The command that plays scenarios on the same server with the same seed, without the path of a scenario, which is
    /// appended.
    var command = "chat-client play"
    /// The phrases that steps can use, in the order of the step table.
    var phrases: [String] = []

    /// Creates a plan that plays all of these scenarios once.
    init(pickles: [Gherkin.Pickle]) { (self.pickles, all) = (pickles, pickles) }

    /// The number of scenarios that the reports receive, over all rounds.
    var count: Int { pickles.count * rounds }

    /// Returns the shell command that plays this scenario again.
    func command(for pickle: Gherkin.Pickle) -> String { "\(command) \(ShellWord.quoted(pickle.place))" }
}

extension RunPlan.Source {
    /// The warnings for the whole file, whichever scenarios are played: text that parses and is probably a mistake.
    /// Each has the form `FILE:LINE:COLUMN: what`, in the order of the file.
    var findings: [String] { Gherkin.findings(in: document).map(described) }

    /// The findings that make a run useless, in the same form: unknown placeholders and misspelt keywords.
    var faults: [String] { Gherkin.findings(in: document).filter(\.isFault).map(described) }

    private func described(_ finding: Gherkin.Complaint) -> String { "\(path):\(finding.location): \(finding.message)" }
}
