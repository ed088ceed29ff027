public import ChatConnection
public import ChatEngine
public import ChatLog
public import ChatProtocol

/// A whole server within this process, without a socket: what a test or a scenario starts in microseconds.
///
/// Every message goes through the same JSON, the same engine and the same barrier as over a socket; only the bytes
/// do not travel. It belongs to one thread.
public final class EmbeddedServer: Stage {
    private let log: any EventLog
    private let configuration: ServerEngine.Configuration
    private let clock: () -> Instant
    private let wall = SteppedClock()
    private var engine: ServerEngine
    private var streams: [ObjectIdentifier: EmbeddedStream] = [:]
    /// Whether something was asked since it was flushed last.
    private var hasTaken = false

    /// The world that everything happens in.
    public let world = "main"

    /// A server with a fresh log in memory.
    ///
    /// - Parameters:
    ///   - configuration: by default the clock is virtual and no rate is limited, so that a play takes no time.
    ///   - log: the log to begin with.
    ///   - clock: the wall clock; what it says matters only where the world's clock is real.
    public init(
        configuration: ServerEngine.Configuration? = nil, log: any EventLog = MemoryEventLog(),
        clock: @escaping () -> Instant = { Instant(milliseconds: 0) }
    ) throws(LogError) {
        var standard = ServerEngine.Configuration()
        standard.clock = .virtual
        standard.limitsRate = false
        self.configuration = configuration ?? standard
        self.log = log
        self.clock = { [wall] in clock().advanced(byMilliseconds: wall.offset) }
        engine = try ServerEngine(configuration: self.configuration, log: log, isStored: false, clock: self.clock)
    }

    /// It is: nothing but the play goes by it.
    public var canStepClock: Bool { true }

    /// Sets the clock of this server, and does what became due by it.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        wall.offset += milliseconds
        tickIfDue()
    }

    /// A server as the first one, whose chance begins with that seed.
    public convenience init(seed: UInt64) throws(LogError) {
        var configuration = ServerEngine.Configuration()
        configuration.clock = .virtual
        configuration.limitsRate = false
        configuration.seed = Int64(bitPattern: seed)
        try self.init(configuration: configuration)
    }

    /// Opens a new stream.
    public func connect() throws(TransportError) -> any ClientTransport {
        let session = engine.open(tag: streams.count)
        let stream = EmbeddedStream(server: self, session: session)
        streams[ObjectIdentifier(session)] = stream
        return stream
    }

    /// Ends the engine and starts another on the same log, as after a crash: every stream is gone.
    public func restart() throws(TransportError) {
        tickIfDue()
        endAll("the server restarts")
        do {
            engine = try ServerEngine(configuration: configuration, log: log, isStored: false, clock: clock)
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// Ends every stream.
    public func close() { endAll("the server ended") }

    deinit { close() }

    private func endAll(_ why: String) {
        for stream in streams.values {
            stream.end(why)
            // A session and its world hold each other for as long as it is there.
            engine.close(stream.session)
        }
        streams = [:]
    }

    fileprivate func take(_ message: [UInt8], from stream: EmbeddedStream) {
        engine.receive(message, from: stream.session)
        hasTaken = true
    }

    fileprivate func leave(_ stream: EmbeddedStream) {
        engine.close(stream.session)
        streams[ObjectIdentifier(stream.session)] = nil
        // That its person types no longer is news for others.
        if engine.hasUnflushed { tick() }
    }

    /// Does what was asked since somebody looked, all at once, and what became due by itself where the clock is real.
    fileprivate func tickIfDue() {
        if hasTaken { return tick() }
        if let dueAt = engine.nextDue, dueAt <= clock() { tick() }
    }

    private func tick() {
        hasTaken = false
        while true {
            let tick = engine.flush()
            for delivery in tick.deliveries {
                guard let stream = streams[ObjectIdentifier(delivery.session)] else { continue }
                switch delivery.content {
                case .message(let message):
                    stream.put(message)
                    delivery.session.noteUnsent(0)
                case .end(let reason):
                    stream.end("\(reason)")
                    streams[ObjectIdentifier(delivery.session)] = nil
                }
            }
            if !tick.hasMore { return }
        }
    }
}

/// How far a clock was set from what it would say.
private final class SteppedClock {
    var offset: Int64 = 0
}

/// One stream to an ``EmbeddedServer``.
private final class EmbeddedStream: ClientTransport {
    private weak var server: EmbeddedServer?
    let session: Session
    private var incoming: [[UInt8]] = []
    private var taken = 0
    private var ended: String?

    init(server: EmbeddedServer, session: Session) {
        self.server = server
        self.session = session
    }

    func put(_ message: [UInt8]) { incoming.append(message) }

    func end(_ why: String) { ended = ended ?? why }

    func send(_ message: [UInt8]) throws(TransportError) {
        guard ended == nil, let server else { throw .closed(ended ?? "the server is gone") }
        server.take(message, from: self)
    }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        server?.tickIfDue()
        if taken < incoming.count {
            defer {
                taken += 1
                if taken == incoming.count {
                    incoming = []
                    taken = 0
                }
            }
            return incoming[taken]
        }
        if let ended { throw .closed(ended) }
        return nil
    }

    func close() {
        guard ended == nil else { return }
        ended = "closed by this side"
        server?.leave(self)
    }
}
