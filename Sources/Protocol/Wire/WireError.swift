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
