import Gherkin
import Testing

/// The conversion of documents into pickles, which are played.
@Suite struct PickleTests {
    private static let story = """
        @f
        Feature: Trip
          Background:
            Given a

          @s
          Scenario: one
            When b

          @o
          Scenario Outline: <who> pins
            When <who> pins <what>
              | <what> | <who> |
            And again
              \"\"\"<what>
              <who>
              \"\"\"

            @e
            Examples: some
              | who  | what |
              | Anna | x    |
              | Bea  | <who> |

          @r
          Rule: R
            Background:
              Given c
            Scenario: two
              Then d
            Scenario: none
        """

    private func pickles() throws -> [Gherkin.Pickle] {
        try Gherkin.pickles(of: Gherkin.parse(Self.story), path: "trip.feature")
    }

    @Test func outlinesExpandEverywhere() throws {
        let pickles = try pickles()
        #expect(pickles.map(\.name) == ["one", "Anna pins", "Bea pins", "two", "none"])
        #expect(pickles[1].steps.map(\.text) == ["a", "Anna pins x", "again"])
        #expect(pickles[1].steps[1].table == [["x", "Anna"]])
        #expect(pickles[1].steps[2].docString?.content == "Anna")
        #expect(pickles[1].steps[2].docString?.mediaType == "x")
    }

    @Test func aValueIsNotExpandedAgain() throws {
        #expect(try pickles()[2].steps[1].text == "Bea pins <who>")
    }

    @Test func tagsAreInherited() throws {
        #expect(
            try pickles().map { $0.tags.map(\.name) } == [
                ["@f", "@s"], ["@f", "@o", "@e"], ["@f", "@o", "@e"], ["@f", "@r"], ["@f", "@r"],
            ])
    }

    @Test func backgroundsComeFirstAndAScenarioWithoutStepsHasNone() throws {
        let pickles = try pickles()
        #expect(pickles[0].steps.map(\.text) == ["a", "b"])
        #expect(pickles[3].steps.map(\.text) == ["a", "c", "d"])
        #expect(pickles[3].rule == "R")
        #expect(pickles[4].steps.isEmpty)
    }

    @Test func placesAreThoseOfScenariosAndRows() throws {
        let places = try pickles().map(\.place)
        #expect(
            places == ["trip.feature:7", "trip.feature:22", "trip.feature:23", "trip.feature:29", "trip.feature:31"])
    }

    @Test func conjunctionsTakeTheTypeBefore() throws {
        let text = "Feature: f\nScenario: s\nAnd a\nGiven b\nBut c\n* d\nAnd e\nThen f\nAnd g\n"
        let pickles = try Gherkin.pickles(of: Gherkin.parse(text), path: "p")
        #expect(
            pickles[0].steps.map(\.type) == [
                .unknown, .context, .context, .unknown, .unknown, .outcome, .outcome,
            ])
    }

    @Test(
        arguments: [
            (1, ["one", "Anna pins", "Bea pins", "two", "none"]),
            (2, ["one", "Anna pins", "Bea pins", "two", "none"]),
            (4, ["one", "Anna pins", "Bea pins", "two", "none"]),
            (6, ["one"]), (7, ["one"]), (8, ["one"]), (9, ["one"]),
            (10, ["Anna pins", "Bea pins"]), (12, ["Anna pins", "Bea pins"]), (13, ["Anna pins", "Bea pins"]),
            (16, ["Anna pins", "Bea pins"]), (19, ["Anna pins", "Bea pins"]), (21, ["Anna pins", "Bea pins"]),
            (22, ["Anna pins"]), (23, ["Bea pins"]),
            (25, ["two", "none"]), (26, ["two", "none"]), (28, ["two", "none"]),
            (30, ["two"]), (31, ["none"]), (99, ["none"]), (0, []),
        ] as [(Int, [String])])
    func aLineStandsForScenarios(_ line: Int, _ names: [String]) throws {
        let selection = Gherkin.LineSelection(try Gherkin.parse(Self.story))
        #expect(selection.pickles(at: line, of: try pickles()).map(\.name) == names)
    }

    @Test func messagesAreOneLineOfJSON() throws {
        let document = try Gherkin.parse("Feature: \"f\"\t\n  Scenario: s\n    * go\n")
        #expect(
            Gherkin.Messages.line(for: document, path: "a.feature")
                == #"{"gherkinDocument":{"feature":{"location":{"line":1,"column":1},"keyword":"Feature","#
                + #""name":"\"f\"","description":"","tags":[],"language":"en","children":[{"scenario":{"id":"1","#
                + #""location":{"line":2,"column":3},"keyword":"Scenario","name":"s","description":"","tags":[],"#
                + #""steps":[{"id":"0","location":{"line":3,"column":5},"keyword":"* ","keywordType":"Unknown","#
                + #""text":"go"}],"examples":[]}}]},"comments":[],"uri":"a.feature"}}"#)
        let pickle = try #require(try Gherkin.pickles(of: document, path: "a.feature").first)
        #expect(
            Gherkin.Messages.line(for: pickle)
                == #"{"pickle":{"id":"3","uri":"a.feature","name":"s","language":"en","#
                + #""location":{"line":2,"column":3},"tags":[],"astNodeIds":["1"],"#
                + #""steps":[{"id":"2","astNodeIds":["0"],"type":"Unknown","text":"go"}]}}"#)
    }

    @Test(
        "columns are replaced one after the other, as the official compiler does",
        arguments: [
            ("<a>", "<b>", "x", "x"), ("<b>", "y", "<a>", "<a>"), ("<a><b>", "<b>", "x", "xx"),
            ("<a", "x", "y", "<a"), ("<a<b>", "x", "y", "<ay"), ("<<a>>", "b", "x", "x"), ("<a>", "<a>", "x", "<a>"),
            ("<b>", "y", "", ""), ("<c>", "x", "y", "<c>"),
        ])
    func nestedPlaceholders(_ step: String, _ a: String, _ b: String, _ result: String) throws {
        let text =
            "Feature: f\n  Scenario Outline: s\n    Given [\(step)]\n    Examples:\n      | a | b |\n      | \(a) | \(b) |\n"
        let pickles = try Gherkin.pickles(of: Gherkin.parse(text), path: "p")
        #expect(pickles.flatMap(\.steps).map(\.text) == ["[\(result)]"])
    }

    @Test("a chain of columns that double each other ends at the limit of the file")
    func doublingColumnsEnd() throws {
        let names = (0..<60).map { "c\($0)" }
        // The padding reaches the limit with fewer placeholders.
        let padding = String(repeating: "x", count: 1_000)
        let values = names.indices.map { $0 < 59 ? "<c\($0 + 1)>\(padding)<c\($0 + 1)>" : "x" }
        let text = """
            Feature: f
              Scenario Outline: s
                Given <c0>
                Examples:
                  | \(names.joined(separator: " | ")) |
                  | \(values.joined(separator: " | ")) |
            """
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.pickles(of: Gherkin.parse(text), path: "p") }
    }
}
