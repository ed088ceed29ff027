extension WireConnection {
    /// Appends one message in the framing that this connection speaks: the payload and a LF, or a WebSocket header and the
    /// payload. The payload is one JSON text without a LF in it; it is encoded once and given to each connection that
    /// should have it, for nothing is allocated here but what `output` needs to grow.
    ///
    /// It changes nothing; it is `mutating` so that a connection that is a property of an object is used where it stands,
    /// and not copied for each message.
    ///
    /// - Returns: false, and nothing is appended, where no message can be sent: undecided, HTTP, closed.
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

    /// Appends one message as a line, for a connection in line mode: whoever says the same to many need not ask each.
    public static func appendLine(_ payload: [UInt8], to output: inout [UInt8]) {
        output.append(contentsOf: payload)
        output.append(ASCII.lineFeed)
    }

    /// Appends one binary WebSocket message; false in every other mode.
    @discardableResult
    public func frameBinary(_ payload: [UInt8], into output: inout [UInt8]) -> Bool {
        guard mode == .webSocket else { return false }
        append(.binary, payload, into: &output)
        return true
    }

    /// Appends a ping of at most 125 bytes; false, and nothing, where there is no WebSocket to ping.
    @discardableResult
    public func ping(_ payload: [UInt8] = [], into output: inout [UInt8]) -> Bool {
        precondition(payload.count <= WebSocketFrame.maximumControlPayload)
        guard mode == .webSocket else { return false }
        append(.ping, payload, into: &output)
        return true
    }

    /// Says that no more will be said: a close frame in a WebSocket, nothing elsewhere. The mode is `closed` from now on.
    ///
    /// A WebSocket's owner goes on reading until `closed` comes, or for as long as it has patience, unless the connection
    /// had failed; in every other mode nothing more is read, no last event comes, and it flushes and closes the socket.
    /// A second call does nothing.
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

    /// Answers the HTTP request that was given out last, or the one that failed; to be called once for each. Where none
    /// waits, between or amid requests, it says why we leave (408, 503). After `close(_:into:)`, when an answer comes too
    /// late, it does nothing.
    ///
    /// - Returns: whether the connection lives on; if not, the owner flushes and closes the socket.
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
            // Pipelined requests after one that asked for the end are not read (RFC 9112, section 9.6).
            return leave()
        case .closed:
            return false
        case .undecided, .lines, .webSocket:
            preconditionFailure("HTTP is not what this connection speaks")
        }
    }

    /// Nothing more is read or written.
    @discardableResult
    private mutating func leave() -> Bool {
        queue.removeAll()
        incoming = .finished
        outgoing = .closed
        return false
    }

    /// Accepts the WebSocket that was asked for last, or, if it was asked for wrongly, refuses it with the answer that
    /// RFC 6455, section 4.2, has for that.
    ///
    /// - Returns: whether the connection is a WebSocket now; if not, the refusal has been written (or, after
    ///   `close(_:into:)`, nothing has).
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

    /// Appends a frame, masked with a fresh key if we are the client.
    func append(_ opcode: WebSocketOpcode, _ payload: [UInt8], into output: inout [UInt8]) {
        WebSocketFrame.append(opcode, payload: payload, maskKey: maskKeys?(), to: &output)
    }
}
