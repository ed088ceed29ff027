/// Base64 with the standard alphabet and padding (RFC 4648, section 4). Decoding accepts no other form.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding: UInt8 = 0x3D

    /// Returns the Base64 text of `bytes`, padded to a multiple of four characters.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let length = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 {
                group = group << 8 | (index < length ? UInt32(bytes[start + index]) : 0)
            }
            for index in 0..<4 {
                let digit = Int(group >> UInt32(18 - 6 * index) & 0x3F)
                text.append(index <= length ? alphabet[digit] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that `text` encodes, or nil if ``encode(_:)`` cannot have produced it.
    ///
    /// Four faults give nil: a wrong length, a character outside the alphabet, padding inside, or nonzero unused bits
    /// in the last character (section 3.5).
    public static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            let isLast = start + 4 == digits.count
            let pads = isLast ? digits[start...].reversed().prefix { $0 == padding }.count : 0
            guard pads <= 2 else { return nil }
            var group: UInt32 = 0
            for index in 0..<4 {
                guard let value = index < 4 - pads ? value(of: digits[start + index]) : 0 else { return nil }
                group = group << 6 | value
            }
            guard pads == 0 || group & (1 << UInt32(8 * pads) - 1) == 0 else { return nil }
            for index in 0..<3 - pads {
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index)))
            }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit - 0x41)
        case 0x61...0x7A: UInt32(digit - 0x61 + 26)
        case 0x30...0x39: UInt32(digit - 0x30 + 52)
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}

/// Bytes as pairs of lower-case hexadecimal digits, for digests, ids and secrets.
public enum Hexadecimal {
    /// Returns the digits of the bytes.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns the bytes, or nil if the text is not pairs of lower-case digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
