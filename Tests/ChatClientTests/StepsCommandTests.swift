import ChatProtocol
import Testing

@testable import ChatClient
@testable import ChatScenario

/// `chat-client steps`: the list, the search, and the output for editors.
@Suite struct StepsCommandTests {
    private struct Told {
        var status: Int32 = -1
        var output = ""
        var complaints = ""
        /// The phrases of the output: the lines that are not indented, and do not begin with “In place of”.
        var phrases: [String] {
            output.split(separator: "\n").filter { !$0.hasPrefix(" ") && !$0.hasPrefix("In place of ") }.map(
                String.init)
        }
    }

    private func run(_ words: String..., variables: [String: String]? = nil) throws -> Told {
        var told = Told()
        let environment = PlayEnvironment(
            isTerminal: variables != nil, variables: variables ?? [:], output: { told.output += $0 },
            complaints: { told.complaints += $0 })
        told.status = try StepsCommand.run(words, environment: environment)
        return told
    }

    @Test func withoutWordsItListsEveryPhrase() throws {
        let told = try run()
        #expect(told.status == 0)
        let table = try PlayPhrases.table()
        #expect(told.phrases == table.modifiers.map(\.shown) + table.definitions.map(\.phrase))
        for example in table.definitions.map(\.example) { #expect(told.output.utf8.contains(sequence: example)) }
    }

    @Test(arguments: [
        (["pins"], "{person} pins|unpins {url} in {conversation}"),
        (["url", "PIN"], "{person} pins|unpins {url} in {conversation}"),
        (["sharing", "automatic", "turn"], "{person} turns automatic sharing on|off [for {app}] [for {conversation}]"),
        (["turn automatic sharing"], "{person} turns automatic sharing on|off [for {app}] [for {conversation}]"),
        (["offline"], "{person} goes offline"), (["restart"], "the server restarts"),
        (["conversation", "between"], "a conversation {conversation} between {persons}"),
        (["within"], "within {duration}, …"),
    ])
    func wordsInAnyOrderFindTheNearestFirst(_ words: [String], _ phrase: String) throws {
        let told = try run(words.joined(separator: " "))
        #expect(told.status == 0)
        #expect(told.phrases.first == phrase)
        #expect(told.complaints.isEmpty)
    }

    @Test func onlyWhatHasAllTheWordsIsFound() throws {
        let told = try run("notice", "sees", "no")
        #expect(told.phrases.first == "{person} sees no notice in {conversation}")
        #expect(told.phrases.count < 10)
        #expect(told.phrases.allSatisfy { $0 != "{person} sees {text} in {conversation}" })
    }

    @Test func aWholeStepFindsThePhraseThatItSays() throws {
        #expect(
            try run(#"within 5 minutes, Zoe sees "Hi" in "Lake""#).phrases == ["{person} sees {text} in {conversation}"]
        )
    }

    @Test func aSearchWithoutResultsListsTheNearestPhrases() throws {
        let step = try run(#"Zoe should see "Hi" in "Lake""#)
        #expect(step.status == 1)
        #expect(step.output.isEmpty)
        #expect(step.complaints.hasPrefix("chat-client steps: no phrase contains all of “Zoe should see"))
        #expect(step.complaints.utf8.contains(sequence: "\n\n{person} sees {text} in {conversation}\n"))
        #expect(try run("offline", "moon").complaints.utf8.contains(sequence: "\n\n{person} goes offline\n"))
        let nothing = try run("zzz")
        #expect(nothing.status == 1)
        #expect(
            nothing.complaints
                == "chat-client steps: no phrase contains all of “zzz”; chat-client steps lists all phrases\n")
    }

    @Test func coloursAreForTerminalsThatWantThem() throws {
        let plain = try run("pins")
        let coloured = try run("pins", variables: ["TERM": "xterm"])
        #expect(coloured.output.contains("\u{1B}[32mpins|unpins\u{1B}[0m \u{1B}[1m{url}\u{1B}[0m"))
        for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            #expect(try run("pins", variables: variables).output == plain.output)
        }
        #expect(try run("pins", "--no-color", variables: ["TERM": "xterm"]).output == plain.output)
    }

    @Test func editorsReadThePhrases() throws {
        let told = try run("--json")
        let value = try JSONReader.read(Array(told.output.utf8)).value
        let steps = try #require(value["steps"]?.arrayValue)
        let table = try PlayPhrases.table()
        #expect(value["version"] == 1)
        #expect(steps.compactMap { $0["phrase"]?.stringValue } == table.definitions.map(\.phrase))
        for step in steps {
            let members = step.objectValue?.members.map(\.key)
            #expect(
                members == [
                    "phrase", "chapter", "summary", "example", "parameters", "pattern", "argument", "check",
                ])
            let pattern = try Regex(step["pattern"]?.stringValue ?? "").matchingSemantics(.unicodeScalar)
            let match = (step["example"]?.stringValue ?? "").wholeMatch(of: pattern)
            #expect(match.map { $0.output.count - 1 } == step["parameters"]?.arrayValue?.count)
        }
        let pins = steps.first { $0["phrase"] == "{person} pins|unpins {url} in {conversation}" }
        #expect(pins?["chapter"] == "Pins")
        #expect(pins?["parameters"] == ["person", "url", "conversation"])
        #expect(pins?["argument"] == "none")
        #expect(pins?["check"] == false)
        let screen = steps.first { $0["phrase"] == "{person}'s screen (shows:|shows for {text}:)" }
        #expect(screen?["argument"] == "docString")
        #expect(screen?["check"] == true)
        let modifiers = try #require(value["modifiers"]?.arrayValue)
        #expect(modifiers.compactMap { $0["phrase"]?.stringValue } == table.modifiers.map(\.phrase))
        #expect(modifiers.first?["place"] == "before")
        let kinds = try #require(value["parameters"]?.arrayValue)
        #expect(kinds.compactMap { $0["kind"]?.stringValue } == ParameterKind.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        (["--jsno"], "steps has no option --jsno; did you mean --json?"),
        (["--json", "--markdown"], "steps: give --json or --markdown"),
        (["pins", "--json"], "steps: --json and --markdown list all phrases; leave out the words"),
    ])
    func invalidArgumentsAreExplainedInOneLine(_ words: [String], _ line: String) throws {
        let environment = PlayEnvironment(output: { _ in }, complaints: { _ in })
        let problem = #expect(throws: UsageError.self) { try StepsCommand.run(words, environment: environment) }
        #expect(problem?.description == line)
    }
}
