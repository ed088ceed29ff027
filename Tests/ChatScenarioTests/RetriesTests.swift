import Testing

@testable import ChatScenario
@testable import TestSupport

/// The option `--retries`: the scenarios that are retried, their counts, and their lines in each report.
@Suite struct RetriesTests {
    /// A scenario that passes at its third attempt.
    private static let flaky = "Feature: F\nScenario: S\n* Anna waves\n* Anna stumbles 2 times\n"
    private static let broken = "Feature: F\nScenario: S\n* Anna fails\n"

    private static func stage(retries: Int) -> ReportStage {
        var stage = ReportStage()
        stage.options.retries = retries
        return stage
    }

    private static func outcomes(_ story: String, retries: Int) throws -> [ScenarioOutcome] {
        try stage(retries: retries).events(of: story).compactMap { event in
            if case .scenarioFinished(let outcome) = event { outcome } else { nil }
        }
    }

    private static func counts(_ story: String, retries: Int) throws -> RunCounts {
        guard case .finished(let counts)? = try stage(retries: retries).events(of: story).last else {
            return RunCounts()
        }
        return counts
    }

    @Test func aPassingScenarioIsPlayedOnce() throws {
        #expect(try Self.outcomes("Feature: F\nScenario: S\n* Anna waves\n", retries: 3).map(\.attempt) == [1])
    }

    @Test func aFailedScenarioIsRetriedUntilItPasses() throws {
        let outcomes = try Self.outcomes(Self.flaky, retries: 5)
        #expect(outcomes.map(\.attempt) == [1, 2, 3])
        #expect(outcomes.map(\.isRetried) == [true, true, false])
        #expect(outcomes.map(\.isFlaky) == [false, false, true])
    }

    @Test func aScenarioWithoutRetriesLeftHasFailed() throws {
        let outcomes = try Self.outcomes(Self.flaky, retries: 1)
        #expect(outcomes.map(\.status) == [.failed, .failed])
        #expect(outcomes.map(\.isRetried) == [true, false])
    }

    @Test func aScenarioWithAnUndefinedStepIsNotRetried() throws {
        #expect(try Self.outcomes("Feature: F\nScenario: S\n* Anna wavs\n", retries: 3).count == 1)
    }

    @Test func onlyTheLastTryCounts() throws {
        let counts = try Self.counts(Self.flaky, retries: 2)
        #expect(counts.line == "1 passed, 0 failed, 1 flaky")
        #expect(counts.steps == [.passed: 2])
        #expect(counts.isSuccess)
        let failed = try Self.counts(Self.broken, retries: 2)
        #expect(failed.line == "0 passed, 1 failed")
        #expect(failed.steps == [.failed: 1])
    }

    @Test func aRunThatFailsFastTriesAgainFirst() throws {
        var stage = Self.stage(retries: 2)
        stage.options.failsFast = true
        let last = try stage.events(of: Self.flaky + "Scenario: T\n* Anna waves\n").last
        guard case .finished(let counts)? = last else { return #expect(Bool(false)) }
        #expect(counts.line == "2 passed, 0 failed, 1 flaky")
    }

    @Test func terminalReportsShowRetriesAndFlakyScenarios() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { PrettyReport(hasColors: false, write: $0) }
        #expect(text.split(separator: "\n").count { $0 == "    ↻ failed; trying again" } == 2)
        #expect(
            text.contains(
                "    ↻ flaky: passed at try 3\n\nFlaky scenarios\n\n  1) stage.feature:4  S\n"
            ))
        #expect(!text.contains("Failures"))
        let dots = try Self.stage(retries: 2).text(of: Self.flaky) { DotReport(hasColors: false, write: $0) }
        #expect(dots.hasPrefix("~\n"))
        let failed = try Self.stage(retries: 2).text(of: Self.broken) { SummaryReport(hasColors: false, write: $0) }
        #expect(failed.hasPrefix("Failures\n\n  1) stage.feature:3"))
        #expect(!failed.contains("2) "))
    }

    @Test func theJUnitReportHasFlakyAndRerunFailures() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { JUnitReport(write: $0) }
        let elements = try XMLReader.elements(in: text)
        #expect(elements.filter { $0.name == "testcase" }.count == 1)
        #expect(
            elements.filter { $0.name == "flakyFailure" }.map { $0.attributes["message"] } == [
                "Anna stumbled", "Anna stumbled",
            ])
        #expect(elements.first?.attributes["failures"] == "0")
        let failed = try XMLReader.elements(in: Self.stage(retries: 2).text(of: Self.broken) { JUnitReport(write: $0) })
        #expect(failed.filter { $0.name == "rerunFailure" }.count == 2)
        #expect(failed.filter { $0.name == "failure" }.count == 1)
    }

    @Test func theTAPReportHasTheNumberOfTries() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { TapReport(write: $0) }
        #expect(text.contains("\nok 1 - F › S # FLAKY passed at try 3\n  ---\n"))
        #expect(text.contains("\n  tries: 3\n"))
        #expect(try TapReader.points(in: text).map(\.isOk) == [true])
        let failed = try Self.stage(retries: 2).text(of: Self.broken) { TapReport(write: $0) }
        #expect(failed.contains("\n  status: failed\n  tries: 3\n"))
        #expect(!failed.contains("FLAKY"))
    }

    @Test func theMessagesReportHasEachAttempt() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { MessagesReport(write: $0) }
        let lines = text.split(separator: "\n")
        let started = lines.filter { $0.hasPrefix("{\"testCaseStarted\"") }
        #expect(started.map { $0.contains("\"attempt\":0") } == [true, false, false])
        #expect(started.last?.contains("\"attempt\":2") == true)
        let finished = lines.filter { $0.hasPrefix("{\"testCaseFinished\"") }
        #expect(finished.map { $0.contains("\"willBeRetried\":true") } == [true, true, false])
        #expect(lines.last?.contains("\"success\":true") == true)
    }

    @Test func theAnnotationsReportWarnsOfFlakyScenarios() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { AnnotationsReport(write: $0) }
        #expect(text.hasPrefix("::warning file=stage.feature,line=4,title=Flaky%3A F › S::"))
        #expect(!text.contains("::error"))
    }

    @Test func theTraceHasEachAttempt() throws {
        let text = try Self.stage(retries: 2).text(of: Self.flaky) { TraceReport(write: $0) }
        let entries = ["retried", "retried", "flaky"].enumerated().map {
            "\"status\":\"\($1)\",\"count\":2,\"attempt\":\($0 + 1)"
        }
        for entry in entries { #expect(text.contains(entry)) }
    }

    @Test(arguments: ["-1", "101", "x", ""])
    func aNumberOfTriesIsRefused(_ text: String) {
        #expect(throws: PlayUsageError.self) { try PlayArguments(["x.feature", "--retries=\(text)"]) }
    }
}

/// A shard of a run without scenarios.
@Suite struct EmptyShardTests {
    @Test func anEmptyShardIsGreen() throws {
        let folder = try ScratchFolder()
        try folder.write(PlayCommandTests.story, to: "a.feature")
        for (kind, text) in [
            ("tap", "TAP version 14\n1..0 # SKIP there is no scenario to play\n# seed 0\n# 0 passed, 0 failed\n"),
            ("dot", "\n0 steps\n0 passed, 0 failed\n"),
        ] {
            let run = PlayCommandTests.run([folder.path, "--shard", "2/2", "--report", kind])
            #expect(run.status == 0)
            #expect(run.output == text)
            #expect(
                run.complaints
                    == "chat-client play: shard 2/2 has no scenario to play: there are fewer than 2\n")
        }
        let other = PlayCommandTests.run([folder.path, "--shard", "1/2", "--dry-run", "--report", "dot"])
        #expect(other.complaints == "")
    }

    @Test func aChoiceOfNothingIsNot() throws {
        let folder = try ScratchFolder()
        try folder.write(PlayCommandTests.story, to: "a.feature")
        #expect(PlayCommandTests.run([folder.path, "--shard", "2/2", "--tags", "@two"]).status == 2)
    }
}
