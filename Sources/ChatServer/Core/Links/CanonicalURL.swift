/// A web address in the one form in which the simulator compares, stores and shows addresses.
///
/// Two texts that lead to the same place by the rules of RFC 3986 (section 6.2) have the same canonical form:
/// - The scheme is `http` or `https`, in lower case. Nothing else is a web address.
/// - The host is in lower case and ASCII: a label with other letters becomes its punycode (RFC 3492), one that is
///   punycode already is kept. One dot at the end is dropped. Letters are composed before (normal form C), so that an
///   accent is the same however it was typed; compatibility forms such as full-width letters are not mapped. An IPv6
///   address is written as RFC 5952 has it.
/// - A port that is the scheme's own (80, 443) is dropped, and so is an empty one.
/// - `%41` becomes `A` where the byte is unreserved (letters, digits, `- . _ ~`); other escapes are written in capitals.
///   What may not stand in a URL is escaped; a `%` that begins no escape becomes `%25`.
/// - `.` and `..` segments are resolved; an empty path becomes `/`.
/// - Query and fragment are kept, in the same escaping; an empty one (`?` at the end) is not the same as none.
///
/// A user name before the host is refused: it shows one name and leads to another.
struct CanonicalURL: Sendable, Hashable, CustomStringConvertible {
    /// The longest address in bytes, before and after it is made canonical: what every browser and server accepts.
    static let bytesMax = 2048

    /// The scheme of a web address.
    enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// Without TLS.
        case http
        /// With TLS.
        case https

        /// The port that is meant when none is written.
        var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// Why a text is no web address.
    enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// It is longer than ``CanonicalURL/bytesMax``.
        case tooLong
        /// It does not begin with `http://` or `https://`.
        case scheme
        /// There is white space or a control character in it.
        case space
        /// There is a user name or password before the host.
        case userInfo
        /// The host is missing, or no host.
        case host
        /// The port is no number from 0 to 65535.
        case port

        /// The sentence for the person who typed it.
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

    /// The scheme.
    let scheme: Scheme
    /// The host in lower case; an IPv6 address with its brackets.
    let host: String
    /// The port, if it is not the scheme's own.
    let port: UInt16?
    /// The path, never empty.
    let path: String
    /// What stands between `?` and `#`; nil if there is no `?`.
    let query: String?
    /// What stands after `#`; nil if there is none.
    let fragment: String?
    /// The whole address; ASCII, so that equal addresses are equal texts.
    let text: String

    /// The whole address.
    var description: String { text }

    /// Makes an address canonical.
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

    /// Equal if the canonical texts are.
    static func == (left: CanonicalURL, right: CanonicalURL) -> Bool {
        left.text == right.text
    }

    /// Hashes the canonical text.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
