/// SHA-1 (RFC 3174), only for the WebSocket handshake. RFC 6455 uses it to show that a server has understood the
/// request. It must not protect secrets.
public enum SHA1 {
    /// Returns the 20 bytes of the digest of `message`.
    public static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
        )
        let padded = DigestPadding.padded(message)
        var words = [UInt32](repeating: 0, count: 80)
        for block in stride(from: 0, to: padded.count, by: 64) {
            expand(padded, at: block, into: &words)
            var (a, b, c, d, e) = state
            for (index, word) in words.enumerated() {
                let (function, constant) = round(index, b, c, d)
                let next = rotate(a, 5) &+ function &+ e &+ word &+ constant
                (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
            }
            state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
        }
        return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// Writes the 80 words of one block into `words` (section 6.1, a and b).
    private static func expand(_ bytes: [UInt8], at block: Int, into words: inout [UInt32]) {
        for index in 0..<16 {
            let at = block + index * 4
            words[index] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for index in 16..<80 {
            words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
    }

    /// Returns the function value and the constant of step `index` (section 5).
    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
