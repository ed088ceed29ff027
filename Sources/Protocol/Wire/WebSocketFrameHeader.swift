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
