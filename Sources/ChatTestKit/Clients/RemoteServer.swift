public import ChatConnection

/// A running server on a socket: a ``LocalServer`` that talks to your back end, or `chat-server` on any machine.
///
///     let world = try await TestWorld("Anna", "Bea", on: RemoteServer("127.0.0.1:7400"))
public final class RemoteServer: ClientHost {
    private let endpoint: ServerEndpoint
    /// The secrets for the login.
    public let credentials: Credentials
    /// The observers of the server's worlds.
    public let harnesses = Harnesses()

    /// Creates a reference to a server, without a connection.
    public init(_ endpoint: ServerEndpoint, credentials: Credentials = Credentials()) {
        self.endpoint = endpoint
        self.credentials = credentials
    }

    /// Creates a reference to a server at `HOST:PORT`.
    ///
    /// - Throws: ``ServerEndpoint/Problem`` if the text is not an address.
    public convenience init(
        _ text: String, credentials: Credentials = Credentials()
    ) throws(ServerEndpoint.Problem) {
        self.init(try ServerEndpoint(text), credentials: credentials)
    }

    /// Opens a connection.
    public func openLine(_ arrived: @escaping @Sendable () -> Void) throws(TransportError) -> any ClientLine {
        try SocketLine(to: endpoint, arrived)
    }

    /// Does nothing, because the server performs due work by itself.
    public func settle() {}
}
