import ChatProtocol
import Testing

@testable import ChatTerminal
@testable import Gherkin

/// The layout of feature files: it is stable, and does not change the meaning of the file.
@Suite struct FormatterTests {
    @Test func everythingGetsItsPlace() throws {
        let written = """


            #  language :  en
            # on top
               @a    @b@c   # a remark

            Feature:   All of it
            A description,
              in two lines.


            Background:


            Given  a
            @r
            Rule: R
            # of the scenario
            @d
            Scenario Outline: <x>
                # of the step
                Given  b
            | a|bbb | behind
            # in the table
            |long   cell||
            When c
            \"\"\"   xml
                two
              one

            none \\\"\"\"
            \"\"\"  odd
            # the last of the steps

            Examples:
            |x|
            |1|
            @e
            Examples: more

            |x|
            # the end
            """
        let expected = """
            # language: en
            # on top
            @a @b @c # a remark
            Feature: All of it
              A description,
                in two lines.

              Background:

                Given a

              @r
              Rule: R
                # of the scenario
                @d
                Scenario Outline: <x>
                  # of the step
                  Given b
                    | a           | bbb | behind
                    # in the table
                    | long   cell |     |
                  When c
                    \"\"\"xml
                        two
                      one

                    none \\\"\"\"
                    \"\"\"  odd
                  # the last of the steps

                  Examples:
                    | x |
                    | 1 |

                  @e
                  Examples: more

                    | x |
                  # the end

            """
        let formatted = try aligned(written)
        #expect(formatted == expected)
        #expect(try aligned(formatted) == formatted)
    }

    @Test(
        arguments: [
            ("", ""), ("\n\n", ""), ("# only\n", "# only\n"), ("Feature:", "Feature:\n"),
            ("Feature: f\n\n\n# c\n", "Feature: f\n\n# c\n"),
            // A step without text keeps the space after its keyword.
            ("Feature: f\nScenario: s\n* \nGiven ", "Feature: f\n  Scenario: s\n    * \n    Given \n"),
            // Line ends are kept, and a carriage return in a text is no line end.
            ("Feature: f\r\nScenario: s\n* a", "Feature: f\r\n  Scenario: s\r\n    * a\r\n"),
            (
                "Feature: f\nScenario: s\n* a\n```\nx\r\r\n```\n",
                "Feature: f\n  Scenario: s\n    * a\n      ```\n      x\r\r\n      ```\n"
            ),
            // Blank lines in a description are kept, those around it are not.
            (
                "Feature: f\n\n\n  a\n\n\n   b\n# c\n\n d\n\n\n\nScenario: s\n",
                "Feature: f\n\n   a\n\n\n    b\n  # c\n\n  d\n\n  Scenario: s\n"
            ),
            // Wide characters and combining marks have the width that the terminal draws.
            (
                "Feature: f\nScenario: s\n* a\n|日本|e\u{301}|\n|abcde|b|\n",
                "Feature: f\n  Scenario: s\n    * a\n      | 日本  | e\u{301} |\n      | abcde | b |\n"
            ),
            // Escapes are kept as written; a row may have no cells.
            (
                "Feature: f\nScenario: s\n* a\n|\\||\\\\|\\n |\\d\\|x|\n",
                "Feature: f\n  Scenario: s\n    * a\n      | \\| | \\\\ | \\n | \\d\\|x |\n"
            ),
            ("Feature: f\nScenario: s\n* a\n| x\n|", "Feature: f\n  Scenario: s\n    * a\n      | x\n      |\n"),
            // A space after a keyword that needs none is optional, and the choice of the author is kept.
            (
                "# language: zh-CN\n功能: f\n场景: s\n假如a\n当\tb\n",
                "# language: zh-CN\n功能: f\n  场景: s\n    假如a\n    当 b\n"
            ),
            ("Feature: f\n  Scenario: s\n    * a\n\n  # a note on t\n  Scenario: t\n", nil),
            ("Feature: f\n  Scenario: s\n    * a\n    # one more to come\n\n  Scenario: t\n    # nothing yet\n", nil),
        ] as [(String, String?)])
    func rareSyntaxIsFormattedWithoutChangingItsMeaning(_ text: String, _ expected: String?) throws {
        let formatted = try aligned(text)
        #expect(Array(formatted.utf8) == Array((expected ?? text).utf8))
        #expect(try aligned(formatted).utf8.elementsEqual(formatted.utf8))
        #expect(try Gherkin.parse(formatted).meaning == Gherkin.parse(text).meaning)
    }

    @Test func theMeaningIsEverythingButTheLayout() throws {
        let text = "Feature: f\n  a\n  Scenario: s\n    * a\n      | x |\n"
        let meaning = try Gherkin.parse(text).meaning
        for (part, other) in [
            ("f\n", "g\n"), ("  a\n", "  b\n"), ("* a", "* b"), ("x", "y"), ("s\n", "s\n@t\nScenario: t\n"),
        ] {
            #expect(try Gherkin.parse(text.replacingBytes(of: part, with: other)).meaning != meaning)
        }
        #expect(try Gherkin.parse("\n" + text.replacingBytes(of: "  ", with: "\t")).meaning == meaning)
    }

    @Test func aTextThatDoesNotParseIsNotFormatted() {
        #expect(throws: Gherkin.SyntaxErrors.self) { try aligned("Feature: f\nScenario: s\n* a\noops\n") }
    }

    @Test func aTableThatAlignmentWouldBlowUpIsLeftRagged() throws {
        let text =
            "Feature: f\nScenario: s\n* a\n|" + String(repeating: "x", count: 100_000) + "|\n"
            + String(repeating: "|y|\n", count: 1_000)
        let formatted = try aligned(text)
        #expect(formatted.utf8.count < 2 * text.utf8.count + 20_000)
        #expect(formatted.contains("      | y |\n"))
        #expect(try aligned(formatted) == formatted)
    }

    /// For any shifted, doubled, emptied or shuffled lines of a scenario: a file that parses is formatted, keeps its
    /// meaning, and a second formatting changes nothing.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func whateverParsesKeepsItsMeaning(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var lines = [
            "Feature: f", "  text", "", "# c", "@t @u", "Scenario Outline: s", "text <a>", "* x", "Given <a>",
            "|a|b\\||",
            "| 日 |  | rest", "\"\"\"", " deep", "", "\"\"\"", "# d", "Examples:", "|a|", "|1|", "", "@v",
            "Rule: r", "Background:", "* y", "Example: e", "```m", "\t\"\"\"", "```",
        ]
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let index = Int.random(in: 0..<lines.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: lines[index] = String(repeating: " ", count: Int.random(in: 0..<9, using: &random)) + lines[index]
            case 1: lines[index] += [" ", "\r", "\t", "\u{2003}", "#", " # z"].randomElement(using: &random) ?? ""
            case 2: lines.insert(["", "# e", "   ", "prose"].randomElement(using: &random) ?? "", at: index)
            case 3: lines.insert(lines[index], at: index)
            case 4: lines.remove(at: index)
            default: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
            }
        }
        let text = lines.joined(separator: "\n")
        guard let document = try? Gherkin.parse(text) else { return }
        let formatted = try aligned(text)
        #expect(try Gherkin.parse(formatted).meaning == document.meaning)
        #expect(try aligned(formatted).utf8.elementsEqual(formatted.utf8), "\(text.debugDescription)")
    }
}

/// Returns the text with the alignment for a terminal.
private func aligned(_ text: String, language: String = "en") throws(SyntaxErrors) -> String {
    try formatted(text, language: language, columns: { TextWidth.columns(of: $0) })
}
