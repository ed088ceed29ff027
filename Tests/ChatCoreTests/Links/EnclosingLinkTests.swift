import Testing

@testable import ChatCore

struct EnclosingLinkTests {
    @Test(
        "a link is enclosed by the links without its fragment, its query and its last segments",
        arguments: [
            ("https://a.example/d/1#c", ["https://a.example/d/1", "https://a.example/d/", "https://a.example/d"]),
            ("https://a.example/d?x=1#c", ["https://a.example/d?x=1", "https://a.example/d"]),
            ("https://a.example:8443/d/?x", ["https://a.example:8443/d/", "https://a.example:8443/d"]),
            ("https://a.example/#c", ["https://a.example/"]), ("https://a.example/d", []), ("https://a.example", []),
        ])
    func enclosingLinksLackFragmentQueryAndLastSegments(_ link: String, _ expected: [String]) throws {
        #expect(try CanonicalURL(link).enclosing.map(\.text) == expected)
    }

    @Test("a long path has at most 32 enclosing links")
    func longPathHasABoundedNumberOfEnclosingLinks() throws {
        let url = try CanonicalURL("https://a.example" + String(repeating: "/x", count: 900))
        #expect(url.enclosing.count == 32)
    }
}
