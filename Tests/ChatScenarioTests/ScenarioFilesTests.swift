import ChatSystem
import Foundation
import Testing

@testable import ChatScenario
@testable import ChatTerminal
@testable import Gherkin
@testable import TestSupport

/// Tests of the reading of scenarios from paths.
@Suite struct ScenarioFilesTests {
    private static let story = "@f\nFeature: f\n@a\nScenario: one\n* a\n@b\nScenario: two\n* b\n"

    @Test func foldersAreReadSortedAndDeep() throws {
        let folder = try ScratchFolder()
        try folder.makeFolder("b")
        try folder.makeFolder(".hidden")
        for name in ["z.feature", "a.feature", "b/x.feature", "notes.txt", ".hidden/h.feature"] {
            try folder.write(Self.story, to: name)
        }
        try folder.link("loop", to: folder.path)
        let files = try ScenarioFiles(paths: [folder.path]).files
        #expect(files.map(\.path) == ["a.feature", "b/x.feature", "z.feature"].map { folder.path + "/" + $0 })
        #expect(try ScenarioFiles(paths: [folder.path + "/"]).files == files)
    }

    @Test func linesChooseScenarios() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "t.feature")
        let path = folder.path + "/t.feature"
        #expect(try Self.names([path]) == ["one", "two"])
        #expect(try Self.names([path + ":7"]) == ["two"])
        #expect(try Self.names([path + ":8:4"]) == ["one", "two"])
        #expect(try Self.names([path + ":8", path + ":4"]) == ["one", "two"])
        #expect(try Self.names([path + ":8", path]) == ["one", "two"])
        #expect(try Self.names([path, path]) == ["one", "two"])
    }

    @Test("a file that is named twice by two spellings, or by a link, is played once")
    func aFileUnderTwoNamesIsPlayedOnce() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "t.feature")
        let path = folder.path + "/t.feature"
        try folder.link("link.feature", to: path)
        #expect(try Self.names([path, folder.path + "/./t.feature"]) == ["one", "two"])
        #expect(try Self.names([path + ":8", folder.path + "//t.feature:4"]) == ["one", "two"])
        #expect(try Self.names([folder.path]) == ["one", "two"])
    }

    @Test func filtersLetThrough() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "t.feature")
        let all = try ScenarioFiles(paths: [folder.path]).read().pickles
        #expect(try ScenarioChoice(tags: TagExpression("@f and not @a")).chosen(of: all).map(\.name) == ["two"])
        #expect(try ScenarioChoice(name: NamePattern("^o")).chosen(of: all).map(\.name) == ["one"])
        let none = ScenarioChoice(tags: try TagExpression("@a"), name: try NamePattern("two"))
        #expect(throws: PlayUsageError.self) { try none.chosen(of: all) }
    }

    @Test func allThatIsWrongIsTold() throws {
        let folder = try ScratchFolder()
        try folder.write("junk\n", to: "a.feature")
        try folder.write([0x46, 0xFF], to: "b.feature")
        try folder.write("\u{FEFF}" + Self.story, to: "c.feature")
        let error = #expect(throws: ScenarioFilesError.self) { try ScenarioFiles(paths: [folder.path]).read().pickles }
        #expect(
            error?.problems == [
                "\(folder.path)/a.feature is not a feature file: no line of it begins with “Feature:”",
                "\(folder.path)/b.feature:1:2: the file is not UTF-8",
            ])
    }

    @Test func pathsThatLeadNowhereAreNamed() throws {
        let folder = try ScratchFolder()
        try folder.makeFolder("empty")
        try folder.write(Self.story, to: "t.feature")
        for (path, reason) in [
            ("none.feature", "No such file or directory"), ("none.feature:3", "No such file or directory"),
            ("empty", "there is no .feature file in it"), ("empty:3", "a folder has no lines"),
            ("t.feature:0", "lines are counted from 1"),
        ] {
            let error = #expect(throws: FileProblem.self) { try ScenarioFiles(paths: [folder.path + "/" + path]) }
            #expect(error?.reason == reason)
        }
        #expect(throws: FileProblem.self) { try ScenarioFiles(paths: ["/dev/null"]) }
    }

    @Test func aLineBehindTheEndIsNamed() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n    Given x\n", to: "t.feature")
        let path = folder.path + "/t.feature"
        #expect(try ScenarioFiles(paths: [path + ":3"]).read().pickles.count == 1)
        let error = #expect(throws: ScenarioFilesError.self) { try ScenarioFiles(paths: [path + ":4"]).read().pickles }
        #expect(error?.problems == ["\(path):4:0: the file ends at line 3"])
    }

    @Test func aFileThatIsNoFeatureIsOneSentenceAndOneThatIsMayBeCalledAnything() throws {
        let folder = try ScratchFolder()
        try folder.write("# Read me\n\nFirst, a Feature: this.\nMore.\n", to: "README.md")
        try folder.write("Feature: F\n  Scenario: S\n    Given x\n", to: "story.txt")
        let error = #expect(throws: ScenarioFilesError.self) {
            try ScenarioFiles(paths: [folder.path + "/README.md"]).read().pickles
        }
        #expect(
            error?.problems == ["\(folder.path)/README.md is not a feature file: no line of it begins with “Feature:”"])
        #expect(try ScenarioFiles(paths: [folder.path + "/story.txt"]).read().pickles.count == 1)
    }

    @Test func aFileInAnotherLanguageIsToldToSaySo() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/a.feature"
        try folder.write("Fonctionnalité: F\nScénario: S\nSoit x\n", to: "a.feature")
        var error = #expect(throws: ScenarioFilesError.self) { try ScenarioFiles(paths: [path]).read() }
        #expect(
            error?.problems == [
                "\(path) is not in English: begin it with its language, “# language: fr”"
            ])
        try folder.write("# language: fr\nFonctionnalité: F\nScénario: S\nSoit x\noups\n", to: "a.feature")
        error = #expect(throws: ScenarioFilesError.self) { try ScenarioFiles(paths: [path]).read() }
        #expect(error?.problems.first?.hasPrefix("\(path):5:1: expected: ") == true)
        try folder.write("# language: fr\nFonctionnalité: F\nScénario: S\nSoit x\n", to: "a.feature")
        #expect(try ScenarioFiles(paths: [path]).read().pickles.map(\.language) == ["fr"])
    }

    @Test func findingsNameFileAndPlace() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n", to: "a.feature")
        #expect(
            try ScenarioFiles(paths: [folder.path]).read().sources.flatMap(\.findings) == [
                "\(folder.path)/a.feature:2:3: the scenario has no steps"
            ])
    }

    @Test func aLineWithNoScenarioIsNamed() throws {
        let folder = try ScratchFolder()
        try folder.write("\n\n" + Self.story, to: "t.feature")
        let error = #expect(throws: ScenarioFilesError.self) {
            try ScenarioFiles(paths: [folder.path + "/t.feature:1"]).read().pickles
        }
        #expect(error?.problems == ["\(folder.path)/t.feature:1:0: there is no scenario at this line"])
    }

    @Test func aNameWithAColonIsAName() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "t.feature:7")
        #expect(try Self.names([folder.path + "/t.feature:7"]) == ["one", "two"])
        #expect(try Self.names([folder.path + "/t.feature:7:4"]) == ["one"])
    }

    private static func names(_ paths: [String]) throws -> [String] {
        try ScenarioFiles(paths: paths).read().pickles.map(\.name)
    }

    /// Every scenario of the project is formatted. `chat-client format scenarios` corrects the layout.
    @Test func theProjectsOwnScenariosAreFormatted() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scenarios")
        let files = try ScenarioFiles(paths: [folder.path]).files
        #expect(files.count >= 50)
        for file in files {
            let text = try Gherkin.Source.text(
                of: FileSystem.bytes(ofFile: file.path, max: GherkinLimits.sourceBytes))
            #expect(try Gherkin.formatted(text, columns: { TextWidth.columns(of: $0) }) == text, "\(file.path)")
        }
    }
}
