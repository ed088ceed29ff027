import ChatClient
import Testing

/// The invariant: any bytes give a document or complaints, in time that grows with their number.
@Suite struct GherkinHostileTests {
    private static let scraps = [
        "Feature:", "Rule:", "Background:", "Scenario:", "Scenario Outline:", "Examples:", "Given ", "* ", "@t ", "@",
        "|", "| a |", "\\", "\"\"\"", "```", "# language: en", "#", "\n", "\r\n", "\n\n", " ", "\t", "<a>", "é",
        "\u{301}",
        "\u{0}", "😀", "\u{FEFF}", "\u{2028}",
    ]

    @Test(arguments: 0..<200 as Range<UInt64>)
    func scrapsOfGherkinNeverTrap(seed: UInt64) {
        var random = SplitMix(seed)
        var text = Bool.random(using: &random) ? "Feature: f\nScenario: s\n" : ""
        for _ in 0..<Int.random(in: 0..<80, using: &random) {
            text += Self.scraps.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<3, using: &random) == 0 { text += "\n" }
        }
        check(Array(text.utf8))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func anyBytesNeverTrap(seed: UInt64) {
        var random = SplitMix(seed)
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

    private func check(_ bytes: [UInt8]) {
        do throws(Gherkin.SyntaxErrors) {
            let document = try Gherkin.parse(bytes: bytes)
            let pickles = try Gherkin.pickles(of: document, path: "p")
            #expect(pickles.map(\.id) == pickles.map(\.id).sorted())
        } catch {
            #expect((1...Gherkin.Limits.errors).contains(error.complaints.count))
        }
    }
}

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
