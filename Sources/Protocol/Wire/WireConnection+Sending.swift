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

    /// Ends the output: appends a close frame in a WebSocket, and nothing in the other modes. The mode becomes
    /// `closed`.
    ///
    /// After a WebSocket's close frame, the owner reads until the `closed` event or its own timeout, unless the
    /// connection has failed. In the other modes the input ends too, without a last event: the owner flushes and closes
    /// the socket. A second call has no effect.
    public mutating func close(_ reason: WebSocketClose = WebSocketClose(.normal), into output: inout [UInt8]) {
        switch outgoing {
        case .webSocket:
            append(.close, reason.payload, into: &output)
            outgoing = .closed
        case .closed:
            break
        case .undecided, .lines, .http, .httpAnswer, .httpRefusal:
            leave()
        }
    }

    /// Sends the response to the last HTTP request, or to the one that failed. Call it once for each.
    ///
    /// Without such a request, between or inside requests, the response is the reason for the close (408, 503). After
    /// `close(_:into:)` a late response has no effect.
    ///
    /// - Returns: true if the connection stays open. If false, the owner flushes and closes the socket.
    @discardableResult
    public mutating func respond(_ response: HTTPResponse, into output: inout [UInt8]) -> Bool {
        switch outgoing {
        case .http, .httpRefusal:
            response.encode(closes: true, into: &output)
            return leave()
        case .httpAnswer(let head):
            response.encode(closes: !head.keepsAlive, omitsBody: head.method == "HEAD", into: &output)
            if head.keepsAlive, case .awaitingAnswer(let parser) = incoming {
                incoming = .http(parser)
                outgoing = .http
                return true
            }
            // Pipelined requests after one with `Connection: close` are not read (RFC 9112, section 9.6).
            return leave()
        case .closed:
            return false
        case .undecided, .lines, .webSocket:
            preconditionFailure("HTTP is not what this connection speaks")
        }
    }

    /// Ends the input and the output. Returns false.
    @discardableResult
    private mutating func leave() -> Bool {
        queue.removeAll()
        incoming = .finished
        outgoing = .closed
        return false
    }

    /// Accepts the WebSocket of the last request. If the request is invalid, sends the refusal of RFC 6455, section
    /// 4.2.
    ///
    /// - Returns: true if the connection has become a WebSocket. If false, the refusal was sent, or nothing after
    ///   `close(_:into:)`.
    @discardableResult
    public mutating func acceptUpgrade(
        subprotocols: [String] = [WebSocketHandshake.subprotocol], into output: inout [UInt8]
    ) -> Bool {
        guard mode != .closed else { return false }
        guard case .httpAnswer(let head) = outgoing else {
            preconditionFailure("there is no WebSocket to accept")
        }
        do throws(WebSocketHandshakeError) {
            let response = try WebSocketHandshake.accept(head, subprotocols: subprotocols)
            response.encode(closes: false, into: &output)
            openWebSocket()
            return true
        } catch {
            respond(error.response, into: &output)
            return false
        }
    }

    /// Appends a frame. A client masks it with a new key.
    func append(_ opcode: WebSocketOpcode, _ payload: [UInt8], into output: inout [UInt8]) {
        WebSocketFrame.append(opcode, payload: payload, maskKey: maskKeys?(), to: &output)
    }
}
