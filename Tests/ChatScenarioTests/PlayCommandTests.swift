import ChatSystem
import Testing

@testable import ChatScenario
@testable import TestSupport

/// The answers of `play` that it gives before it plays a scenario.
@Suite struct PlayCommandTests {
    struct NoStage: Error {}

    /// Returns the exit status and both outputs of a command that must not reach a stage.
    static func run(_ words: [String]) -> (status: Int32, output: String, complaints: String) {
        var output = ""
        var complaints = ""
        let environment = PlayEnvironment(output: { output += $0 }, complaints: { complaints += $0 })
        let status = PlayCommand.run(words, stage: { _ in throw NoStage() }, environment: environment)
        return (status, output, complaints)
    }

    static let story = """
        Feature: F
          @one
          Scenario: S
            Given Anna and Bea are contacts
            When Anna hums
        """

    @Test func helpIsNoFailure() {
        let run = Self.run(["--help"])
        #expect(run.status == 0)
        #expect(run.output == PlayArguments.help)
    }

    @Test(arguments: [[], ["--no-such-option"], ["/nowhere/at/all.feature"]])
    func badUsageIsOneLine(_ words: [String]) {
        let run = Self.run(words)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.complaints.hasPrefix("chat-client play: "))
        #expect(run.complaints.utf8.count { $0 == 0x0A } == 1)
    }

    @Test func noScenarioChosenIsBadUsage() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        let run = Self.run([folder.path, "--tags", "@two"])
        #expect(run.status == 2)
        #expect(run.complaints == "chat-client play: no scenario is left to play: the paths and filters choose none\n")
    }

    @Test("a misspelt keyword in one file keeps the run from playing any")
    func aMisspeltKeywordFailsTheRun() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        try folder.write("Feature: b\n\n  Scenaro: lost\n\n  Scenario: s\n    When Anna hums\n", to: "b.feature")
        let run = Self.run([folder.path])
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(
            run.complaints.contains("b.feature:3:1: “Scenaro: lost” is read as free text; did you mean “Scenario:”?"))
    }

    @Test(
        "a tag that belongs to nothing leads to one complaint",
        arguments: [
            "Feature: f\n  Scenario: s\n    Given a\n    @slow\n    When b\n    Then c\n  @x\n  Scenario: t\n    Given d\n",
            "Feature: f\n  Scenario: s\n    Given a\n  @a\n  Background:\n    When b\n    Then c\n",
            "Feature: f\n  @a b @c d\n  Scenario: s\n    Given a\n",
        ])
    func aBadTagIsOneComplaint(_ text: String) throws {
        let folder = try ScratchFolder()
        try folder.write(text, to: "a.feature")
        let run = Self.run([folder.path])
        #expect(run.status == 2)
        #expect(run.complaints.utf8.count { $0 == 0x0A } == 1, "\(run.complaints)")
    }

    @Test(arguments: ["junit:story.txt", "html:link.xml", "pretty:./story.txt"])
    func noReportTakesThePlaceOfAScenario(_ report: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "story.txt")
        try folder.link("link.xml", to: folder.path + "/story.txt")
        let parts = report.split(separator: ":")
        let run = Self.run([folder.path + "/story.txt", "--report", "\(parts[0]):\(folder.path)/\(parts[1])"])
        #expect(run.status == 2)
        #expect(run.complaints.contains("is a scenario, and would be overwritten"))
        #expect(try FileSystem.bytes(ofFile: folder.path + "/story.txt", max: 1_000) == Array(Self.story.utf8))
    }

    @Test func aReportAndTheListOfFailuresAreTwoFiles() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        let file = folder.path + "/out"
        let run = Self.run([folder.path + "/a.feature", "--report", "tap:\(file)", "--rerun", file])
        #expect(run.status == 2)
        #expect(run.complaints.contains("give each a file of its own"))
    }

    @Test func theListOfFailuresTakesThePlaceOfNoPipeOrDevice() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        try folder.makePipe("pipe")
        let run = Self.run([folder.path, "--rerun", folder.path + "/pipe"])
        #expect(run.status == 2)
        #expect(throws: FileProblem.self) { try FileSystem.replace(folder.path + "/pipe", with: []) }
        #expect(try FileSystem.kind(of: folder.path + "/pipe") == .other)
    }

    @Test func outputThatDoesNotGetOutIsNoSuccess() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n    Given Anna and Bea are contacts\n", to: "a.feature")
        var complaints = ""
        var environment = PlayEnvironment(output: { _ in }, complaints: { complaints += $0 })
        let words = [folder.path, "--dry-run"]
        #expect(PlayCommand.run(words, stage: { _ in throw NoStage() }, environment: environment) == 0)
        environment.outputProblem = { "the disk is full" }
        #expect(PlayCommand.run(words, stage: { _ in throw NoStage() }, environment: environment) == 1)
        #expect(complaints == "chat-client play: standard output is incomplete: the disk is full\n")
    }

    @Test func aFileThatDoesNotParseIsNamedWithItsLine() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n    Given x\n    nonsense here", to: "a.feature")
        let run = Self.run([folder.path])
        #expect(run.status == 2)
        #expect(run.complaints.contains("a.feature:4:5: "))
    }

    @Test func aDryRunFailsOverWhatIsUnused() throws {
        let folder = try ScratchFolder()
        let outline = "Feature: F\n  Scenario: S\n    Given <who> and Bea are contacts\n    Examples:\n"
        try folder.write(outline + "      | who  |\n      | Anna |\n", to: "a.feature")
        #expect(Self.run([folder.path, "--dry-run"]).status == 0)
        try folder.write(outline + "      | who  | why |\n      | Anna | fun |\n", to: "a.feature")
        let run = Self.run([folder.path, "--dry-run"])
        #expect(run.status == 1)
        #expect(
            run.complaints == "warning: \(folder.path)/a.feature:5:16: the outline does not use <why>: "
                + "the column has no effect\n")
    }

    @Test func aDryRunNeedsNoStageAndFindsWhatIsUnknown() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        let run = Self.run([folder.path, "--dry-run"])
        #expect(run.status == 1)
        #expect(run.output.contains("no phrase matches this step"))
    }

    @Test func aStageThatCannotBeOpenedFailsTheScenario() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n    Given Anna and Bea are contacts\n", to: "a.feature")
        let run = Self.run([folder.path])
        #expect(run.status == 1)
        #expect(run.output.contains("the server cannot be started or reached"))
        #expect(run.output.hasSuffix("0 passed, 1 failed\n"))
    }
}
