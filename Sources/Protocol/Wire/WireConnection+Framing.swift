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
