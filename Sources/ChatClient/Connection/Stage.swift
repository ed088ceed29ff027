/// The server of a script, to which streams can be opened.
///
/// The player does not know which kind of server it uses. The main program passes it a socket or an embedded server, so
/// that this module never imports the server.
public protocol Stage: AnyObject {
    /// Opens a new stream to the server.
    func connect() throws(TransportError) -> any ClientTransport

    /// Opens a new stream for a person's client. With several servers, all streams of a person use the same one.
    ///
    /// - Parameter person: The handle of the person.
    func connect(for person: String) throws(TransportError) -> any ClientTransport

    /// True if the stage has several servers, so that one may forward to the one that holds the world.
    var hasSeveralServers: Bool { get }

    /// The world of the login.
    var world: String { get }

    /// The address for other clients; nil if the server has no socket.
    var address: ServerEndpoint? { get }

    /// True if the player may restart the server.
    var canRestart: Bool { get }

    /// The secrets for the login, if the server requires tokens.
    var credentials: Credentials { get }

    /// Ends the server and starts it again on the same log, which ends every stream.
    ///
    /// - Throws: ``TransportError`` if the player may not restart the server.
    func restart() throws(TransportError)

    /// True if the player may set the server's clock, which then advances only in the steps of the play.
    var canStepClock: Bool { get }

    /// Sets the server's clock forward, or back by a negative time. This matters in a world on a real clock.
    ///
    /// - Throws: ``TransportError`` if the player may not set the clock.
    func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError)

    /// Lets time pass on the server's clock.
    ///
    /// - Throws: ``TransportError`` if the player may not set the clock.
    func passTime(byMilliseconds milliseconds: Int64) throws(TransportError)

    /// Ends everything that was started for the play.
    func close()
}

extension Stage {
    /// Opens a stream to the only server, by default.
    public func connect(for person: String) throws(TransportError) -> any ClientTransport { try connect() }

    /// False by default: the stage has one server.
    public var hasSeveralServers: Bool { false }

    /// Nil by default: the server has no socket.
    public var address: ServerEndpoint? { nil }

    /// True by default.
    public var canRestart: Bool { true }

    /// False by default.
    public var canStepClock: Bool { false }

    /// Throws an error by default.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        throw .unreachable("this step needs a virtual clock: start the server with --clock virtual")
    }

    /// Throws an error by default.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        throw .unreachable("this step needs a virtual clock: start the server with --clock virtual")
    }

    /// No secrets, by default.
    public var credentials: Credentials { Credentials() }
}

/// A server within this process to which other programs can connect.
public protocol ListeningStage: Stage {
    /// The address on which the server listens.
    var endpoint: ServerEndpoint { get }
}

extension ListeningStage {
    /// The address on which the server listens.
    public var address: ServerEndpoint? { endpoint }
}
