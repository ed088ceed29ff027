/// Decodes frames into messages, for servers and clients: the receiving half of RFC 6455, sections 5 to 8.
///
/// The bytes stay in the caller's queue until they are used. The decoder holds only the fragments of one unfinished
/// message. After an error or a close it returns nothing more.
public struct WebSocketDecoder: Sendable {
    /// A complete message or control frame from the peer.
    public enum Event: Equatable, Sendable {
        /// A message of valid UTF-8.
        case text([UInt8])
        /// A binary message.
        case binary([UInt8])
        /// A ping, to be answered with a pong of the same payload.
        case ping([UInt8])
        /// The response to a ping, or an unsolicited pong.
        case pong([UInt8])
        /// The peer's last frame.
        case close(WebSocketClose)
    }

    /// The unfinished message; empty between messages. It is not in the payload of ``State``, so that its array always
    /// grows in place.
    private struct Assembly {
        var isText = true
        var bytes: [UInt8] = []
        var fragments = 0
        var validator = UTF8Validator()
    }

    private enum State {
        /// Between messages.
        case idle
        /// Between two frames of a message.
        case between
        /// Inside a data frame. `remaining` bytes of its payload have not arrived.
        case inside(remaining: Int, maskKey: UInt32, isFinal: Bool)
        /// After an error or a close.
        case stopped
    }

    private var state = State.idle
    private var assembly = Assembly()
    private let peerMasks: Bool
    private let acceptsBinary: Bool
    private let frameLimit: Int
    private let messageLimit: Int
    private let fragmentLimit: Int

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - peerMasks: true on a server, whose peers must mask; false on a client, whose peer must not (section 5.1).
    ///   - acceptsBinary: true to accept binary messages. If false, the first frame of one is refused with 1003.
    ///   - limits: the limits on the bytes of a frame, the bytes of a message and the fragments of a message.
    public init(peerMasks: Bool, acceptsBinary: Bool = false, limits: WireLimits = WireLimits()) {
        self.peerMasks = peerMasks
        self.acceptsBinary = acceptsBinary
        frameLimit = limits.frameBytes
        messageLimit = limits.messageBytes
        fragmentLimit = limits.fragments
    }

    /// True if a message has begun and its last frame is incomplete.
    var isAmidMessage: Bool { assembly.fragments > 0 }

    /// The number of bytes of the unfinished message.
    var assembledBytes: Int { assembly.bytes.count }

    /// Consumes bytes from the queue and returns the next event, or nil if more bytes are needed.
    ///
    /// - Throws: ``WebSocketError`` for the first violated rule, at the first byte that violates it.
    public mutating func next(in queue: inout ByteQueue) throws(WebSocketError) -> Event? {
        do throws(WebSocketError) {
            return try step(in: &queue)
        } catch {
            stop()
            throw error
        }
    }

    private mutating func step(in queue: inout ByteQueue) throws(WebSocketError) -> Event? {
        while true {
            switch state {
            case .stopped:
                return nil
            case .inside(let remaining, let maskKey, let isFinal):
                guard try collect(remaining, maskKey: maskKey, isFinal: isFinal, in: &queue) else { return nil }
                if isFinal { return try finish() }
            case .idle, .between:
                guard let header = try WebSocketFrameHeader.read(from: queue, masked: peerMasks, limit: frameLimit)
                else { return nil }
                if header.opcode.isControl {
                    guard queue.count >= header.size + header.length else { return nil }
                    return try control(header.opcode, takePayload(of: header, from: &queue))
                }
                if let event = try begin(header, in: &queue) { return event }
            }
        }
    }

    /// Handles the header of a data frame. Returns the message if it is complete in the queue, else enters the frame.
    private mutating func begin(
        _ header: WebSocketFrameHeader, in queue: inout ByteQueue
    ) throws(WebSocketError) -> Event? {
        switch (state, header.opcode) {
        case (.between, .continuation): break
        case (.between, _): throw .messageInterrupted
        case (_, .continuation): throw .nothingToContinue
        case (_, let opcode):
            guard opcode == .text || acceptsBinary else { throw .binaryRefused }
            assembly.isText = opcode == .text
        }
        guard header.length <= messageLimit - assembly.bytes.count else { throw .messageTooLong(limit: messageLimit) }
        assembly.fragments += 1
        guard assembly.fragments <= fragmentLimit else { throw .tooManyFragments(limit: fragmentLimit) }

        if header.isFinal, assembly.fragments == 1, queue.count >= header.size + header.length {
            // The common case: a message of one frame that has arrived whole. It bypasses the assembly.
            assembly.fragments = 0
            let payload = takePayload(of: header, from: &queue)
            guard assembly.isText else { return .binary(payload) }
            var validator = UTF8Validator()
            guard validator.accepts(payload.span), validator.isComplete else { throw .invalidUTF8 }
            return .text(payload)
        }
        queue.consume(header.size)
        state = .inside(remaining: header.length, maskKey: header.maskKey, isFinal: header.isFinal)
        return nil
    }

    /// Moves the received payload of the open frame from the queue to the assembly. Returns true at the end of the
    /// frame.
    private mutating func collect(
        _ remaining: Int, maskKey: UInt32, isFinal: Bool, in queue: inout ByteQueue
    ) throws(WebSocketError) -> Bool {
        let taken = min(remaining, queue.count)
        let start = assembly.bytes.count
        queue.copy(0..<taken, to: &assembly.bytes)
        queue.consume(taken)
        WebSocketMask.apply(maskKey, to: &assembly.bytes, from: start)
        if assembly.isText {
            var validator = assembly.validator
            let isFine = validator.accepts(assembly.bytes.span.extracting(start..<start + taken))
            assembly.validator = validator
            guard isFine else { throw .invalidUTF8 }
        }
        let left = remaining - taken
        let next = WebSocketMask.advance(maskKey, by: taken)
        state = left == 0 ? .between : .inside(remaining: left, maskKey: next, isFinal: isFinal)
        return left == 0
    }

    /// Returns the assembled message after its last frame.
    private mutating func finish() throws(WebSocketError) -> Event {
        guard !assembly.isText || assembly.validator.isComplete else { throw .invalidUTF8 }
        let event: Event = assembly.isText ? .text(assembly.bytes) : .binary(assembly.bytes)
        assembly = Assembly()
        state = .idle
        return event
    }

    private mutating func stop() {
        state = .stopped
        assembly = Assembly()
    }

    private mutating func control(_ opcode: WebSocketOpcode, _ payload: [UInt8]) throws(WebSocketError) -> Event {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        case .close, .continuation, .text, .binary:
            let close = try WebSocketClose(payload: payload)
            stop()
            return .close(close)
        }
    }

    /// Removes a frame from the queue, which holds all of it, and returns its payload without the mask.
    private func takePayload(of header: WebSocketFrameHeader, from queue: inout ByteQueue) -> [UInt8] {
        let end = header.size + header.length
        var payload = queue.copy(header.size..<end)
        queue.consume(end)
        WebSocketMask.apply(header.maskKey, to: &payload, from: 0)
        return payload
    }
}
