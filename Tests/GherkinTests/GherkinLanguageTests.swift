import Testing

@testable import Gherkin

/// The table of keywords, with every language of the official parsers.
@Suite struct GherkinLanguageTests {
    @Test func theTableHasEveryLanguageOnceAndEnglishFirst() {
        #expect(Gherkin.languages.count == 80)
        #expect(Gherkin.languages.first == "en")
        #expect(Set(Gherkin.languages).count == 80)
        #expect(Gherkin.Dialect.english.steps.count == 6)
        for code in ["", "e", "en;", "English", "no-such", ";", "fr "] { #expect(!isLanguage(code)) }
    }

    @Test(arguments: Gherkin.languages)
    func everyKeywordOfEveryLanguageIsRead(_ code: String) throws {
        let dialect = try #require(Dialect(code: code))
        #expect(!dialect.name.isEmpty)
        for feature in dialect.feature {
            for background in dialect.background {
                var text = "# language: \(code)\n\(feature): f\n\(background): b\n"
                for keyword in dialect.steps { text += "\(keyword.text)a\n" }
                for rule in dialect.rule { text += "\(rule): r\n" }
                for scenario in dialect.scenario {
                    text += "\(scenario): s\n"
                    for examples in dialect.examples { text += "\(examples): e\n|x|\n|1|\n" }
                }
                let document = try Gherkin.parse(text)
                #expect(document.feature?.language == code)
                #expect(document.feature?.heading.keyword.utf8.elementsEqual(feature.utf8) == true)
                guard case .background(let steps) = document.feature?.children.first else {
                    Issue.record("\(code): no background")
                    return
                }
                #expect(steps.steps.map(\.keyword) == dialect.steps.map(\.text))
                #expect(steps.steps.map(\.keywordType) == dialect.steps.map(\.type))
                #expect(steps.steps.allSatisfy { $0.text == "a" })
                let rules = document.feature?.children.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
                #expect(rules?.count == dialect.rule.count)
                #expect(rules?.last?.scenarios.count == dialect.scenario.count)
                let pickles = try Gherkin.pickles(of: document, path: "p")
                #expect(pickles.count == dialect.scenario.count * dialect.examples.count)
                #expect(pickles.allSatisfy { $0.language == code })
            }
        }
    }

    @Test func theLongestKeywordWins() throws {
        let document = try Gherkin.parse(
            "# language: ht\nFonksyonalite: f\nSenaryo: s\nLè sa a b\nLè c\nSipoze ke d\nSipoze e\n* g\n")
        guard case .scenario(let scenario) = document.feature?.children.first else {
            Issue.record("no scenario")
            return
        }
        #expect(scenario.steps.map(\.keyword) == ["Lè sa a ", "Lè ", "Sipoze ke ", "Sipoze ", "* "])
        #expect(scenario.steps.map(\.text) == ["b", "c", "d", "e", "g"])
        #expect(scenario.steps.last?.keywordType == .unknown)
    }

    @Test func aWordOfTwoKindsSaysNothing() {
        let fields: [Substring] = ["xx", "X", "F", "R", "B", "S", "O", "E", "A |AB ", "A ", "C ", "D ", "D ", "*"]
        let dialect = Gherkin.Dialect(fields: fields)
        #expect(dialect.steps.map(\.text) == ["AB ", "A ", "C ", "D ", "* "])
        #expect(dialect.steps.map(\.type) == [.context, .unknown, .outcome, .conjunction, .unknown])
    }

    @Test func keywordsWithoutASpaceBehindThemAreRead() throws {
        let document = try Gherkin.parse("# language: zh-CN\n功能: f\n场景: s\n假如有人\n当 她来\n那么她在\n")
        let pickle = try #require(try Gherkin.pickles(of: document, path: "p").first)
        #expect(pickle.steps.map(\.text) == ["有人", "她来", "她在"])
        #expect(pickle.steps.map(\.type) == [.context, .action, .outcome])
    }

    @Test func theLanguageOfAFileMayBeToldFromOutside() throws {
        let text = "Funktionalität: f\nSzenario: s\nAngenommen a\n"
        #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.parse(text) }
        #expect(try Gherkin.parse(text, language: "de").feature?.language == "de")
        #expect(try Gherkin.parse("# language: en\nFeature: f\n", language: "de").feature?.language == "en")
        let error = #expect(throws: Gherkin.SyntaxErrors.self) { try Gherkin.parse("Feature: f\n", language: "xx") }
        #expect(error?.description == "(1:1): Language not supported: xx")
    }

    @Test(
        arguments: [
            ("Feature: f\n", .feature), ("  Ability: f\n", .feature), ("# language: xx\njunk\n", .feature),
            ("Fonctionnalité: f\n", .unnamedLanguage(["fr"])), ("\tEgenskap: f\n", .unnamedLanguage(["no", "sv"])),
            ("# Title\n\nNote: see\nIn a Feature: no\n", .none), ("", .none), ("\u{301}Feature: f\n", .none),
            ("Egenskap: f\nFeature: f\n", .feature),
        ] as [(String, Gherkin.Intent)])
    func theIntentOfAFileIsRecognized(_ text: String, _ intent: Gherkin.Intent) {
        #expect(Gherkin.intent(of: Array(text.utf8)) == intent)
    }
}
