/// A stream of JSON-RPC messages to one server: a socket, or a server within this process.
///
/// One message goes in and comes out as the bytes of one JSON text; framing is the transport's own affair.
public protocol ClientTransport: AnyObject {
    /// Puts one message on the stream.
    ///
    /// - Throws: ``TransportError`` if the stream is gone.
    func send(_ message: [UInt8]) throws(TransportError)

    /// The next message.
    ///
    /// - Parameter milliseconds: how long to wait for one at the most; 0 only looks.
    /// - Returns: nil if none came in that time.
    /// - Throws: ``TransportError`` if the stream is gone and nothing is left on it.
    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]?

    /// Leaves the stream.
    func close()

    /// Leaves the stream, and returns when the server knows: what happens after that, happens without this session.
    func leave()
}

extension ClientTransport {
    /// Leaves a stream whose server knows at once.
    public func leave() { close() }
}

/// Why a stream to a server cannot be used.
public enum TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Nobody listens there, or the address is none.
    case unreachable(String)
    /// The stream ended.
    case closed(String)

    /// What a person can act on.
    public var description: String {
        switch self {
        case .unreachable(let why): "The server cannot be reached: \(why)"
        case .closed(let why): "The connection ended: \(why)"
        }
    }
}
