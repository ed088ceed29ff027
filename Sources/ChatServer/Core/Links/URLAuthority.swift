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

/// An IPv6 address, parsed by the grammar of RFC 3986 (section 3.2.2) and written in the canonical form of RFC 5952.
struct IPv6Address: Equatable {
    /// The eight groups.
    let groups: [UInt16]

    /// Parses the text between the brackets; nil if it is not an address. A zone (`%eth0`) is refused, because no web
    /// address has one.
    init?(_ bytes: some Collection<UInt8>) {
        let text = Array(bytes)
        guard text.count <= 45 else { return nil }
        let gaps = text.indices.dropLast().filter { text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":") }
        guard let gap = gaps.first else {
            guard let groups = Self.groups(text[...], isLast: true), groups.count == 8 else { return nil }
            self.groups = groups
            return
        }
        // There is at most one gap, and it replaces at least one group.
        guard gaps.count == 1, let front = Self.groups(text[..<gap], isLast: false),
            let back = Self.groups(text[(gap + 2)...], isLast: true), front.count + back.count < 8
        else { return nil }
        groups = front + [UInt16](repeating: 0, count: 8 - front.count - back.count) + back
    }

    /// Parses groups that are separated by colons.
    ///
    /// - Parameter isLast: true if the last two groups may be written as an IPv4 address.
    private static func groups(_ text: ArraySlice<UInt8>, isLast: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let pair = ipv4(part) else { return nil }
                groups += pair
                continue
            }
            guard (1...4).contains(part.count) else { return nil }
            var group: UInt16 = 0
            for byte in part {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                group = group << 4 | UInt16(digit)
            }
            groups.append(group)
        }
        return groups
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt16] = []
        for part in parts {
            let hasLeadingZero = part.count > 1 && part.first == UInt8(ascii: "0")
            guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), !hasLeadingZero else { return nil }
            let value = part.reduce(0) { $0 * 10 + UInt16($1 - UInt8(ascii: "0")) }
            guard value <= 255 else { return nil }
            bytes.append(value)
        }
        return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
    }

    /// The address in lower case, without leading zeros. The first longest run of two or more zero groups is `::`.
    var text: String {
        var longest = 0..<0
        var start = 0
        for index in 0...8 {
            guard index == 8 || groups[index] != 0 else { continue }
            if index - start > longest.count { longest = start..<index }
            start = index + 1
        }
        func joined(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return joined(groups[...]) }
        return joined(groups[..<longest.lowerBound]) + "::" + joined(groups[longest.upperBound...])
    }
}

/// The punycode encoding of Unicode host labels (RFC 3492). There is no decoder, because the simulator shows the ASCII
/// form.
enum Punycode {
    /// Returns the encoded label without its `xn--`; nil for more than 63 scalars, which no host label can have.
    static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        // A label has at most 63 bytes. The encoding takes quadratic time, so longer labels are refused first.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basicCount
        var next: UInt32 = 128
        var delta = 0
        var bias = 72
        while handled < scalars.count {
            guard let smallest = scalars.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            delta += Int(smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number as the generalized variable-length integer of section 3.3.
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = 36
        while true {
            let threshold = min(max(place - bias, 1), 26)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            place += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? value + 97 : value - 26 + 48)
    }

    /// Returns the adapted bias of section 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
