/// The octets with a meaning in the wire formats, and the ASCII character classes of their grammars.
///
/// `String` compares Characters, which costs ten times as much and treats "\r\n" as one Character.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let comma: UInt8 = 0x2C
    static let dot: UInt8 = 0x2E
    static let colon: UInt8 = 0x3A
    static let openBrace: UInt8 = 0x7B

    /// Returns true for a space or a tab, the "optional white space" (OWS) of HTTP (RFC 9110, section 5.6.3).
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }

    /// Returns true for the white space of JSON: space, tab, LF, CR (RFC 8259, section 2).
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == tab || byte == lineFeed || byte == carriageReturn
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39
    }

    /// Returns true for a character of a token, such as a method or a header name (RFC 9110, section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    /// Returns true if the strings differ at most in the case of A to Z.
    static func equalIgnoringCase(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// Returns the slice without blanks at either end.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var slice = bytes
        while let first = slice.first, isBlank(first) { slice.removeFirst() }
        while let last = slice.last, isBlank(last) { slice.removeLast() }
        return slice
    }
}
