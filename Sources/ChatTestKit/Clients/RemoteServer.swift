public import ChatConnection

/// A server on a socket, which somebody else started: a ``LocalServer`` beside a back end of yours that it talks to, or
/// `chat-server` on some machine.
///
///     let world = try await TestWorld("Anna", "Bea", on: RemoteServer("127.0.0.1:7400"))
public final class RemoteServer: ClientHost {
    private let endpoint: ServerEndpoint
    /// The secrets to say hello with.
    public let credentials: Credentials
    /// The observers of its worlds.
    public let harnesses = Harnesses()

    /// The server there. Nothing is connected yet.
    public init(_ endpoint: ServerEndpoint, credentials: Credentials = Credentials()) {
        self.endpoint = endpoint
        self.credentials = credentials
    }

    /// The server at `HOST:PORT`.
    ///
    /// - Throws: ``ServerEndpoint/Problem`` if the text is none.
    public convenience init(
        _ text: String, credentials: Credentials = Credentials()
    ) throws(ServerEndpoint.Problem) {
        self.init(try ServerEndpoint(text), credentials: credentials)
    }

    /// Connects.
    public func openLine(_ arrived: @escaping @Sendable () -> Void) throws(TransportError) -> any ClientLine {
        try SocketLine(to: endpoint, arrived)
    }

    /// Nothing: the server does so itself.
    public func settle() {}
}
