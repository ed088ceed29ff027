/// The octets with a meaning in the wire formats, and the ASCII character classes of their grammars.
///
/// `String` compares Characters, which costs ten times as much and treats "\r\n" as one Character. Other modules inline
/// what they use, because they call it for each byte of a text.
package enum ASCII {
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

    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39
    }

    @inlinable
    package static func isLower(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A
    }

    @inlinable
    package static func isUpper(_ byte: UInt8) -> Bool {
        byte >= 0x41 && byte <= 0x5A
    }

    @inlinable
    package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLower(byte) || isUpper(byte)
    }

    /// Returns the value of a hexadecimal digit in either case; nil for any other byte.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x61 + 10
        case 0x41...0x46: byte - 0x41 + 10
        default: nil
        }
    }

    /// Returns true for a character of a token, such as a method or a header name (RFC 9110, section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        isUpper(byte) ? byte | 0x20 : byte
    }

    /// Returns true if a text contains a byte. Every message passes this test, so it reads eight bytes at a time.
    package static func contains(_ byte: UInt8, in text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            let (raw, ones) = (UnsafeRawBufferPointer(bytes), 0x0101_0101_0101_0101 as UInt64)
            var index = 0
            while index + 8 <= raw.count {
                // A matching byte becomes 0, and the subtraction then sets the highest bit of that byte.
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ UInt64(byte) &* ones
                if (word &- ones) & ~word & (ones &* 0x80) != 0 { return true }
                index += 8
            }
            return bytes[index...].contains(byte)
        } ?? text.utf8.contains(byte)
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
