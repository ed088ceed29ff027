public import ChatEngine
public import ChatLog
import ChatProtocol
import ChatSystem
import Dispatch
import Synchronization

/// The server on a socket: one listener, one poller, and one thread that owns all state.
///
/// In each tick the poller wakes, and ``RequestReader`` reads each ready connection once, up to its share. Its bytes
/// become messages, which the engine handles. Clients that used little time recently have priority (``RequestQueue``).
/// The engine commits all decisions in one transaction. Only then does ``DeliveryRouter`` enqueue answers and
/// notifications, and ``OutputQueue`` sends to each connection once.
///
/// This type connects the owners of the state and runs the loop.
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
    /// True if the server required tokens when it started.
    let asksForTokens: Bool

    private let engine: ServerEngine
    private let clock: ServerClock
    private let registry: PollerRegistry
    private let timer = TickTimer()
    private let connections: OpenConnections
    private let acceptor: Acceptor
    private let requests: RequestQueue
    private let reader: RequestReader
    private let router: DeliveryRouter
    private let forwarder: Forwarder
    private let output: OutputQueue
    private let tokens: TokenReloader
    private let store: StoreMonitor
    private let deadlines: DeadlineSweep
    /// Memory for the engine's deliveries, reused in each tick.
    @exclusivity(unchecked) private var deliveries: [Delivery] = []
    /// The queue whose only work item is the loop, so that the loop has a thread of its own.
    private let queue = DispatchQueue(label: "understudy.server")
    private let isStopping = Atomic(false)

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
        var configuration = configuration
        var tokenSource = TokenSource(
            file: configuration.tokens.map(TokenFile.init), table: store?.tokens.map { TokenTable($0) })
        if let book = try tokenSource.readIfChanged() { configuration.engine.authenticator = .tokens(book) }
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
        // SQLite, the logs and the poller need some descriptors of their own.
        let connectionsMax = max(16, CurrentProcess.raiseFileLimit() - 64)
        let limits = configuration.engine.limits
        let leases = store?.leases
        // The servers of one database use its clock.
        let clock = ServerClock(wall: { leases?.now ?? Clocks.wall() }, steady: Clocks.sinceStart)
        self.clock = clock
        engine = try ServerEngine(
            configuration: configuration.engine, log: log, isStored: isStored, store: store ?? MemoryWorlds(),
            steady: { Instant(milliseconds: Clocks.sinceStart()) }, clock: clock.now)
        let listener = try Listener(host: configuration.host, port: configuration.port)
        port = listener.port
        do throws(SystemFailure) {
            registry = try PollerRegistry()
        } catch {
            throw ListenError(message: error.reason)
        }
        try leases?.advertise(try configuration.advertisedAddress(port: port))

        let (received, statistics) = (ReceiveBuffer(), ConnectionStatistics(log: serverLog))
        tokens = TokenReloader(tokenSource, engine: engine, log: serverLog, timer: timer)
        connections = OpenConnections(
            limit: configuration.connectionsMax ?? connectionsMax, limits: limits, engine: engine, registry: registry)
        output = OutputQueue(
            limits: limits, engine: engine, connections: connections, registry: registry, statistics: statistics,
            timer: timer, received: received)
        requests = RequestQueue(engine: engine, registry: registry, timer: timer)
        forwarder = Forwarder(
            engine: engine, connections: connections, output: output, registry: registry, statistics: statistics,
            timer: timer, received: received)
        router = DeliveryRouter(
            engine: engine, connections: connections, output: output, forwarder: forwarder, statistics: statistics)
        let http = HTTPResponder(
            names: HTTPRoute.Names(
                listeningOn: configuration.host, hosts: configuration.hosts, origins: configuration.origins),
            limits: limits, engine: engine, tokens: tokens, connections: connections, output: output,
            statistics: statistics)
        reader = RequestReader(
            limits: limits, engine: engine, connections: connections, registry: registry, requests: requests,
            output: output, router: router, forwarder: forwarder, http: http, tokens: tokens, statistics: statistics,
            timer: timer, received: received)
        acceptor = Acceptor(
            listener, connections: connections, output: output, registry: registry, requests: requests,
            statistics: statistics, log: serverLog)
        deadlines = DeadlineSweep(limits: limits, connections: connections, output: output, statistics: statistics)
        self.store = StoreMonitor(engine: engine, registry: registry, log: serverLog)
        self.store.watch()
        self.store.logRisk()
        engine.logins.reportThrottledAddresses { serverLog.note(.tokensGuessed(address: $0)) }
        engine.reportFaults { _, fired in serverLog.note(.faultFired(fired)) }
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

    // MARK: The loop

    private func serve() {
        while !isStopping.load(ordering: .acquiring) {
            requests.endLoginInputPause()
            registry.wait(milliseconds: timeout, isPaused: requests.pausesLoginInput)
            timer.beginTick()
            tick()
        }
        end()
    }

    /// The time until the next work is due, in milliseconds.
    private var timeout: Int32 {
        timer.timeout(
            acceptsAt: acceptor.resumesAt, throttledUntil: requests.throttledUntil,
            loginInputResumesAt: requests.loginInputResumesAt,
            engineDueIn: { engine.nextDue.map { $0.milliseconds - clock.now().milliseconds } })
    }

    /// Runs a tick: reads the requests, which the engine handles and commits, and only then sends the deliveries.
    private func tick() {
        var commitBegan: Int64 = 0
        engine.tick { handle in
            requests.beginTick()
            readReady(handle)
            forwarder.advanceAll()
            requests.handleWaiting { connection in reader.handleEvents(of: connection, handle) }
            let now = Clocks.steady()
            acceptor.resume(at: now)
            if timer.takeSweep(at: now) { sweep() }
            commitBegan = Clocks.steadyMicroseconds()
        }
        tokens.refreshIfNotified()
        requests.noteCommit(took: Clocks.steadyMicroseconds() - commitBegan)
        endTick()
    }

    /// Handles the descriptors that the wait found ready. Clients that used little time recently are read first.
    private func readReady(_ handle: ServerEngine.RequestHandler) {
        var hasNewcomers = false
        var others: [AcceptedConnection] = []
        let now = Clocks.steadyMicroseconds()
        for ready in registry.ready {
            switch PollerRegistry.Source(token: ready.token) {
            case .listener: hasNewcomers = true
            case .store: store.read()
            case .upstream(of: let token):
                if let connection = connections[token: token] { forwarder.serve(ready, of: connection) }
            case .client(let token):
                // The connection may have been closed earlier in this batch.
                guard let connection = connections[token: token] else { continue }
                if ready.canWrite { output.markDirty(connection) }
                guard ready.canRead else { continue }
                if connection.isLingering {
                    reader.discardInput(connection)
                } else if connection.hasMore || connection.wire.isAwaitingAnswer {
                    // Input that was read before comes first. The poller reports the remaining input again.
                    continue
                } else if requests.hasPriority(connection, at: now) {
                    reader.read(connection, hasPriority: true, handle)
                } else {
                    others.append(connection)
                }
            }
        }
        // New connections follow the reads with priority, so that making room ends no connection whose login waits to
        // be read. They precede the other reads, whose clients have had time already.
        if hasNewcomers {
            // A client that waited long may have sent its login.
            acceptor.acceptWaiting { connection in reader.read(connection, hasPriority: true, handle) }
        }
        reader.readOthers(others, handle)
    }

    /// Does the work of the clock, once a second.
    private func sweep() {
        // Even without requests, the clock must measure how long the wall clock has been ahead.
        _ = clock.now()
        tokens.refresh()
        store.check()
        forwarder.sweep()
        deadlines.run()
    }

    /// Continues long work, and sends the deliveries.
    private func endTick() {
        let goesOn = requests.continueLongWork()
        engine.takeDeliveries(into: &deliveries)
        // An answer to an HTTP request releases the request that was pipelined after it.
        router.deliver(deliveries) { answered in requests.waitIfPipelined(answered) }
        deliveries.removeAll(keepingCapacity: true)
        for session in engine.takeUnpaused() {
            if let connection = connections[session] { requests.resume(connection) }
        }
        let hasMoreOutput = output.endTick()
        if hasMoreOutput || engine.hasUnflushed { timer.scheduleTick() }
        requests.scheduleNextTurn(goesOn: goesOn)
    }

    private func end() {
        acceptor.close()
        engine.tick { _ in }
        endTick()
        engine.endAll()
        store.watch()
        engine.tick { _ in }
        endTick()
        for connection in connections.all {
            forwarder.endRelay(connection, "This server is stopping: resume on another one with your cursor.")
            if connection.wire.mode == .webSocket {
                connection.endStream(WebSocketClose(.goingAway, reason: "shutting down"))
            }
            output.closeAtOnce(connection)
        }
    }
}

extension SocketServer {
    /// The settings of a server on a socket.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 lets the kernel choose.
        public var port: UInt16 = 0
        /// The file of tokens, which is reloaded after each change. Without a file the tokens of the database apply,
        /// and without any there the engine's authenticator.
        public var tokens: String?
        /// The names that HTTP requests may address, in addition to the loopback names and ``host``.
        public var hosts: [String] = []
        /// The origins whose pages may connect, in addition to the server's own.
        public var origins: [String] = []
        /// The address for the other servers of a database, as `HOST` or `HOST:PORT`; nil for ``host``.
        public var advertised: String?
        /// The maximum number of open connections; nil for as many as the system's descriptors allow.
        package var connectionsMax: Int?
        /// The settings of the engine.
        public var engine = ServerEngine.Configuration()

        /// Creates the default settings: loopback, any port.
        public init() {}

        /// Returns the address for the other servers of a database.
        ///
        /// - Throws: ``ListenError`` if ``advertised`` is nil and ``host`` is every address of the machine.
        func advertisedAddress(port: UInt16) throws(ListenError) -> String {
            if let advertised {
                let end = advertised.lastIndex(of: ":").map { advertised[$0...].dropFirst() } ?? ""
                return UInt16(end) == nil ? "\(advertised):\(port)" : advertised
            }
            guard !["0.0.0.0", "::", "[::]"].contains(host) else {
                throw ListenError(
                    message:
                        "\(host) is every address of this machine: give --advertise HOST:PORT, where the other servers "
                        + "of the database reach this one")
            }
            return (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host) + ":\(port)"
        }
    }
}

/// The connection to the database, which wakes the poller, and the log lines about problems with the storage.
final class StoreMonitor {
    /// This server's own descriptor of the connection to the database. The owner of the original may close it, and the
    /// system may then reuse its number.
    private struct Watched {
        let descriptor: Int32
        let generation: Int
    }

    private let engine: ServerEngine
    private let registry: PollerRegistry
    private let serverLog: ServerLog
    private var watched: Watched?

    init(engine: ServerEngine, registry: PollerRegistry, log: ServerLog) {
        (self.engine, self.registry, serverLog) = (engine, registry, log)
    }

    /// Reads unsolicited messages of the database.
    func read() {
        engine.leases?.read()
        watch()
    }

    /// Watches the connection to the database. After each loss it is another connection.
    func watch() {
        guard let leases = engine.leases else { return }
        let found = leases.descriptor
        if let watched {
            guard found == nil || watched.generation != leases.generation else { return }
            registry.unwatch(watched.descriptor)
            Descriptors.close(watched.descriptor)
            self.watched = nil
        }
        guard let found, let own = try? Descriptors.duplicate(found) else { return }
        watched = Watched(descriptor: own, generation: leases.generation)
        registry.watchStore(own)
    }

    /// Logs problems with the storage, and tries to recover from them.
    func check() {
        if let trouble = engine.takeProblem() { serverLog.note(.diskFailed(problem: trouble)) }
        let wasUnwell = engine.unhealthyReason != nil
        engine.recover()
        logRisk()
        watch()
        if wasUnwell, engine.unhealthyReason == nil { serverLog.note(.logRecovered) }
    }

    /// Logs the risk that acknowledged data is lost.
    func logRisk() {
        if let risk = engine.takeDurabilityWarning() { serverLog.note(.acknowledgedAtRisk(problem: risk)) }
    }
}
