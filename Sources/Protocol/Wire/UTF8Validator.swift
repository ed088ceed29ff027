/// Says whether bytes that come in pieces are UTF-8 (RFC 3629), and says no at the first byte that no continuation
/// could repair: a peer that sends `F4 90` is wrong now, not when its message ends (RFC 6455, section 8.1).
///
/// It remembers how many continuation bytes are owed and what the next one may be: three bytes in all.
public struct UTF8Validator: Sendable, Equatable {
    private var owed: UInt8 = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// A validator at the start of a text.
    public init() {}

    /// Whether the text could end here: no character is half told.
    public var isComplete: Bool { owed == 0 }

    /// Looks at the next bytes of the text. False means that it is not UTF-8, whatever may follow; the validator must not
    /// be used after that.
    public mutating func accepts(_ bytes: Span<UInt8>) -> Bool {
        let raw = bytes.bytes
        let end = bytes.count
        var index = 0
        while index < end {
            if owed == 0 {
                // Most text is ASCII: eight bytes at a time while it is.
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

    /// One byte; the table is RFC 3629, section 4.
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
