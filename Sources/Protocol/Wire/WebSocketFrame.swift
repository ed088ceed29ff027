/// What a frame is (RFC 6455, section 5.2). The other ten numbers are reserved.
public enum WebSocketOpcode: UInt8, Sendable {
    /// A further piece of a message that was begun.
    case continuation = 0
    /// A message of UTF-8, or its first piece.
    case text = 1
    /// A message of bytes, or its first piece.
    case binary = 2
    /// The last frame of a side.
    case close = 8
    /// "Are you there?", with up to 125 bytes to be given back.
    case ping = 9
    /// The answer to a ping, or unasked a sign of life.
    case pong = 10

    /// Whether it may come between the fragments of a message, and must itself be whole and short (section 5.5).
    public var isControl: Bool { rawValue >= 8 }
}

/// Writes frames. No state: what may be sent when is ``WireConnection``'s affair.
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
    /// Bytes that the payload of a close, ping or pong may have (RFC 6455, section 5.5).
    public static let maximumControlPayload = 125
    /// Bytes of the longest header: two, eight of length, four of key.
    public static let maximumHeader = 14

    /// Appends a header alone, for a payload of `length` bytes that the caller appends after it: one encoded payload can
    /// so be sent to any number of connections. With a mask key the caller has to mask what it appends.
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

    /// Appends a whole frame. A client gives a key that nobody can foresee, whose lowest byte is the first on the wire, and
    /// a server gives none (section 5.1). Nothing is allocated but what `output` needs to grow.
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
