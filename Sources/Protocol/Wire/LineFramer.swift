/// Splits a stream of bytes into lines, as `docs/reference/protocol.md` specifies for line mode.
///
/// LF ends a line, and a CR before it is not part of the line. Lines of white space alone are skipped. The content of a
/// line is not inspected.
///
/// It remembers its position in the queue, so that a line that arrives byte by byte costs no more than a whole one.
public struct LineFramer: Sendable {
    /// The most bytes of a line, without its end.
    public let limit: Int
    private var searched = 0

    /// Creates a framer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Returns the next complete line in the queue, without its end, or nil if there is none yet.
    ///
    /// - Throws: ``WireError/lineTooLong(limit:)`` as soon as one byte over the limit has arrived, with or without the
    ///   end of the line. The framer must not be used after that.
    public mutating func next(in queue: inout ByteQueue) throws(WireError) -> [UInt8]? {
        while let end = queue.firstIndex(of: ASCII.lineFeed, from: searched) {
            let length = try length(end, in: queue)
            searched = 0
            if let length { return queue.take(length, of: end + 1) }
            queue.consume(end + 1)
        }
        searched = queue.count
        // A CR at limit + 1 may still be part of the line's end.
        if searched > limit + 1 || (searched == limit + 1 && queue[limit] != ASCII.carriageReturn) {
            throw .lineTooLong(limit: limit)
        }
        return nil
    }

    /// Returns the last line, which ends with the stream and not with a LF, or nil if it is blank.
    ///
    /// Call it after ``next(in:)`` has returned nil and the stream has ended. `printf '{…}' | nc` is a client that
    /// needs it.
    ///
    /// - Throws: ``WireError/lineTooLong(limit:)``.
    public mutating func finish(in queue: inout ByteQueue) throws(WireError) -> [UInt8]? {
        let length = try length(queue.count, in: queue)
        searched = 0
        guard let length else {
            queue.removeAll()
            return nil
        }
        return queue.take(length, of: queue.count)
    }

    /// Returns the length of the line that ends before `end`, or nil if the line is blank.
    private func length(_ end: Int, in queue: ByteQueue) throws(WireError) -> Int? {
        let length = end > 0 && queue[end - 1] == ASCII.carriageReturn ? end - 1 : end
        guard length <= limit else { throw .lineTooLong(limit: limit) }
        var index = 0
        while index < length, ASCII.isWhiteSpace(queue[index]) { index += 1 }
        return index == length ? nil : length
    }
}

/// The framing of messages. It changes no state.
extension WireConnection {
    /// Appends one message in the framing of this connection: the payload and a LF, or a WebSocket header and the
    /// payload.
    ///
    /// The payload is one JSON text without a LF. It is encoded once and passed to each connection that should receive
    /// it: this function allocates only the growth of `output`.
    ///
    /// It changes no state. It is `mutating` so that a connection that is a property of an object is used in place and
    /// not copied for each message.
    ///
    /// - Returns: false, with nothing appended, if no message can be sent: in the modes undecided, HTTP and closed.
    @discardableResult
    public mutating func frame(_ payload: [UInt8], into output: inout [UInt8]) -> Bool {
        switch outgoing {
        case .lines:
            Self.appendLine(payload, to: &output)
            return true
        case .webSocket:
            append(.text, payload, into: &output)
            return true
        case .undecided, .http, .httpAnswer, .httpRefusal, .closed:
            return false
        }
    }

    /// Appends one message as a line. A broadcast to connections in line mode can use it without a call to each
    /// connection.
    public static func appendLine(_ payload: [UInt8], to output: inout [UInt8]) {
        output.append(contentsOf: payload)
        output.append(ASCII.lineFeed)
    }

    /// Appends one binary WebSocket message. Returns false in every other mode.
    @discardableResult
    public func frameBinary(_ payload: [UInt8], into output: inout [UInt8]) -> Bool {
        guard mode == .webSocket else { return false }
        append(.binary, payload, into: &output)
        return true
    }

    /// Appends a ping of at most 125 bytes. Returns false, with nothing appended, if the mode is not WebSocket.
    @discardableResult
    public func ping(_ payload: [UInt8] = [], into output: inout [UInt8]) -> Bool {
        precondition(payload.count <= WebSocketFrame.maximumControlPayload)
        guard mode == .webSocket else { return false }
        append(.ping, payload, into: &output)
        return true
    }

    /// Appends a frame. A client masks it with a new key.
    func append(_ opcode: WebSocketOpcode, _ payload: [UInt8], into output: inout [UInt8]) {
        WebSocketFrame.append(opcode, payload: payload, maskKey: maskKeys?(), to: &output)
    }
}
