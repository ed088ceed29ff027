/// The masking of a client's payloads (RFC 6455, section 5.3): byte `i` is XORed with byte `i mod 4` of the key.
///
/// A key is a number whose lowest byte is the first on the wire. The loop masks eight bytes at a time, because single
/// bytes would cost more than the rest of the decoder.
enum WebSocketMask {
    /// Masks or unmasks `bytes[start...]` in place. The first byte of `key` applies to the byte at `start`.
    static func apply(_ key: UInt32, to bytes: inout [UInt8], from start: Int) {
        guard key != 0 else { return }
        let end = bytes.count
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        let wide = UInt64(key) | UInt64(key) << 32
        var index = start
        while index + 8 <= end {
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            raw.storeBytes(of: (word ^ wide).littleEndian, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        var rest = wide
        while index < end {
            let byte = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self)
            raw.storeBytes(of: byte ^ UInt8(truncatingIfNeeded: rest), toByteOffset: index, as: UInt8.self)
            rest >>= 8
            index += 1
        }
    }

    /// Returns the key for the byte `distance` places later.
    static func advance(_ key: UInt32, by distance: Int) -> UInt32 {
        let bits = UInt32(distance & 3) * 8
        return bits == 0 ? key : key >> bits | key << (32 - bits)
    }
}
