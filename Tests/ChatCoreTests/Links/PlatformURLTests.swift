import ChatProtocol
import Foundation
import Testing

@testable import ChatCore

/// Compares detected links with Foundation's own parser, in the cases where it is correct.
struct PlatformURLTests {
    static let texts =
        LinkDetectorTests.texts.map(\.0) + CanonicalURLTests.forms.map(\.0) + [
            "Look: https://a.example/a/../b/./c?x=1&y=%20#frag, then (https://b.example:8080/path_(1)).",
            "https://a.example/;v=1/b;c?d;e", "https://a.example/a=b&c?d=e/f?g", "https://a.example/~anna/*/!$'()",
        ]

    @Test(arguments: texts.indices) func detectedLinkHasTheSamePartsInFoundation(_ index: Int) throws {
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
            // Foundation does not shorten IPv6 addresses, so they are skipped. All other hosts must be equal in
            // Foundation's own punycode.
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

    @Test func addressThatFoundationRefusesIsRefused() {
        for text in ["https://a b/", "https://[::1/", "https://a.example:x/", "https://a%zz/", "https://"] {
            #expect(URL(string: text, encodingInvalidCharacters: false)?.host == nil, "\(text)")
            #expect(throws: CanonicalURL.Problem.self) { try CanonicalURL(text) }
        }
    }
}
