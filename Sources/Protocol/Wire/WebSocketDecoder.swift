/// Frames in, messages out: the receiving half of RFC 6455, sections 5 to 8, for either side.
///
/// The bytes stay in the caller's queue until they are used; the decoder holds the fragments of one unfinished message and
/// nothing else. After it has thrown, or given a close, it gives nothing more.
public struct WebSocketDecoder: Sendable {
    /// Something that the peer said, whole.
    public enum Event: Equatable, Sendable {
        /// A message of valid UTF-8.
        case text([UInt8])
        /// A message of bytes.
        case binary([UInt8])
        /// To be answered with a pong of the same payload.
        case ping([UInt8])
        /// The answer to a ping, or a sign of life.
        case pong([UInt8])
        /// The peer's last frame.
        case close(WebSocketClose)
    }

    /// The message that is being put together; empty between messages. Not in the state's payload, so that its array
    /// always grows in place.
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
        /// Inside a data frame, `remaining` bytes of whose payload are still to come.
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

    /// A decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - peerMasks: true on a server, whose peers must mask; false on a client, whose peer must not (section 5.1).
    ///   - acceptsBinary: whether binary messages are taken; if not, one is refused with 1003 at its first frame's header.
    ///   - limits: bytes of a frame and of a message, and fragments of a message.
    public init(peerMasks: Bool, acceptsBinary: Bool = false, limits: WireLimits = WireLimits()) {
        self.peerMasks = peerMasks
        self.acceptsBinary = acceptsBinary
        frameLimit = limits.frameBytes
        messageLimit = limits.messageBytes
        fragmentLimit = limits.fragments
    }

    /// Whether a message has begun whose last frame has not come whole.
    var isAmidMessage: Bool { assembly.fragments > 0 }

    /// The bytes of the message that is being put together.
    var assembledBytes: Int { assembly.bytes.count }

    /// Takes what it can use out of the queue, and gives the next thing said or nil when more bytes are needed.
    ///
    /// - Throws: the first rule that was broken, at the first byte that breaks it.
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

    /// Acts on the header of a data frame: gives its message if that is whole in the queue, else goes inside the frame.
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
            // Nearly every message: one frame, all here. It never enters the assembly.
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

    /// Moves what has come of the open frame's payload from the queue into the assembly; whether that was its end.
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

    /// The assembled message, after its last frame.
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

    /// Consumes a frame that waits whole in the queue.
    private func takePayload(of header: WebSocketFrameHeader, from queue: inout ByteQueue) -> [UInt8] {
        let end = header.size + header.length
        var payload = queue.copy(header.size..<end)
        queue.consume(end)
        WebSocketMask.apply(header.maskKey, to: &payload, from: 0)
        return payload
    }
}
