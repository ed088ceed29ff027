/// Byte tests for addresses and patterns.
enum ASCII {
    /// Returns true if a text contains a byte. Every message passes this test, so it reads eight bytes at a time.
    static func stands(_ byte: UInt8, in text: String) -> Bool {
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

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    static func isLower(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    }

    static func isUpper(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLower(byte) || isUpper(byte)
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        isUpper(byte) ? byte + 0x20 : byte
    }

    /// Returns the value of a hexadecimal digit; nil for any other byte.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
