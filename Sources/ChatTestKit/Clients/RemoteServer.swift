public import ChatConnection
import ChatSystem
import Dispatch
import Synchronization

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

/// A line over TCP, read when the system says that something has come.
private final class SocketLine: ClientLine {
    private struct State {
        let transport: SocketTransport
        let source: any DispatchSourceRead
    }

    private let state: Mutex<State>

    init(to endpoint: ServerEndpoint, _ arrived: @escaping @Sendable () -> Void) throws(TransportError) {
        let transport = try SocketTransport(to: endpoint)
        // The transport closes its own when the stream ends, and a number that is watched must not become another's.
        let watched: Int32
        do throws(SystemFailure) {
            watched = try Descriptors.duplicate(transport.descriptor)
        } catch {
            throw .unreachable(error.reason)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: watched, queue: .global())
        source.setEventHandler(handler: arrived)
        source.setCancelHandler { Descriptors.close(watched) }
        source.activate()
        state = Mutex(State(transport: transport, source: source))
    }

    func put(_ message: [UInt8]) throws(TransportError) {
        try state.withLock { state throws(TransportError) in
            if state.source.isCancelled { throw .closed("closed by the client") }
            try state.transport.send(message)
        }
    }

    func take() throws(TransportError) -> [UInt8]? {
        try state.withLock { state throws(TransportError) in
            if state.source.isCancelled { throw .closed("closed by the client") }
            return try state.transport.receive(waitingMilliseconds: 0)
        }
    }

    func close() {
        state.withLock { state in
            state.source.cancel()
            state.transport.close()
        }
    }
}
