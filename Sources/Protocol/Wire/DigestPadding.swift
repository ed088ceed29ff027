/// The padding of SHA-1 and SHA-256 to whole blocks (RFC 3174, section 4; FIPS 180-4, section 5.1.1).
enum DigestPadding {
    /// Returns the message, a one bit, zeros and its length in bits: a multiple of 64 bytes.
    static func padded(_ message: [UInt8]) -> [UInt8] {
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return padded
    }
}
