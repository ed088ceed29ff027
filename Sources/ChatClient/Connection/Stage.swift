/// Where a script plays: a server that streams can be opened to.
///
/// The player asks for one and does not know what it is; the main hands it a socket or an embedded server, so that
/// this module never imports the server.
public protocol Stage: AnyObject {
    /// Opens a new stream to the server.
    func connect() throws(TransportError) -> any ClientTransport

    /// Opens a new stream for somebody's client, whose streams are all to the same server where there are several.
    ///
    /// - Parameter person: their handle.
    func connect(for person: String) throws(TransportError) -> any ClientTransport

    /// True if there are several servers: one that forwards may be behind the one that holds the world.
    var hasSeveralServers: Bool { get }

    /// The world to say hello to.
    var world: String { get }

    /// Where others can connect to the server; nil where it has no socket.
    var address: ServerEndpoint? { get }

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

    /// Lets time pass by the clock that the server goes by.
    ///
    /// - Throws: ``TransportError`` where the clock is not the player's to set.
    func passTime(byMilliseconds milliseconds: Int64) throws(TransportError)

    /// Ends whatever was begun for the play.
    func close()
}

extension Stage {
    /// There is one server, unless the stage says otherwise.
    public func connect(for person: String) throws(TransportError) -> any ClientTransport { try connect() }

    /// There is one, unless the stage says otherwise.
    public var hasSeveralServers: Bool { false }

    /// It has no socket, unless the stage says otherwise.
    public var address: ServerEndpoint? { nil }

    /// It is, unless the stage says otherwise.
    public var canRestart: Bool { true }

    /// It is not, unless the stage says otherwise.
    public var canStepClock: Bool { false }

    /// It cannot be done, unless the stage says otherwise.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        throw .unreachable("this step needs a virtual clock: start the server with --clock virtual")
    }

    /// It cannot be done, unless the stage says otherwise.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        throw .unreachable("this step needs a virtual clock: start the server with --clock virtual")
    }

    /// None, unless the stage says otherwise.
    public var credentials: Credentials { Credentials() }
}

/// A server within this process that others can connect to.
public protocol ListeningStage: Stage {
    /// Where it listens.
    var endpoint: ServerEndpoint { get }
}

extension ListeningStage {
    /// Where it listens.
    public var address: ServerEndpoint? { endpoint }
}
