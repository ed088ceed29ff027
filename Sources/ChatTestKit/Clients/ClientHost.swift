public import ChatConnection
import ChatProtocol
import Synchronization

/// A server for ``PersonClient``, ``AppClient`` and ``ObserverClient``: an ``EmbeddedServer``, or a ``RemoteServer``
/// over a socket.
///
/// ```swift
/// let server = try await EmbeddedServer.start()
/// let observer = try await server.observer()
/// try await observer.register("com.example.board", named: "Board", domains: "board.example")
/// let anna = try await server.person("Anna")
/// let board = try await server.app("com.example.board", as: "anna")
/// #expect(board.person == anna.handle)
/// ```
public protocol ClientHost: LineHost {
    /// Performs the work that is due, if the server does not do so by itself.
    func settle()

    /// The observers through which clients ask questions that only observers may ask.
    var harnesses: Harnesses { get }
}

/// One observer for each world of a server. A client asks it for an explanation when a wait fails.
public final class Harnesses: Sendable {
    private let observers = Mutex<[WorldName: ClientSession]>([:])

    /// Creates a set without observers.
    public init() {}

    /// Returns the observer of a world, and connects one if necessary.
    func observer(of world: WorldName, on host: any ClientHost) async throws(ClientFailure) -> ClientSession {
        if let known = observers.withLock({ $0[world] }), !known.hasEnded { return known }
        let session = ClientSession(
            host: host, hello: Hello(.observer(nil), world: world, receivesRequests: true), name: "the observer")
        try await session.connect()
        return observers.withLock { all in
            if let known = all[world], !known.hasEnded { return known }
            all[world] = session
            return session
        }
    }
}

extension ClientHost {
    /// Connects a client of a person in Messages.
    ///
    /// - Parameters:
    ///   - name: The display name. Without `handle`, it is also the handle, in lower case.
    ///   - handle: The handle, such as `bea` or `bea@example.com`.
    ///   - device: The name of the device, if the person has several.
    /// - Throws: ``ClientFailure`` if the handle is not valid, or if the server refuses the login.
    public func person(
        _ name: String, handle: String? = nil, device: String? = nil, world: String = "main"
    ) async throws(ClientFailure) -> PersonClient {
        guard let address = Handle(handle ?? name) else {
            throw .misused("“\(handle ?? name)” is not a valid handle: \(Handle.rule)")
        }
        let hello = Hello(
            .person(address, name: handle == nil && name == address.rawValue ? nil : name), device: device,
            world: WorldName(world))
        return PersonClient(handle: address, connection: try await greeted(hello, name))
    }

    /// Connects a client of an app that runs as a person.
    ///
    /// - Parameter id: The bundle id of an app that ``ObserverClient/register(_:named:domains:)`` has registered.
    /// - Throws: ``ClientFailure`` if the person's handle is not valid, or if the server refuses the login.
    public func app(_ id: String, as person: String, world: String = "main") async throws(ClientFailure) -> AppClient {
        guard let handle = Handle(person) else {
            throw .misused("“\(person)” is not a valid handle: \(Handle.rule)")
        }
        return try await app(AppID(id), as: handle, in: WorldName(world))
    }

    func app(_ id: AppID, as person: Handle, in world: WorldName) async throws(ClientFailure) -> AppClient {
        let hello = Hello(.app(id, person: person), world: world)
        return AppClient(id: id, person: person, connection: try await greeted(hello, "\(id) of \(person)"))
    }

    /// Connects a test harness, which receives all notifications, registers apps, moves the clock and injects faults.
    public func observer(world: String = "main") async throws(ClientFailure) -> ObserverClient {
        let hello = Hello(.observer(nil), world: WorldName(world))
        return ObserverClient(connection: try await greeted(hello, "the observer"))
    }

    private func greeted(_ hello: Hello, _ name: String) async throws(ClientFailure) -> ClientSession {
        let session = ClientSession(host: self, hello: hello, name: name)
        try await session.connect()
        return session
    }
}

/// A running server on a socket: a ``LocalServer`` that talks to your back end, or `chat-server` on any machine.
///
/// ```swift
/// let server = try LocalServer()
/// let choir = try await TestWorld("Anna", "Bea", on: RemoteServer("127.0.0.1:\(server.port)"))
/// try await choir.anna.send("Hi", to: choir.conversation)
/// try await choir.bea.wait(for: .messagePosted, patience: .seconds(5))
/// server.stop()
/// ```
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
