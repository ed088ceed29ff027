import ChatProtocol

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
