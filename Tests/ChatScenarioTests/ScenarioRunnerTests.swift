import Testing

@testable import ChatScenario

/// The behaviour of a run, and its events.
@Suite struct ScenarioRunnerTests {
    private static let story = """
        Feature: f
          Scenario: one
            Given Anna waves
            And Bea waves
          Scenario: two
            Given Anna waves
            When Anna fails
            Then Anna waves
            And nobody knows
          Scenario: three
            Given Anna waves
        """

    @Test func everyScenarioHasAContextOfItsOwn() throws {
        let stage = RunnerStage()
        _ = try stage.events(of: Self.story)
        #expect(
            stage.diary.lines == [
                "begin", "Anna 1", "Bea 2", "end", "begin", "Anna 1", "end", "begin", "Anna 1", "end",
            ])
    }

    @Test func stepsAfterAFailureAreMatchedButNotPlayed() throws {
        let events = try RunnerStage().events(of: Self.story)
        #expect(Self.stepStatuses(events)[2...5] == [.passed, .failed, .skipped, .undefined])
        #expect(Self.scenarioStatuses(events) == [.passed, .failed, .passed])
        #expect(Self.counts(events)?.line == "2 passed, 1 failed")
        #expect(Self.counts(events)?.isSuccess == false)
    }

    @Test func failingFastSkipsTheRest() throws {
        let events = try RunnerStage().events(of: Self.story, options: .init(failsFast: true))
        #expect(Self.scenarioStatuses(events) == [.passed, .failed])
        #expect(Self.counts(events)?.line == "1 passed, 1 failed, 1 skipped")
    }

    @Test func aDryRunMakesNoContextAndFindsWhatIsNotKnown() throws {
        let stage = RunnerStage()
        let events = try stage.events(of: Self.story, options: .init(isDryRun: true))
        #expect(stage.diary.lines.isEmpty)
        #expect(Self.scenarioStatuses(events) == [.skipped, .failed, .skipped])
        #expect(Self.counts(events)?.line == "0 passed, 1 failed, 2 skipped")
    }

    @Test(arguments: [
        ("* nobody knows", StepStatus.undefined), ("* Anna bows", .passed), ("* it lists:", .failed),
        ("* it lists:\n|a|", .passed), ("* it shows:", .failed), ("* it shows:\n|a|", .failed),
        ("* it shows:\n\"\"\"\n\"\"\"", .passed), ("* it shows:\n|a|\n\"\"\"\n\"\"\"", .failed),
        ("* Anna waves\n|a|", .failed), ("* Anna waves\n\"\"\"\n\"\"\"", .failed),
    ])
    func aStepEndsAs(_ step: String, _ status: StepStatus) throws {
        let events = try RunnerStage().events(of: "Feature: f\nScenario: s\n\(step)\n")
        #expect(Self.stepStatuses(events) == [status])
        #expect(Self.scenarioStatuses(events) == [status == .passed ? .passed : .failed])
    }

    @Test func aScenarioWithoutStepsHasShownNothing() throws {
        let events = try RunnerStage().events(of: "Feature: f\nScenario: s\n")
        #expect(Self.counts(events)?.line == "0 passed, 0 failed, 1 skipped")
    }

    @Test func noContextIsAFailure() throws {
        let events = try RunnerStage(failsToBegin: true).events(of: Self.story)
        #expect(Self.scenarioStatuses(events) == [.failed, .failed, .failed])
        #expect(Self.stepStatuses(events).allSatisfy { $0 == .skipped || $0 == .undefined })
    }

    @Test func aContextThatCannotEndIsAFailure() throws {
        let events = try RunnerStage(failsToEnd: true).events(of: Self.story)
        #expect(Self.scenarioStatuses(events) == [.failed, .failed, .failed])
    }

    @Test func eventsComeInOrder() throws {
        let events = try RunnerStage().events(of: "Feature: f\nScenario: s\n* Anna waves\n")
        let names = events.map { event in
            switch event {
            case .started(let plan): "started \(plan.count)"
            case .scenarioStarted: "scenario"
            case .stepFinished: "step"
            case .scenarioFinished: "scenario done"
            case .finished: "done"
            }
        }
        #expect(names == ["started 1", "scenario", "step", "scenario done", "done"])
    }

    static func stepStatuses(_ events: [RunEvent]) -> [StepStatus] {
        events.compactMap { if case .stepFinished(let outcome) = $0 { outcome.status } else { nil } }
    }

    static func scenarioStatuses(_ events: [RunEvent]) -> [ScenarioStatus] {
        events.compactMap { if case .scenarioFinished(let outcome) = $0 { outcome.status } else { nil } }
    }

    static func counts(_ events: [RunEvent]) -> RunCounts? {
        events.compactMap { if case .finished(let counts) = $0 { counts } else { nil } }.last
    }
}
