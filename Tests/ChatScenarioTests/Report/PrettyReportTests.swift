import Testing

@testable import ChatScenario
@testable import Gherkin

/// The report that a person reads after a run.
@Suite struct PrettyReportTests {
    @Test func aWholeReport() throws {
        let report = try Self.report(
            """
            Feature: Trip
              Rule: R
                Scenario: passes
                  Given it lists:
                    | link | why |
                    | a    |     |
                Scenario: fails
                  When Anna fails
                  Then it shows:
                    \"\"\"txt
                    hello
                    \"\"\"
                Scenario: is not known
                  Given Anna wavs
            """)
        #expect(
            report == """
                Feature: Trip

                  Rule: R

                  Scenario: passes  # stage.feature:3
                    ✓ Given it lists:
                        | link | why |
                        | a    |     |

                  Scenario: fails  # stage.feature:7
                    ✗ When Anna fails
                    – Then it shows:
                        \"\"\"txt
                        hello
                        \"\"\"

                  Scenario: is not known  # stage.feature:13
                    ? Given Anna wavs

                Failures

                  1) stage.feature:8  fails
                     When Anna fails
                     Anna edited nothing
                     expected: “Plan”
                               and more
                     actual:   nothing
                     Anna saw
                       │ Hi
                       │ ^[[2Jbad
                     Bea saw nothing
                     Carl has not logged in
                     Dee, offline since “Dee bows”, had seen
                       │ Ho
                     again:    chat-client play stage.feature:7

                  2) stage.feature:14  is not known
                     Given Anna wavs
                     no phrase matches this step
                     nearest:  {person} waves
                     did you mean: Anna waves
                     again:    chat-client play stage.feature:13

                To play these again

                  chat-client play stage.feature:7  # fails
                  chat-client play stage.feature:13  # is not known

                seed 0

                4 steps: 1 passed, 1 failed, 1 skipped, 1 undefined
                1 passed, 2 failed

                """)
    }

    @Test func theLastLineIsTheCounts() throws {
        for (text, line) in [
            ("", "0 passed, 0 failed"),
            ("Feature: f\nScenario: s\n* Anna waves\n", "1 passed, 0 failed"),
            ("Feature: f\nScenario: s\n* Anna fails\n", "0 passed, 1 failed"),
            ("Feature: f\nScenario: s\n", "0 passed, 0 failed, 1 skipped"),
        ] {
            #expect(try Self.report(text).split(separator: "\n").last.map(String.init) == line)
        }
    }

    @Test func aStageThatCouldNotBeginIsTold() throws {
        let report = try Self.report(
            "Feature: f\nScenario: s\n* Anna waves\n", stage: RunnerStage(failsToBegin: true))
        #expect(report.contains("    ✗ no stage for s\n"))
        #expect(report.contains("  1) stage.feature:2  s\n     no stage for s\n     again:    chat-client play"))
    }

    @Test func anEmptyValueHasNoLine() throws {
        let pickles = try Gherkin.pickles(
            of: Gherkin.parse("Feature: f\nScenario: s\n* Anna waves\n"), path: "stage.feature")
        let pickle = try #require(pickles.first)
        var text = ""
        var report = PrettyReport(hasColors: false) { text += $0 }
        report.report(
            .stepFinished(
                StepOutcome(
                    pickle: pickle, step: try #require(pickle.steps.first), status: .failed,
                    failure: StepFailure("no", expected: "a wave", actual: ""), phrases: [])))
        report.report(.finished(RunCounts()))
        #expect(text.contains("expected: a wave\n"))
        #expect(!text.contains("actual"))
    }

    @Test func aFailureExplainsItself() throws {
        let stage = ReportStage(change: { outcome in
            guard outcome.status == .failed else { return }
            var failure = StepFailure("it differs", expected: "Hi\nHo\nbye", actual: "Hi\nHu\nbye")
            failure.nearest = "Bea: “Hu”"
            failure.trail = [
                DeliveryDecision(
                    person: "Bea", about: "the notice “x”", isDelivered: false,
                    reasons: [.init(rule: "consent-2", text: "she has not agreed")]),
                DeliveryDecision(person: "Carl", about: "it", isDelivered: true, reasons: []),
            ]
            outcome = StepOutcome(
                pickle: outcome.pickle, step: outcome.step, status: .failed, failure: failure, phrases: [])
        })
        let text = try stage.text(of: "Feature: f\nScenario: s\n* Anna fails\n") {
            PrettyReport(hasColors: false, write: $0)
        }
        #expect(
            text.contains(
                """
                  1) stage.feature:3  s
                     * Anna fails
                     it differs
                     - expected, + actual
                         Hi
                       - Ho
                       + Hu
                         bye
                     nearest miss: Bea: “Hu”
                     Bea did not receive the notice “x”
                       consent-2  she has not agreed
                     Carl received it
                     again:    chat-client play stage.feature:2

                seed 7

                1 step: 1 failed
                0 passed, 1 failed

                """))
    }

    @Test func anUndefinedStepIsShownAsItMayHaveBeenMeant() throws {
        let stage = ReportStage(change: { $0.suggestion = "Anna waves" })
        let text = try stage.text(of: "Feature: f\nScenario: s\n* Anna wavs\n") {
            PrettyReport(hasColors: false, write: $0)
        }
        #expect(text.contains("     nearest:  {person} waves\n     did you mean: Anna waves\n"))
    }

    @Test func colorsComeOnlyWhenAskedFor() throws {
        let text = "Feature: f\nScenario: s\n* Anna waves\n* Anna fails\n"
        #expect(try !Self.report(text).utf8.contains(0x1B))
        #expect(try Self.report(text, hasColors: true).contains("\u{1B}[32m✓ \u{1B}[0m"))
    }

    @Test func aFileCannotDriveTheTerminal() throws {
        let report = try Self.report("Feature: \u{1B}[31m\nScenario: \u{202E}x\u{7}\n* Anna \u{9B}waves\n")
        #expect(report.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x9B) })
        #expect(report.contains("Feature: ^[[31m"))
    }

    static func report(
        _ text: String, stage: RunnerStage = RunnerStage(), hasColors: Bool = false
    ) throws -> String {
        let written = Diary()
        var report = PrettyReport(hasColors: hasColors) { written.lines.append($0) }
        for event in try stage.events(of: text) { report.report(event) }
        return written.lines.joined()
    }
}
