import ChatProtocol
import ChatSystem

/// A stream to a server over TCP, in line mode.
public final class SocketTransport: ClientTransport {
    private let stream: ByteStream
    /// The framing, with a limit for pages of history, which are longer than any request.
    private var wire = WireConnection.lineClient(limits: WireLimits(messageBytes: 64 * 1024 * 1024))
    private var end: TransportError?
    private let patience: Int64

    /// Connects.
    ///
    /// - Parameter patienceMilliseconds: The longest time for connecting, and later for each sending.
    /// - Throws: ``TransportError/unreachable(_:)`` if the server does not accept the connection in that time.
    public init(to endpoint: ServerEndpoint, patienceMilliseconds: Int = 10_000) throws(TransportError) {
        patience = Int64(patienceMilliseconds)
        stream = try ByteStream(to: endpoint, patienceMilliseconds: patience)
    }

    /// The descriptor to poll for arrivals.
    package var descriptor: Int32 { stream.descriptor }

    /// Sends one message as a line. Waits while the server reads slowly.
    public func send(_ message: [UInt8]) throws(TransportError) {
        if let end { throw end }
        var line: [UInt8] = []
        wire.frame(message, into: &line)
        do throws(TransportError) {
            try stream.send(line)
        } catch {
            finish(error)
            throw error
        }
    }

    /// Returns the next message; nil if none arrives in that time.
    public func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while true {
            if let message = takeMessage() { return message }
            if let end { throw end }
            do throws(TransportError) {
                let bytes = try stream.receive(until: deadline)
                if bytes.isEmpty { return nil }
                wire.receive(bytes)
            } catch {
                wire.receiveEnd()
                finish(error)
            }
        }
    }

    /// Closes the stream.
    public func close() {
        var nothing: [UInt8] = []
        wire.close(into: &nothing)
        finish(.closed("closed by the client"))
    }

    /// Ends the sending direction, and closes the stream when the server has ended its side. If the server does not do
    /// so in the longest time for sending, the stream is closed too.
    public func leave() {
        stream.endSending()
        let deadline = Clocks.steady() + patience
        while end == nil, (try? stream.receive(until: deadline))?.isEmpty == false {}
        close()
    }

    private func takeMessage() -> [UInt8]? {
        var nothing: [UInt8] = []
        while let event = wire.next(into: &nothing) {
            switch event {
            case .message(let message): return message
            case .failed(let error): finish(.closed("\(error)"))
            default: break
            }
        }
        return nil
    }

    private func finish(_ why: TransportError) {
        end = end ?? why
        stream.close()
    }
}

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
