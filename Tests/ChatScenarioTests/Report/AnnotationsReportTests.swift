import Testing

@testable import ChatScenario

/// Workflow commands of GitHub Actions.
@Suite struct AnnotationsReportTests {
    @Test func aFailureIsAnErrorAtItsLine() throws {
        let text = try ReportStage().text(of: "Feature: A, b: 100%\nScenario: S\n* Anna wavs\n") {
            AnnotationsReport(write: $0)
        }
        #expect(
            text == """
                ::error file=stage.feature,line=3,title=A%2C b%3A 100%25 › S::stage.feature:3%0A* Anna wavs%0A\
                no phrase matches this step%0Anearest:  {person} waves%0Adid you mean: Anna waves%0Aagain: chat-client play stage.feature:2
                ::error title=chat-client play::0 passed, 1 failed
                0 passed, 1 failed

                """)
    }

    @Test func aPassedRunIsANotice() throws {
        let text = try ReportStage().text(of: "Feature: F\nScenario: S\n* Anna waves\n") {
            AnnotationsReport(write: $0)
        }
        #expect(text == "::notice title=chat-client play::1 passed, 0 failed\n1 passed, 0 failed\n")
    }

    @Test func noTextCanBeACommand() throws {
        let text = try ReportStage.hostile().text(of: ReportStage.hostileStory()) { AnnotationsReport(write: $0) }
        let lines = text.utf8.split(separator: 0x0A).map { String(Substring($0)) }
        #expect(
            lines.dropLast().allSatisfy {
                $0.hasPrefix("::error file=stage.feature,line=") || $0.hasPrefix("::error title=")
            })
        #expect(lines.count == ReportStage.hostileNames.count * 2 + 2)
        #expect(lines.allSatisfy { $0.utf8.count < 20_000 })
    }
}
