import ChatProtocol
import Testing

@testable import ChatCore

/// Test vectors for link patterns and association files.
struct LinkVectorTests {
    /// A whole path against one pattern. The rows go to the matcher itself, because the path of an address is never
    /// empty.
    static let patterns: [(pattern: String, text: String, isLoose: Bool, matches: Bool)] = [
        ("*", "/any/thing", false, true), ("*", "", false, true),
        ("?*", "", false, false),
        ("?*", "x", false, true),
        ("/buy/*", "/buy/", false, true),
        ("/buy/*", "/buy", false, false),
        ("/buy/*", "/BUY/1", false, false),
        ("/buy/*", "/BUY/1", true, true),
        ("/help/????", "/help/12", false, false),
        ("/help/????", "/help/1234", false, true),
    ]

    @Test(arguments: patterns.indices) func pathMatchesThePatternAsExpected(_ index: Int) throws {
        let row = Self.patterns[index]
        let pattern = try LinkPattern(
            row.pattern, variables: .init(),
            options: .init(isCaseSensitive: !row.isLoose, isPercentEncoded: true))
        #expect(pattern.matches(row.text) == row.matches, "\(row)")
    }

    private static let a = AppID("com.example.a")
    private static let b = AppID("com.example.b")
    private static let twoDetails = """
        {"appID": "X.com.example.a", "components": [{"/": "/a/*"}]},
        {"appID": "X.com.example.b", "components": [{"/": "/*"}]}
        """

    private static func one(_ components: String) -> String {
        #"{"appID": "X.com.example.a", "components": [\#(components)]}"#
    }

    /// Whole files, each with an address and the app that opens it, or nil.
    static let files: [(details: String, address: String, app: AppID?)] = [
        (one(#"{"/": "abc", "?": "def"}"#), "https://x.example/abc?def", a),
        (one(#"{"/": "abc", "?": "def"}"#), "https://x.example/abc", nil),
        (one(#"{"/": "abc", "?": "def"}"#), "https://x.example?def", nil),
        (one(#"{"?": {"productID": "12345"}}"#), "https://x.example/?productID=12345", a),
        (one(#"{"?": {"productID": "12345"}}"#), "https://x.example/?productID=1234", nil),
        (one(#"{"/": "*"}, {"/": "/e/*", "exclude": true}"#), "https://x.example/e/1", a),
        (one(#"{"/": "/e/*", "exclude": true}, {"/": "*"}"#), "https://x.example/e/1", nil),
        (twoDetails, "https://x.example/a/1", a),
        (twoDetails, "https://x.example/z", b),
        (
            one(##"{"#": "no_universal_links", "exclude": true}, {"/": "*"}"##),
            "https://x.example/#no_universal_links", nil
        ),
    ]

    @Test(arguments: files.indices) func fileRoutesTheLinkToTheExpectedApp(_ index: Int) throws {
        let row = Self.files[index]
        let file = #"{"applinks": {"details": [\#(row.details)]}}"#
        var router = LinkRouter()
        let domain = try #require(DomainPattern("x.example"))
        for app in [Self.b, Self.a] { router.register(app, domains: [domain]) }
        router.publish(try SiteAssociation(JSONReader.read(Array(file.utf8)).value), on: domain)
        let decision = router.route(try CanonicalURL(row.address))
        #expect(decision.app == row.app, "\(decision.trail)")
        #expect(decision.trail.last?.outcome == (row.app != nil ? .opens : decision.trail.last?.outcome))
    }
}
