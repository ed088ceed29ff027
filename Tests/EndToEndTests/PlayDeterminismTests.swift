import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario
@testable import Gherkin

/// The same seed gives the same report for every way to play, and the shards of a run are parts of the whole run.
@Suite struct PlayDeterminismTests {
    private static let folder = ScenariosTests.folder

    @Test func sideBySideReadsAsOneByOne() {
        let tags = ["--tags", "@ntc-collapse or @pin-implied-consent or @ev-mention-private"]
        let alone = PlayedText.play([Self.folder] + tags)
        #expect(alone.status == 0)
        #expect(PlayedText.play([Self.folder, "--jobs", "4"] + tags).output == alone.output)
    }

    @Test func aShuffledRunCanBePlayedAgain() {
        let words = [Self.folder + "/notices-coalesce.feature", "--order"]
        let once = PlayedText.play(words + ["random:7"]).output
        #expect(once == PlayedText.play(words + ["random:7", "--jobs", "3"]).output)
        #expect(once != PlayedText.play(words + ["random:8"]).output)
        #expect(once != PlayedText.play(words + ["defined"]).output)
    }

    @Test func theCountsOfShardsAddUp() throws {
        let words = [Self.folder + "/notices-coalesce.feature"]
        var scenarios: [String] = []
        for shard in 1...3 { scenarios += Self.names(words + ["--shard", "\(shard)/3"]) }
        #expect(scenarios.sorted() == Self.names(words).sorted())
        #expect(!scenarios.isEmpty)
    }

    @Test func everythingIsRepeated() {
        let words = [Self.folder + "/notices-coalesce.feature"]
        let names = Self.names(words)
        #expect(Self.names(words + ["--repeat", "3"]) == names + names + names)
    }

    @Test func aFailureEndsTheRunAtTheSamePlaceHoweverManyAreAhead() throws {
        let story = """
            Feature: F
              Scenario: one
                Given Anna and Bea are contacts
              Scenario: two
                Given Anna hums
              Scenario: three
                Given Anna and Bea are contacts
            """
        let alone = try PlayedText.play(story: story, words: ["--fail-fast"])
        #expect(alone.output.hasSuffix("1 passed, 1 failed, 1 skipped\n"))
        #expect(try PlayedText.play(story: story, words: ["--fail-fast", "--jobs", "3"]).output == alone.output)
    }

    @Test func onlyWhatFailedIsPlayedAgain() throws {
        let list = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: list) }
        let broken = """
            Feature: F
              Scenario: well
                Given Anna and Bea are contacts
              Scenario: ill
                Given Anna hums
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.feature")
        let words = [file.path, "--rerun", list]
        try Data(broken.utf8).write(to: file)
        #expect(PlayedText.play(words).output.hasSuffix("1 passed, 1 failed\n"))
        #expect(PlayedText.play(words).output.hasSuffix("0 passed, 1 failed\n"))
        // A corrected and moved scenario is found by its name. After it passes the list is empty, and all scenarios are
        // played.
        var mended = "# moved\n" + broken
        mended.replace("Anna hums", with: "Anna and Carl are contacts")
        try Data(mended.utf8).write(to: file)
        #expect(PlayedText.play(words).output.hasSuffix("1 passed, 0 failed\n"))
        #expect(PlayedText.play(words).output.hasSuffix("2 passed, 0 failed\n"))
    }

    @Test func scenariosAfterAnEarlyEndStayOnTheRerunList() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.feature")
        try Data("Feature: F\n  Scenario: one\n    Given Anna hums\n  Scenario: two\n    Given Bea hums\n".utf8)
            .write(to: file)
        let words = [file.path, "--rerun", folder.appending(path: "list").path]
        #expect(PlayedText.play(words).output.hasSuffix("0 passed, 2 failed\n"))
        for _ in 1...2 {
            #expect(PlayedText.play(words + ["--fail-fast"]).output.hasSuffix("0 passed, 1 failed, 1 skipped\n"))
        }
    }

    /// Returns the names of the scenarios of a play, in the order in which they were played.
    private static func names(_ words: [String]) -> [String] {
        var names: [String] = []
        let played = PlayedText.play(
            words,
            onEvent: { event in
                if case .scenarioStarted(let pickle, _) = event { names.append(pickle.place) }
            })
        return played.status == 0 ? names : []
    }
}
