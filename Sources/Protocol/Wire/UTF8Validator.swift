/// Validates UTF-8 (RFC 3629) that arrives in pieces. It fails at the first byte that makes the text invalid.
///
/// After `F4 90`, for example, no continuation can make the text valid. The peer's error is known at once, not at the
/// end of its message (RFC 6455, section 8.1).
///
/// Its state is three bytes: the number of missing continuation bytes and the range of the next one.
public struct UTF8Validator: Sendable, Equatable {
    private var owed: UInt8 = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Creates a validator at the start of a text.
    public init() {}

    /// True if the text may end here: no character is incomplete.
    public var isComplete: Bool { owed == 0 }

    /// Validates the next bytes of the text. Returns false if the text is not UTF-8, whichever bytes may follow; the
    /// validator must not be used after that.
    public mutating func accepts(_ bytes: Span<UInt8>) -> Bool {
        let raw = bytes.bytes
        let end = bytes.count
        var index = 0
        while index < end {
            if owed == 0 {
                // Most text is ASCII, which is skipped eight bytes at a time.
                while index + 8 <= end {
                    let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
                    if word & 0x8080_8080_8080_8080 != 0 { break }
                    index += 8
                }
                if index == end { break }
            }
            guard accepts(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    /// Validates one byte by the table of RFC 3629, section 4.
    private mutating func accepts(_ byte: UInt8) -> Bool {
        if owed > 0 {
            guard byte >= lowest, byte <= highest else { return false }
            owed -= 1
            (lowest, highest) = (0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: owed = 1
        case 0xE0: (owed, lowest) = (2, 0xA0)
        case 0xED: (owed, highest) = (2, 0x9F)
        case 0xE1...0xEF: owed = 2
        case 0xF0: (owed, lowest) = (3, 0x90)
        case 0xF1...0xF3: owed = 3
        case 0xF4: (owed, highest) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
