public import ChatConnection
public import ChatEngine
public import ChatLog
public import ChatProtocol
import ChatSystem
import Synchronization

/// A complete server in this process, without sockets. A test or a scenario starts one in microseconds.
///
/// Every message passes through the same JSON, the same engine and the same barrier as over a socket; only the bytes
/// are not sent. Several tasks may use the server at a time: it processes their requests one after the other.
///
/// ```swift
/// let server = try await EmbeddedServer.start(seed: 7)
/// let anna = try await server.person("Anna")
/// try server.restart()
/// try await anna.reconnect()
/// server.close()
/// ```
public final class EmbeddedServer: Stage, ClientHost {
    /// The engine and the streams to it.
    private struct State {
        let log: any EventLog
        var clock: ServerClock
        var engine: ServerEngine
        /// The streams, by the tags of their sessions.
        var lines: [Int: Line] = [:]
        var lastTag = 0
        /// The messages received since the last tick, each with its session.
        var received: [(message: [UInt8], session: Session)] = []
    }

    private struct Line {
        let session: Session
        /// Called after each arrival, by the task that caused it.
        let arrived: (@Sendable () -> Void)?
        var incoming: [[UInt8]] = []
        var taken = 0
        var ended: String?
    }

    private let configuration: ServerEngine.Configuration
    private let clock: @Sendable () -> Instant
    private let wall: SteppedClock
    private let state: Mutex<State>
    /// The observers of the server's worlds.
    public let harnesses = Harnesses()

    /// The name of the world to log in to.
    public let world = "main"

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the engine; by default with a virtual clock and without rate limits. The
    ///     server removes its secret.
    ///   - log: The log, whose records the server loads; by default an empty log in memory.
    ///   - clock: The wall clock. It matters only if the clock of the world is real.
    /// - Throws: ``LogError`` if the log cannot be read.
    public init(
        configuration: ServerEngine.Configuration? = nil, log: sending any EventLog = MemoryEventLog(),
        clock: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }
    ) throws(LogError) {
        var standard = ServerEngine.Configuration()
        standard.clock = .virtual
        standard.limitsRate = false
        let wall = SteppedClock()
        self.wall = wall
        var configuration = configuration ?? standard
        // Without a secret, each run creates the same links.
        configuration.secret = []
        self.configuration = configuration
        self.clock = clock
        let serverClock = Self.serverClock(clock, wall)
        state = Mutex(
            State(
                log: log, clock: serverClock,
                engine: try ServerEngine(
                    configuration: self.configuration, log: log, isStored: false, clock: serverClock.now)))
    }

    /// Creates a server with an empty log, a virtual clock, no rate limits and a seed for its random decisions.
    public convenience init(seed: UInt64) throws(LogError) {
        var configuration = ServerEngine.Configuration()
        configuration.clock = .virtual
        configuration.limitsRate = false
        configuration.seed = Int64(bitPattern: seed)
        try self.init(configuration: configuration)
    }

    /// Starts a server for a test, which sends requests through clients such as
    /// ``ClientHost/person(_:handle:device:world:)``.
    ///
    /// - Parameters:
    ///   - clock: The clock of the world `main`; by default time passes only at the request of an observer.
    ///   - seed: The seed of the random decisions, such as those of faults.
    public static func start(
        clock: ClockKind = .virtual, seed: UInt64 = 0
    ) async throws(LogError) -> EmbeddedServer {
        var configuration = ServerEngine.Configuration()
        configuration.clock = clock
        configuration.limitsRate = false
        configuration.seed = Int64(bitPattern: seed)
        return try EmbeddedServer(configuration: configuration, clock: { Instant(milliseconds: Clocks.wall()) })
    }

    deinit { close() }

    /// Always true: no other program uses the clock of this server.
    public var canStepClock: Bool { true }

    /// Sets the wall clock of this server forward, or back by a negative time, and performs the work that is due then.
    ///
    /// ```swift
    /// let server = try await EmbeddedServer.start(clock: .real)
    /// let before = try await server.observer().clock.now().now
    /// try server.stepClock(byMilliseconds: -3_600_000)
    /// // Time never goes back.
    /// #expect(try await server.observer().clock.now().now >= before)
    /// ```
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        wall.offsets.withLock { $0.wall += milliseconds }
        tickIfDue()
    }

    /// Lets time pass on both clocks of this server, and performs the work that is due then.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        wall.offsets.withLock { $0.both += milliseconds }
        tickIfDue()
    }

    private static func serverClock(
        _ clock: @escaping @Sendable () -> Instant, _ stepped: SteppedClock
    ) -> ServerClock {
        ServerClock(
            wall: { clock().milliseconds + stepped.offsets.withLock { $0.wall + $0.both } },
            steady: { clock().milliseconds + stepped.offsets.withLock { $0.both } })
    }

    /// Opens a new stream.
    public func connect() throws(TransportError) -> any ClientTransport { open() }

    /// Opens a new stream for a ``TypedClient``.
    public func openLine(_ arrived: @escaping @Sendable () -> Void) throws(TransportError) -> any ClientLine {
        open(arrived)
    }

    /// Processes the received messages, or performs the work that a real clock has made due.
    public func settle() { tickIfDue() }

    private func open(_ arrived: (@Sendable () -> Void)? = nil) -> EmbeddedStream {
        let tag = state.withLock { state in
            state.lastTag += 1
            state.lines[state.lastTag] = Line(session: state.engine.open(tag: state.lastTag), arrived: arrived)
            return state.lastTag
        }
        return EmbeddedStream(server: self, tag: tag)
    }

    /// Ends all streams and the engine, and starts a new engine on the same log, as after a crash.
    public func restart() throws(TransportError) {
        tickIfDue()
        endAll("the server restarts")
        do {
            try state.withLock { state throws(LogError) in
                state.clock = Self.serverClock(clock, wall)
                state.engine = try ServerEngine(
                    configuration: configuration, log: state.log, isStored: false, clock: state.clock.now)
            }
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// Ends every stream.
    public func close() { endAll("the server ended") }

    private func endAll(_ why: String) {
        tickIfDue()
        let arrived = state.withLock { state in
            for (tag, line) in state.lines where line.ended == nil {
                state.lines[tag]?.ended = why
                // The session and its world retain each other until the engine closes the session.
                state.engine.close(line.session)
            }
            return state.lines.values.compactMap(\.arrived)
        }
        for arrived in arrived { arrived() }
    }

    /// Returns the records of the world `main`.
    package func storedRecords() -> [LogRecord] {
        state.withLock { state in (try? state.log.read(after: 0, limit: Int(state.log.end))) ?? [] }
    }

    // MARK: Streams

    fileprivate func take(_ message: [UInt8], from tag: Int) throws(TransportError) {
        try state.withLock { state throws(TransportError) in
            guard let line = state.lines[tag] else { throw .closed("closed by the client") }
            if let ended = line.ended { throw .closed(ended) }
            state.received.append((message, line.session))
        }
    }

    fileprivate func next(for tag: Int) throws(TransportError) -> [UInt8]? {
        try state.withLock { state throws(TransportError) in
            guard let line = state.lines[tag] else { throw .closed("closed by the client") }
            guard line.taken < line.incoming.count else {
                if let ended = line.ended { throw .closed(ended) }
                return nil
            }
            state.lines[tag]?.taken += 1
            if line.taken + 1 == line.incoming.count {
                state.lines[tag]?.incoming = []
                state.lines[tag]?.taken = 0
            }
            return line.incoming[line.taken]
        }
    }

    fileprivate func leave(_ tag: Int) {
        let arrived = state.withLock { state -> [@Sendable () -> Void] in
            // The server processes the messages that a client sent before the end of its stream.
            let arrived = state.received.isEmpty ? [] : Self.tick(&state)
            guard let line = state.lines.removeValue(forKey: tag) else { return arrived }
            if line.ended == nil { state.engine.close(line.session) }
            // Other participants must be notified that this person no longer types.
            return arrived + (state.engine.hasUnflushed ? Self.tick(&state) : [])
        }
        for arrived in arrived { arrived() }
    }

    /// Processes all messages received since the last tick in one tick, or performs the work that a real clock has made
    /// due.
    func tickIfDue() {
        let arrived = state.withLock { state -> [@Sendable () -> Void] in
            if !state.received.isEmpty { return Self.tick(&state) }
            if let dueAt = state.engine.nextDue, dueAt <= state.clock.now() { return Self.tick(&state) }
            return []
        }
        for arrived in arrived { arrived() }
    }

    private static func tick(_ state: inout State) -> [@Sendable () -> Void] {
        var arrived: [@Sendable () -> Void] = []
        while true {
            let received = state.received
            state.received = []
            let tick = state.engine.flush { handle in
                for (message, session) in received { handle(message, session) }
            }
            for delivery in tick.deliveries {
                guard state.lines[delivery.session.tag]?.ended == nil else { continue }
                switch delivery.content {
                case .message(let message):
                    state.lines[delivery.session.tag]?.incoming.append(message)
                    delivery.session.noteUnsent(0)
                case .end(let reason): state.lines[delivery.session.tag]?.ended = "\(reason)"
                // This server holds every world, so it forwards no session.
                case .forward: break
                }
                if let hears = state.lines[delivery.session.tag]?.arrived { arrived.append(hears) }
            }
            if !tick.hasMore { return arrived }
        }
    }
}

/// The changes of a server's clocks by a test, in milliseconds.
private final class SteppedClock: Sendable {
    /// The change of the wall clock alone, and the time that passed on both clocks.
    let offsets = Mutex<(wall: Int64, both: Int64)>((0, 0))
}

/// A stream to an ``EmbeddedServer``.
final class EmbeddedStream: ClientTransport, ClientLine {
    private let server: EmbeddedServer
    private let tag: Int

    fileprivate init(server: EmbeddedServer, tag: Int) {
        self.server = server
        self.tag = tag
    }

    deinit { server.leave(tag) }

    func send(_ message: [UInt8]) throws(TransportError) { try server.take(message, from: tag) }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        server.tickIfDue()
        return try server.next(for: tag)
    }

    func put(_ message: [UInt8]) throws(TransportError) {
        try server.take(message, from: tag)
        server.tickIfDue()
    }

    func take() throws(TransportError) -> [UInt8]? { try server.next(for: tag) }

    func close() { server.leave(tag) }
}
