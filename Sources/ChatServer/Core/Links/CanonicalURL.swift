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
