import ChatProtocol
import Gherkin
import Testing

/// The invariant: any bytes result in a document or in errors, in a time that grows with their number.
@Suite struct GherkinHostileTests {
    private static let scraps = [
        "Feature:", "Rule:", "Background:", "Scenario:", "Scenario Outline:", "Examples:", "Given ", "* ", "@t ", "@",
        "|", "| a |", "\\", "\"\"\"", "```", "# language: en", "#", "\n", "\r\n", "\n\n", " ", "\t", "<a>", "é",
        "\u{301}",
        "\u{0}", "😀", "\u{FEFF}", "\u{2028}",
    ]

    @Test(arguments: 0..<200 as Range<UInt64>)
    func scrapsOfGherkinNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var text = Bool.random(using: &random) ? "Feature: f\nScenario: s\n" : ""
        for _ in 0..<Int.random(in: 0..<80, using: &random) {
            text += Self.scraps.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<3, using: &random) == 0 { text += "\n" }
        }
        check(Array(text.utf8))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func anyBytesNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes = Array("Feature: f\nScenario Outline: s\nGiven <a>\n|x|\nExamples:\n|a|\n|1|\n".utf8)
        for _ in 0..<8 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        check(bytes)
    }

    @Test func depthAndWidthAreNoTrouble() {
        let many = 50_000
        check(Array(("Feature: f\n" + String(repeating: "@t\n", count: many)).utf8))
        check(Array(("Feature: f\n" + String(repeating: "@t\nScenario: s\n", count: many)).utf8))
        check(Array(("Feature: f\nScenario: s\n* a\n" + String(repeating: "|", count: many)).utf8))
        check(Array(("Feature: f\nScenario: s\n* a\n" + String(repeating: "\\", count: many)).utf8))
        check(Array(("Feature: f\nScenario: s\n* a\n\"\"\"\n" + String(repeating: "\\\"", count: many)).utf8))
    }

    /// The number of nodes is limited, because they take many times more memory than their text.
    @Test func aFileOfMoreThanAMillionNodesIsRefused() {
        let head = "Feature: f\nScenario: s\n* a\n|"
        let error = #expect(throws: Gherkin.SyntaxErrors.self) {
            try Gherkin.parse(head + String(repeating: "|", count: GherkinLimits.nodes))
        }
        #expect(error?.complaints.first?.message == "the file has more than 1000000 steps, cells, tags and comments")
    }

    @Test func aLongLineIsRead() throws {
        let long = String(repeating: "x", count: 200_000)
        #expect(try Gherkin.parse("Feature: " + long).feature?.heading.name.utf8.count == long.utf8.count)
        check(Array(("@t" + String(repeating: " @t", count: 50_000)).utf8))
    }

    /// Scenarios in each notation and several languages, with bytes changed, doubled and removed.
    @Test(arguments: 0..<150 as Range<UInt64>)
    func changedFilesNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (text, notation): (String, Gherkin.Notation) =
            [
                (
                    "# language: fr\nFonctionnalité: f\n\n@t\nPlan du scénario: s\nÉtant donné <a>\n|x|y|\n\"\"\"x\na\n\"\"\"\n"
                        + "Exemples:\n|a|\n|1|\nRègle: r\nContexte:\n* b\n", .plain
                ),
                ("# language: zh-CN\n功能: f\n场景大纲: s\n假如<a>\n```\n  深\n```\n例子:\n|a|\n|1|\n", .plain),
                (
                    "# Feature: f\n`@a` `@b`\n## Scenario Outline: s\n* Given <a>\n  | x |\n  | - |\n```\nq\n```\n"
                        + "### Examples:\n  | a |\n  | --- |\n  | 1 |\n", .markdown
                ),
            ].randomElement(using: &random) ?? ("", .plain)
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1..<12, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: Array((Self.scraps.randomElement(using: &random) ?? "").utf8), at: index)
            case 2: bytes.removeSubrange(index..<min(bytes.count - 1, index + 3))
            default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
            }
        }
        check(bytes, notation)
    }

    @Test func namesOfManyLengthsTakeNoTime() throws {
        let names = (1..<600).map { String(repeating: "x", count: $0) }.joined(separator: "|")
        let text =
            "Feature: f\nScenario: s\n* " + String(repeating: "<", count: 20_000)
            + String(repeating: ">", count: 20_000) + "\nExamples:\n|\(names)|\n"
            + String(repeating: String(repeating: "|", count: 600) + "\n", count: 20)
        let document = try Gherkin.parse(text)
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.pickles(of: document, path: "p") }
        _ = Gherkin.findings(in: document)
    }

    @Test func anOutlineThatExplodesIsRefused() throws {
        let text =
            "Feature: f\nScenario: s\n" + String(repeating: "* a\n", count: 2_000) + "Examples:\n|x|\n"
            + String(repeating: "|1|\n", count: 2_000)
        let document = try Gherkin.parse(text)
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.pickles(of: document, path: "p") }
    }

    @Test func valuesThatExplodeAreRefused() throws {
        let text =
            "Feature: f\nScenario: s\n* " + String(repeating: "<x>", count: 10_000) + "\nExamples:\n|x|\n|"
            + String(repeating: "y", count: 10_000) + "|\n"
        let document = try Gherkin.parse(text)
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.pickles(of: document, path: "p") }
    }

    /// A value that is inserted many times is refused, and the result is never built.
    @Test func oneStepThatExplodesIsNotMade() throws {
        let text =
            "Feature: f\nScenario: " + String(repeating: "<x>", count: 20_000) + "\n* a\nExamples:\n|x|\n|"
            + String(repeating: "y", count: 400_000) + "|\n"
        let document = try Gherkin.parse(text)
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.pickles(of: document, path: "p") }
    }

    private func check(_ bytes: [UInt8], _ notation: Gherkin.Notation = .plain) {
        do throws(Gherkin.SyntaxErrors) {
            let document = try Gherkin.parse(bytes: bytes, notation: notation)
            _ = Gherkin.findings(in: document)
            let pickles = try Gherkin.pickles(of: document, path: "p")
            #expect(pickles.map(\.id) == pickles.map(\.id).sorted())
        } catch {
            #expect((1...GherkinLimits.errors).contains(error.complaints.count))
        }
    }
}
