import Gherkin
import Testing

/// The errors about files that are not well formed, with the exact texts of the official parsers.
@Suite struct GherkinComplaintTests {
    private static let scenarioChildren = "#StepLine, #TagLine, #ExamplesLine, #ScenarioLine, #RuleLine"

    @Test(
        arguments: [
            (
                "nonsense\n",
                ["(1:1): expected: #EOF, #Language, #TagLine, #FeatureLine, #Comment, #Empty, got 'nonsense'"]
            ),
            (
                "Scenario: s\n",
                ["(1:1): expected: #EOF, #Language, #TagLine, #FeatureLine, #Comment, #Empty, got 'Scenario: s'"]
            ),
            (
                "#language: en\n\n  junk \n",
                [
                    "(3:3): expected: #TagLine, #FeatureLine, #Comment, #Empty, got 'junk'",
                    "(4:0): unexpected end of file, expected: #TagLine, #FeatureLine, #Comment, #Empty",
                ]
            ),
            ("# language: no-such\nFonctionnalité: f\n", ["(1:1): Language not supported: no-such"]),
            (
                "Feature: f\nFeature: g\nScenario: s\nGiven a\nFeature: h\n",
                [
                    "(5:1): expected: #EOF, #TableRow, #DocStringSeparator, \(scenarioChildren), #Comment, #Empty, got 'Feature: h'"
                ]
            ),
            (
                "Feature: f\nScenario: s\nGiven a\n  oops\nAnd b\nBackground:\n",
                [
                    "(4:3): expected: #EOF, #TableRow, #DocStringSeparator, \(scenarioChildren), #Comment, #Empty, got 'oops'",
                    "(6:1): expected: #EOF, #TableRow, #DocStringSeparator, \(scenarioChildren), #Comment, #Empty, "
                        + "got 'Background:'",
                ]
            ),
            (
                "Feature: f\nScenario: s\nGiven a\n\"\"\"\nx",
                [
                    "(6:0): unexpected end of file, expected: #DocStringSeparator, #Other"
                ]
            ),
            (
                "Feature: f\nScenario: s\nGiven a\n|x|\n\"\"\"\n\"\"\"\n|y|\n",
                [
                    "(7:1): expected: #EOF, \(scenarioChildren), #Comment, #Empty, got '|y|'"
                ]
            ),
            (
                "Feature: f\nScenario: s\nGiven a\n|x|y|\n|z|\n|w|\n",
                ["(5:1): inconsistent cell count within the table"]
            ),
            (
                "Feature: f\nScenario: s\n* a\nExamples:\n  |x|y|\n  |z\n",
                ["(6:3): inconsistent cell count within the table"]
            ),
            ("Feature: f\n@tag\n", ["(3:0): unexpected end of file, expected: #TagLine, #RuleLine, #Comment, #Empty"]),
            (
                "Feature: f\n@t\nBackground:\n* a\n",
                [
                    "(3:1): expected: #TagLine, #RuleLine, #Comment, #Empty, got 'Background:'",
                    "(4:1): expected: #TagLine, #RuleLine, #Comment, #Empty, got '* a'",
                    "(5:0): unexpected end of file, expected: #TagLine, #RuleLine, #Comment, #Empty",
                ]
            ),
            ("Feature: f\n  @a b\n  Scenario: s\n", ["(2:3): A tag may not contain whitespace"]),
            ("Feature: f\nScenario: s\n* a\n@ok @b c # d\nScenario: t\n", ["(4:5): A tag may not contain whitespace"]),
        ] as [(String, [String])])
    func complaintsAreTheOfficialOnes(_ text: String, _ complaints: [String]) {
        #expect(Self.complaints(about: text) == complaints)
    }

    @Test func complaintsHaveACap() {
        let text = "Feature: f\nScenario: s\n* a\n" + String(repeating: "junk\n", count: 100)
        #expect(Self.complaints(about: text).count == GherkinLimits.errors)
    }

    @Test func aLongLineIsQuotedInPart() {
        let complaint = Self.complaints(about: String(repeating: "é", count: 5_000)).first ?? ""
        #expect(complaint.hasSuffix("é…'"))
        #expect(complaint.count < 400)
    }

    @Test(
        arguments: [
            ([0x46, 0xFF], "(1:2): the file is not UTF-8"),
            (Array("Feature: é\nab".utf8) + [0xC3], "(2:3): the file is not UTF-8"),
            ([0xEF, 0xBB, 0xBF, 0x0A, 0xC0, 0x80], "(2:1): the file is not UTF-8"),
            ([0xFF, 0xFE, 0x46, 0x00], "(1:1): the file is not UTF-8"),
        ] as [([UInt8], String)])
    func bytesThatAreNoTextAreNamed(_ bytes: [UInt8], _ complaint: String) {
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.parse(bytes: bytes) }
        do throws(Gherkin.SyntaxErrors) { _ = try Gherkin.parse(bytes: bytes) } catch {
            #expect(error.description == complaint)
        }
    }

    @Test func aFileOverTheLimitIsRefused() {
        let atLimit = String(repeating: "\n", count: GherkinLimits.sourceBytes)
        #expect(Self.complaints(about: atLimit + "\n") == ["(1:1): the file is larger than 16777216 bytes"])
    }

    static func complaints(about text: String) -> [String] {
        do throws(Gherkin.SyntaxErrors) {
            _ = try Gherkin.parse(text)
            return []
        } catch {
            return error.complaints.map(\.description)
        }
    }
}
