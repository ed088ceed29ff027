import ChatProtocol
import Testing

@testable import ChatCore

@Suite struct CanonicalURLTests {
    static let forms: [(String, String)] = [
        ("https://notes.example", "https://notes.example/"),
        ("HTTPS://Notes.EXAMPLE/Plan", "https://notes.example/Plan"),
        ("https://notes.example:443/a", "https://notes.example/a"),
        ("http://notes.example:80/a", "http://notes.example/a"),
        ("http://notes.example:443/a", "http://notes.example:443/a"),
        ("https://notes.example:08443/a", "https://notes.example:8443/a"),
        ("https://notes.example:/a", "https://notes.example/a"),
        ("https://notes.example./a", "https://notes.example/a"),
        ("https://notes.example?q", "https://notes.example/?q"),
        ("https://notes.example#f", "https://notes.example/#f"),
        ("https://notes.example/?", "https://notes.example/?"),
        ("https://notes.example/#", "https://notes.example/#"),
        ("https://notes.example/?a=1&b=2#c?d#e", "https://notes.example/?a=1&b=2#c?d%23e"),
        ("https://notes.example/%7eanna/%41%2f%c3%a9", "https://notes.example/~anna/A%2F%C3%A9"),
        ("https://notes.example/é", "https://notes.example/%C3%A9"),
        ("https://notes.example/100%", "https://notes.example/100%25"),
        ("https://notes.example/a/./b/../c", "https://notes.example/a/c"),
        ("https://notes.example/a/b/..", "https://notes.example/a/"),
        ("https://notes.example/a/.", "https://notes.example/a/"),
        ("https://notes.example/../../a", "https://notes.example/a"),
        ("https://notes.example/%2e%2E/a", "https://notes.example/a"),
        ("https://notes.example//a//", "https://notes.example//a//"),
        ("https://notes.example/...", "https://notes.example/..."),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://BÜCHER.example/", "https://xn--bcher-kva.example/"),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
        ("https://他们为什么不说中文.example", "https://xn--ihqwcrb4cv8a8dqg056pqjye.example/"),
        ("https://[::1]:8080/a", "https://[::1]:8080/a"),
        ("https://[2001:DB8::1]", "https://[2001:db8::1]/"),
        ("https://[2001:DB8:0:0:0:0:0:1]", "https://[2001:db8::1]/"),
        ("https://[0:0:0:0:0:0:0:0]:443", "https://[::]/"), ("https://[1:0:0:2:0:0:0:3]", "https://[1:0:0:2::3]/"),
        ("https://[1:0:0:2:0:0:3:4]", "https://[1::2:0:0:3:4]/"),
        ("https://[1:2:3:4:5:6:0:8]", "https://[1:2:3:4:5:6:0:8]/"),
        ("https://[::255.0.3.4]/", "https://[::ff00:304]/"),
        ("https://[::ffff:1.2.3.4]/a", "https://[::ffff:102:304]/a"), ("https://[0001::0a]", "https://[1::a]/"),
        ("https://bu\u{308}cher.example/", "https://xn--bcher-kva.example/"),
        ("https://1.2.3.4:80/", "https://1.2.3.4:80/"), ("HtTpS://a.example/", "https://a.example/"),
        ("https://a.example/%", "https://a.example/%25"), ("https://a.example/%4", "https://a.example/%254"),
        ("https://a.example/%zz%2", "https://a.example/%25zz%252"),
        ("https://a.example/%e2%82%ac", "https://a.example/%E2%82%AC"),
        ("https://a.example/a+b%20c", "https://a.example/a+b%20c"),
        ("https://a.example/?%61=%62", "https://a.example/?a=b"),
        ("https://i❤.example/", "https://xn--i-7iq.example/"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("https://a.example/b_(c)?x=[1]|\\", "https://a.example/b_(c)?x=%5B1%5D%7C%5C"),
    ]

    @Test(arguments: forms) func addressHasOneCanonicalForm(_ address: String, _ canonical: String) throws {
        let url = try CanonicalURL(address)
        #expect(url.text == canonical)
        #expect(try CanonicalURL(url.text) == url)
    }

    static let refused: [(String, CanonicalURL.Problem)] = [
        ("", .scheme), ("notes.example", .scheme), ("ftp://notes.example", .scheme), ("https:/notes.example", .scheme),
        ("javascript:alert(1)", .scheme), ("https://", .host), ("https:///a", .host), ("https://a..b/", .host),
        ("https://.a/", .host), ("https://a%2eb/", .host), ("https://[::1/", .host), ("https://[abc]/", .host),
        ("https://[::256.0.3.4]/", .host), ("https://[::1.01.3.4]/", .host),
        ("https://[::1]a/", .host), ("https://[1:2:3]/", .host), ("https://[1::2::3]/", .host),
        ("https://[1:2:3:4:5:6:7:8:9]/", .host), ("https://[12345::]/", .host), ("https://[::g]/", .host),
        ("https://[:1]/", .host), ("https://[1:]/", .host), ("https://[::1.2.3]/", .host),
        ("https://[::1.2.3.256]/", .host), ("https://[fe80::1%25eth0]/", .host), ("https://[]/", .host),
        ("https://[1:2:3:4:5:6:7:8::]/", .host), ("file:///etc/passwd", .scheme),
        ("data:text/html,https://a.example", .scheme), ("https:a.example", .scheme), ("https://:80/", .host),
        ("https://a b/", .space), ("https://a/b\n", .space), ("https://a/\u{0}", .space),
        ("https://anna@a.example/", .userInfo), ("https://a.example@evil.example/", .userInfo),
        ("https://a.example:x/", .port), ("https://a.example:65536/", .port), ("https://a.example:-1/", .port),
        ("https://" + String(repeating: "a", count: 64) + ".example/", .host),
        ("https://a。b/", .host),
    ]

    @Test(arguments: refused) func invalidWebAddressIsRefusedWithItsProblem(
        _ address: String, _ problem: CanonicalURL.Problem
    ) {
        #expect(throws: problem) { _ = try CanonicalURL(address) }
    }

    @Test func lengthIsLimitedBeforeAndAfterEscaping() throws {
        let base = "https://a.example/"
        let room = CanonicalURL.bytesMax - base.utf8.count
        #expect(try CanonicalURL(base + String(repeating: "b", count: room)).text.utf8.count == CanonicalURL.bytesMax)
        #expect(throws: CanonicalURL.Problem.tooLong) {
            _ = try CanonicalURL(base + String(repeating: "b", count: room + 1))
        }
        // The address fits as written, but not in its escaped form.
        #expect(throws: CanonicalURL.Problem.tooLong) {
            _ = try CanonicalURL(base + String(repeating: "é", count: room / 2))
        }
    }

    @Test func addressIsSplitIntoItsParts() throws {
        let url = try CanonicalURL("http://Notes.example:8080/a/b?c=d#e")
        #expect(url.scheme == .http)
        #expect(url.host == "notes.example")
        #expect(url.port == 8080)
        #expect(url.path == "/a/b")
        #expect(url.query == "c=d")
        #expect(url.fragment == "e")
    }

    @Test(arguments: UInt64(1)...20) func randomTextIsRefusedOrHasAStableForm(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("aZ09.%2eF/?#:@[]()-_~é 中\u{301}&=+\\")
        for _ in 0..<300 {
            var text = "https://a"
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            guard let url = try? CanonicalURL(text) else { continue }
            #expect(try CanonicalURL(url.text).text == url.text, "seed \(seed): \(text)")
            #expect(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed): \(text)")
        }
    }
}
