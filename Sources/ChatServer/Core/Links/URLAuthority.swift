import ChatProtocol

/// The canonical host and port of an address.
struct URLAuthority {
    let host: String
    let port: UInt16?

    init(_ bytes: ArraySlice<UInt8>, scheme: CanonicalURL.Scheme) throws(CanonicalURL.Problem) {
        guard !bytes.contains(UInt8(ascii: "@")) else { throw .userInfo }
        let hostEnd: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            hostEnd = bracket + 1
            host = try Self.literal(bytes[bytes.startIndex..<hostEnd])
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard let name = Self.canonicalName(bytes[bytes.startIndex..<hostEnd]) else { throw .host }
            host = name
        }
        port = try Self.port(bytes[hostEnd...], scheme: scheme)
    }

    /// Returns a host name in lower case and ASCII; nil if it is not a host name.
    static func canonicalName(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
        if isCanonical(bytes) { return name }
        var labels = composed(name.lowercased()).split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        var canonical: [String] = []
        for label in labels {
            guard let ascii = asciiLabel(label) else { return nil }
            canonical.append(ascii)
        }
        let host = canonical.joined(separator: ".")
        // RFC 1035, section 2.3.4: a name has at most 253 bytes as text.
        return host.utf8.count <= 253 ? host : nil
    }

    /// Returns true for a plain name that needs no conversion: lowercase letters, digits and single dots.
    private static func isCanonical(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (1...63).contains(bytes.count) else { return false }
        var isLabelOpen = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): isLabelOpen = true
            case UInt8(ascii: ".") where isLabelOpen: isLabelOpen = false
            default: return false
            }
        }
        return isLabelOpen
    }

    private static func asciiLabel(_ label: Substring) -> String? {
        let scalars = Array(label.unicodeScalars)
        for scalar in scalars where scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            guard ASCII.isAlphanumeric(byte) || isSign else { return nil }
        }
        for scalar in scalars where !scalar.isASCII {
            let properties = scalar.properties
            guard
                properties.isAlphabetic || properties.numericType != nil || properties.isEmoji
                    || properties.canonicalCombiningClass != .notReordered || scalar == "\u{200D}"
                    || scalar == "\u{FE0F}"
            else { return nil }
        }
        let ascii = scalars.allSatisfy(\.isASCII) ? String(label) : Punycode.encode(scalars).map { "xn--" + $0 }
        // RFC 1035, section 2.3.4: a label has at most 63 bytes.
        guard let ascii, !ascii.isEmpty, ascii.utf8.count <= 63 else { return nil }
        return ascii
    }

    /// Returns an IPv6 address in brackets, in its canonical form.
    private static func literal(_ bytes: ArraySlice<UInt8>) throws(CanonicalURL.Problem) -> String {
        guard let address = IPv6Address(bytes.dropFirst().dropLast()) else { throw .host }
        return "[\(address.text)]"
    }

    private static func port(
        _ bytes: ArraySlice<UInt8>, scheme: CanonicalURL.Scheme
    ) throws(CanonicalURL.Problem) -> UInt16? {
        guard let colon = bytes.first else { return nil }
        guard colon == UInt8(ascii: ":") else { throw .host }
        let digits = bytes.dropFirst()
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard ASCII.isDigit(digit) else { throw .port }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            guard number <= UInt16.max else { throw .port }
        }
        let port = UInt16(number)
        return port == scheme.defaultPort ? nil : port
    }

    /// Returns a text in Unicode's normal form C, which composes a letter and its accent. Hosts that look the same are
    /// then equal.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.inNormalFormC
    }
}
