/// A server that runs elsewhere, to play against: every stream is a socket.
public final class SocketStage: Stage {
    private let endpoint: ServerEndpoint
    private var streams: [SocketTransport] = []

    /// Where the server is.
    public var address: ServerEndpoint? { endpoint }
    /// The world to say hello to.
    public let world: String
    /// The secrets to say hello with.
    public let credentials: Credentials

    /// The server at that endpoint. Nothing is connected yet.
    public init(to endpoint: ServerEndpoint, world: String = "main", credentials: Credentials = Credentials()) {
        self.credentials = credentials
        self.endpoint = endpoint
        self.world = world
    }

    /// Opens a new stream.
    public func connect() throws(TransportError) -> any ClientTransport {
        let stream = try SocketTransport(to: endpoint)
        streams.append(stream)
        return stream
    }

    /// No: somebody else started it.
    public var canRestart: Bool { false }

    /// Refuses: a server that the player did not start is not the player's to restart.
    public func restart() throws(TransportError) {
        throw .unreachable(
            "\(endpoint) cannot be restarted from here; play this scenario without --server, in a server of its own")
    }

    /// Leaves every stream; the server goes on.
    public func close() {
        for stream in streams { stream.close() }
        streams = []
    }
}
