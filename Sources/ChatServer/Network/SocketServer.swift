import ChatEngine
public import ChatLog
import ChatProtocol
import ChatSystem
import Dispatch
import Synchronization

/// The server on a socket: one listener, one poller, and one thread that owns all state.
///
/// In each tick the poller wakes, and each ready connection is read once, up to its share. Its bytes become messages,
/// which the engine handles. Clients that used little time recently have priority (``Scheduler``). The engine commits all
/// decisions in one transaction. Only then are answers and notifications enqueued, and each connection is sent to once.
///
/// - Note: `@unchecked Sendable` is sound, because only the server's own thread uses the stored properties. The
///   initializer hands the object over when it starts that thread. Other threads use only the constants `port` and
///   `asksForTokens`, the atomic `isStopping`, and the queue and the poller's wakeup, which are `Sendable`.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
public final class SocketServer: @unchecked Sendable {
    /// The actual port, even if port 0 was requested.
    public let port: UInt16
    let engine: ServerEngine
    let clock: ServerClock
    let listener: Listener
    let serverLog: ServerLog
    let limits: Limits
    let names: HTTPRoute.Names
    let tokens: TokenReloader
    let timer = TickTimer()
    let requests: RequestQueue
    /// True if the server required tokens when it started.
    let asksForTokens: Bool
    let statistics: ConnectionStatistics
    let received = ReceiveBuffer()
    let connections: OpenConnections
    let outbox: Outbox
    let registry: PollerRegistry
    /// The watched descriptor of the connection to the database.
    var storeWatch: StoreWatch?
    /// The queue whose only work item is the loop, so that the loop has a thread of its own.
    private let queue = DispatchQueue(label: "understudy.server")
    private let isStopping = Atomic(false)
    /// The time when accepting resumes, by the steady clock in milliseconds; nil unless it is paused.
    @exclusivity(unchecked) var acceptsAt: Int64?
    /// Memory for the engine's deliveries, reused in each tick.
    @exclusivity(unchecked) private var deliveries: [Delivery] = []
    /// The counter that decides which connection without priority is read first.
    @exclusivity(unchecked) var rotation = 0

    /// Creates a server that listens, and that serves clients as soon as this returns.
    ///
    /// - Parameters:
    ///   - log: The log of the world `main`.
    ///   - isStored: True if that log outlives the process.
    ///   - store: The store of the other worlds; in memory by default.
    /// - Throws: ``ListenError`` if the server cannot or may not listen on the address; ``LogError`` if the log cannot
    ///   be read; ``FileProblem`` if the tokens cannot be read.
    public init(
        configuration: Configuration, log: any EventLog, isStored: Bool, store: (any WorldStore)? = nil,
        serverLog: ServerLog = .silent
    ) throws {
        limits = configuration.engine.limits
        names = HTTPRoute.Names(
            listeningOn: configuration.host, hosts: configuration.hosts, origins: configuration.origins)
        var configuration = configuration
        var tokenSource = TokenSource(
            file: configuration.tokens.map(TokenFile.init), table: store?.tokens.map { TokenTable($0) })
        if let book = try tokenSource.news() { configuration.engine.authenticator = .tokens(book) }
        guard configuration.tokens == nil || !tokenSource.isDatabase else {
            throw ListenError(message: "the tokens are in the database: leave --tokens out")
        }
        guard
            configuration.engine.authenticator != .open
                || SocketAddress(host: configuration.host, port: 0)?.isLoopback != false
        else {
            throw ListenError(
                message: "\(configuration.host) is reachable from other machines, which needs tokens: "
                    + "make some with chat-server token add")
        }
        asksForTokens = configuration.engine.authenticator != .open
        self.serverLog = serverLog
        statistics = ConnectionStatistics(log: serverLog)
        let fileLimit = Syscalls.raiseFileLimit()
        let leases = store?.leases
        // The servers of one database use its clock.
        let clock = ServerClock(wall: { leases?.now ?? Clocks.wall() }, steady: Clocks.sinceStart)
        self.clock = clock
        engine = try ServerEngine(
            configuration: configuration.engine, log: log, isStored: isStored, store: store ?? MemoryWorlds(),
            steady: { Instant(milliseconds: Clocks.sinceStart()) }, clock: clock.now)
        listener = try Listener(host: configuration.host, port: configuration.port)
        port = listener.port
        do throws(SystemFailure) {
            registry = try PollerRegistry()
        } catch {
            throw ListenError(message: error.reason)
        }
        // SQLite, the logs and the poller need some descriptors of their own.
        let connectionsMax = configuration.connectionsMax ?? max(16, fileLimit - 64)
        connections = OpenConnections(limit: connectionsMax, limits: limits, engine: engine, registry: registry)
        outbox = Outbox(
            limits: limits, engine: engine, connections: connections, registry: registry, statistics: statistics,
            timer: timer, received: received)
        requests = RequestQueue(engine: engine, registry: registry, timer: timer)
        tokens = TokenReloader(tokenSource, engine: engine, log: serverLog, timer: timer)
        try leases?.advertise(try configuration.advertisedAddress(port: port))
        registry.watch(listener)
        watchStore()
        logRisk()
        engine.logins.onThrottledAddress = { serverLog.note(.tokensGuessed(address: $0)) }
        engine.onFault = { _, fired in serverLog.note(.faultFired(fired)) }
        engine.readAsync { [wakeup = registry.wakeup] in wakeup.wake() }
        queue.async { self.serve() }
    }

    /// Stops accepting, notifies all clients, sends pending output and closes the log. The server retains itself until
    /// then.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        registry.wakeup.wake()
        queue.sync {}
    }

    // MARK: The tick

    private func serve() {
        while !isStopping.load(ordering: .acquiring) {
            requests.endLoginInputPause()
            registry.wait(milliseconds: timeout, isPaused: requests.pausesLoginInput)
            timer.beginTick()
            tick()
        }
        end()
    }

    private var timeout: Int32 {
        timer.timeout(
            acceptsAt: acceptsAt, throttledUntil: requests.throttledUntil,
            loginInputResumesAt: requests.loginInputResumesAt,
            engineDueIn: { engine.nextDue.map { $0.milliseconds - clock.now().milliseconds } })
    }

    private func tick() {
        requests.beginTick()
        serve(registry.ready)
        advanceUpstreams()
        requests.handleWaiting { connection in takeEvents(of: connection) }
        let now = Clocks.steady()
        if let acceptsAt, acceptsAt <= now {
            self.acceptsAt = nil
            registry.watch(listener)
        }
        if timer.takeSweep(at: now) { sweepDeadlines() }
        endTick()
    }

    private func end() {
        registry.unwatch(listener.descriptor)
        listener.close()
        endTick()
        engine.endAll()
        watchStore()
        endTick()
        for connection in connections.all {
            endRelay(connection, "This server is stopping: resume on another one with your cursor.")
            if connection.wire.mode == .webSocket {
                connection.wire.close(WebSocketClose(.goingAway, reason: "shutting down"), into: &connection.output)
            }
            outbox.closeAtOnce(connection)
        }
    }

    private func serve(_ batch: [Poller.Ready]) {
        var hasNewcomers = false
        var others: [AcceptedConnection] = []
        let now = Clocks.steadyMicroseconds()
        for ready in batch {
            let token: UInt64
            switch PollerRegistry.Source(token: ready.token) {
            case .listener:
                hasNewcomers = true
                continue
            case .store:
                readStore()
                continue
            case .upstream(of: let token):
                if let connection = connections[token: token] { serveUpstream(of: connection, ready) }
                continue
            case .client(let client): token = client
            }
            // The connection may have been closed earlier in this batch.
            guard let connection = connections[token: token] else { continue }
            if ready.canWrite { outbox.markDirty(connection) }
            if connection.isLingering {
                if ready.canRead { requests.countingInput(of: connection) { discardInput(connection) } }
                continue
            }
            // Input that was read before comes first. The poller reports the remaining input again.
            guard ready.canRead, !connection.hasMore, !connection.wire.isAwaitingAnswer else { continue }
            if requests.hasPriority(connection, at: now) {
                _ = read(connection, hasPriority: true)
            } else {
                others.append(connection)
            }
        }
        // New connections follow the reads with priority, so that making room ends no connection whose login waits to
        // be read. They precede the other reads, whose clients have had time already.
        if hasNewcomers, !requests.pausesLoginInput {
            requests.countingLoginInput { began in acceptAll(until: began + Scheduler.share) }
        }
        readOthers(others)
    }

    private func endTick() {
        let began = Clocks.steadyMicroseconds()
        engine.commit()
        tokens.refreshIfNotified()
        requests.noteCommit(took: Clocks.steadyMicroseconds() - began)
        let goesOn = requests.continueLongWork()
        engine.takeDeliveries(into: &deliveries)
        deliver(deliveries)
        deliveries.removeAll(keepingCapacity: true)
        for session in engine.takeUnpaused() {
            if let connection = connections[session] { requests.resume(connection) }
        }
        let hasMoreOutput = outbox.endTick()
        // An answer to an HTTP request releases the request that was pipelined after it.
        if hasMoreOutput || engine.hasUnflushed { timer.scheduleTick() }
        requests.scheduleNextTurn(goesOn: goesOn)
    }
}
