import ChatProtocol
import Testing

@testable import ChatClient

struct RecordArgumentsTests {
    private func read(_ words: String...) throws(UsageError) -> RecordArguments? { try RecordArguments(words) }

    @Test func aFileAndAServerAreEnough() throws {
        let arguments = try #require(try read("--server", "127.0.0.1:7400", "stories/lake-trip.feature"))
        #expect(arguments.file == "stories/lake-trip.feature" && arguments.name == "lake trip")
        #expect(arguments.world == .main && !arguments.overwrites && !arguments.isQuiet && !arguments.hasEverything)
    }

    @Test func aHyphenIsTheOutput() throws {
        let arguments = try #require(try read("--server", "127.0.0.1:7400", "--all", "--world", "w", "-"))
        #expect(arguments.file == nil && arguments.name == "A recorded feature" && arguments.hasEverything)
        #expect(arguments.world == WorldName("w"))
    }

    @Test(
        arguments: [
            (["--server", "127.0.0.1:7400"], "no file was given"),
            (["--server", "127.0.0.1:7400", "a", "b"], "“b”"), (["--server", "nowhere:x", "a"], "record"),
            (["--server", "127.0.0.1:7400", "--name", "two\nlines", "a"], "one line"),
        ] as [([String], String)])
    func invalidArgumentsNameTheProblem(_ words: [String], _ problem: String) {
        do throws(UsageError) {
            _ = try RecordArguments(words)
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains(problem), "\(error)")
        }
    }

    @Test func helpNeedsNothing() throws { #expect(try read("--help") == nil) }
}
