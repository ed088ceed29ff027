public import ChatConnection
import ChatEngine
import ChatLog
public import ChatProtocol
import ChatServer
import ChatSystem

/// A server on a port of this machine, in this process: for tests of sockets, and for the demo.
///
/// It stores everything in memory and loses it with ``stop()``.
///
/// ```swift
/// let server = try LocalServer()
/// #expect(server.endpoint.port == server.port)
/// let anna = try await RemoteServer(server.endpoint).person("Anna")
/// try server.restart()
/// try await anna.reconnect()
/// server.stop()
/// ```
public final class LocalServer: ListeningStage {
    private let log: KeptLog
    private let configuration: SocketServer.Configuration
    private var server: SocketServer
    private var streams: [any ClientTransport] = []
    #if os(Linux)
        /// The descriptor that reserves the port while the server restarts.
        private let reserved: Int32?
    #endif

    /// The port on which it listens, at 127.0.0.1. A restart does not change it.
    public let port: UInt16
    /// The name of the world to log in to.
    public let world = "main"

    /// Starts a server, which accepts connections at once.
    ///
    /// - Parameters:
    ///   - clock: The clock of the world `main`; by default time passes only at the request of an observer.
    ///   - port: The port; 0 lets the kernel choose one.
    ///   - seed: The seed of the random decisions in its worlds.
    /// - Throws: ``ListenError`` if it cannot listen.
    public init(clock: ClockKind = .virtual, port: UInt16 = 0, seed: UInt64 = 0) throws {
        log = KeptLog()
        var configuration = SocketServer.Configuration()
        #if os(Linux)
            let reservation = try? Sockets.reserve(port: port)
            reserved = reservation?.descriptor
            configuration.port = reservation?.port ?? port
        #else
            configuration.port = port
        #endif
        configuration.engine.clock = clock
        configuration.engine.seed = Int64(bitPattern: seed)
        configuration.engine.limitsRate = false
        // Without a secret, each run creates the same addresses.
        configuration.engine.secret = []
        server = try SocketServer(configuration: configuration, log: log, isStored: false)
        self.port = server.port
        configuration.port = server.port
        self.configuration = configuration
    }

    deinit {
        stop()
        #if os(Linux)
            if let reserved { Descriptors.close(reserved) }
        #endif
    }

    /// The address on which it listens.
    public var endpoint: ServerEndpoint { ServerEndpoint(host: "127.0.0.1", port: port) }

    /// Opens a new stream.
    public func connect() throws(TransportError) -> any ClientTransport {
        let stream = try SocketTransport(to: endpoint)
        streams.append(stream)
        return stream
    }

    /// Stops the server and starts another on the same log and port. All streams end.
    public func restart() throws(TransportError) {
        server.stop()
        do {
            server = try SocketServer(configuration: configuration, log: log, isStored: false)
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// Stops the server.
    public func stop() { server.stop() }

    /// Closes all streams that ``connect()`` opened, and stops the server.
    public func close() {
        for stream in streams { stream.close() }
        streams = []
        stop()
    }
}

/// A log that outlives its server. Closing it has no effect, so a restarted server finds its records again, as in a
/// file.
class KeptLog: EventLog {
    /// The log that stores the records.
    var log: any EventLog

    init(_ log: any EventLog = MemoryEventLog()) { self.log = log }

    var end: Int64 { log.end }

    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try log.append(batch, expectedEnd: expectedEnd)
    }

    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try log.read(after: position, limit: limit)
    }

    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try log.readHot(after: position, limit: limit)
    }

    func heads() throws(LogError) -> [ConversationHead] { try log.heads() }

    func entries(conversation: String, after: Int64, before: Int64?, limit: Int) throws(LogError) -> [StoredEntry] {
        try log.entries(conversation: conversation, after: after, before: before, limit: limit)
    }

    func entry(id: String) throws(LogError) -> StoredEntry? { try log.entry(id: id) }

    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try log.search(query, in: scope, before: before, limit: limit, effort: effort)
    }

    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try log.thread(of: id, after: after, limit: limit)
    }

    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try log.threadCounts(of: ids, after: after)
    }

    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] { try log.changes(of: id, limit: limit) }

    func position(of key: IdempotencyKey) throws(LogError) -> Int64? { try log.position(of: key) }

    func record(at position: Int64) throws(LogError) -> LogRecord? { try log.record(at: position) }

    var problem: String? { log.problem }

    var refusal: String? { log.refusal }

    func recover() { log.recover() }

    func takeProblem() -> String? { log.takeProblem() }

    func close() {}
}
