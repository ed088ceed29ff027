/// One connection without IO: received bytes become events, and messages become bytes. It uses no socket, clock or
/// thread.
///
/// A server's connection detects the protocol from the first bytes, as `docs/reference/protocol.md` specifies. `{`
/// begins line mode, and an HTTP method begins HTTP, which may become a WebSocket. An unknown method is answered with
/// 501, and other bytes are refused without an answer. A client's connection knows its protocol.
///
///     var connection = WireConnection()
///     connection.receive(bytes)
///     while let event = connection.next(into: &output) {
///         switch event {
///         case .message(let text): connection.frame(answer(to: text), into: &output)
///         case .upgradeRequested: connection.acceptUpgrade(into: &output)
///         ...
///         }
///     }
///
/// All output is appended to the owner's buffer, in the order in which it must be sent. A pong or a close frame has the
/// position of the frame that it answers.
///
/// The last event of a connection is `closed`, `failed`, `unrecognised` or `ended`. After it, ``next(into:)`` returns
/// nil, and received bytes are dropped. ``Event`` lists what the owner may still send. After `close(_:into:)` there is
/// no last event, except in a WebSocket, where the peer's close frame is still awaited.
///
/// A silent connection holds no heap memory of its own.
public struct WireConnection: Sendable {
    enum Incoming: Sendable {
        /// Only this number of blanks has arrived.
        case undecided(blanks: Int)
        case lines(LineFramer)
        indirect case http(HTTPRequestParser)
        /// A request was returned and has no response yet.
        indirect case awaitingAnswer(HTTPRequestParser)
        indirect case handshake(HTTPHeadReader, WebSocketClientHandshake)
        case webSocket(WebSocketDecoder)
        case finished
    }

    enum Outgoing: Sendable {
        case undecided
        case lines
        /// Between requests.
        case http
        /// A request has no response yet.
        indirect case httpAnswer(HTTPRequestHead)
        /// An invalid request has no response yet. The connection closes after the response.
        case httpRefusal
        case webSocket
        case closed
    }

    private(set) var queue = ByteQueue()
    private(set) var incoming: Incoming
    private(set) var outgoing: Outgoing
    private var streamEnded = false
    let acceptsBinary: Bool
    let limits: WireLimits
    /// A generator of the mask keys of frames; nil on a server, which does not mask.
    let maskKeys: (@Sendable () -> UInt32)?
}

extension WireConnection {
    /// Creates a server's connection, which detects the peer's protocol from the first bytes.
    ///
    /// - Parameter acceptsBinary: true to accept binary WebSocket messages. If false, one fails with 1003.
    public init(limits: WireLimits = WireLimits(), acceptsBinary: Bool = false) {
        self.init(
            incoming: .undecided(blanks: 0), outgoing: .undecided, acceptsBinary: acceptsBinary, limits: limits,
            maskKeys: nil)
    }

    /// Creates a client's connection in line mode.
    public static func lineClient(limits: WireLimits = WireLimits()) -> WireConnection {
        WireConnection(
            incoming: .lines(LineFramer(limit: limits.messageBytes)), outgoing: .lines, acceptsBinary: false,
            limits: limits, maskKeys: nil)
    }

    /// Creates a client's WebSocket and writes its handshake. Messages can be sent after the `upgraded` event.
    ///
    /// - Parameter maskKeys: returns an unpredictable number for each frame (RFC 6455, section 10.3):
    ///   `{ UInt32.random(in: .min ... .max) }`.
    public static func webSocketClient(
        _ handshake: WebSocketClientHandshake, limits: WireLimits = WireLimits(), acceptsBinary: Bool = false,
        maskKeys: @escaping @Sendable () -> UInt32, into output: inout [UInt8]
    ) -> WireConnection {
        handshake.encode(into: &output)
        return WireConnection(
            incoming: .handshake(HTTPHeadReader(), handshake), outgoing: .undecided, acceptsBinary: acceptsBinary,
            limits: limits, maskKeys: maskKeys)
    }

    /// Removes and returns the received bytes that are not parsed, and ends the input. Another process reads the rest
    /// of the stream.
    public mutating func takeRest() -> [UInt8] {
        defer { incoming = .finished }
        return queue.take(queue.count, of: queue.count)
    }

    /// Switches to WebSocket frames. It is for a connection in line mode on which another process forwards a client
    /// whose handshake it has answered.
    public mutating func becomeWebSocket() { openWebSocket() }

    /// Appends bytes from the peer to the queue. The cost is the copy; ``next(into:)`` parses them.
    public mutating func receive(_ bytes: Span<UInt8>) {
        guard !isFinished else { return }
        queue.append(bytes)
    }

    /// Appends bytes from the peer to the queue.
    public mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Marks the end of the peer's stream. ``next(into:)`` then returns the remaining events and the last event.
    public mutating func receiveEnd() {
        streamEnded = true
    }

    // MARK: Receiving

    /// Returns the next event, or nil if more bytes or the response to a request are needed first.
    ///
    /// - Parameter output: receives the automatic replies of the protocol: a pong, a close frame, `100 Continue`.
    public mutating func next(into output: inout [UInt8]) -> Event? {
        while true {
            switch incoming {
            case .undecided(let blanks):
                guard let event = recognise(after: blanks, into: &output) else {
                    if case .undecided = incoming { return rest() }
                    continue
                }
                return event
            case .lines(let framer): return nextLine(framer)
            case .http(let parser): return nextRequest(parser, into: &output)
            case .awaitingAnswer: return nil
            case .handshake(let reader, let handshake): return nextHandshake(reader, handshake)
            case .webSocket: return nextFrame(into: &output)
            case .finished: return nil
            }
        }
    }

    /// Frees the spare memory of a short remainder. Returns nil: no event is ready.
    private mutating func rest() -> Event? {
        queue.trim()
        return nil
    }

    /// Ends the input and returns the last event.
    mutating func finish(_ event: Event) -> Event {
        incoming = .finished
        queue.removeAll()
        return event
    }

    /// Detects the protocol from the first bytes. If it returns nil and the mode is undecided, more bytes are needed.
    private mutating func recognise(after passed: Int, into output: inout [UInt8]) -> Event? {
        var blanks = 0
        while blanks < queue.count, ASCII.isWhiteSpace(queue[blanks]) { blanks += 1 }
        queue.consume(blanks)
        incoming = .undecided(blanks: passed + blanks)
        guard passed + blanks <= limits.headBytes else { return refuse() }
        guard !queue.isEmpty else { return streamEnded ? finish(.ended) : nil }
        if queue[0] == ASCII.openBrace {
            incoming = .lines(LineFramer(limit: limits.messageBytes))
            outgoing = .lines
            return nil
        }
        switch FirstBytes(queue) {
        case .method:
            incoming = .http(HTTPRequestParser(limits: limits))
            outgoing = .http
            return nil
        case .otherMethod:
            HTTPError.methodUnknown.response.encode(closes: true, into: &output)
            return refuse()
        case .undecided where !streamEnded: return nil
        case .undecided, .foreign: return refuse()
        }
    }

    private mutating func refuse() -> Event {
        outgoing = .closed
        return finish(.unrecognised)
    }

    private mutating func nextLine(_ old: LineFramer) -> Event? {
        var framer = old
        do throws(WireError) {
            if let line = try framer.next(in: &queue) {
                incoming = .lines(framer)
                return .message(line)
            }
            if streamEnded {
                guard let line = try framer.finish(in: &queue) else { return finish(.ended) }
                incoming = .lines(framer)
                return .message(line)
            }
            incoming = .lines(framer)
            return rest()
        } catch {
            return finish(.failed(error))
        }
    }

    private mutating func nextRequest(_ old: HTTPRequestParser, into output: inout [UInt8]) -> Event? {
        var parser = old
        do throws(HTTPError) {
            if let request = try parser.next(in: &queue, into: &output) {
                incoming = .awaitingAnswer(parser)
                outgoing = .httpAnswer(request.head)
                return request.head.wantsWebSocket ? .upgradeRequested(request) : .httpRequest(request)
            }
        } catch {
            outgoing = .httpRefusal
            return finish(.failed(.http(error)))
        }
        incoming = .http(parser)
        guard streamEnded else { return rest() }
        if queue.isEmpty, !parser.isInsideBody { return finish(.ended) }
        outgoing = .httpRefusal
        return finish(.failed(.http(.truncated)))
    }

    private mutating func nextHandshake(_ old: HTTPHeadReader, _ handshake: WebSocketClientHandshake) -> Event? {
        var reader = old
        do throws(HTTPError) {
            guard let lines = try reader.next(in: &queue, limits: limits) else {
                incoming = .handshake(reader, handshake)
                guard streamEnded else { return rest() }
                outgoing = .closed
                return finish(.failed(.handshake(.truncated)))
            }
            let response = try HTTPResponseHead(lines: lines)
            do throws(WebSocketHandshakeError) {
                let agreed = try handshake.verify(response)
                openWebSocket()
                return .upgraded(subprotocol: agreed)
            } catch {
                outgoing = .closed
                return finish(.failed(.handshake(error)))
            }
        } catch {
            outgoing = .closed
            return finish(.failed(.handshake(.answerMalformed(error))))
        }
    }

    private mutating func nextFrame(into output: inout [UInt8]) -> Event? {
        guard case .webSocket(var decoder) = incoming else { return nil }
        incoming = .finished  // so that the decoder's bytes are not shared, and grow in place
        do throws(WebSocketError) {
            while let frame = try decoder.next(in: &queue) {
                guard let event = handle(frame, into: &output) else { continue }
                if case .closed = event { return finish(event) }
                incoming = .webSocket(decoder)
                return event
            }
        } catch {
            return finish(.failed(.webSocket(error)))
        }
        if streamEnded {
            outgoing = .closed
            return finish(.closed(WebSocketClose(.abnormal)))
        }
        incoming = .webSocket(decoder)
        return rest()
    }

    /// Sends the automatic replies of the protocol and returns the event for the owner, if there is one.
    ///
    /// After our own close frame, only the peer's close frame is handled (RFC 6455, section 5.5.1). Other frames are
    /// dropped, because a request could not be answered.
    private mutating func handle(_ frame: WebSocketDecoder.Event, into output: inout [UInt8]) -> Event? {
        let isOpen = mode == .webSocket
        switch frame {
        case .text(let bytes): return isOpen ? .message(bytes) : nil
        case .binary(let bytes): return isOpen ? .binary(bytes) : nil
        case .pong(let payload): return isOpen ? .pong(payload) : nil
        case .ping(let payload):
            if isOpen { append(.pong, payload, into: &output) }
            return nil
        case .close(let close):
            // The reply repeats the peer's code and not its reason.
            self.close(WebSocketClose(close.code), into: &output)
            return .closed(close)
        }
    }

    mutating func openWebSocket() {
        incoming = .webSocket(
            WebSocketDecoder(peerMasks: maskKeys == nil, acceptsBinary: acceptsBinary, limits: limits))
        outgoing = .webSocket
    }

    // MARK: Ending and answering

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
}
