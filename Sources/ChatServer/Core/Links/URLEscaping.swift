import ChatProtocol

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
