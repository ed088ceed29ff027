import ChatSystem
import Testing

@testable import ChatClient
@testable import ChatScenario
@testable import TestSupport

/// The output and the exit status of `chat-client rank`; the tests supply the ranking of a shelf.
struct RankCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ text: String) throws -> String {
        try folder.write(text, to: "\(name).ranking")
        return "\(folder.path)/\(name).ranking"
    }

    private func run(_ words: [String]) throws -> (status: Int32, output: String, complaints: String) {
        var (output, complaints) = ("", "")
        let status = try RankCommand.run(
            words,
            rank: { text in
                switch text {
                case "right": .ranked(report: "1  a\n", isAsExpected: true)
                case "wrong": .ranked(report: "1  b\n", isAsExpected: false)
                default: .malformed(line: 7, problem: "no table")
                }
            }, environment: PlayEnvironment(output: { output += $0 }, complaints: { complaints += $0 }))
        return (status, output, complaints)
    }

    @Test func theStatusSaysWhetherAllIsAsExpected() throws {
        let right = try file("right", "right")
        let wrong = try file("wrong", "wrong")
        let broken = try file("broken", "| ?")
        #expect(try run([right]) == (0, "\(right): as expected\n1  a\n", ""))
        let both = try run([right, wrong])
        #expect(both.status == 1)
        #expect(both.output == "\(right): as expected\n1  a\n\n\(wrong): not as expected\n1  b\n")
        let bad = try run([broken, wrong])
        #expect(bad.status == 2)
        #expect(bad.complaints == "chat-client rank: \(broken):7: no table\n")
        let other = try file("association", "# of a website\r\n\r\n{\"applinks\": {}}\n")
        let foreign = try run([other])
        #expect(foreign.status == 2)
        #expect(
            foreign.complaints
                == "chat-client rank: \(other): not a ranking file: it begins with “{\"applinks\": {}}”, "
                + "not with a table such as | link | shared |\n")
        #expect(try run(["\(right).none"]).status == 2)
        #expect(throws: UsageError.self) { try run([]) }
        #expect(throws: UsageError.self) { try run(["--order", right]) }
        #expect(try run(["--help"]).output == RankCommand.description.help)
    }
}
