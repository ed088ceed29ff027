import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario

/// `play --watch`, with edits while it waits.
@Suite struct PlayWatchTests {
    @Test func aChangedFileIsPlayedAgainAndABrokenOneDoesNotEndIt() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.feature")
        func story(_ name: String) throws {
            try Data("Feature: F\n  Scenario: \(name)\n    Given Anna and Bea are contacts\n".utf8).write(to: file)
        }
        try story("first")
        var edits: [() throws -> PlayEnvironment.Cue?] = [
            { nil },
            {
                try story("second one")
                return nil
            },
            { .again },
            {
                try Data("nonsense, and more of it than before".utf8).write(to: file)
                return nil
            },
            {
                try story("third, longer still")
                return nil
            },
            { nil },
            { .end },
        ]
        var output = ""
        var complaints = ""
        var environment = PlayEnvironment(output: { output += $0 }, complaints: { complaints += $0 })
        environment.idle = { _ in
            do { return try edits.removeFirst()() } catch {
                Issue.record(error)
                return .end
            }
        }
        let status = PlayCommand.run(
            [folder.path, "--watch"], stage: { _ in try EmbeddedServer() }, environment: environment)
        #expect(status == 0)
        #expect(edits.isEmpty)
        let played = output.split(separator: "\n").filter { $0.contains("Scenario: ") }
            .map { $0.split(separator: "  #")[0].drop { $0 == " " } }
        #expect(
            played == [
                "Scenario: first", "Scenario: second one", "Scenario: second one", "Scenario: third, longer still",
            ])
        #expect(complaints.contains("a.feature"))
        #expect(output.contains("watching 1 file; Return plays again, q and Return ends"))
        #expect(!output.contains("\u{1B}"))
    }
}
