/// A stream of JSON-RPC messages to one server: a socket, or a server within this process.
///
/// Each message is the bytes of one JSON text, in both directions. The transport frames them.
public protocol ClientTransport: AnyObject {
    /// Sends one message.
    ///
    /// - Throws: ``TransportError`` if the stream has ended.
    func send(_ message: [UInt8]) throws(TransportError)

    /// Returns the next message.
    ///
    /// - Parameter milliseconds: The longest time to wait for a message; 0 returns at once.
    /// - Returns: The message; nil if none arrived in that time.
    /// - Throws: ``TransportError`` if the stream has ended and no message is left.
    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]?

    /// Closes the stream.
    func close()

    /// Closes the stream, and returns when the server has noticed, so that later events do not reach this session.
    func leave()
}

extension ClientTransport {
    /// Closes the stream, for a server that notices at once.
    public func leave() { close() }
}

/// The reason for which a stream to a server cannot be used.
public enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The server does not accept connections, or the address is invalid.
    case unreachable(String)
    /// The stream ended.
    case closed(String)

    /// The error as a sentence for a person.
    public var description: String {
        switch self {
        case .unreachable(let why): "The server cannot be reached: \(why)"
        case .closed(let why): "The connection ended: \(why)"
        }
    }
}
