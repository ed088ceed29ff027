import ChatConformance
import ChatConnection
import ChatProtocol
import ChatTestKit
import FoundationEssentials
import Testing

/// Plays the examples of the README and checks the results that it shows, also for readers who come after the quick
/// start.
@Suite struct ReadmeTests {
    private static func readme() throws -> String { try file("README.md") }

    /// Returns the text of a file of the project.
    private static func file(_ path: String) throws -> String {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../" + path)
        return String(decoding: try Data(contentsOf: url.standardizedFileURL), as: UTF8.self)
    }

    /// Returns the text of the README between a start and an end.
    private static func part(behind start: String, to end: String) throws -> String {
        let rest = try #require(try readme().split(separator: start, maxSplits: 1).last)
        return String(try #require(rest.split(separator: end, maxSplits: 1).first))
    }

    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test func theLinesOfNcAreAnsweredAsItSays() throws {
        let server = try LocalServer()
        defer { server.close() }
        let anna = ScriptedClient(try server.connect())
        try anna.hello(Hello(.person(try #require(Handle("anna")), name: nil)))
        try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let observer = try RawProbe(port: server.port)
        try observer.call("session.hello", ["role": "observer"])
        try observer.call("world.create", ["world": "try"], id: 2)

        let typed = Self.lines(try Self.part(behind: "<<'END' | cut -c1-110\n", to: "    END\n"))
        let shown = Self.lines(try Self.part(behind: "    END\n", to: "\n\n"))
        #expect(typed.count == 3 && shown.count == 3)
        let connection = try RawProbe(port: server.port)
        for line in typed { connection.sendLine(line) }
        let session = "\"session\":\""
        for line in shown {
            let answer = String(try #require(try connection.line()).prefix(110))
            // The number of the session depends on the sessions before it.
            let known = line.split(separator: session).first ?? ""
            #expect(answer == line || line.contains(session) && answer.hasPrefix(known), "\(answer)")
        }
    }

    @Test func theScenarioPasses() throws {
        let scenario = try Self.part(behind: "```gherkin\n", to: "```")
        let played = try PlayedText.play(story: "Feature: Readme\n" + scenario)
        #expect(played.status == 0, "\(played.output)")
    }

    /// The test and the manifest in the README are those that `script/examples` runs and builds.
    @Test func theSwiftTestIsTheExamples() throws {
        let first = "Examples/NotificationTests/Tests/NotificationTests/FirstTest.swift"
        #expect(try Self.part(behind: "```swift\nimport ChatTestKit\n", to: "```") == Self.file(first).dropFirst(19))
        let target = try Self.part(behind: "    targets: [\n", to: "    ]\n```")
        #expect(try Self.file("Examples/NotificationTests/Package.swift").contains(target))
    }
}
