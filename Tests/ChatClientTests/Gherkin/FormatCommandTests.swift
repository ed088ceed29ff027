import ChatSystem
import Foundation
import Testing

@testable import ChatClient
@testable import ChatScenario
@testable import TestSupport

/// The files that `chat-client format` changes, and those that it leaves alone.
@Suite struct FormatCommandTests {
    private static func run(_ words: [String]) throws -> (status: Int32, output: String, complaints: String) {
        var (output, complaints) = ("", "")
        let environment = PlayEnvironment(output: { output += $0 }, complaints: { complaints += $0 })
        let status = try FormatCommand.run(words, environment: environment)
        return (status, output, complaints)
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.bytes(ofFile: path, max: 1_000), as: UTF8.self)
    }

    private static let ragged = "Feature: F\nScenario: S\nGiven a\n"
    private static let neat = "Feature: F\n  Scenario: S\n    Given a\n"

    @Test func filesAreChangedOnceAndListed() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.ragged, to: "a.feature")
        try folder.write(Self.neat, to: "b.feature")
        try folder.makeFolder("c")
        try folder.write("\u{FEFF}" + Self.ragged, to: "c/d.feature")
        try folder.write("\u{FEFF}" + Self.neat, to: "c/e.feature")
        try folder.write("# Feature: M\n", to: "m.feature.md")
        let first = try Self.run([folder.path, folder.path + "/a.feature"])
        #expect(first.status == 0)
        #expect(first.output == "\(folder.path)/a.feature\n\(folder.path)/c/d.feature\n")
        #expect(try Self.text(folder.path + "/a.feature") == Self.neat)
        // A byte order mark stays.
        #expect(try Self.text(folder.path + "/c/d.feature").utf8.elementsEqual(("\u{FEFF}" + Self.neat).utf8))
        #expect(try FileSystem.names(inFolder: folder.path) == ["a.feature", "b.feature", "c", "m.feature.md"])
        let second = try Self.run([folder.path])
        #expect(second.status == 0)
        #expect(second.output == "")
    }

    @Test func aCheckChangesNothing() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.ragged, to: "a.feature")
        let run = try Self.run(["--check", folder.path])
        #expect(run.status == 1)
        #expect(run.output == "\(folder.path)/a.feature\n")
        #expect(try Self.text(folder.path + "/a.feature") == Self.ragged)
        try folder.write(Self.neat, to: "a.feature")
        #expect(try Self.run(["--check", folder.path]).status == 0)
    }

    @Test func aFileThatDoesNotParseIsLeftAlone() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.ragged + "oops\n", to: "a.feature")
        try folder.write(Self.ragged, to: "b.feature")
        let run = try Self.run([folder.path])
        #expect(run.status == 2)
        #expect(run.complaints.hasPrefix("\(folder.path)/a.feature:4:1: expected: "))
        #expect(try Self.text(folder.path + "/a.feature") == Self.ragged + "oops\n")
        #expect(try Self.text(folder.path + "/b.feature") == Self.neat)
        #expect(try Self.run(["--check", folder.path]).status == 2)
    }

    @Test func theModeStaysAndALinkStaysALink() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.ragged, to: "a.feature")
        #expect(chmod(folder.path + "/a.feature", 0o640) == 0)
        try folder.link("l.feature", to: "a.feature")
        #expect(try Self.run([folder.path + "/l.feature"]).status == 0)
        #expect(FileSystem.isLink(folder.path + "/l.feature"))
        #expect(try Self.text(folder.path + "/a.feature") == Self.neat)
        var status = stat()
        #expect(stat(folder.path + "/a.feature", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func invalidFilesAndArgumentsEndWithAComplaint() throws {
        let folder = try ScratchFolder()
        try folder.write("# Feature: M\n", to: "m.feature.md")
        try folder.write(Self.neat, to: "a.feature")
        for path in ["m.feature.md", "nowhere.feature", "a.feature:2"] {
            let run = try Self.run([folder.path + "/" + path])
            #expect(run.status == 2)
            #expect(run.complaints.hasPrefix("chat-client format: "))
        }
        #expect(throws: UsageError.self) { try Self.run([]) }
        #expect(throws: UsageError.self) { try Self.run(["--language", "xx", "a.feature"]) }
        #expect(try Self.run(["--help"]).status == 0)
    }

    @Test func anotherLanguageMayBeToldFromOutside() throws {
        let folder = try ScratchFolder()
        try folder.write("Egenskap: F\nScenario: S\n", to: "a.feature")
        #expect(try Self.run([folder.path]).status == 2)
        #expect(try Self.run(["--language", "no", folder.path]).status == 0)
        #expect(try Self.text(folder.path + "/a.feature") == "Egenskap: F\n  Scenario: S\n")
    }
}
