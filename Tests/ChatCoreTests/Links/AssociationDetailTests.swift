import ChatProtocol
import Foundation
import Testing

@testable import ChatCore

/// Settings at three levels, variables and bounds of an association file.
struct AssociationDetailTests {
    private static let app = AppID("com.example.a")

    private func file(_ text: String) throws -> SiteAssociation {
        try SiteAssociation(JSONReader.read(Array(text.utf8)).value)
    }

    private func opens(_ file: SiteAssociation, _ address: String) throws -> Bool {
        if case .opens = file.answer(try CanonicalURL(address), for: Self.app) { true } else { false }
    }

    // MARK: Levels

    /// Each key at each level: the domain's defaults, the app's, the component's.
    static let levels: [(domain: String, app: String, component: String, address: String, opens: Bool)] = [
        ("{}", "{}", #"{"/": "/A"}"#, "https://x.example/a", false),
        (#"{"caseSensitive": false}"#, "{}", #"{"/": "/A"}"#, "https://x.example/a", true),
        (#"{"caseSensitive": false}"#, #"{"caseSensitive": true}"#, #"{"/": "/A"}"#, "https://x.example/a", false),
        (
            #"{"caseSensitive": true}"#, #"{"caseSensitive": true}"#, #"{"/": "/A", "caseSensitive": false}"#,
            "https://x.example/a", true
        ),
        (#"{"percentEncoded": false}"#, "{}", #"{"/": "/a b"}"#, "https://x.example/a%20b", true),
        (
            #"{"percentEncoded": false}"#, #"{"percentEncoded": true}"#, #"{"/": "/a b"}"#, "https://x.example/a%20b",
            false
        ),
        (#"{"/": "/d/*"}"#, "{}", "{}", "https://x.example/d/1", true),
        (#"{"/": "/d/*"}"#, "{}", "{}", "https://x.example/e/1", false),
        (#"{"/": "/d/*"}"#, #"{"/": "/e/*"}"#, "{}", "https://x.example/e/1", true),
        (#"{"/": "/d/*"}"#, #"{"/": "/e/*"}"#, #"{"/": "*"}"#, "https://x.example/f", true),
        (#"{"?": {"a": "1"}}"#, "{}", "{}", "https://x.example/?a=1", true),
        (#"{"?": {"a": "1"}}"#, "{}", "{}", "https://x.example/?a=2", false),
        (#"{"?": {"a": "1"}}"#, #"{"?": "*"}"#, "{}", "https://x.example/?a=2", true),
        (##"{"#": "top"}"##, "{}", "{}", "https://x.example/", false),
        (##"{"#": "top"}"##, "{}", ##"{"#": ""}"##, "https://x.example/", true),
        (#"{"exclude": true}"#, "{}", "{}", "https://x.example/", false),
        (#"{"exclude": true}"#, "{}", #"{"exclude": false}"#, "https://x.example/", true),
        (#"{"comment": "nothing", "later": 1}"#, #"{"comment": "nothing"}"#, "{}", "https://x.example/", true),
    ]

    @Test(arguments: levels.indices) func settingOfTheMoreSpecificLevelWins(_ index: Int) throws {
        let row = Self.levels[index]
        let file = try file(
            """
            {"applinks": {"defaults": \(row.domain), "details": [
              {"appID": "X.com.example.a", "defaults": \(row.app), "components": [\(row.component)]}
            ]}}
            """)
        #expect(try opens(file, row.address) == row.opens, "\(row)")
    }

    @Test func inheritedPatternUsesTheOptionsOfTheComponent() throws {
        let file = try file(
            """
            {"applinks": {"defaults": {"/": "/a b"}, "details": [
              {"appID": "X.com.example.a", "components": [{"percentEncoded": false, "caseSensitive": false}]}
            ]}}
            """)
        #expect(try opens(file, "https://x.example/A%20B"))
    }

    @Test(arguments: [
        (#"{"defaults": {"/": 7}}"#, #"applinks.defaults["/"]: expected a string, found a number"#),
        (#"{"defaults": {"exclude": 7}}"#, "applinks.defaults.exclude: expected true or false, found a number"),
        (
            ##"{"details": [{"appID": "X.a", "defaults": {"#": []}, "components": []}]}"##,
            ##"applinks.details[0].defaults["#"]: expected a string, found an array"##
        ),
        (
            #"{"substitutionVariables": {"a$": ["x"]}}"#,
            #"applinks.substitutionVariables["a$"]: is not a valid name of a variable: it may not contain $ or brackets"#
        ),
        (
            #"{"substitutionVariables": {"a": ["x", "y$(b)"]}}"#,
            "applinks.substitutionVariables.a[1]: uses a variable in a word of a variable"
        ),
    ])
    func faultInDefaultsOrVariablesIsReportedWithItsPlace(_ applinks: String, _ fault: String) {
        let thrown = #expect(throws: SiteAssociation.Fault.self) { _ = try file(#"{"applinks": \#(applinks)}"#) }
        #expect(thrown?.description == fault)
    }

    // MARK: Variables

    /// Each built-in variable, with texts that it matches and texts that it does not match.
    static let builtIn: [(name: String, matches: [String], not: [String])] = [
        ("alpha", ["a", "Z"], ["1", "é", "", "ab"]), ("upper", ["A", "Z"], ["a", "1"]),
        ("lower", ["a", "z"], ["A", "1"]), ("alnum", ["a", "Z", "0"], ["-", "_", "é"]),
        ("digit", ["0", "9"], ["a", "10", "٣"]), ("xdigit", ["0", "f", "F"], ["g", "10"]),
        ("region", ["GB", "US", "ZW"], ["gb", "XX", "GBR"]), ("lang", ["en", "zu"], ["EN", "xx"]),
    ]

    @Test(arguments: builtIn.indices) func builtInVariableMatchesOnlyItsSet(_ index: Int) throws {
        let row = Self.builtIn[index]
        let pattern = try LinkPattern("$(\(row.name))", variables: .init(), options: .init())
        for text in row.matches { #expect(pattern.matches(text), "\(row.name) \(text)") }
        for text in row.not { #expect(!pattern.matches(text), "\(row.name) \(text)") }
        let loose = try LinkPattern(
            "$(\(row.name))", variables: .init(), options: .init(isCaseSensitive: false, isPercentEncoded: true))
        for text in row.matches {
            #expect(loose.matches(text.lowercased()) && loose.matches(text.uppercased()), "\(row.name) \(text)")
        }
    }

    @Test("a variable of the file overrides the built-in one, and its name is case-sensitive")
    func variableOfTheFileOverridesTheBuiltInOne() throws {
        let variables = PatternVariables(["digit": ["one", "two"], "Food": ["pie", "p?a"], "": []])
        let digit = try LinkPattern("$(digit)", variables: variables, options: .init())
        #expect(digit.matches("one") && !digit.matches("1"))
        #expect(throws: LinkPattern.Problem.self) {
            try LinkPattern("$(food)", variables: variables, options: .init())
        }
        let food = try LinkPattern("/$(Food)$(Food)", variables: variables, options: .init())
        #expect(food.matches("/piepea") && food.matches("/peapie") && !food.matches("/pie"))
        let nothing = try LinkPattern("a$(none)", variables: PatternVariables(["none": []]), options: .init())
        #expect(!nothing.matches("a"), "of no words none can stand there")
        let empty = try LinkPattern("a$(e)b", variables: PatternVariables(["e": ["", "x"]]), options: .init())
        #expect(empty.matches("ab") && empty.matches("axb") && !empty.matches("axxb"))
    }

    @Test("the languages and regions include those that Foundation lists")
    func languagesAndRegionsIncludeThoseOfFoundation() {
        #expect(PatternVariables.regions.allSatisfy { $0.count == 2 && $0 == $0.uppercased() })
        #expect(PatternVariables.languages.allSatisfy { (2...3).contains($0.count) && $0 == $0.lowercased() })
        let languages = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
        #expect(Set(languages).subtracting(PatternVariables.languages).isEmpty)
        let unions: Set = ["EU", "EZ", "QO", "UN"]
        let regions = Set(Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }).subtracting(unions)
        #expect(regions.subtracting(PatternVariables.regions).isEmpty)
    }

    // MARK: Bounds

    @Test func matchTakesAtMostTheStepsOfItsBound() throws {
        var random = SplitMix64(seed: 11)
        let variables = PatternVariables(["w": ["a", "ab", "*b", "?a?", ""], "long": ["aaaaaaaaaaaaaaab"]])
        let parts = ["a", "b", "aab", "*", "*", "?", "$(w)", "$(alpha)", "$(long)", "$(lang)"]
        for _ in 0..<300 {
            let count = Int.random(in: 0...40, using: &random)
            let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            let pattern = try LinkPattern(text, variables: variables, options: .init())
            let subject = [Unicode.Scalar](repeating: "a", count: Int.random(in: 0...200, using: &random))
            var steps = 0
            _ = pattern.matches(subject, steps: &steps)
            #expect(steps <= pattern.stepsMax(positions: subject.count + 1), "\(text) \(subject.count)")
            guard !pattern.isEverything else { continue }
            var positions = 0
            steps = 0
            for length in stride(from: 0, to: subject.count, by: 7) {
                positions += length + 1
                guard pattern.matches(Array(subject[..<length]), steps: &steps) else { break }
            }
            #expect(steps <= max(1, pattern.stepsMaxOfSeveral(positions: max(positions, 1))), "\(text)")
        }
    }

    @Test func stepBoundDoesNotGrowWithTheListOfAVariable() throws {
        let words = (0..<5_000).map { "w\($0)" }
        let pattern = try LinkPattern("/$(w)", variables: PatternVariables(["w": words]), options: .init())
        #expect(pattern.stepsMax(positions: LinkPattern.positionsMax) < 30)
        #expect(pattern.matches("/w4999") && !pattern.matches("/w5000"))
    }

    @Test func fileOverTheStepLimitIsRefusedWithItsPlace() throws {
        let words = (0..<1_000).map { #""*\#($0)*""# }.joined(separator: ",")
        let pattern = String(repeating: "$(w)", count: 100)
        let text = """
            {"applinks": {"substitutionVariables": {"w": [\(words)]}, "details": [
              {"appID": "X.com.example.a", "components": [{}]},
              {"appID": "X.com.example.a", "components": [{"/": "\(pattern)"}]}
            ]}}
            """
        let fault = #expect(throws: SiteAssociation.Fault.self) { _ = try file(text) }
        #expect(fault?.place == "applinks.details[1].components[0]")
        #expect(fault?.problem.contains("more than \(SiteAssociation.stepsMax) steps") == true)
    }

    @Test func fileOverTheByteLimitIsRefused() throws {
        func padded(_ count: Int) -> String {
            #"{"applinks":{"details":[]},"x":"\#(String(repeating: "a", count: count))"}"#
        }
        let room = SiteAssociation.bytesMax - padded(0).utf8.count
        _ = try file(padded(room))
        let fault = #expect(throws: SiteAssociation.Fault.self) { _ = try file(padded(room + 1)) }
        #expect(fault?.place == "the file")
    }
}
