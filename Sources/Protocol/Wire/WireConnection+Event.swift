extension WireConnection {
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
}

/// The classification of the first bytes of a connection.
enum FirstBytes {
    /// A known HTTP method and the space after it.
    case method
    /// Another token and the space after it, which may be a method.
    case otherMethod
    case undecided
    case foreign

    /// The most bytes of a method. A longer token is not HTTP.
    private static let wordMax = 32

    init(_ queue: ByteQueue) {
        // No method contains a dot. An SSH client's first word does, and it should get an early refusal.
        let end = (0..<min(queue.count, Self.wordMax + 1)).first { !ASCII.isToken(queue[$0]) || queue[$0] == ASCII.dot }
        switch end {
        case nil: self = queue.count > Self.wordMax ? .foreign : .undecided
        case let end? where end > 0 && queue[end] == ASCII.space:
            let word = String(decoding: queue.copy(0..<end), as: UTF8.self)
            self = HTTPRequestHead.methods.contains(word) ? .method : .otherMethod
        default: self = .foreign
        }
    }
}
