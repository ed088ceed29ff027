import ChatConformance
import ChatProtocol
import ChatSystem
import Foundation
import ServerTestSupport
import Testing

/// Files that earlier releases wrote, opened by the current programs. `script/fixtures` writes them.
@Suite struct ReleaseFixturesTests {
    private static let releases = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Releases")

    static let folders: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: releases.path)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: releases.path + "/\($0)/answers.json") }.sorted()
    }()

    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private static func path(_ folder: String, _ name: String) -> String { "\(releases.path)/\(folder)/\(name)" }

    @Test("at least one release has fixtures") func aReleaseHasFixtures() {
        #expect(!Self.folders.isEmpty)
    }

    @Test("a server answers from an older data file what its writer answered", arguments: folders)
    func serverAnswersFromAnOlderDataFile(_ folder: String) throws {
        let data = scratch.file("chat.sqlite")
        try FileManager.default.copyItem(atPath: Self.path(folder, "chat.sqlite"), toPath: data)
        let checked = try ServerProcess.run("chat-server", ["check", data])
        #expect(checked.status == 0, "\(checked.output)")
        try Self.expectAnswers(of: folder, from: ["--data", data])
    }

    @Test(
        "a server answers from an older database what the writer answered", .enabled(if: PostgresCluster.isWanted),
        arguments: folders)
    func serverAnswersFromAnOlderDatabase(_ folder: String) throws {
        let dump = Self.path(folder, "database.sql")
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        _ = try ChildProcess.output(of: ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, cluster.address])
        try Self.expectAnswers(of: folder, from: ["--data", cluster.address])
    }

    @Test("an older recording plays", arguments: folders) func anOlderRecordingPlays(_ folder: String) throws {
        let played = PlayedText.play([Self.path(folder, "recording.feature"), "--report", "summary"])
        #expect(played.status == 0, "\(played.output)")
    }

    @Test("an older rerun list selects the scenarios that failed", arguments: folders)
    func anOlderRerunListSelectsWhatFailed(_ folder: String) throws {
        try FileManager.default.copyItem(
            atPath: Self.path(folder, "rerun.txt"), toPath: scratch.file("rerun.txt"))
        try FileManager.default.copyItem(
            atPath: Self.releases.path + "/run.feature", toPath: scratch.file("run.feature"))
        let client = ServerProcess.productsFolder + "/chat-client"
        let output = try ChildProcess.output(of: [
            "sh", "-c",
            "cd \(scratch.path) && \(client) play run.feature --rerun rerun.txt --report tap --no-color; [ $? = 1 ]",
        ])
        #expect(output.contains("1..2"), "\(output)")
        #expect(output.contains("A check fails") && output.contains("Carl says hello"), "\(output)")
    }

    @Test("reports of an older run's parts merge", arguments: folders, ["html", "junit", "messages"])
    func olderReportsMerge(_ folder: String, format: String) throws {
        let whole = scratch.file("whole")
        let parts = (1...2).map { Self.path(folder, "part-\($0).\(format)") }
        let merged = try ServerProcess.run("chat-client", ["merge"] + parts + ["-o", whole])
        #expect(merged.status == 0, "\(merged.output)")
        let text = try scratch.text(of: "whole")
        for name in ["A message arrives", "A check fails", "Anna says hello", "Carl says hello"] {
            #expect(text.contains(name))
        }
    }

    /// Sends every request of the fixture. Today's answers may have more members.
    private static func expectAnswers(of folder: String, from data: [String]) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: path(folder, "answers.json"))))
        let questions = try #require(try JSONReader.read(bytes).value.arrayValue)
        #expect(questions.count > 50)
        let server = try ServerProcess(data + ["--clock", "virtual"])
        for question in questions {
            let client = try RawProbe(port: server.port)
            try client.call("session.hello", try #require(question["who"]))
            let method = try #require(question["method"]?.stringValue)
            let answer = try client.call(method, try #require(question["params"]))
            let missing = missingPart(of: try #require(question["result"]), in: answer)
            #expect(missing == nil, "\(method) \(question["params"] ?? .null): \(missing ?? "")")
        }
        #expect(server.end(with: SIGTERM) == 0)
    }

    /// Returns the path of the first value that an answer lacks or has changed; nil if it has all of them.
    private static func missingPart(of expected: JSONValue, in answer: JSONValue, at path: String = "") -> String? {
        switch (expected, answer) {
        case (.object(let members), .object):
            for member in members.members {
                guard let value = answer[member.key] else { return "\(path).\(member.key) is gone" }
                if let part = missingPart(of: member.value, in: value, at: "\(path).\(member.key)") { return part }
            }
            return nil
        case (.array(let wanted), .array(let found)):
            guard wanted.count == found.count else { return "\(path) has \(found.count) elements" }
            for (index, pair) in zip(wanted, found).enumerated() {
                if let part = missingPart(of: pair.0, in: pair.1, at: "\(path)[\(index)]") { return part }
            }
            return nil
        default: return expected == answer ? nil : "\(path) is \(answer), not \(expected)"
        }
    }
}
