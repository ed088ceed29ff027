/// What a peer did that its connection cannot survive. Never our own mistake, and never a mistake inside one message:
/// that costs an error reply and no more.
public enum WireError: Error, Equatable, Sendable {
    /// A line is longer than the limit, in bytes, so that where the next one starts is not known.
    case lineTooLong(limit: Int)
    /// Not the HTTP that we speak. Answer with ``HTTPError/status``, then close.
    case http(HTTPError)
    /// The WebSocket opening handshake failed; seen by a client.
    case handshake(WebSocketHandshakeError)
    /// A WebSocket rule was broken. Close with ``WebSocketError/closeCode``.
    case webSocket(WebSocketError)

    /// The WebSocket close that tells the peer why; what `WireConnection.close(_:into:)` wants after a failure.
    public var close: WebSocketClose {
        switch self {
        case .lineTooLong: WebSocketClose(.messageTooBig, reason: description)
        case .http, .handshake: WebSocketClose(.protocolError, reason: description)
        case .webSocket(let error): WebSocketClose(error.closeCode, reason: description)
        }
    }
}

extension WireError: CustomStringConvertible {
    /// One sentence for the peer or a log, without the peer's bytes.
    public var description: String {
        switch self {
        case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
        case .http(let error): error.description
        case .handshake(let error): error.description
        case .webSocket(let error): error.description
        }
    }
}
