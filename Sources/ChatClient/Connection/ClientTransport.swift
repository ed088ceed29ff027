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

/// Where a script plays: a server that streams can be opened to.
///
/// The player asks for one and does not know what it is; the main hands it a socket or an embedded server, so that
/// this module never imports the server.
public protocol Stage: AnyObject {
    /// Opens a new stream to the server.
    func connect() throws(TransportError) -> any ClientTransport

    /// The world to say hello to.
    var world: String { get }

    /// Whether the server is the player's to restart.
    var canRestart: Bool { get }

    /// The secrets to say hello with, where the server asks for tokens.
    var credentials: Credentials { get }

    /// Ends the server and starts it again on the same log; every stream is gone.
    ///
    /// - Throws: ``TransportError`` where the server is not the player's to restart.
    func restart() throws(TransportError)

    /// Whether the clock that the server goes by is the player's to set; it then goes on only as the play says.
    var canStepClock: Bool { get }

    /// Sets the clock that the server goes by; back where the time is below 0. It matters in a world on a real clock.
    ///
    /// - Throws: ``TransportError`` where the clock is not the player's to set.
    func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError)

    /// Ends whatever was begun for the play.
    func close()
}

extension Stage {
    /// It is, unless the stage says otherwise.
    public var canRestart: Bool { true }

    /// It is not, unless the stage says otherwise.
    public var canStepClock: Bool { false }

    /// It cannot be done, unless the stage says otherwise.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        throw .unreachable("the clock of this server is not the player's to set")
    }

    /// None, unless the stage says otherwise.
    public var credentials: Credentials { Credentials() }
}
