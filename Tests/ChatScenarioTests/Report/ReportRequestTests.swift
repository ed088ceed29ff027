import Testing

@testable import ChatScenario

/// The values of the option `--report`.
@Suite struct ReportRequestTests {
    @Test(arguments: ReportRequest.Kind.allCases)
    func everyReportMayGoToAFile(_ kind: ReportRequest.Kind) throws {
        #expect(try ReportRequest("\(kind.rawValue):out/x.y") == ReportRequest(kind, to: .file("out/x.y")))
    }

    @Test func withoutAFileItIsStandardOutput() throws {
        #expect(try ReportRequest("pretty") == ReportRequest(.pretty, to: .standardOutput))
        #expect(try ReportRequest("tap:-") == ReportRequest(.tap, to: .standardOutput))
    }

    @Test func annotationsAreCalledGithubToo() throws {
        #expect(try ReportRequest("github") == ReportRequest(.annotations))
        #expect(try ReportRequest("github:a:b") == ReportRequest(.annotations, to: .file("a:b")))
    }

    @Test(arguments: [
        ("prety", "--report has no \"prety\"; did you mean pretty?"),
        ("JUnit", "--report has no \"JUnit\"; did you mean junit?"),
        (
            "xyzzy",
            "--report has no \"xyzzy\"; there are pretty, summary, dot, tap, junit, messages, annotations, html"
        ),
        ("junit:", "--report junit: needs a file after the colon: --report junit:FILE"),
        ("html", "--report html needs a file: --report html:FILE"),
        ("html:-", "--report html needs a file: --report html:FILE"),
        ("tap:a/b.feature", "--report tap: a/b.feature is a scenario, and a report would overwrite it"),
        ("tap:a/b.feature.md", "--report tap: a/b.feature.md is a scenario, and a report would overwrite it"),
    ])
    func anInvalidRequestIsExplainedInOneLine(_ word: String, _ line: String) {
        #expect(throws: PlayUsageError(line)) { try ReportRequest(word) }
    }
}
