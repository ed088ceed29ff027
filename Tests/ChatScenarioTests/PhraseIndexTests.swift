import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The table rejects two phrases that can match the same step, and accepts phrases that are merely similar.
@Suite struct PhraseIndexTests {
    private static func table(_ phrases: String...) throws -> StepTable<Void> {
        try StepTable(phrases.map { StepDefinition($0, example: $0, summary: "Does it.") { _, _ in } })
    }

    @Test(arguments: [
        ("go", "go"), ("{person} sees {text}", "{person} sees {url} [now]"), ("{person} waves", "Anna waves"),
        ("{person} waves", "{persons} waves"), ("say {text}", #"say "Yes""#), ("go [now]", "go"),
        ("go [now] [there]", "go [there] [now]"), ("(a|b) c", "[a] c"), ("{count} notices", "two notices"),
        ("{duration} pass", "a day [and 2 hours] pass"), ("{count} minutes pass", "{duration} pass"),
        ("{persons} wave", "{person} and {person} wave"), ("on|off {text}", "off {app}"),
        ("tell {persons} {text}", "tell Anna and {person} {conversation}"),
    ])
    func phrasesThatOverlapAreRefused(_ one: String, _ other: String) throws {
        for (first, second) in [(one, other), (other, one)] {
            let error = #expect(throws: PatternError.self) { try Self.table("{person} hums", first, "stop", second) }
            #expect(error?.pattern == second)
            #expect(
                error?.problem.contains("“\(first)” could match the same step: ") == true, "\(error?.problem ?? "")")
        }
    }

    @Test(arguments: [
        ("go", "go now"), ("{person} sees {text}", "{person} sees {text} [in {app}] now"),
        ("{person} waves", "we waves"),
        ("{person} waves", "{person} waves back"), ("{person} waves", "{persons} wave"), (#"say "No""#, #"say "Yes""#),
        ("say {text}", "say yes"), ("{count} notices", "no notices"), ("{count} notices", "{person} notices"),
        ("{duration} pass", "{count} pass"), ("{duration} pass", "{person} pass"), ("go [now] there", "go [here]"),
        ("{person}'s screen shows:", "{person} shows:"), ("say {text}", "say {text}:"),
        ("{person} (edits|moves) {url}", "{person} (edits|moves) {url} in {app}"),
    ])
    func phrasesThatOnlyComeNearAreNot(_ one: String, _ other: String) throws {
        _ = try Self.table(one, other)
        _ = try Self.table(other, one)
    }

    @Test func theStepThatBothCouldSayIsShown() throws {
        let error = #expect(throws: PatternError.self) {
            try Self.table("{person} pins {url} in {conversation}", "{persons} pins {text} [in {app}]")
        }
        #expect(error?.description.hasSuffix(#"could match the same step: Anna pins "…" in "…""#) == true)
    }

    @Test func phrasesWithTheSameBeginningAreDistinguished() throws {
        let table = try Self.table(
            "{person} sees {text}", "{person} sees {count} notice|notices", "{person} sees Shared {text}",
            "{persons} see {text}", "{person} sees {person}", "10 {person}", "{duration} pass")
        for (text, phrase) in [
            (#"Anna sees "a""#, 0), ("Anna sees 2 notices", 1), (#"Anna sees Shared "a""#, 2),
            (#"Anna and Bea see "a""#, 3), ("Anna sees Bea", 4), ("Anna sees Shared", 4), ("10 Anna", 5),
            ("10 minutes pass", 6), ("a day, 2 hours and 1 minute pass", 6),
            ("Anna sees the link that was just sent", 0),
        ] {
            guard case .found(let definition, _) = table.match(try PhraseTests.step(text)) else {
                Issue.record("nothing says \(text)")
                continue
            }
            #expect(definition.phrase == table.definitions[phrase].phrase)
        }
        for text in ["Anna sees", "Anna", #"Anna and Bea sees "a""#, "11 Anna", "Anna sees bea", #"Anna sees "a" "b""#]
        {
            guard case .undefined = table.match(try PhraseTests.step(text)) else {
                Issue.record("something says \(text)")
                continue
            }
        }
    }
}
