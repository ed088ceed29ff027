import Gherkin
import Testing

/// Errors in outlines that parse.
@Suite struct OutlineCheckTests {
    private static func findings(_ text: String) throws -> [String] {
        Gherkin.findings(in: try Gherkin.parse(text)).map(\.description)
    }

    private static let sound = """
        Feature: f
          Background:
            Given <not a placeholder>
          Scenario: s
            Given <neither>
          Scenario Outline: <a> in a name
            Given <b> in a step
              | <c> | in a cell |
            And text
              \"\"\"<f>
              <d> in a text, <e>
              \"\"\"
            And <a
            And 1 < 2 > 1
            Examples:
              | a | b | c | d | e | f | a>b |
              | 1 | 2 | 3 | 4 | 5 | 6 | 7   |
          Scenario Outline: t
            Given <a>b>
            And markup
              \"\"\"xml
              <node>
              \"\"\"
            Examples:
              | a>b |
              | 1   |
        """

    @Test func missingColumnsAreListedInSortedOrder() throws {
        let findings = try Self.findings(
            """
            Feature: f
              Scenario Outline: o
                Given <e> <c> <a> <d> <b>
                Examples:
                  | a | b | c | d | e |
                  | 1 | 2 | 3 | 4 | 5 |
                Examples:
                  |   |
                  | 1 |
            """)
        let missing = findings.filter { $0.contains("have no such column") }
        #expect(missing.count == 5)
        #expect(missing == missing.sorted())
    }

    @Test func aUsedColumnIsNoFinding() throws {
        #expect(
            try Self.findings(Self.sound) == ["(16:33): the outline does not use <a>b>: the column has no effect"])
    }

    @Test(
        arguments: [
            ("  Scenario: s\n", ["(2:3): the scenario has no steps"]),
            ("  Rule: r\n    Scenario: s\n", ["(3:5): the scenario has no steps"]),
            (
                "  Scenario Template: s\n    Given a\n",
                ["(2:3): the outline has no examples: it is played once, unchanged"]
            ),
            (
                "  Scenario: s\n    Given <a>\n    Examples:\n",
                [
                    "(3:5): no examples have a column for <a>",
                    "(4:5): the examples have no rows: the outline is not played",
                ]
            ),
            (
                "  Scenario: s\n    Given <a>\n    Examples:\n      | a |\n",
                [
                    "(4:5): the examples have no rows: the outline is not played"
                ]
            ),
            (
                "  Scenario: s\n    Given <a>\n    Examples:\n      | a | b |\n      | 1 | 2 |\n",
                [
                    "(5:13): the outline does not use <b>: the column has no effect"
                ]
            ),
            (
                "  Scenario: s\n    Given <a> and <who else>\n    Examples:\n      | a |\n      | 1 |\n",
                [
                    "(3:5): no examples have a column for <who else>"
                ]
            ),
            (
                "  Scenario: s\n    Given <a>\n    Examples:\n      | a | a |\n      | 1 | 2 |\n",
                [
                    "(5:13): the column “a” comes twice: only the first is used"
                ]
            ),
            (
                "  Scenario: s\n    Given <a> <b>\n    Examples:\n      | a | b |\n      | 1 | 2 |\n"
                    + "    Examples:\n      | a |\n      | 1 |\n",
                ["(8:7): the outline uses <b>, but these examples have no such column"]
            ),
        ] as [(String, [String])])
    func likelyMistakesInAFeatureAreFound(_ body: String, _ findings: [String]) throws {
        #expect(try Self.findings("Feature: f\n" + body) == findings)
    }

    @Test(
        "a line that begins with a misspelt keyword is a fault, and prose is none",
        arguments: [
            ("Scenaro: s", "Scenario:"), ("scenario: s", "Scenario:"), ("Bakground:", "Background:"),
            ("Scenario Outlin: s", "Scenario Outline:"), ("Feautre: f", "Feature:"), ("Ruel: r", "Rule:"),
            ("Rules: be nice", nil), ("Note: nothing", nil), ("The plan: go", nil), ("Gievn a lake", nil), (":", nil),
        ] as [(String, String?)])
    func misspeltKeywordsAreFaults(_ line: String, _ keyword: String?) throws {
        let document = try Gherkin.parse("Feature: f\n  \(line)\n\n  Scenario: s\n    Given a\n")
        let findings = Gherkin.findings(in: document)
        #expect(findings.map(\.isFault) == keyword.map { _ in [true] } ?? [])
        #expect(
            findings.map(\.description)
                == (keyword.map { ["(2:1): “\(line)” is read as free text; did you mean “\($0)”?"] } ?? []))
    }

    @Test("a step with a misspelt keyword is a fault where it would be a description")
    func misspeltStepsAreFaults() throws {
        let document = try Gherkin.parse("Feature: f\n  Scenario: s\n    Gievn a\n    They say\n    Given a\n")
        #expect(
            Gherkin.findings(in: document).map(\.description)
                == ["(3:1): “Gievn a” is read as free text; did you mean “Given”?"])
        let french = try Gherkin.parse("# language: fr\nFonctionnalité: f\nScénaro: s\n")
        #expect(Gherkin.findings(in: french).map(\.isFault) == [true])
    }

    @Test("an unknown placeholder is a fault, and an unused column is none")
    func unknownPlaceholdersAreFaults() throws {
        func faults(_ step: String) throws -> Int {
            let text = "Feature: f\n  Scenario Outline: s\n    Given \(step)\n    Examples:\n      | a |\n      | 1 |\n"
            return Gherkin.findings(in: try Gherkin.parse(text)).filter(\.isFault).count
        }
        #expect(try faults("<a>") == 0)
        #expect(try faults("<a> <b>") == 1)
        #expect(try faults("nothing") == 0)
    }

    @Test func outlinesAreKnownInEveryLanguage() throws {
        let text = "# language: fr\nFonctionnalité: f\nPlan du scénario: s\nSoit a\n"
        #expect(try Self.findings(text).count == 1)
        #expect(try Self.findings("# language: fr\nFonctionnalité: f\nScénario: s\nSoit a\n").isEmpty)
    }

    @Test func findingsHaveACap() throws {
        let text = "Feature: f\n" + String(repeating: "Scenario: s\n", count: 500)
        #expect(try Self.findings(text).count == GherkinLimits.findings)
        #expect(try Self.findings("").isEmpty)
    }
}
