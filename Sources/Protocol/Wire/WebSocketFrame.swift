/// The type of a frame (RFC 6455, section 5.2). The other ten numbers are reserved.
public enum WebSocketOpcode: UInt8, Sendable {
    /// A further fragment of a message.
    case continuation = 0
    /// A text message in UTF-8, or its first fragment.
    case text = 1
    /// A binary message, or its first fragment.
    case binary = 2
    /// The last frame that a side sends.
    case close = 8
    /// A request for a pong with the same payload of at most 125 bytes.
    case ping = 9
    /// The response to a ping, or unsolicited.
    case pong = 10

    /// True for a control frame: it may be sent between the fragments of a message and must itself be short and not
    /// fragmented (section 5.5).
    public var isControl: Bool { rawValue >= 8 }
}

/// Encodes frames. It is stateless; ``WireConnection`` decides when a frame may be sent.
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-+-+-+-+-------+-+-------------+-------------------------------+
///     |F|R|R|R| opcode|M| length      | 16 or 64 bits more of length  |
///     |I|S|S|S|  (4)  |A|  (7)        | if it is 126 or 127           |
///     |N|V|V|V|       |S|             | then 4 bytes of key if masked |
///     | |1|2|3|       |K|             | then the payload              |
///     +-+-+-+-+-------+-+-------------+-------------------------------+
public enum WebSocketFrame {
    /// The most bytes of the payload of a close, ping or pong (RFC 6455, section 5.5).
    public static let maximumControlPayload = 125
    /// The size of the longest header in bytes: two, eight of length, four of key.
    public static let maximumHeader = 14

    /// Appends only the header, for a payload of `length` bytes that the caller appends after it.
    ///
    /// This allows one encoded payload to be sent to many connections. With a mask key, the caller must mask the
    /// payload.
    public static func appendHeader(
        _ opcode: WebSocketOpcode, isFinal: Bool = true, length: Int, maskKey: UInt32? = nil,
        to output: inout [UInt8]
    ) {
        output.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        let masked: UInt8 = maskKey == nil ? 0 : 0x80
        if length < 126 {
            output.append(masked | UInt8(truncatingIfNeeded: length))
        } else if length <= 0xFFFF {
            output.append(masked | 126)
            output.append(UInt8(truncatingIfNeeded: length >> 8))
            output.append(UInt8(truncatingIfNeeded: length))
        } else {
            output.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
        guard let maskKey else { return }
        for shift in stride(from: UInt32(0), through: 24, by: 8) {
            output.append(UInt8(truncatingIfNeeded: maskKey >> shift))
        }
    }

    /// Appends a complete frame. Allocates only the growth of `output`.
    ///
    /// A client passes an unpredictable key, whose lowest byte is the first on the wire. A server passes none (section
    /// 5.1).
    public static func append(
        _ opcode: WebSocketOpcode, isFinal: Bool = true, payload: [UInt8], maskKey: UInt32? = nil,
        to output: inout [UInt8]
    ) {
        appendHeader(opcode, isFinal: isFinal, length: payload.count, maskKey: maskKey, to: &output)
        let start = output.count
        output.append(contentsOf: payload)
        if let maskKey { WebSocketMask.apply(maskKey, to: &output, from: start) }
    }
}

/// The header of a received frame, validated by every rule that does not need the payload.
struct WebSocketFrameHeader: Equatable {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    /// The size of the header in bytes.
    var size: Int
    /// The length of the payload in bytes.
    var length: Int
    /// The mask key; 0, which changes no byte, if the frame is not masked.
    var maskKey: UInt32

    /// Reads the header at the front of the queue without consuming it. Returns nil if it is incomplete.
    ///
    /// A violation is refused as soon as the byte that shows it has arrived.
    ///
    /// - Parameters:
    ///   - masked: true if the peer must mask, as a client must.
    ///   - limit: the most bytes of a frame's payload.
    static func read(
        from queue: ByteQueue, masked: Bool, limit: Int
    ) throws(WebSocketError) -> WebSocketFrameHeader? {
        guard !queue.isEmpty else { return nil }
        let first = queue[0]
        guard first & 0x70 == 0 else { throw .reservedBits }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw .reservedOpcode(first & 0x0F) }
        let isFinal = first & 0x80 != 0
        guard isFinal || !opcode.isControl else { throw .controlFragmented }
        guard queue.count >= 2 else { return nil }

        let second = queue[1]
        guard (second & 0x80 != 0) == masked else { throw masked ? .maskRequired : .maskForbidden }
        let short = Int(second & 0x7F)
        guard short < 126 || !opcode.isControl else { throw .controlTooLong }
        let lengthSize = short < 126 ? 0 : short == 126 ? 2 : 8
        guard queue.count >= 2 + lengthSize else { return nil }
        let length = lengthSize == 0 ? short : try longLength(from: queue, size: lengthSize)
        guard opcode.isControl || length <= limit else { throw .frameTooLong(limit: limit) }

        let keyOffset = 2 + lengthSize
        let size = keyOffset + (masked ? 4 : 0)
        guard queue.count >= size else { return nil }
        var key: UInt32 = 0
        if masked {
            for index in 0..<4 { key |= UInt32(queue[keyOffset + index]) << UInt32(8 * index) }
        }
        return WebSocketFrameHeader(opcode: opcode, isFinal: isFinal, size: size, length: length, maskKey: key)
    }

    private static func longLength(from queue: ByteQueue, size: Int) throws(WebSocketError) -> Int {
        var length: UInt64 = 0
        for index in 2..<2 + size { length = length << 8 | UInt64(queue[index]) }
        guard length >> 63 == 0 else { throw .lengthTopBitSet }
        guard length > (size == 2 ? 125 : 0xFFFF) else { throw .lengthNotMinimal }
        return Int(length)
    }
}

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
