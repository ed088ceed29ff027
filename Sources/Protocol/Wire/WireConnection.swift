/// One connection, sans-IO: bytes in, events out; answers in, bytes out. It knows no socket, no clock and no thread.
///
/// On a server it looks at the first bytes, as protocol.md has it: `{` is line mode, an HTTP method is HTTP, from which
/// a WebSocket may come, and anything else is not for us; what looks like another method is told so. A client says itself what it speaks.
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
/// Everything that goes to the peer is appended to the owner's own buffer, in the order in which it must be sent: pongs
/// and close replies stand where the frames they answer stood among the messages.
///
/// The last event of a connection is one of `closed`, `failed`, `unrecognised` and `ended`; then ``next(into:)`` gives nil
/// for ever and bytes that still come are dropped. What the owner may still say then is told at ``Event``. An owner that
/// calls `close(_:into:)` first gets no last event, except of a WebSocket, where the peer's close is worth waiting for.
///
/// A silent connection holds no heap memory of its own.
public struct WireConnection: Sendable {
    /// What the connection speaks, seen from the sending side.
    public enum Mode: Sendable, Equatable {
        /// The first bytes have not come, or the client's WebSocket handshake is not answered: nothing can be sent.
        case undecided
        /// One message a line.
        case lines
        /// Requests and responses.
        case http
        /// One message a WebSocket message.
        case webSocket
        /// Nothing more may be sent. What has been written is to be flushed, then the socket is to be closed.
        case closed
    }

    /// What happened on the connection.
    public enum Event: Sendable, Equatable {
        /// One JSON text, in either framing. In line mode it may be invalid UTF-8, in a WebSocket never.
        case message([UInt8])
        /// A binary WebSocket message; only where they are accepted.
        case binary([UInt8])
        /// An HTTP request, to be answered with `respond(_:into:)`. Nothing more is given until it is.
        indirect case httpRequest(HTTPRequest)
        /// An HTTP request for a WebSocket, at any path. The owner looks at path, `Host` and `Origin`, then calls
        /// `acceptUpgrade(subprotocols:into:)` or `respond(_:into:)`. Nothing more is given until it does.
        indirect case upgradeRequested(HTTPRequest)
        /// A client's WebSocket is open, with this subprotocol.
        case upgraded(subprotocol: String?)
        /// The peer answered a ping, or gave a sign of life.
        case pong([UInt8])
        /// The WebSocket is closed: by the peer's close frame, which has been answered if we had not closed before, or,
        /// with code 1006, by the end of the stream. The owner flushes and closes the socket.
        indirect case closed(WebSocketClose)
        /// The peer broke a rule that the connection cannot survive. The owner may still send a last message (lines,
        /// WebSocket) or must answer with `respond(_:into:)` (HTTP; `HTTPError.response` is at hand), then calls
        /// `close(_:into:)` with ``WireError/close``, flushes and closes the socket.
        indirect case failed(WireError)
        /// The first bytes are none of ours (a TLS hello, noise). Where they look like a method, `501` has been written.
        /// The owner flushes and closes the socket.
        case unrecognised
        /// The peer will send no more. In line mode the owner may still answer what came before; then it flushes and
        /// closes the socket. (That an HTTP answer was the last one, `respond(_:into:)` says itself.)
        case ended
    }

    enum Incoming: Sendable {
        /// Nothing came but that many blanks.
        case undecided(blanks: Int)
        case lines(LineFramer)
        indirect case http(HTTPRequestParser)
        /// A request was given out and has not been answered.
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
        /// A request waits for its answer.
        indirect case httpAnswer(HTTPRequestHead)
        /// A bad request waits for its answer, after which all is over.
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
    /// Gives the key of each frame; nil on a server, which does not mask.
    let maskKeys: (@Sendable () -> UInt32)?
}

extension WireConnection {
    /// A server's connection, which finds out from the first bytes what the peer speaks.
    ///
    /// - Parameter acceptsBinary: whether binary WebSocket messages are taken; if not, one fails with 1003.
    public init(limits: WireLimits = WireLimits(), acceptsBinary: Bool = false) {
        self.init(
            incoming: .undecided(blanks: 0), outgoing: .undecided, acceptsBinary: acceptsBinary, limits: limits,
            maskKeys: nil)
    }

    /// A client's connection in line mode.
    public static func lineClient(limits: WireLimits = WireLimits()) -> WireConnection {
        WireConnection(
            incoming: .lines(LineFramer(limit: limits.messageBytes)), outgoing: .lines, acceptsBinary: false,
            limits: limits, maskKeys: nil)
    }

    /// A client's WebSocket. Writes its handshake; `upgraded` says when messages may be sent.
    ///
    /// - Parameter maskKeys: a number that nobody can foresee, for each frame (RFC 6455, section 10.3):
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

    /// Takes what has arrived and is not read yet, and reads nothing more: another process reads what follows.
    public mutating func takeRest() -> [UInt8] {
        defer { incoming = .finished }
        return queue.take(queue.count, of: queue.count)
    }

    /// Reads and writes WebSocket frames from now on: on a connection in line mode on which another process forwards a
    /// client whose handshake it has answered.
    public mutating func becomeWebSocket() { openWebSocket() }

    /// What the connection speaks.
    public var mode: Mode {
        switch outgoing {
        case .undecided: .undecided
        case .lines: .lines
        case .http, .httpAnswer, .httpRefusal: .http
        case .webSocket: .webSocket
        case .closed: .closed
        }
    }

    /// Whether the last event has been given.
    public var isFinished: Bool {
        if case .finished = incoming { true } else { false }
    }

    /// Whether an HTTP request was given out and has not been answered: until it is, what is received only piles up.
    public var isAwaitingAnswer: Bool {
        if case .awaitingAnswer = incoming { true } else { false }
    }

    /// Bytes that have come and are not used yet. Once ``next(into:)`` has given nil there are never more than the limit
    /// for what is being read allows, except while an HTTP request waits for its answer: an owner that answers later
    /// should not read on until it has.
    public var bufferedBytes: Int { queue.count }

    /// The bytes that have come of what is not complete yet, with the fragments of a WebSocket message.
    package var unfinishedBytes: Int {
        if case .webSocket(let decoder) = incoming { queue.count + decoder.assembledBytes } else { queue.count }
    }

    /// Whether a part of a message has come, a line's or a WebSocket's, and not its end; of use once ``next(into:)`` has
    /// given nil.
    public var isAmidMessage: Bool {
        switch incoming {
        case .lines: !queue.isEmpty
        case .webSocket(let decoder): !queue.isEmpty || decoder.isAmidMessage
        case .undecided, .http, .awaitingAnswer, .handshake, .finished: false
        }
    }

    /// Takes in bytes from the peer. Costs the copy; what they mean is found out by ``next(into:)``.
    public mutating func receive(_ bytes: Span<UInt8>) {
        guard !isFinished else { return }
        queue.append(bytes)
    }

    /// Takes in bytes from the peer.
    public mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// The peer will send no more. ``next(into:)`` gives what is left, and then the last event.
    public mutating func receiveEnd() {
        streamEnded = true
    }
}
