import ChatProtocol
import Testing

@testable import ChatCore

@Suite struct LinkDetectorTests {
    /// A text and the parts of it that are links.
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
        // The end of a sentence.
        ("https://a.example/b?!", ["https://a.example/b"]), ("https://a.example/b;", ["https://a.example/b"]),
        ("https://a.example/b:", ["https://a.example/b"]), ("https://a.example/b...", ["https://a.example/b"]),
        ("https://a.example/b…", ["https://a.example/b"]), ("https://a.example/b/.", ["https://a.example/b/"]),
        ("https://a.example.", ["https://a.example"]), ("**https://a.example/b**", ["https://a.example/b"]),
        ("https://a.example/b'", ["https://a.example/b"]), ("https://a.example/it's", ["https://a.example/it's"]),
        ("https://a.example/b-", ["https://a.example/b-"]), ("https://a.example/b_", ["https://a.example/b_"]),
        ("https://a.example/?", ["https://a.example/"]), ("https://a.example/#", ["https://a.example/#"]),
        // Brackets.
        ("(https://a.example/b)", ["https://a.example/b"]), ("((https://a.example/b))", ["https://a.example/b"]),
        ("https://a.example/b_(c)_d", ["https://a.example/b_(c)_d"]),
        ("https://a.example/(b", ["https://a.example/(b"]),
        ("(https://a.example/b_(c))", ["https://a.example/b_(c)"]), ("{https://a.example/b}", ["https://a.example/b"]),
        ("[a](https://a.example/b)", ["https://a.example/b"]), ("https://a.example/b),", ["https://a.example/b"]),
        // Quotation marks and angle brackets.
        ("«https://a.example/b»", ["https://a.example/b"]), ("‹https://a.example/b›", ["https://a.example/b"]),
        ("„https://a.example/b“", ["https://a.example/b"]), ("`https://a.example/b`", ["https://a.example/b"]),
        ("<a href=\"https://a.example/b\">x</a>", ["https://a.example/b"]),
        ("<https://a.example/b>", ["https://a.example/b"]), ("’https://a.example/b’", ["https://a.example/b"]),
        // Hosts in other letters, escapes, ports, numbers.
        ("https://bücher.example/größe", ["https://bücher.example/größe"]),
        ("https://例え.example/パス。", ["https://例え.example/パス"]),
        ("https://xn--bcher-kva.example", ["https://xn--bcher-kva.example"]),
        ("https://a.example/%C3%A9%20b", ["https://a.example/%C3%A9%20b"]),
        ("https://a.example/100%", ["https://a.example/100%"]),
        ("https://a.example:8443/b", ["https://a.example:8443/b"]),
        ("https://a.example:8443", ["https://a.example:8443"]),
        ("https://a.example:", ["https://a.example"]), ("https://a.example:99999/b", []),
        ("https://a.example:8a/b", []),
        ("https://1.2.3.4/b", ["https://1.2.3.4/b"]),
        ("https://[2001:db8::1]:8443/b.", ["https://[2001:db8::1]:8443/b"]),
        ("https://[::1]", ["https://[::1]"]), ("(https://[::1])", ["https://[::1]"]), ("https://[::zz]/", []),
        // A name or a password before the host disguises the destination of a link.
        ("https://anna:secret@a.example/", []), ("https://a.example@evil.example/x", []), ("https://@a.example/", []),
        ("https://a.example/@anna", ["https://a.example/@anna"]),
        // Other schemes.
        ("javascript:alert(1)", []), ("data:text/html,hi", []), ("file:///etc/passwd", []), ("mailto:a@b.example", []),
        ("git+https://a.example/b", []), ("xhttp://a.example", []), ("hhttps://a.example", []),
        ("JavaScript://a.example/%0aalert(1)", []), ("HTTPS:/a.example", []), ("https:a.example", []),
        ("hTTpS://A.Example/B", ["hTTpS://A.Example/B"]), ("-https://a.example/b", ["https://a.example/b"]),
        ("see:https://a.example/b", ["https://a.example/b"]), ("_https://a.example/b_", ["https://a.example/b_"]),
        // A letter or digit of any script before the link.
        ("éhttps://a.example/x", []), ("e\u{301}https://a.example/x", []), ("жhttps://a.example/x", []),
        ("٣https://a.example/x", []), ("אhttps://a.example/x", []), ("한https://a.example/x", []),
        ("²https://a.example/x", []), ("ªhttps://a.example/x", []),
        ("é https://a.example/x", ["https://a.example/x"]), ("❤️https://a.example/x", ["https://a.example/x"]),
        ("1️⃣https://a.example/x", ["https://a.example/x"]),
        ("éhttps://a.example,https://b.example/x", ["https://b.example/x"]),
        ("はhttps://a.example/x", ["https://a.example/x"]), ("ที่https://a.example/x", ["https://a.example/x"]),
        // Emoji next to a link and inside it.
        ("👍https://a.example/b👍", ["https://a.example/b"]), ("https://a.example👍🏽", ["https://a.example"]),
        ("https://a.example/b👩‍👩‍👧 x", ["https://a.example/b"]), ("https://a.example/b❤️!", ["https://a.example/b"]),
        ("https://a.example/b!👍", ["https://a.example/b"]), ("https://a.example/b🇨🇭", ["https://a.example/b"]),
        ("https://a.example/🎭", ["https://a.example/🎭"]), ("https://a.example/?q=🎭", ["https://a.example/?q=🎭"]),
        ("https://a.example/🎭/x", ["https://a.example/🎭/x"]), ("https://i❤.example/", ["https://i❤.example/"]),
        ("https://a.example/1👍2", ["https://a.example/1👍2"]),
        // The punctuation of other scripts.
        ("「https://a.example/b」", ["https://a.example/b"]), ("（https://a.example/b）", ["https://a.example/b"]),
        ("https://a.example/b、https://b.example/c", ["https://a.example/b", "https://b.example/c"]),
        ("https://a.example/b！", ["https://a.example/b"]), ("https://a.example/b？", ["https://a.example/b"]),
        ("https://a.example/b：", ["https://a.example/b"]), ("https://a.example/b؟", ["https://a.example/b"]),
        // White space and invisible characters.
        ("https://a.example/b\u{3000}c", ["https://a.example/b"]), ("https://a.example/b\tc", ["https://a.example/b"]),
        ("https://a.example/b\u{200B}c", ["https://a.example/b"]),
        ("https://a.example/b\u{202E}c", ["https://a.example/b"]),
        ("https://a.example\u{2028}x", ["https://a.example"]), ("https://a.example/b\u{FEFF}", ["https://a.example/b"]),
        ("https://a.example/b\u{0}c", ["https://a.example/b"]), ("https://a.example/b\u{AD}c", ["https://a.example/b"]),
        // An address of the greatest length, and one byte more.
        (longest, [longest]), (longest + "a", []), ("x " + longest + ", y", [longest]),
    ]

    private static let longest =
        "https://a.example/" + String(repeating: "a", count: CanonicalURL.bytesMax - "https://a.example/".utf8.count)

    @Test(arguments: texts) func linksAreFoundWithTheirRanges(_ text: String, _ expected: [String]) throws {
        let links = LinkDetector.links(in: text)
        let units = Array(text.utf16)
        let stretches = links.map { link in
            String(decoding: units[link.range.location..<link.range.location + link.range.length], as: UTF16.self)
        }
        #expect(stretches == expected)
        for (link, stretch) in zip(links, stretches) { #expect(try CanonicalURL(stretch) == link.url) }
    }

    /// Links do not overlap, and the text of a found link alone is the same link, without its surroundings.
    @Test(arguments: UInt64(1)...40) func foundLinkIsFoundAgainInItsOwnText(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "https://", "http://", "a.example", "/", "b", "?", "#", "=", "(", ")", "[", "]", ".", ",", "!", " ", "👍",
            "❤️", "é", "。", "%41", "%", ":80", "@", "\"", "<", "\u{200B}", "\u{200D}", "xn--", "[::1]", "'", "+", "\n",
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 1...24, using: &random)
            let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            let units = Array(text.utf16)
            var end = 0
            for link in LinkDetector.links(in: text) {
                #expect(link.range.location >= end)
                end = link.range.location + link.range.length
                let stretch = String(decoding: units[link.range.location..<end], as: UTF16.self)
                let again = LinkDetector.links(in: stretch)
                #expect(again.map(\.url) == [link.url] && again[0].range.length == link.range.length, "\(text)")
            }
        }
    }

    @Test func textHasAtMostFiftyLinks() {
        let text = String(repeating: "https://a.example ", count: LinkDetector.linksMax + 1)
        #expect(LinkDetector.links(in: text).count == LinkDetector.linksMax)
    }

    static let hostile = [
        String(repeating: "http://", count: 3000), String(repeating: "https://a", count: 2500),
        "https://a.example/" + String(repeating: ")", count: 20_000),
        "https://a.example/" + String(repeating: "().", count: 7000), String(repeating: "h", count: 20_000),
        String(repeating: "https:// ", count: 2500), String(repeating: "https://a.example/..;:!? ", count: 800),
    ]

    @Test(arguments: hostile.indices) func hostileTextIsSearchedInLinearTime(_ index: Int) {
        let clock = ContinuousClock()
        let links = clock.measure { _ = LinkDetector.links(in: Self.hostile[index]) }
        // Without optimisation, a quadratic search takes minutes for 20,000 characters, and a linear one takes
        // milliseconds.
        #expect(links < .seconds(2))
    }
}
