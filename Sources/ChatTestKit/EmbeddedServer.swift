public import ChatConnection
public import ChatEngine
public import ChatLog
public import ChatProtocol
import ChatSystem
import Synchronization

/// A whole server within this process, without a socket: what a test or a scenario starts in microseconds.
///
/// Every message goes through the same JSON, the same engine and the same barrier as over a socket; only the bytes
/// do not travel. Several tasks may use it at a time: what they ask is done one after the other.
public final class EmbeddedServer: Stage, ClientHost {
    /// The engine, and what stands on each stream to it.
    private struct State {
        let log: any EventLog
        var clock: ServerClock
        var engine: ServerEngine
        /// By the tags of their sessions.
        var lines: [Int: Line] = [:]
        var lastTag = 0
        /// The messages since the last tick, each with its session.
        var received: [(message: [UInt8], session: Session)] = []
    }

    private struct Line {
        let session: Session
        /// Called when something has come, by whoever made it come.
        let arrived: (@Sendable () -> Void)?
        var incoming: [[UInt8]] = []
        var taken = 0
        var ended: String?
    }

    private let configuration: ServerEngine.Configuration
    private let clock: @Sendable () -> Instant
    private let wall: SteppedClock
    private let state: Mutex<State>
    /// The observers of its worlds.
    public let harnesses = Harnesses()

    /// The world that everything happens in.
    public let world = "main"

    /// A server with a fresh log in memory.
    ///
    /// - Parameters:
    ///   - configuration: by default the clock is virtual and no rate is limited, so that a play takes no time.
    ///   - log: the log to begin with.
    ///   - clock: the wall clock; what it says matters only where the world's clock is real.
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
        // A play comes out the same each time, down to the links that the server makes.
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

    /// A server as the first one, whose chance begins with that seed.
    public convenience init(seed: UInt64) throws(LogError) {
        var configuration = ServerEngine.Configuration()
        configuration.clock = .virtual
        configuration.limitsRate = false
        configuration.seed = Int64(bitPattern: seed)
        try self.init(configuration: configuration)
    }

    /// A server for a test, which asks it through clients: ``ClientHost/person(_:handle:device:world:)`` and so on.
    ///
    /// - Parameters:
    ///   - clock: how time passes in the world `main`; by default only when an observer says so.
    ///   - seed: what chance in its faults begins with.
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

    /// It is: nothing but the play goes by it.
    public var canStepClock: Bool { true }

    /// Sets the clock of this server, and does what became due by it.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        wall.offsets.withLock { $0.wall += milliseconds }
        tickIfDue()
    }

    /// Lets time pass by the clock of this server, and does what became due.
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

    /// Does what became due by itself where the clock is real.
    public func settle() { tickIfDue() }

    private func open(_ arrived: (@Sendable () -> Void)? = nil) -> EmbeddedStream {
        let tag = state.withLock { state in
            state.lastTag += 1
            state.lines[state.lastTag] = Line(session: state.engine.open(tag: state.lastTag), arrived: arrived)
            return state.lastTag
        }
        return EmbeddedStream(server: self, tag: tag)
    }

    /// Ends the engine and starts another on the same log, as after a crash: every stream is gone.
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
                // A session and its world hold each other for as long as it is there.
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
            // The server reads what a client sent before it sees the end of the stream.
            let arrived = state.received.isEmpty ? [] : Self.tick(&state)
            guard let line = state.lines.removeValue(forKey: tag) else { return arrived }
            if line.ended == nil { state.engine.close(line.session) }
            // That its person types no longer is news for others.
            return arrived + (state.engine.hasUnflushed ? Self.tick(&state) : [])
        }
        for arrived in arrived { arrived() }
    }

    /// Does what was asked since somebody looked, all at once, and what became due by itself where the clock is real.
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
                // It serves every world itself.
                case .forward: break
                }
                if let hears = state.lines[delivery.session.tag]?.arrived { arrived.append(hears) }
            }
            if !tick.hasMore { return arrived }
        }
    }
}

/// How far a clock was set from what it would say.
private final class SteppedClock: Sendable {
    /// How far the wall clock was set, and how much time both clocks let pass.
    let offsets = Mutex<(wall: Int64, both: Int64)>((0, 0))
}

/// One stream to an ``EmbeddedServer``.
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
