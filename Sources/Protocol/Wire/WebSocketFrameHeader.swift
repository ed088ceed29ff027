/// The header of a frame that has come, held against every rule that can be checked without its payload.
struct WebSocketFrameHeader: Equatable {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    /// Bytes of the header itself.
    var size: Int
    /// Bytes of payload that follow.
    var length: Int
    /// 0 when the frame is not masked, which unmasks nothing.
    var maskKey: UInt32

    /// Reads the header at the front of the queue and leaves it there; nil while it is not all there. What is wrong is
    /// refused as soon as the byte that shows it has come.
    ///
    /// - Parameters:
    ///   - masked: whether the peer has to mask, that is, whether it is the client.
    ///   - limit: bytes of payload that a frame may have.
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
