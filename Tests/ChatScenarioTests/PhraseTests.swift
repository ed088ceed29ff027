import Gherkin
import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The syntax of phrases and of their arguments.
@Suite struct PhraseTests {
    @Test(arguments: [
        ("{person} waves", "Anna waves", true), ("{person} waves", "anna waves", false),
        ("{person} waves", "Åsa waves", true), ("{person} waves", "Jean-Luc waves", true),
        ("{person} waves", "O'Brien waves", true), ("{person} waves", "李 waves", true),
        ("{person} waves", "Anna- waves", false), ("{person} waves", "Anna  \t waves ", true),
        ("{person} waves", "Anna waves back", false), ("{person}'s screen", "Anna's screen", true),
        ("{person}'s screen", "O'Brien’s screen", true), ("{person}'s screen", "Anna screen", false),
        ("{persons} wave", "Anna wave", true), ("{persons} wave", "Anna and Bea wave", true),
        ("{persons} wave", "Anna, Bea and Carl wave", true), ("{persons} wave", "Anna, Bea, and Carl wave", true),
        ("{persons} wave", "Anna Bea wave", false), ("{persons} wave", "Anna and wave", false),
        ("say {text}", #"say "a \"b\" \\ \c""#, true), ("say {text}", #"say "a"#, false),
        ("say {text}", #"say "a"b"#, false), ("say {text}:", #"say "a":"#, true), ("say {text}:", #"say "a""#, false),
        ("say {text}", #"say "a":"#, false), ("say {text}:", #"say "a":b"#, false), ("say {text}", #"say """#, true),
        ("say {text}", "say a", false),
        ("turn on|off", "turn on", true), ("turn on|off", "turn off", true), ("turn on|off", "turn", false),
        ("turn on|off", "turn on off", false), ("do (a b|c) d", "do a b d", true), ("do (a b|c) d", "do c d", true),
        ("do (a b|c) d", "do a d", false), ("go [to {app}] now", "go now", true),
        ("go [to {app}] now", #"go to "N" now"#, true),
        ("go [to {app}] now", "go to now", false), (#"answer "Yes"|"Not Now""#, #"answer "Not Now""#, true),
        (#"answer "Yes"|"Not Now""#, "answer Not Now", false), ("{count} notices", "3 notices", true),
        ("{count} notices", "three notices", true), ("{count} notices", "-3 notices", false),
        ("{count} notices", "1234567890 notices", false), ("{duration} pass", "10 minutes pass", true),
        ("{duration} pass", "1 hour 30 minutes pass", true), ("{duration} pass", "2 days and 4 hours pass", true),
        ("{duration} pass", "a day pass", true), ("{duration} pass", "30 minutes 1 hour pass", false),
        ("{duration} pass", "10 parsecs pass", false), ("{duration} pass", "minutes pass", false),
    ])
    func stepsSayPhrasesOrNot(_ phrase: String, _ text: String, _ expected: Bool) throws {
        #expect((try Self.arguments(phrase, text) != nil) == expected, "\(phrase) / \(text)")
    }

    @Test func valuesAreTyped() throws {
        let arguments = try #require(
            try Self.arguments(
                "{person} tells {persons} {text} [in {app}] after {duration} or {count} at {url} of {conversation} (now|later)",
                #"Anna tells Bea, Carl and Dee "a \"b\"" after 1 day, 2 hours or ten at "https://x" of "Trip" later"#))
        #expect(try arguments.person() == "Anna")
        #expect(try arguments.persons() == ["Bea", "Carl", "Dee"])
        #expect(try arguments.text() == #"a "b""#)
        #expect(arguments.choice(0) == nil)
        #expect(arguments.textIfGiven(.app) == nil)
        #expect(throws: StepFailure.self) { try arguments.app() }
        #expect(try arguments.duration() == .seconds(93_600))
        #expect(try arguments.count() == 10)
        #expect(try arguments.url() == "https://x")
        #expect(try arguments.conversation() == "Trip")
        #expect(arguments.choice(1) == "later")
        #expect(throws: StepFailure.self) { try arguments.person(1) }
    }

    @Test func aTextInQuotesIsItsOwnChoice() throws {
        #expect(try Self.arguments(#"answer "Yes"|"Not Now""#, #"answer "Not Now""#)?.choice() == "Not Now")
        #expect(
            try Self.arguments("is (lost|late by {duration})", "is late by 1 day")?.choice() == "late by {duration}")
    }

    @Test(arguments: [
        (
            ["link", "colur"], "the table has a column “colur”, which this step does not have",
            "the column “colour”"
        ),
        (["link", "moon"], "the table has a column “moon”, which this step does not have", nil),
        (["link", "link"], "two columns of the table are called “link”", nil),
        (["colour"], "the table has no column “link”", nil),
    ])
    func aColumnThatIsWrongIsNamed(_ columns: [String], _ message: String, _ nearest: String?) throws {
        var step = try Self.step("x")
        step.table = [columns, columns.map { _ in "a" }]
        let arguments = try #require(try Self.arguments("x", step))
        let failure = #expect(throws: StepFailure.self) {
            try arguments.records(columns: ["link", "colour", "why"], required: ["link"])
        }
        #expect(failure?.message == message)
        #expect(failure?.nearest == nearest)
        #expect(failure?.expected == "link, colour, why")
        #expect(failure?.actual == columns.joined(separator: ", "))
    }

    @Test func theColumnsThatThereAreMayStandInAnyOrder() throws {
        var step = try Self.step("x")
        step.table = [["why", "link"], ["a", "b"]]
        let arguments = try #require(try Self.arguments("x", step))
        #expect(try arguments.columns(of: ["link", "colour", "why"]) == ["why", "link"])
        #expect(try arguments.records(columns: ["link", "colour", "why"]) == [["why": "a", "link": "b"]])
    }

    @Test(arguments: [
        "", "{nobody} waves", "{person waves", "go [to", "go to]", "go [to)", "go []", "(a|)", "|a", "a|", "say \"x",
        "a, b",
    ])
    func mistakesInPhrasesAreFound(_ phrase: String) {
        #expect(throws: PatternError.self) { try Phrase(phrase) }
    }

    @Test func anEndlessStepMatchesNothing() throws {
        let names = Array(repeating: "Anna", count: 100_000).joined(separator: ", ")
        #expect(try Self.arguments("{persons} wave", names + " wave") == nil)
    }

    static func arguments(_ phrase: String, _ text: String) throws -> StepArguments? {
        try arguments(phrase, step(text))
    }

    static func arguments(_ phrase: String, _ step: Gherkin.PickleStep) throws -> StepArguments? {
        let definition = StepDefinition<Void>(phrase, example: "", summary: "") { _, _ in }
        guard case .found(_, let arguments) = try StepTable([definition]).match(step) else { return nil }
        return arguments
    }

    /// Returns a step of a scenario with this text.
    static func step(_ text: String) throws -> Gherkin.PickleStep {
        let document = try Gherkin.parse("Feature: f\nScenario: s\n* \(text)\n")
        return try #require(try Gherkin.pickles(of: document, path: "p").first?.steps.first)
    }
}
