import ChatProtocol
import Testing

@testable import ChatCore

/// Single patterns, variables, options and hostile patterns.
@Suite struct LinkPatternTests {
    static let rows: [(pattern: String, text: String, matches: Bool)] = [
        ("*", "", true), ("*", "/any/thing", true), ("?*", "", false), ("?*", "x", true),
        ("/buy/*", "/buy/", true), ("/buy/*", "/buy", false), ("/buy/*", "/BUY/1", false),
        ("/help/????", "/help/12", false), ("/help/????", "/help/1234", true), ("/help/????", "/help/12345", false),
        ("", "", true), ("", "x", false), ("a*b*c", "abc", true), ("a*b*c", "a--b--c", true), ("a*b*c", "acb", false),
        ("*.html", "/a.html.html", true), ("*.html", "/a.htm", false),
        ("/$(food)/x", "/pizza/x", true), ("/$(food)/x", "/pie/x", true), ("/$(food)/x", "/p/x", false),
        ("/$(food)/x", "/pizzapie/x", false), ("/$(food)$(food)", "/piepizza", true),
        ("/$(wild)/x", "/a-b/x", true), ("/$(wild)/x", "/ab/x", true), ("/$(wild)/x", "/ba/x", false),
        ("$(digit)", "7", true), ("$(digit)", "77", false), ("$(digit)", "x", false), ("$(alpha)", "Q", true),
        ("$(upper)", "q", false), ("$(lower)", "q", true), ("$(alnum)", "9", true), ("$(alnum)", "-", false),
        ("$(xdigit)", "f", true), ("$(xdigit)", "g", false),
        ("/$(lang)-$(region)/*", "/en-GB/a", true), ("/$(lang)-$(region)/*", "/en-XX/a", false),
        ("/$(lang)-$(region)/*", "/xx-GB/a", false), ("a$b", "a$b", true),
        ("/caf%c3%a9", "/caf%C3%A9", true), ("/%7Eanna", "/~anna", true),
    ]

    @Test(arguments: rows.indices) func patternMustMatchTheWholeText(_ index: Int) throws {
        let row = Self.rows[index]
        let variables = PatternVariables(["food": ["pizza", "pie"], "wild": ["a*b"]])
        let pattern = try LinkPattern(row.pattern, variables: variables, options: .init())
        #expect(pattern.matches(row.text) == row.matches, "\(row.pattern) \(row.text)")
    }

    @Test func caseIsIgnoredIfCaseSensitiveIsFalse() throws {
        let options = LinkPattern.Options(isCaseSensitive: false, isPercentEncoded: true)
        for (pattern, text) in [("/buy/*", "/BUY/1"), ("/BUY/*", "/buy/1"), ("$(upper)", "q")] {
            let loose = try LinkPattern(pattern, variables: .init(), options: options)
            #expect(loose.matches(text), "\(pattern)")
        }
    }

    @Test func escapesAreDecodedIfPercentEncodedIsFalse() throws {
        let options = LinkPattern.Options(isCaseSensitive: true, isPercentEncoded: false)
        let rows = [("/café", "/caf%C3%A9"), ("/caf?", "/caf%C3%A9"), ("/a b", "/a%20b"), ("/50%", "/50%25")]
        for (pattern, text) in rows {
            let decoding = try LinkPattern(pattern, variables: .init(), options: options)
            #expect(decoding.matches(text), "\(pattern)")
            let asItStands = try LinkPattern(pattern, variables: .init(), options: .init())
            #expect(!asItStands.matches(text), "\(pattern)")
        }
    }

    @Test func hostilePatternsAreMatchedInBoundedSteps() throws {
        let text = String(repeating: "a", count: 2000)
        let stars = String(repeating: "*a", count: 200) + "*b"
        let words = String(repeating: "$(as)", count: 200) + "b"
        let variables = PatternVariables(["as": ["a", "aa", "aaa", "*a*"]])
        let patterns = try [stars, words].map { try LinkPattern($0, variables: variables, options: .init()) }
        let limits = [10 * text.count, 4000 * text.count]
        for (pattern, limit) in zip(patterns, limits) {
            var steps = 0
            let subject = Array(text.unicodeScalars)
            #expect(!pattern.matches(subject, steps: &steps))
            #expect(steps <= limit, "\(steps)")
        }
    }

    @Test(arguments: UInt64(1)...20) func matcherAgreesWithARecursiveMatcher(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let pattern = Self.text(of: "ab*?", random: &random)
            let text = Self.text(of: "ab", random: &random)
            let expected = Self.obvious(Array(pattern)[...], Array(text)[...])
            let matches = try LinkPattern(pattern, variables: .init(), options: .init()).matches(text)
            #expect(matches == expected, "seed \(seed): \(pattern) \(text)")
        }
    }

    /// Compares the matcher with one that follows all possible places, and so does not rely on the first fit.
    @Test(arguments: UInt64(1)...20) func firstFitGivesTheSameResultAsAllPlaces(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let lists = ["w": ["a", "ab", "bb*a", "", "?b"], "v": ["aba", "b"]]
        let parts = ["a", "b", "ab", "aab", "*", "*", "*", "?", "$(w)", "$(v)", "$(alpha)", "$(digit)"]
        var matched = 0
        for _ in 0..<400 {
            let count = Int.random(in: 0...9, using: &random)
            let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            let subject = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                ["a", "a", "b", "1"][Int.random(in: 0..<4, using: &random)] as Unicode.Scalar
            }
            let options = LinkPattern.Options()
            var variables = PatternVariables(lists)
            var parser = LinkPatternParser(text, options: options)
            let pieces = try parser.pieces(variables: &variables)
            var steps = 0
            let places = LinkPattern.places(pieces, from: [0], in: subject, options, steps: &steps)
            let matches = try LinkPattern(text, variables: variables, options: options).matches(subject)
            #expect(matches == (places.last == subject.count), "seed \(seed): \(text) \(subject)")
            if matches { matched += 1 }
        }
        #expect(matched > 20)
    }

    private static func text(of alphabet: String, random: inout SplitMix64) -> String {
        let letters = Array(alphabet)
        return String(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &random)]
            })
    }

    private static func obvious(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        switch first {
        case "*":
            return obvious(pattern.dropFirst(), text) || (!text.isEmpty && obvious(pattern, text.dropFirst()))
        case "?": return !text.isEmpty && obvious(pattern.dropFirst(), text.dropFirst())
        default: return text.first == first && obvious(pattern.dropFirst(), text.dropFirst())
        }
    }
}
