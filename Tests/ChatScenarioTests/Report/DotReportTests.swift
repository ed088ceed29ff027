import Testing

@testable import ChatScenario

/// The two short reports for people.
@Suite struct DotReportTests {
    @Test func aMarkForEveryScenario() throws {
        let text = try ReportStage().text(of: ReportStage.everything) { DotReport(hasColors: false, write: $0) }
        #expect(text.hasPrefix(".F.U.-\n\nFailures\n\n  1) stage.feature:12  fails\n"))
        #expect(text.hasSuffix("\n3 passed, 2 failed, 1 skipped\n"))
    }

    @Test func aFullLineEnds() throws {
        for (count, ending) in [(71, "."), (72, "."), (73, ".\n.")] {
            let story = "Feature: F\n" + String(repeating: "Scenario: S\n* Anna waves\n", count: count)
            let text = try ReportStage().text(of: story) { DotReport(hasColors: false, write: $0) }
            #expect(text.hasSuffix("\(ending)\n\n\(count) steps: \(count) passed\n\(count) passed, 0 failed\n"))
        }
    }

    @Test func theSummaryIsWhatTheDotsEndWith() throws {
        let dots = try ReportStage().text(of: ReportStage.everything) { DotReport(hasColors: false, write: $0) }
        let summary = try ReportStage().text(of: ReportStage.everything) { SummaryReport(hasColors: false, write: $0) }
        #expect(summary.hasPrefix("Failures\n"))
        #expect(dots.hasSuffix("\n\n" + summary))
    }

    @Test func theSummaryOfWhatPassedIsTwoLines() throws {
        let text = try ReportStage().text(of: "Feature: F\nScenario: S\n* Anna waves\n") {
            SummaryReport(hasColors: true, write: $0)
        }
        #expect(text == "1 step: 1 passed\n1 passed, 0 failed\n")
    }
}
