import ChatProtocol

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
