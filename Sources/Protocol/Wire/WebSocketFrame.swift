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
