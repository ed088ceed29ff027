/// A server that runs elsewhere, or several on one log, to play against: every stream is a socket.
public final class SocketStage: Stage {
    private let endpoints: ServerEndpoints
    private let timeoutMilliseconds: Int
    private var streams: [SocketTransport] = []
    /// Which server is whose, by the order in which people came.
    private var places: [String: Int] = [:]

    /// Whether there are.
    public var hasSeveralServers: Bool { endpoints.count > 1 }
    /// Where the server is, of several the first.
    public var address: ServerEndpoint? { endpoints[0] }
    /// The world to say hello to.
    public let world: String
    /// The secrets to say hello with.
    public let credentials: Credentials

    /// The server at that endpoint. Nothing is connected yet.
    public convenience init(
        to endpoint: ServerEndpoint, world: String = "main", credentials: Credentials = Credentials(),
        timeoutMilliseconds: Int = 10_000
    ) {
        self.init(
            to: ServerEndpoints(endpoint), world: world, credentials: credentials,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The servers at those endpoints, among whom people are dealt out in turn. Nothing is connected yet.
    ///
    /// - Parameter timeoutMilliseconds: the deadline of connecting, and later of each sending.
    public init(
        to endpoints: ServerEndpoints, world: String = "main", credentials: Credentials = Credentials(),
        timeoutMilliseconds: Int = 10_000
    ) {
        (self.endpoints, self.world, self.credentials) = (endpoints, world, credentials)
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Opens a new stream, where there are several servers to the first.
    public func connect() throws(TransportError) -> any ClientTransport { try connect(to: endpoints[0]) }

    /// Opens a new stream for somebody's client: to the server that is theirs.
    public func connect(for person: String) throws(TransportError) -> any ClientTransport {
        let place = places[person] ?? places.count
        places[person] = place
        return try connect(to: endpoints[place])
    }

    private func connect(to endpoint: ServerEndpoint) throws(TransportError) -> any ClientTransport {
        let stream = try SocketTransport(to: endpoint, patienceMilliseconds: timeoutMilliseconds)
        streams.append(stream)
        return stream
    }

    /// No: somebody else started it.
    public var canRestart: Bool { false }

    /// Refuses: a server that the player did not start is not the player's to restart.
    public func restart() throws(TransportError) {
        throw .unreachable(
            "\(endpoints) cannot be restarted; play this scenario without --server")
    }

    /// Leaves every stream; the server goes on.
    public func close() {
        for stream in streams { stream.close() }
        streams = []
    }
}
