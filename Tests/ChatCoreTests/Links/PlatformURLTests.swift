import ChatProtocol
import Foundation
import Testing

@testable import ChatCore

/// The platform's own parser, where it is right: what is found in a text is a link to it too, and has the same parts.
struct PlatformURLTests {
    static let texts =
        LinkDetectorTests.texts.map(\.0) + CanonicalURLTests.forms.map(\.0) + [
            "Look: https://a.example/a/../b/./c?x=1&y=%20#frag, then (https://b.example:8080/path_(1)).",
            "https://a.example/;v=1/b;c?d;e", "https://a.example/a=b&c?d=e/f?g", "https://a.example/~anna/*/!$'()",
        ]

    @Test(arguments: texts.indices) func whatIsFoundHasTheSamePartsThere(_ index: Int) throws {
        let text = Self.texts[index]
        let units = Array(text.utf16)
        for link in LinkDetector.links(in: text) {
            let canonical = try #require(URLComponents(string: link.url.text), "\(link.url)")
            #expect(canonical.scheme == link.url.scheme.rawValue)
            #expect(canonical.encodedHost == link.url.host, "\(link.url)")
            #expect(canonical.port == link.url.port.map { Int($0) })
            #expect(canonical.percentEncodedPath == link.url.path)
            #expect(canonical.percentEncodedQuery == link.url.query)
            #expect(canonical.percentEncodedFragment == link.url.fragment)
            #expect(canonical.user == nil && canonical.password == nil)
            #expect(canonical.url?.absoluteString == link.url.text)
            #expect(URL(string: link.url.text)?.standardized.absoluteString == link.url.text, "no dot segment is left")

            let stretch = String(
                decoding: units[link.range.location..<link.range.location + link.range.length], as: UTF16.self)
            // The platform keeps an IPv6 address as it was written; what else it reads it must read alike, and the
            // punycode of a host is its own.
            guard let found = URLComponents(string: stretch), let host = found.encodedHost, !host.hasPrefix("[") else {
                continue
            }
            #expect(host.lowercased().trimmingCharacters(in: ["."]) == link.url.host, "\(stretch)")
            #expect(
                (found.port ?? Self.standardPort(link.url)) == link.url.port.map { Int($0) }
                    ?? Self.standardPort(link.url))
            let path = URL(string: stretch)?.standardized.path(percentEncoded: false)
            let ours = URL(string: link.url.text)?.path(percentEncoded: false)
            if !stretch.contains(".."), !stretch.lowercased().contains("%2e") {
                #expect(path.map { $0.isEmpty ? "/" : $0 } == ours, "\(stretch)")
            }
        }
    }

    private static func standardPort(_ url: CanonicalURL) -> Int { Int(url.scheme.defaultPort) }

    @Test func anAddressThatThePlatformRefusesIsNoneHereEither() {
        for text in ["https://a b/", "https://[::1/", "https://a.example:x/", "https://a%zz/", "https://"] {
            #expect(URL(string: text, encodingInvalidCharacters: false)?.host == nil, "\(text)")
            #expect(throws: CanonicalURL.Problem.self) { try CanonicalURL(text) }
        }
    }
}
