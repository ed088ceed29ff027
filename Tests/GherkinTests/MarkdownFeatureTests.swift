import Gherkin
import Testing

/// Feature files in Markdown, of which only the Gherkin parts are read.
@Suite struct MarkdownFeatureTests {
    private static func pickles(_ text: String) throws -> [Gherkin.Pickle] {
        try Gherkin.pickles(of: try Gherkin.parse(text, notation: .markdown), path: "p.feature.md")
    }

    @Test func headingsListsTablesTagsAndFencesAreGherkin() throws {
        let pickles = try Self.pickles(
            """
            # Feature: Pins

            Why **pins** matter.

            `@one` `@two` and a remark
            ## Scenario Outline: <who> pins
            - Given a table
                | name | age |
                | ---- | :-: |
                | Anna | 7   |
            + When <who> writes
              ````json
              {"a": "```"}
              ````
            * Then all is well

            ### Examples:

              | who |
              | --- |
              | Bea |
            """)
        let pickle = try #require(pickles.first)
        #expect(pickles.count == 1)
        #expect(pickle.name == "Bea pins")
        #expect(pickle.tags.map(\.name) == ["@one", "@two"])
        #expect(pickle.steps.map(\.text) == ["a table", "Bea writes", "all is well"])
        #expect(pickle.steps[0].table == [["name", "age"], ["Anna", "7"]])
        #expect(pickle.steps[1].docString?.content == "{\"a\": \"```\"}")
        #expect(pickle.steps[1].docString?.mediaType == "json")
    }

    @Test func proseIsPassedOverAndSoIsCodeInIt() throws {
        let document = try Gherkin.parse(
            "\nAbout pins\n==========\n\n* a point\n\n```\n# Scenario: none\n* Given none\n```\n| a | b |\n"
                + "#Scenario: no space\n####### Scenario: too deep\n## Scenario: s\nprose `@code` prose\n* Given g\n",
            notation: .markdown)
        #expect(document.feature?.heading.name == "About pins")
        #expect(document.feature?.heading.keyword == "")
        let pickles = try Gherkin.pickles(of: document, path: "p")
        #expect(pickles.map(\.name) == ["s"])
        #expect(pickles.first?.steps.map(\.text) == ["g"])
        #expect(pickles.first?.tags.isEmpty == true)
    }

    @Test func placesCountFromTheKeyword() throws {
        let tokens = try Gherkin.tokens("# Feature: f\n## Scenario: s\n  *  Given g\n", notation: .markdown)
        #expect(
            tokens
                == "(1:3)FeatureLine:()Feature/f/\n(2:4)ScenarioLine:()Scenario/s/\n(3:6)StepLine:(Context)Given /g/\nEOF\n"
        )
    }

    @Test func keywordsOfOtherLanguagesCountToo() throws {
        let document = try Gherkin.parse(
            "# Fonctionnalité: f\n## Scénario: s\n* Soit a\n", language: "fr", notation: .markdown)
        #expect(try Gherkin.pickles(of: document, path: "p").first?.steps.map(\.text) == ["a"])
    }

    @Test func misplacedStepsAndInvalidTagsAreComplaints() {
        let error = #expect(throws: Gherkin.SyntaxErrors.self) {
            try Gherkin.parse("# Feature: f\n* Given a\n`@a b`\n## Scenario: s\n", notation: .markdown)
        }
        #expect(error?.complaints.map(\.location) == [.init(line: 2, column: 1), .init(line: 3, column: 2)])
    }

    @Test func theNameOfAFileSaysHowItIsWritten() {
        #expect(Gherkin.Notation(path: "a/b.feature.md") == .markdown)
        #expect(Gherkin.Notation(path: "a/b.feature") == .plain)
        #expect(Gherkin.Notation(path: "README.md") == .plain)
    }
}
