import ChatConnection
import Testing

@testable import ChatScenario

/// The command line of `play`.
@Suite struct PlayArgumentsTests {
    @Test func everythingCanBeAsked() throws {
        let arguments = try PlayArguments([
            "scenarios", "--server", "localhost:8080", "--world=w", "--tags", "@a and not @b", "--name", "^pins",
            "--report", "pretty", "--pace=1.5", "--fail-fast", "--dry-run", "--seed", "42", "--no-color", "a.feature:3",
            "--", "-odd.feature",
        ])
        #expect(arguments.paths == ["scenarios", "a.feature:3", "-odd.feature"])
        #expect(arguments.server?.description == "localhost:8080")
        #expect(arguments.world == "w")
        #expect(arguments.tags?.description == "@a and not @b")
        #expect(arguments.name?.description == "^pins")
        #expect(arguments.pace == 1.5)
        #expect(arguments.seed == 42)
        #expect(arguments.failsFast && arguments.isDryRun && !arguments.allowsColor && !arguments.wantsHelp)
    }

    @Test func omittedOptionsKeepTheirDefaults() throws {
        let arguments = try PlayArguments(["x"])
        #expect(arguments.server == nil && arguments.pace == nil && arguments.seed == nil && arguments.tags == nil)
        #expect(!arguments.failsFast && !arguments.isDryRun && arguments.allowsColor)
    }

    @Test func helpAsksForNothingElse() throws {
        #expect(try PlayArguments(["--help", "--nonsense"]).wantsHelp)
        #expect(try PlayArguments(["-h"]).wantsHelp)
        #expect(PlayArguments.help.hasSuffix("\n"))
    }

    @Test func addressesWithColonsStandInBrackets() throws {
        let server = try PlayArguments(["x", "--server", "[::1]:99"]).server
        #expect(server?.all == [ServerEndpoint(host: "::1", port: 99)])
        #expect(server?.description == "[::1]:99")
    }

    @Test func severalServersStandBehindCommas() throws {
        let server = try PlayArguments(["x", "--server", "one:1,two:2"]).server
        #expect(server?.all == [ServerEndpoint(host: "one", port: 1), ServerEndpoint(host: "two", port: 2)])
    }

    @Test(
        arguments: [
            ([], "play needs a path: a .feature file or a folder of .feature files"),
            (["--fast"], "play has no option --fast; see chat-client play --help"),
            (["x", "--server"], "--server needs a value: --server HOST:PORT"),
            (["x", "--server", "--dry-run"], "--server needs a value: --server HOST:PORT"),
            (
                ["x", "--server", "h:0"],
                "--server: “h:0” is not HOST:PORT, such as 127.0.0.1:7400: the port must be a number from 1 to 65535"
            ),
            (
                ["x", "--server", "h:+1"],
                "--server: “h:+1” is not HOST:PORT, such as 127.0.0.1:7400: the port must be a number from 1 to 65535"
            ),
            (
                ["x", "--server", "h:65536"],
                "--server: “h:65536” is not HOST:PORT, such as 127.0.0.1:7400: the port must be a number from 1 to 65535"
            ),
            (["x", "--world", "w"], "--world needs --server: a fresh server has one world"),
            (["x", "--pace", "0"], "--pace needs a number from 0.001 to 1000000, not \"0\""),
            (["x", "--pace", "1e-320"], "--pace needs a number from 0.001 to 1000000, not \"1e-320\""),
            (["x", "--pace", "nan"], "--pace needs a number from 0.001 to 1000000, not \"nan\""),
            (["x", "--seed", "-1"], "--seed needs a whole number from 0, not \"-1\""),
            (["x", "--dry-run=yes"], "--dry-run takes no value"),
            (["x", "--report", "junit:"], "--report junit: needs a file after the colon: --report junit:FILE"),
            (["x", "--report", "html"], "--report html needs a file: --report html:FILE"),
            (["x", "--report", "prety"], "--report has no \"prety\"; did you mean pretty?"),
            (["x", "--jobs", "0"], "--jobs needs a whole number from 1 to 256, not \"0\""),
            (["x", "--ui", "--jobs", "2"], "--ui plays one scenario at a time: leave out --jobs"),
            (["x", "--ui", "--dry-run"], "--ui plays steps: leave out --dry-run"),
            (["x", "--jobs", "2", "--pace", "1"], "--pace plays one scenario at a time: leave out --jobs"),
            (["x", "--repeat", "x"], "--repeat needs a whole number from 1 to 100000, not \"x\""),
            (
                ["x", "--tags", "@a and"],
                "--tags: Tag expression \"@a and\" could not be parsed because of syntax error: Expected operand."
            ),
        ] as [([String], String)])
    func badUsageIsOneClearLine(_ words: [String], _ line: String) {
        let error = #expect(throws: PlayUsageError.self) { try PlayArguments(words) }
        #expect(error?.description == line)
    }

    @Test func aBadPatternIsRefused() {
        #expect(throws: PlayUsageError.self) { try PlayArguments(["x", "--name", "("]) }
    }
}
