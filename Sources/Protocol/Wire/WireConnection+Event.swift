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

/// An error of the peer after which its connection must close.
///
/// It is never an error of this side. An error inside one message is not one either: an error reply answers it.
public enum WireError: Error, Equatable, Sendable {
    /// A line exceeds the limit, in bytes. The start of the next line is then unknown.
    case lineTooLong(limit: Int)
    /// The HTTP message is invalid or refused. Answer with ``HTTPError/status``, then close.
    case http(HTTPError)
    /// The WebSocket opening handshake failed, on a client.
    case handshake(WebSocketHandshakeError)
    /// The peer violated a rule of WebSocket. Close with ``WebSocketError/closeCode``.
    case webSocket(WebSocketError)

    /// The WebSocket close with the reason for the peer, as an argument of `WireConnection.close(_:into:)` after a
    /// failure.
    public var close: WebSocketClose {
        switch self {
        case .lineTooLong: WebSocketClose(.messageTooBig, reason: description)
        case .http, .handshake: WebSocketClose(.protocolError, reason: description)
        case .webSocket(let error): WebSocketClose(error.closeCode, reason: description)
        }
    }
}

extension WireError: CustomStringConvertible {
    /// One sentence for the peer or a log, without bytes from the peer.
    public var description: String {
        switch self {
        case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
        case .http(let error): error.description
        case .handshake(let error): error.description
        case .webSocket(let error): error.description
        }
    }
}

/// The limits on the memory that one peer can use before it has sent a complete message.
///
/// Every decoder receives them at its creation and buffers no more than they allow. A size equal to a limit is
/// accepted; one above it is an error that names the limit.
public struct WireLimits: Sendable, Equatable {
    /// The most bytes of one message: a line without its end, a WebSocket message with its fragments joined, or the
    /// body of a POST. 256 KiB is ten times the longest text with every character escaped. `session.hello` reports it
    /// to clients.
    public var messageBytes: Int
    /// The most bytes of the payload of one WebSocket frame. It equals the limit of a message, because there is no
    /// reason to split one.
    public var frameBytes: Int
    /// The most frames of one WebSocket message. 8,192 allows a full message in frames of 32 bytes. Without this limit
    /// a peer could send empty fragments forever.
    public var fragments: Int
    /// The most bytes of an HTTP head, including its last empty line, and of the blanks before the first message of a
    /// connection. 16 KiB is enough for browsers with many cookies.
    public var headBytes: Int
    /// The most header lines of an HTTP head. 100 is the limit of other servers too.
    public var headers: Int

    /// Creates limits in bytes and counts, each at least 1. The defaults are the limits of the contract.
    public init(
        messageBytes: Int = 256 * 1024, frameBytes: Int? = nil, fragments: Int = 8192, headBytes: Int = 16 * 1024,
        headers: Int = 100
    ) {
        self.messageBytes = messageBytes
        self.frameBytes = frameBytes ?? messageBytes
        self.fragments = fragments
        self.headBytes = headBytes
        self.headers = headers
    }
}
