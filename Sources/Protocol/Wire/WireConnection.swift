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
    /// The protocol of the connection for sending.
    public enum Mode: Sendable, Equatable {
        /// The first bytes have not arrived, or the client's WebSocket handshake is not answered. Nothing can be sent.
        case undecided
        /// Line mode: one message a line.
        case lines
        /// HTTP requests and responses.
        case http
        /// A WebSocket: one JSON text a WebSocket message.
        case webSocket
        /// Nothing more may be sent. The owner flushes the output, then closes the socket.
        case closed
    }

    /// An event of the connection.
    public enum Event: Sendable, Equatable {
        /// One JSON text, from a line or a WebSocket. A line may be invalid UTF-8, a WebSocket message never is.
        case message([UInt8])
        /// A binary WebSocket message, only if `acceptsBinary` is true.
        case binary([UInt8])
        /// An HTTP request, to be answered with `respond(_:into:)`. No event follows before the response.
        indirect case httpRequest(HTTPRequest)
        /// An HTTP request for a WebSocket, at any path. The owner checks path, `Host` and `Origin`, then calls
        /// `acceptUpgrade(subprotocols:into:)` or `respond(_:into:)`. No event follows before this call.
        indirect case upgradeRequested(HTTPRequest)
        /// The client's WebSocket is open, with this subprotocol.
        case upgraded(subprotocol: String?)
        /// The response to a ping, or an unsolicited pong.
        case pong([UInt8])
        /// The WebSocket is closed, by the peer's close frame or, with code 1006, by the end of the stream. If this
        /// side had not sent its close frame, the reply has been written. The owner flushes and closes the socket.
        indirect case closed(WebSocketClose)
        /// The peer violated a rule, and the connection must close.
        ///
        /// The owner may send a last message in line mode or in a WebSocket. In HTTP it must call `respond(_:into:)`,
        /// for example with `HTTPError.response`. Then it calls `close(_:into:)` with ``WireError/close``, flushes and
        /// closes the socket.
        indirect case failed(WireError)
        /// The first bytes are of another protocol (a TLS hello, noise). If they look like an HTTP method, `501` has
        /// been written. The owner flushes and closes the socket.
        case unrecognised
        /// The peer's stream has ended. In line mode the owner may still answer the previous messages. Then it flushes
        /// and closes the socket. (In HTTP, `respond(_:into:)` returns false after the last response.)
        case ended
    }

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

    var queue = ByteQueue()
    var incoming: Incoming
    var outgoing: Outgoing
    var streamEnded = false
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

    /// The protocol of the connection.
    public var mode: Mode {
        switch outgoing {
        case .undecided: .undecided
        case .lines: .lines
        case .http, .httpAnswer, .httpRefusal: .http
        case .webSocket: .webSocket
        case .closed: .closed
        }
    }

    /// True after the last event.
    public var isFinished: Bool {
        if case .finished = incoming { true } else { false }
    }

    /// True if an HTTP request was returned and has no response yet. Until the response, received bytes only
    /// accumulate.
    public var isAwaitingAnswer: Bool {
        if case .awaitingAnswer = incoming { true } else { false }
    }

    /// The number of received bytes that are not used yet.
    ///
    /// After ``next(into:)`` has returned nil, it is within the limit of the message that is being read. The exception
    /// is an HTTP request without a response: an owner that responds later should not read before.
    public var bufferedBytes: Int { queue.count }

    /// The number of bytes of incomplete messages, including the fragments of a WebSocket message.
    package var unfinishedBytes: Int {
        if case .webSocket(let decoder) = incoming { queue.count + decoder.assembledBytes } else { queue.count }
    }

    /// True if a line or a WebSocket message has begun and not ended. Use it after ``next(into:)`` has returned nil.
    public var isAmidMessage: Bool {
        switch incoming {
        case .lines: !queue.isEmpty
        case .webSocket(let decoder): !queue.isEmpty || decoder.isAmidMessage
        case .undecided, .http, .awaitingAnswer, .handshake, .finished: false
        }
    }

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
}
