import ChatProtocol
import Testing

@testable import ChatClient
@testable import ChatScenario
@testable import Gherkin
@testable import TestSupport

/// The output of `chat-client gherkin`, and its comparison with the official test data.
@Suite struct GherkinCommandTests {
    static func run(_ words: [String]) throws -> (status: Int32, output: String, complaints: String) {
        var (output, complaints) = ("", "")
        let environment = PlayEnvironment(output: { output += $0 }, complaints: { complaints += $0 })
        let status = try GherkinCommand.run(words, environment: environment)
        return (status, output, complaints)
    }

    private static let story = "Feature: F\n  Scenario: S\n    Given a\n"

    @Test func eachMessageIsALineAndTheDocumentIsTheFirstChoice() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        let path = folder.path + "/a.feature"
        let plain = try Self.run([path])
        #expect(plain.status == 0)
        #expect(plain.output.hasPrefix("{\"gherkinDocument\":{\"feature\":{"))
        #expect(try Self.run(["--ast", path]).output == plain.output)
        let all = try Self.run(["--pickles", "--source", "--ast", path]).output.split(separator: "\n")
        #expect(all.map { $0.prefix { $0 != ":" } } == ["{\"source\"", "{\"gherkinDocument\"", "{\"pickle\""])
        #expect(all[0].contains("\"mediaType\":\"text/x.cucumber.gherkin+plain\""))
        let tokens = try Self.run(["--tokens", path]).output
        #expect(
            tokens
                == "(1:1)FeatureLine:()Feature/F/\n(2:3)ScenarioLine:()Scenario/S/\n(3:5)StepLine:(Context)Given /a/\nEOF\n"
        )
    }

    @Test func aParseErrorIsAMessageAndTheNextFileIsStillRead() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story + "junk\n", to: "a.feature")
        try folder.write(Self.story, to: "b.feature")
        let run = try Self.run(["--pickles", folder.path + "/a.feature", folder.path + "/b.feature"])
        #expect(run.status == 2)
        #expect(run.output.hasPrefix("{\"parseError\":{\"message\":\"(4:1): expected: "))
        #expect(run.output.contains("\n{\"pickle\":"))
        let tokens = try Self.run(["--tokens", folder.path + "/a.feature"])
        #expect(tokens.status == 2)
        #expect(tokens.output == "")
        #expect(tokens.complaints.contains("/a.feature:4:1: expected: "))
        #expect(try Self.run(["/nowhere.feature"]).status == 2)
    }

    @Test func languagesAreChosenAndListed() throws {
        let folder = try ScratchFolder()
        try folder.write("Egenskap: F\n", to: "a.feature")
        try folder.write("# Egenskap: F\n", to: "b.feature.md")
        #expect(try Self.run(["--language", "no", folder.path + "/a.feature"]).output.contains("\"language\":\"no\""))
        let markdown = try Self.run(["--source", "--ast", "--language=no", folder.path + "/b.feature.md"]).output
        #expect(markdown.contains("\"keyword\":\"Egenskap\""))
        #expect(markdown.contains("gherkin+markdown"))
        #expect(try Self.run(["--languages"]).output.hasPrefix("en\naf\n"))
    }

    @Test(arguments: [
        [], ["--tokens", "--ast", "a"], ["--language", "xx", "a"], ["--corpus", "d", "a"], ["--nothing"],
    ])
    func badUsageIsRefused(_ words: [String]) {
        #expect(throws: UsageError.self) { try Self.run(words) }
    }

    @Test func helpTellsTheStatus() throws {
        let run = try Self.run(["--help"])
        #expect(run.status == 0)
        #expect(run.output.contains("exit status: 0"))
    }

    @Test func aCorpusIsComparedFileByFile() throws {
        let folder = try ScratchFolder()
        for name in ["testdata", "testdata/good", "testdata/bad"] { try folder.makeFolder(name) }
        let path = "../testdata/good/a.feature"
        let document = try Gherkin.parse(Self.story)
        try folder.write(Self.story, to: "testdata/good/a.feature")
        try folder.write(try Gherkin.tokens(Self.story), to: "testdata/good/a.feature.tokens")
        try folder.write(
            Gherkin.Messages.line(for: document, path: path) + "\n", to: "testdata/good/a.feature.ast.ndjson")
        let pickles = try Gherkin.pickles(of: document, path: path).map { Gherkin.Messages.line(for: $0) + "\n" }
        try folder.write(pickles.joined(), to: "testdata/good/a.feature.pickles.ndjson")
        try folder.write(
            "{\"source\":{\"uri\":\"\(path)\",\"mediaType\":\"text/x.cucumber.gherkin+plain\",\"data\":"
                + "\"Feature: F\\n  Scenario: S\\n    Given \\u0061\\n\"}}\n",
            to: "testdata/good/a.feature.source.ndjson")
        try folder.write("", to: "testdata/good/gone.feature.tokens")
        try folder.write("junk\n", to: "testdata/bad/b.feature")
        try folder.write(
            "{\"parseError\":{\"source\":{\"uri\":\"../testdata/bad/b.feature\",\"location\":{\"line\":1,\"column\":1}},"
                + "\"message\":\"(1:1): expected: #EOF, #Language, #TagLine, #FeatureLine, #Comment, #Empty, got 'junk'\"}}\n",
            to: "testdata/bad/b.feature.errors.ndjson")
        let good = try Self.run(["--corpus", folder.path])
        #expect(good.status == 0)
        #expect(
            good.output == """
                ok     good/a.feature source
                ok     good/a.feature tokens
                ok     good/a.feature ast
                ok     good/a.feature pickles
                ok     bad/b.feature errors
                unused good/gone.feature.tokens: there is no feature file of that name
                2 files, 5 comparisons: 5 passed, 0 failed

                """)
        try folder.write(
            pickles.joined().replacingBytes(of: "\"text\":\"a\"", with: "\"text\":\"b\""),
            to: "testdata/good/a.feature.pickles.ndjson")
        try folder.write("(1:1)FeatureLine:()Feature/G/\n", to: "testdata/good/a.feature.tokens")
        let bad = try Self.run(["--corpus", folder.path + "/testdata"])
        #expect(bad.status == 1)
        #expect(
            bad.output.contains("FAILED good/a.feature pickles: message 1: $.pickle.steps[0].text is “a”, not “b”\n"))
        #expect(
            bad.output.contains(
                "FAILED good/a.feature tokens: “(1:1)FeatureLine:()Feature/F/”, not “(1:1)FeatureLine:()Feature/G/”\n"))
        #expect(bad.output.hasSuffix("5 comparisons: 3 passed, 2 failed\n"))
        #expect(try Self.run(["--corpus", folder.path + "/nowhere"]).status == 2)
    }

    @Test(
        arguments: [
            ("{\"a\":1,\"b\":[1,2]}", "{\"b\":[1,2],\"a\":1}", nil), ("{\"a\":1}", "{}", "$.a is unexpected"),
            ("{}", "{\"a\":1}", "$.a is missing"), ("[1]", "[1,2]", "$ has 1 elements, not 2"),
            ("[{\"a\":true}]", "[{\"a\":false}]", "$[0].a differs"), ("1", "\"1\"", "$ differs"),
            ("\"\u{e9}\"", "\"e\u{301}\"", "$ is “\u{e9}”, not “e\u{301}”"),
        ] as [(String, String, String?)])
    func differencesAreNamedByTheirPlace(_ actual: String, _ expected: String, _ difference: String?) throws {
        let (actual, expected) = (try JSONReader.read(Array(actual.utf8)), try JSONReader.read(Array(expected.utf8)))
        #expect(JSONDifference.first(actual.value, expected.value) == difference)
    }
}
