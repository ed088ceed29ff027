/// A server that already runs, or several on one log, for a script: every stream is a socket.
public final class SocketStage: Stage {
    private let endpoints: ServerEndpoints
    private let timeoutMilliseconds: Int
    private var streams: [SocketTransport] = []
    /// The index of each person's server, in the order in which the people first connected.
    private var places: [String: Int] = [:]

    /// True if the script plays against several servers.
    public var hasSeveralServers: Bool { endpoints.count > 1 }
    /// The address of the server; with several, that of the first.
    public var address: ServerEndpoint? { endpoints[0] }
    /// The world of the login.
    public let world: String
    /// The secrets for the login.
    public let credentials: Credentials

    /// Creates a stage with one server, without connecting to it.
    public convenience init(
        to endpoint: ServerEndpoint, world: String = "main", credentials: Credentials = Credentials(),
        timeoutMilliseconds: Int = 10_000
    ) {
        self.init(
            to: ServerEndpoints(endpoint), world: world, credentials: credentials,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Creates a stage with several servers, without connecting to them. The people are assigned to the servers in
    /// turn.
    ///
    /// - Parameter timeoutMilliseconds: The deadline of connecting, and later of each sending.
    public init(
        to endpoints: ServerEndpoints, world: String = "main", credentials: Credentials = Credentials(),
        timeoutMilliseconds: Int = 10_000
    ) {
        (self.endpoints, self.world, self.credentials) = (endpoints, world, credentials)
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Opens a new stream to the first server.
    public func connect() throws(TransportError) -> any ClientTransport { try connect(to: endpoints[0]) }

    /// Opens a new stream for a person's client, to the server of that person.
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

    /// False, because the player did not start the server.
    public var canRestart: Bool { false }

    /// Throws an error, because the player did not start the server and must not restart it.
    public func restart() throws(TransportError) {
        throw .unreachable(
            "\(endpoints) cannot be restarted; play this scenario without --server")
    }

    /// Closes every stream; the server continues to run.
    public func close() {
        for stream in streams { stream.close() }
        streams = []
    }
}
