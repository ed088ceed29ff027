import ChatProtocol

/// A web address in canonical form. The simulator compares, stores and shows addresses in this form only.
///
/// Two texts that RFC 3986 (section 6.2) considers equivalent have the same canonical form:
/// - The scheme is `http` or `https`, in lower case. Any other scheme is refused.
/// - The host is in lower case and ASCII. A label with other letters becomes punycode (RFC 3492), and an existing
///   punycode label stays. One dot at the end is removed. Letters are composed first (normal form C), so that an accent
///   is the same in both spellings. Compatibility forms such as full-width letters are not mapped. An IPv6 address has
///   the form of RFC 5952.
/// - The default port of the scheme (80, 443) is removed, and so is an empty port.
/// - `%41` becomes `A` if the byte is unreserved (letters, digits, `- . _ ~`). Other escapes are written in capitals.
///   Characters that a URL must not contain are escaped. A `%` that begins no escape becomes `%25`.
/// - `.` and `..` segments are resolved. An empty path becomes `/`.
/// - Query and fragment stay, with the same escaping. An empty query (`?` at the end) differs from a missing one.
///
/// A user name before the host is refused, because such an address shows one name and leads to another.
struct CanonicalURL: Sendable, Hashable, CustomStringConvertible {
    /// The longest address in bytes, both before and after the conversion. All browsers and servers accept this length.
    static let bytesMax = 2048

    /// The scheme of a web address.
    enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// HTTP without TLS.
        case http
        /// HTTP with TLS.
        case https

        /// The port of an address without a written port.
        var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The reason why a text is not a web address.
    enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text is longer than ``CanonicalURL/bytesMax``.
        case tooLong
        /// The text does not begin with `http://` or `https://`.
        case scheme
        /// The text contains white space or a control character.
        case space
        /// A user name or password precedes the host.
        case userInfo
        /// The host is missing or malformed.
        case host
        /// The port is not a number from 0 to 65535.
        case port

        /// The sentence for the person who typed the address.
        var description: String {
            switch self {
            case .tooLong: "The address is longer than \(CanonicalURL.bytesMax) bytes."
            case .scheme: "The address does not begin with https:// or http://."
            case .space: "The address contains white space or a control character."
            case .userInfo: "The address has a user name before its host."
            case .host: "The host of the address is missing or malformed."
            case .port: "The port of the address is not a number from 0 to 65535."
            }
        }
    }

    let scheme: Scheme
    /// The host in lower case. An IPv6 address includes its brackets.
    let host: String
    /// The port; nil for the default port of the scheme.
    let port: UInt16?
    /// The path, never empty.
    let path: String
    /// The text between `?` and `#`; nil if there is no `?`.
    let query: String?
    /// The text after `#`; nil if there is no `#`.
    let fragment: String?
    /// The whole address in ASCII. Equal addresses have equal texts.
    let text: String

    var description: String { text }

    /// Converts an address to canonical form.
    ///
    /// - Throws: the ``Problem`` if the text is not a web address.
    init(_ address: String) throws(Problem) {
        let bytes = Array(address.utf8)
        guard bytes.count <= Self.bytesMax else { throw .tooLong }
        let parts = try URLParts(bytes)
        scheme = parts.scheme
        let authority = try URLAuthority(bytes[parts.authority], scheme: parts.scheme)
        host = authority.host
        port = authority.port
        let path = URLEscaping.withoutDotSegments(URLEscaping.canonical(bytes[parts.path], in: .path))
        self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        query = parts.query.map { String(decoding: URLEscaping.canonical(bytes[$0], in: .query), as: UTF8.self) }
        fragment = parts.fragment.map { String(decoding: URLEscaping.canonical(bytes[$0], in: .query), as: UTF8.self) }
        var text = "\(scheme.rawValue)://\(host)"
        if let port { text += ":\(port)" }
        text += self.path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        guard text.utf8.count <= Self.bytesMax else { throw .tooLong }
        self.text = text
    }

    /// Returns true if the canonical texts are equal.
    static func == (left: CanonicalURL, right: CanonicalURL) -> Bool {
        left.text == right.text
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension CanonicalURL {
    /// The largest number of path segments that are removed from a link.
    private static let segmentsMax = 32

    /// The links that enclose this link, the nearest first: without its fragment, then without its query, then with one
    /// path segment less each. No path is shortened to the root of the site.
    var enclosing: [CanonicalURL] {
        var links: [CanonicalURL] = []
        func add(_ path: Substring, query: String? = nil) {
            let port = port.map { ":\($0)" } ?? ""
            let text = "\(scheme.rawValue)://\(host)\(port)\(path)" + (query.map { "?" + $0 } ?? "")
            if let url = try? CanonicalURL(text) { links.append(url) }
        }
        if fragment != nil { add(path[...], query: query) }
        if query != nil { add(path[...]) }
        var rest = path[...]
        for _ in 0..<Self.segmentsMax {
            // "/d/1" encloses "/d/1/", and both are links of their own.
            rest = rest.last == "/" ? rest.dropLast() : rest.lastIndex(of: "/").map { rest[...$0] } ?? ""
            guard rest.utf8.count > 1 else { break }
            add(rest)
        }
        return links
    }
}

/// The byte ranges of the parts of an address (RFC 3986, appendix B), for the schemes `http` and `https`.
struct URLParts {
    let scheme: CanonicalURL.Scheme
    let authority: Range<Int>
    let path: Range<Int>
    let query: Range<Int>?
    let fragment: Range<Int>?

    init(_ bytes: [UInt8]) throws(CanonicalURL.Problem) {
        for byte in bytes where byte <= 0x20 || byte == 0x7F { throw .space }
        guard let (scheme, start) = Self.scheme(of: bytes) else { throw .scheme }
        self.scheme = scheme
        let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#"))
        fragment = hash.map { $0 + 1..<bytes.count }
        let beforeFragment = hash ?? bytes.count
        let mark = bytes[start..<beforeFragment].firstIndex(of: UInt8(ascii: "?"))
        query = mark.map { $0 + 1..<beforeFragment }
        let beforeQuery = mark ?? beforeFragment
        let slash = bytes[start..<beforeQuery].firstIndex(of: UInt8(ascii: "/")) ?? beforeQuery
        authority = start..<slash
        path = slash..<beforeQuery
    }

    private static func scheme(of bytes: [UInt8]) -> (CanonicalURL.Scheme, Int)? {
        for scheme in CanonicalURL.Scheme.allCases {
            let opening = (scheme.rawValue + "://").utf8
            guard bytes.count >= opening.count else { continue }
            if zip(bytes, opening).allSatisfy({ ASCII.lowercased($0) == $1 }) { return (scheme, opening.count) }
        }
        return nil
    }
}

/// Percent-escapes and dot segments (RFC 3986, sections 6.2.2 and 5.2.4).
enum URLEscaping {
    /// The part of an address that contains the bytes. Queries and fragments also allow an unescaped `?`, and the text
    /// of a pattern allows every byte.
    enum Place {
        case path
        case query
        case pattern
    }

    /// Returns the bytes in canonical form: unreserved ones plain, other escapes in capitals, and disallowed bytes
    /// escaped.
    static func canonical(_ bytes: ArraySlice<UInt8>, in place: Place) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), let escaped = escapedByte(bytes, at: index) {
                if isUnreserved(escaped) { output.append(escaped) } else { append(escape: escaped, to: &output) }
                index += 3
                continue
            }
            if isUnreserved(byte) || mayStand(byte, in: place) {
                output.append(byte)
            } else {
                append(escape: byte, to: &output)
            }
            index += 1
        }
        return output
    }

    /// Decodes all escapes. The result may be invalid UTF-8.
    static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), let escaped = escapedByte(bytes[...], at: index) {
                output.append(escaped)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// Resolves the `.` and `..` segments of a path. None leads above the root.
    static func withoutDotSegments(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(UInt8(ascii: ".")) else { return path }
        var resolved: [ArraySlice<UInt8>] = []
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (number, segment) in segments.enumerated() {
            let isLast = number == segments.count - 1
            switch segment.count {
            case 1 where segment.first == UInt8(ascii: "."):
                if isLast { resolved.append([]) }
            case 2 where segment.allSatisfy({ $0 == UInt8(ascii: ".") }):
                if !resolved.isEmpty { resolved.removeLast() }
                if isLast { resolved.append([]) }
            default:
                resolved.append(segment)
            }
        }
        return [UInt8(ascii: "/")] + Array(resolved.joined(separator: [UInt8(ascii: "/")]))
    }

    private static func escapedByte(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]),
            let low = ASCII.hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func append(escape byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 0xF] {
            output.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "A"))
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    /// Returns true for a reserved character that needs no escape (`pchar` of section 3.3, and `/` and `?`).
    private static func mayStand(_ byte: UInt8, in place: Place) -> Bool {
        if place == .pattern { return true }
        return switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "/"):
            true
        case UInt8(ascii: "?"): place == .query
        default: false
        }
    }
}
