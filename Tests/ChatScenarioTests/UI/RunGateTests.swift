import Gherkin
import Testing

@testable import ChatScenario

/// The gate before each step, in runs of small scenarios. The person of a test acts while the run is paused.
@Suite struct RunGateTests {
    private static let text = """
        Feature: f
          Scenario: one
            Given Anna waves
            And Bea waves
            And Carl waves
          Scenario: two
            Given Dan waves
        """

    /// Plays the text. At each pause, the next commands of the person are given to the gate.
    ///
    /// - Parameters:
    ///   - gate: A gate that was begun.
    ///   - acts: The commands for each pause. A run that pauses more often is stopped.
    ///   - before: Called before each step, with its line, before the gate.
    /// - Returns: The lines before which the run paused, and the events.
    private static func play(
        _ gate: RunGate, stage: RunnerStage = RunnerStage(), _ acts: [[RunGate.Command]],
        text: String = text, before: @escaping (Int) -> Void = { _ in }
    ) throws -> (pauses: [Int], events: [RunEvent]) {
        var pauses: [Int] = []
        var acts = acts[...]
        let events = try stage.events(of: text) { step, pickle in
            before(step.location.line)
            return gate.admits(.init(path: pickle.path, line: step.location.line)) {
                pauses.append(step.location.line)
                for command in acts.popFirst() ?? [.stop] { gate.take(command) }
            }
        }
        return (pauses, events)
    }

    @Test("without a pause and a breakpoint, a run with a gate has the same events as one without")
    func openGateChangesNoEvent() throws {
        let stages = (RunnerStage(), RunnerStage())
        let played = try Self.play(RunGate(), stage: stages.0, [])
        #expect(played.pauses.isEmpty)
        #expect(try played.events == stages.1.events(of: Self.text))
        #expect(stages.0.diary.lines == stages.1.diary.lines)
    }

    @Test("a pause holds the run before the next step, and the steps before it are done")
    func pauseHoldsTheNextStep() throws {
        let (gate, stage) = (RunGate(), RunnerStage())
        var done: [String] = []
        let played = try Self.play(gate, stage: stage, [[.resume]]) { line in
            if line == 4 { gate.take(.pause) }
            if line == 5 { done = stage.diary.lines }
        }
        #expect(played.pauses == [4])
        #expect(done == ["begin", "Anna 1", "Bea 2"])
        #expect(try played.events == RunnerStage().events(of: Self.text))
    }

    @Test("step plays exactly one step and pauses again")
    func stepPlaysOne() throws {
        let (gate, stage) = (RunGate(), RunnerStage())
        gate.begin(pausesAtOnce: true)
        var done: [Int] = []
        let played = try stage.events(of: Self.text) { step, pickle in
            gate.admits(.init(path: pickle.path, line: step.location.line)) {
                done.append(stage.diary.lines.count { $0 != "begin" && $0 != "end" })
                gate.take(.step)
            }
        }
        #expect(done == [0, 1, 2, 3])
        #expect(try played == RunnerStage().events(of: Self.text))
    }

    @Test("a step request while the run is not paused has no effect")
    func stepNeedsAPause() throws {
        let gate = RunGate()
        let played = try Self.play(gate, []) { _ in gate.take(.step) }
        #expect(played.pauses.isEmpty)
    }

    @Test("continue runs to the next breakpoint, and from the last one to the end")
    func continueRunsToABreakpoint() throws {
        let gate = RunGate()
        gate.breakpoints = [
            .init(path: "stage.feature", line: 4), .init(path: "stage.feature", line: 7),
            .init(path: "other.feature", line: 5),
        ]
        let played = try Self.play(gate, [[.resume], [.resume]])
        #expect(played.pauses == [4, 7])
        #expect(try played.events == RunnerStage().events(of: Self.text))
    }

    @Test("continue takes back a pause that has not happened yet")
    func continueTakesBackAPause() throws {
        let gate = RunGate()
        let played = try Self.play(gate, []) { line in
            guard line == 4 else { return }
            gate.take(.pause)
            gate.take(.resume)
        }
        #expect(played.pauses.isEmpty)
    }

    @Test("stop skips the rest of the scenario, reports it as stopped, and ends the run")
    func stopEndsTheRun() throws {
        let (gate, stage) = (RunGate(), RunnerStage())
        gate.begin(pausesAtOnce: true)
        let played = try Self.play(gate, stage: stage, [[.step], [.stop]])
        #expect(played.pauses == [3, 4])
        // The context ends, so that no world is left.
        #expect(stage.diary.lines == ["begin", "Anna 1", "end"])
        #expect(ScenarioRunnerTests.stepStatuses(played.events) == [.passed, .skipped, .skipped])
        let outcomes = played.events.compactMap { if case .scenarioFinished(let outcome) = $0 { outcome } else { nil } }
        #expect(outcomes.map(\.status) == [.skipped] && outcomes[0].isStopped)
        #expect(outcomes[0].failure?.message == "stopped before line 4")
        #expect(ScenarioRunnerTests.counts(played.events)?.line == "0 passed, 0 failed, 2 skipped")
    }

    @Test("a stopped scenario is not tried again, even if its end fails")
    func stoppedScenarioIsNotRetried() throws {
        let gate = RunGate()
        gate.begin(pausesAtOnce: true)
        let stage = RunnerStage(failsToEnd: true)
        let events = try stage.events(of: Self.text, options: .init(retries: 3)) { step, pickle in
            gate.admits(.init(path: pickle.path, line: step.location.line)) { gate.take(.stop) }
        }
        #expect(stage.diary.lines == ["begin", "end"])
        #expect(ScenarioRunnerTests.scenarioStatuses(events) == [.failed])
    }

    @Test("the gate is not asked for steps after a failure")
    func stepsAfterAFailureDoNotWait() throws {
        let gate = RunGate()
        gate.begin(pausesAtOnce: true)
        let text = "Feature: f\n  Scenario: s\n    Given Anna fails\n    And Anna waves\n"
        #expect(try Self.play(gate, [[.step], [.step]], text: text).pauses == [3])
    }

    @Test("a new run forgets the pause and the stop of the run before, and keeps its breakpoints")
    func beginOpensTheGate() throws {
        let gate = RunGate()
        gate.breakpoints = [.init(path: "stage.feature", line: 5)]
        gate.begin(pausesAtOnce: true)
        #expect(try Self.play(gate, [[.stop]]).pauses == [3])
        gate.begin()
        #expect(try Self.play(gate, [[.resume]]).pauses == [5])
        #expect(!gate.isStopped && !gate.isPaused)
    }
}
