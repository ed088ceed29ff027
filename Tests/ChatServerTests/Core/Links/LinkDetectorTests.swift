import ChatProtocol
import ChatServer
import Testing

@Suite struct LinkDetectorTests {
    /// A text, and the stretches of it that are links.
    static let texts: [(String, [String])] = [
        ("", []),
        ("no link: a/b", []),
        ("https://a.example", ["https://a.example"]),
        ("see https://a.example/b.", ["https://a.example/b"]),
        ("HTTP://A.example!", ["HTTP://A.example"]),
        ("(see https://a.example/b_(c).)", ["https://a.example/b_(c)"]),
        ("[https://a.example/b]", ["https://a.example/b"]),
        ("<https://a.example/b>, \"https://a.example/c\"", ["https://a.example/b", "https://a.example/c"]),
        ("“https://a.example/b”…", ["https://a.example/b"]),
        ("'https://a.example/b'", ["https://a.example/b"]),
        ("https://a.example/?q=1&r=(2)#f?!?", ["https://a.example/?q=1&r=(2)#f"]),
        ("👍🏽 https://a.example/é 🎭", ["https://a.example/é"]),
        ("看https://a.example/b。好", ["https://a.example/b"]),
        ("https://a.example\nhttps://b.example\u{A0}x", ["https://a.example", "https://b.example"]),
        ("https://a.example,https://b.example", ["https://a.example", "https://b.example"]),
        (
            "https://a.example/1,2 https://a.example/?u=https://b.example",
            [
                "https://a.example/1,2", "https://a.example/?u=https://b.example",
            ]
        ),
        ("xhttps://a.example", []), ("https://", []), ("https:// a", []), ("www.a.example", []),
        ("https://anna@a.example/", []), ("ftp://a.example", []), ("https://...", []), ("https://)", []),
        ("http://localhost:8080/x", ["http://localhost:8080/x"]),
    ]

    @Test(arguments: texts) func linksStandWhereTheyStand(_ text: String, _ expected: [String]) throws {
        let links = LinkDetector.links(in: text)
        let units = Array(text.utf16)
        let stretches = links.map { link in
            String(decoding: units[link.range.location..<link.range.location + link.range.length], as: UTF16.self)
        }
        #expect(stretches == expected)
        for (link, stretch) in zip(links, stretches) { #expect(try CanonicalURL(stretch) == link.url) }
    }

    @Test func aMessageHasAtMostFiftyLinks() {
        let text = String(repeating: "https://a.example ", count: LinkDetector.linksMax + 1)
        #expect(LinkDetector.links(in: text).count == LinkDetector.linksMax)
    }

    static let hostile = [
        String(repeating: "http://", count: 3000), String(repeating: "https://a", count: 2500),
        "https://a.example/" + String(repeating: ")", count: 20_000),
        "https://a.example/" + String(repeating: "().", count: 7000), String(repeating: "h", count: 20_000),
        String(repeating: "https:// ", count: 2500), String(repeating: "https://a.example/..;:!? ", count: 800),
    ]

    @Test(arguments: hostile.indices) func hostileTextCostsItsLengthAndNoMore(_ index: Int) {
        let clock = ContinuousClock()
        let links = clock.measure { _ = LinkDetector.links(in: Self.hostile[index]) }
        // The square of 20,000 takes minutes without optimisation; a slow machine takes milliseconds for the length.
        #expect(links < .seconds(2))
    }
}
