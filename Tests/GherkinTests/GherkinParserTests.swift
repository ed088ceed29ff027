import Gherkin
import Testing

/// The documents that the parser makes from well-formed files.
@Suite struct GherkinParserTests {
    @Test func emptyFileHasNoFeature() throws {
        for text in ["", "\n\n", "# only a comment\n", "\u{FEFF}", "   \t "] {
            #expect(try Gherkin.parse(text).feature == nil)
        }
    }

    @Test func headingsCarryKeywordNameTagsAndDescription() throws {
        let feature = try feature(
            """
            @a @b
              @c # not a tag
            Feature:   Pins  and notices\u{20}
              First line
                second

            # aside
              last

              @d@e
              Scenario Template: <x>
            """)
        #expect(feature.heading.keyword == "Feature")
        #expect(feature.heading.name == "Pins  and notices")
        #expect(feature.heading.tags.map(\.name) == ["@a", "@b", "@c"])
        #expect(feature.heading.tags.map(\.location.column) == [1, 4, 3])
        #expect(feature.heading.description == "  First line\n    second\n\n  last")
        let scenario = try #require(feature.scenarios.first)
        #expect(scenario.heading.tags.map(\.name) == ["@d", "@e"])
        #expect(scenario.heading.keyword == "Scenario Template")
    }

    @Test(arguments: [
        ("Feature", "Scenario", "Examples"), ("Business Need", "Example", "Scenarios"),
        ("Ability", "Scenario Outline", "Examples"), ("Feature", "Scenario Template", "Scenarios"),
    ])
    func everyKeywordIsKnown(_ words: (feature: String, scenario: String, examples: String)) throws {
        let feature = try feature(
            "\(words.feature): f\n\(words.scenario): s\n* go <n>\n\(words.examples): e\n|n|\n|1|\n")
        #expect(feature.heading.keyword == words.feature)
        #expect(feature.scenarios.first?.heading.keyword == words.scenario)
        #expect(feature.scenarios.first?.examples.first?.heading.keyword == words.examples)
        #expect(feature.scenarios.first?.examples.first?.rows.count == 1)
    }

    @Test func stepsKnowTheirKeywords() throws {
        let steps = try steps("Given a\nWhen b\nThen c\nAnd d\nBut e\n* f\n")
        #expect(steps.map(\.keyword) == ["Given ", "When ", "Then ", "And ", "But ", "* "])
        #expect(
            steps.map(\.keywordType) == [.context, .action, .outcome, .conjunction, .conjunction, .unknown])
        #expect(steps.map(\.text) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test(arguments: [
        ("| a | b |", ["a", "b"]),
        ("|a|b| tail is no cell", ["a", "b"]),
        ("||", [""]),
        ("|", []),
        (#"| \| | \\ | \n | \x |"#, ["|", "\\", "\n", "\\x"]),
        (#"| a\n |"#, ["a\n"]),
        ("|\u{A0} red \u{A0}|", ["red"]),
        ("| e\u{301} |\u{301}x|", ["e\u{301}", "\u{301}x"]),
    ])
    func cellsAreWhatStandsBetweenBars(_ row: String, _ cells: [String]) throws {
        let table = try #require(try steps("Given t\n\(row)\n").first?.table)
        #expect(table.rows[0].cells.map(\.value) == cells)
    }

    @Test func docStringsLoseTheirIndentation() throws {
        let steps = try steps(
            #"""
            Given one
                """text/x
                a
                  b
              c

                \"\"\"
                ```
                """
            And two
              ```
              \`\`\` \"\"\"
              ```
            """#)
        #expect(steps[0].docString?.content == "a\n  b\nc\n\n\"\"\"\n```")
        #expect(steps[0].docString?.mediaType == "text/x")
        #expect(steps[1].docString?.content == #"``` \"\"\""#)
        #expect(steps[1].docString?.delimiter == "```")
    }

    @Test func aStepMayHaveBothArgumentsInEitherOrder() throws {
        let steps = try steps("Given a\n|x|\n\"\"\"\ny\n\"\"\"\nGiven b\n\"\"\"\ny\n\"\"\"\n|x|\n")
        #expect(steps.allSatisfy { $0.table != nil && $0.docString?.content == "y" })
    }

    @Test func rulesHaveBackgroundsAndTags() throws {
        let feature = try feature(
            "Feature: f\nBackground: b\n* a\n\n@r\nRule: one\nwhy\nBackground:\n* b\nExample: x\n* c\nRule: two\n")
        #expect(feature.children.count == 3)
        guard case .rule(let rule) = feature.children[1] else {
            Issue.record("the second child is no rule")
            return
        }
        #expect(rule.heading.tags.map(\.name) == ["@r"])
        #expect(rule.heading.description == "why")
        #expect(rule.background?.steps.map(\.text) == ["b"])
        #expect(rule.scenarios.map(\.heading.name) == ["x"])
    }

    @Test func lineEndingsAndByteOrderMarksMakeNoDifference() throws {
        let text = "# language: en\nFeature: f\n  Scenario: s\n    Given a\n      \"\"\"\n      x\n      \"\"\"\n"
        let expected = try Gherkin.parse(text)
        #expect(try Gherkin.parse(text.split(separator: "\n").joined(separator: "\r\n")) == expected)
        #expect(try Gherkin.parse(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    }

    @Test func columnsAreCountedInUnicodeScalars() throws {
        let table = try #require(try steps("Given t\n  | 😀 | é | x |\n").first?.table)
        #expect(table.rows[0].cells.map(\.location.column) == [5, 9, 13])
    }

    private func feature(_ text: String) throws -> Gherkin.Feature {
        try #require(try Gherkin.parse(text).feature)
    }

    private func steps(_ text: String) throws -> [Gherkin.Step] {
        try #require(try feature("Feature: f\nScenario: s\n\(text)").scenarios.first).steps
    }
}

extension Gherkin.Feature {
    /// The scenarios outside of rules.
    var scenarios: [Gherkin.Scenario] {
        children.compactMap { child in
            if case .scenario(let scenario) = child { scenario } else { nil }
        }
    }
}
