import Testing

@testable import ChatScenario

/// Reports of whole runs, on embedded servers.
@Suite struct ReportsOfRunsTests {
    static let story = """
        Feature: F
          Background:
            Given the app "Notes" opens links at "notes.example"
            And a conversation "Trip" between Anna and Bea
          Scenario: passes
            When Anna sends "Hello" to "Trip"
            Then Bea sees "Hello" in "Trip"
          Scenario: fails
            When Anna sends "Hello" to "Trip"
            Then Bea sees "Hallo" in "Trip"
          Scenario: undefined
            When Anna huggles Bea

        """

    @Test(arguments: ReportRequest.Kind.allCases.filter { $0 != .html })
    func theSameRunGivesTheSameBytes(_ kind: ReportRequest.Kind) throws {
        let words = ["--report", kind.rawValue]
        let first = try PlayedText.play(story: Self.story, words: words)
        let second = try PlayedText.play(story: Self.story, words: words)
        #expect(first.status == 1)
        #expect(first.complaints == "")
        #expect(!first.output.isEmpty)
        // The name of the story's folder differs each time, and appears in escaped texts too.
        #expect(Self.withoutFolders(first.output) == Self.withoutFolders(second.output))
    }

    private static func withoutFolders(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: "story.feature").map { piece in
                guard let range = piece.firstRange(of: /[^ ":=\']*understudy-[0-9A-F-]{36}\//) else {
                    return String(piece)
                }
                return String(piece[..<range.lowerBound])
            }.joined(separator: "story.feature")
        }
    }

    @Test func theyAgreeOnWhatBecameOfTheScenarios() throws {
        let told = { (name: String) in try PlayedText.play(story: Self.story, words: ["--report", name]).output }
        #expect(try told("dot").hasPrefix(".FU\n"))
        #expect(try told("tap").contains("\nok 1 - F › passes\nnot ok 2 - F › fails\n"))
        #expect(try told("junit").contains("tests=\"3\" failures=\"2\" errors=\"0\""))
        #expect(try told("summary").hasSuffix("1 passed, 2 failed\n"))
        #expect(try told("messages").contains("\"testRunFinished\":{\"success\":false"))
        #expect(try told("github").hasSuffix("1 passed, 2 failed\n"))
    }

    @Test func aReportThatCannotBeWrittenEndsTheRunBeforeItBegins() throws {
        let played = try PlayedText.play(
            story: Self.story, words: ["--report", "junit:/nowhere/at/all.xml"], stage: { _ in throw NoStage() })
        #expect(played.status == 2)
        #expect(played.output == "")
        #expect(
            played.complaints
                == "chat-client play: --report junit: /nowhere/at/all.xml: the folder /nowhere/at/ does not exist\n")
    }

    struct NoStage: Error {}
}
