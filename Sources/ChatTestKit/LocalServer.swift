public import ChatConnection
import ChatEngine
public import ChatProtocol
import ChatServer
import ChatSystem

/// A real server on a real port of this machine, within this process: for tests of sockets, and for the demo.
///
/// It keeps everything in memory, and is gone with ``stop()``.
public final class LocalServer: ListeningStage {
    private let log: KeptLog
    private let configuration: SocketServer.Configuration
    private var server: SocketServer
    private var streams: [any ClientTransport] = []
    #if os(Linux)
        /// Keeps the port for this server while it restarts.
        private let reserved: Int32?
    #endif

    /// The port that it listens on, at 127.0.0.1; the same after a restart.
    public let port: UInt16
    /// The world that everything happens in.
    public let world = "main"

    /// Listens, and serves from the moment it returns.
    ///
    /// - Parameters:
    ///   - clock: how time passes in the world `main`; by default only when an observer says so.
    ///   - port: 0 lets the kernel choose.
    ///   - seed: what the chance of its worlds begins with.
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
        // Addresses that it makes are the same in each run.
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

    /// Where it listens.
    public var endpoint: ServerEndpoint { ServerEndpoint(host: "127.0.0.1", port: port) }

    /// Opens a new stream.
    public func connect() throws(TransportError) -> any ClientTransport {
        let stream = try SocketTransport(to: endpoint)
        streams.append(stream)
        return stream
    }

    /// Ends it and starts another on the same log and port: every stream is gone.
    public func restart() throws(TransportError) {
        server.stop()
        do {
            server = try SocketServer(configuration: configuration, log: log, isStored: false)
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// Ends it.
    public func stop() { server.stop() }

    /// Ends it, and every stream of this side.
    public func close() {
        for stream in streams { stream.close() }
        streams = []
        stop()
    }
}
