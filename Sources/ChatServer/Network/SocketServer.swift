import ChatEngine
public import ChatLog
import ChatProtocol
import ChatSystem
import Dispatch
import Synchronization

/// The server on a socket: one listener, one poller, one thread that owns everything, and the tick.
///
/// The tick: the poller wakes; every ready connection is read once, up to its share; bytes become messages, messages
/// go through the engine, those first whose senders took little time of late (``Turns``); the engine makes all that was
/// decided durable in one transaction; only then are answers and notifications put into the connections' buffers, and
/// each is sent once.
///
/// - Note: `@unchecked Sendable` is sound because every stored property is touched on the server's own thread alone:
///   the initialiser hands the object over as it starts that thread, and whoever else has it gets to `port` and
///   `asksForTokens`, which are constant, to `isStopping`, which is atomic, and to the queue and the poller's wakeup, which are `Sendable`.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
public final class SocketServer: @unchecked Sendable {
    /// The most bytes that are read from one connection in one tick, so that a loud one does not starve the others.
    static let readShare = 64 * 1024
    /// Past how many bytes of answers all further requests wait for the next tick: answers are made before any is sent.
    private static let tickShare = 16 * 1024 * 1024
    /// No connection's: their generations are lower. The poller has the two highest.
    static let listenerToken = UInt64.max - 2
    /// That of the connection to the database.
    static let storeToken = UInt64.max - 3
    /// How often deadlines are looked at, in milliseconds.
    private static let sweepPause: Int64 = 1_000

    /// The port that is listened on.
    public let port: UInt16
    let engine: ServerEngine
    let clock: ServerClock
    let listener: Listener
    let serverLog: ServerLog
    let limits: Limits
    let names: HTTPRoute.Names
    /// What the engine's authenticator is made of, where that is somewhere.
    var tokens: TokenSource
    /// Whether it asked for tokens when it began.
    let asksForTokens: Bool
    @exclusivity(unchecked) var counts = ConnectionCounts()
    @exclusivity(unchecked) var unsent = UnsentBytes()
    /// What came and is not complete yet.
    @exclusivity(unchecked) var input: UnfinishedInput
    /// The time that is taken by all who have not logged in.
    let strangers = TimeTaken()
    let poller: Poller
    @exclusivity(unchecked) private var ready: [Poller.Ready] = []
    /// What is watched of the connection to the database.
    var storeWatch: StoreWatch?
    /// Whose one piece of work is the loop, so that it has a thread of its own.
    private let queue = DispatchQueue(label: "understudy.server")
    private let isStopping = Atomic(false)
    /// When deadlines are looked at next, by the steady clock.
    @exclusivity(unchecked) private var sweepAt = Clocks.steady() + sweepPause
    /// When connections are taken again, by the steady clock; nil while they are.
    @exclusivity(unchecked) var acceptsAt: Int64?
    @exclusivity(unchecked) var connections: ConnectionTable
    @exclusivity(unchecked) private var dirty: [ClientConnection] = []
    /// The room of those that are being sent to, and of what the engine wants said: kept from tick to tick.
    @exclusivity(unchecked) private var sending: [ClientConnection] = []
    @exclusivity(unchecked) private var deliveries: [Delivery] = []
    /// What is said in this tick, each message once however many are told it.
    let said = SaidBytes()
    @exclusivity(unchecked) private var unfinished: [ClientConnection] = []
    @exclusivity(unchecked) var readBuffer = [UInt8](repeating: 0, count: readShare)
    @exclusivity(unchecked) private var isTickScheduled = false
    @exclusivity(unchecked) var turns = Turns()
    /// Whose turn it is among those who do not come first to be read from first.
    @exclusivity(unchecked) var firstOther = 0
    /// When what rests may go on, by the steady clock in microseconds; nil where nothing does.
    @exclusivity(unchecked) private var restsUntil: Int64?
    /// When strangers may go on, by the steady clock in microseconds; nil while they do not rest.
    @exclusivity(unchecked) var strangersRest: Int64?
    /// How many bytes were answered before this tick.
    @exclusivity(unchecked) private var answeredBefore = 0

    /// Listens, and serves from the moment it returns.
    ///
    /// - Parameters:
    ///   - log: the log of the world `main`.
    ///   - isStored: whether that log outlives the process.
    ///   - store: where the other worlds are; in memory unless told otherwise.
    /// - Throws: ``ListenError`` if it cannot listen, or may not where it was told to; ``LogError`` if the log cannot be read.
    public init(
        configuration: Configuration, log: any EventLog, isStored: Bool, store: (any WorldStore)? = nil,
        serverLog: ServerLog = .silent
    ) throws {
        limits = configuration.engine.limits
        names = HTTPRoute.Names(
            listeningOn: configuration.host, hosts: configuration.hosts, origins: configuration.origins)
        var configuration = configuration
        var tokens = TokenSource(
            file: configuration.tokens.map(TokenFile.init), table: store?.tokens.map { TokenTable($0) })
        if let book = try tokens.news() { configuration.engine.authenticator = .tokens(book) }
        guard configuration.tokens == nil || !tokens.isDatabase else {
            throw ListenError(message: "the tokens are in the database: leave --tokens out")
        }
        self.tokens = tokens
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
        // SQLite, the logs and the poller keep some descriptors for themselves.
        input = UnfinishedInput(limits)
        let connectionsMax = max(16, Syscalls.raiseFileLimit() - 64)
        connections = ConnectionTable(limit: configuration.connectionsMax ?? connectionsMax)
        let leases = store?.leases
        // Servers of one database go by its clock.
        let clock = ServerClock(wall: { leases?.now ?? Clocks.wall() }, steady: Clocks.sinceStart)
        self.clock = clock
        engine = try ServerEngine(
            configuration: configuration.engine, log: log, isStored: isStored, store: store ?? MemoryWorlds(),
            steady: { Instant(milliseconds: Clocks.sinceStart()) }, clock: clock.now)
        listener = try Listener(host: configuration.host, port: configuration.port)
        port = listener.port
        do throws(SystemFailure) {
            poller = try Poller()
        } catch {
            throw ListenError(message: error.reason)
        }
        try leases?.advertise(try configuration.advertisedAddress(port: port))
        _ = poller.watch(listener.descriptor, token: Self.listenerToken, isPausable: true)
        watchStore()
        noteRisk()
        if tokens.table != nil { engine.willLogin = { [unowned self] in refreshTokens(asking: true) } }
        engine.onThrottledAddress = { serverLog.note(.tokensGuessed(address: $0)) }
        engine.onFault = { _, fired in serverLog.note(.faultFired(fired)) }
        engine.readAsync { [wakeup = poller.wakeup] in wakeup.wake() }
        queue.async { self.serve() }
    }

    /// Takes no more, tells everyone, sends what waits, and closes the log. Until then the server keeps itself alive.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        poller.wakeup.wake()
        queue.sync {}
    }

    // MARK: The tick

    private func serve() {
        while !isStopping.load(ordering: .acquiring) {
            if let rest = strangersRest, rest <= Clocks.steadyMicroseconds() { strangersRest = nil }
            poller.isPaused = strangersRest != nil
            poller.wait(milliseconds: patience, into: &ready)
            isTickScheduled = false
            tick()
        }
        end()
    }

    /// How long nothing is due, in milliseconds. That the clock was put forward is seen at the next sweep.
    private var patience: Int32 {
        guard !isTickScheduled else { return 0 }
        let now = Clocks.steady()
        var patience = max(0, min(sweepAt, acceptsAt ?? sweepAt) - now)
        // Rounded down: a rest is shorter than a poller's milliseconds, more often than not.
        if let restsUntil { patience = min(patience, max(0, (restsUntil - Clocks.steadyMicroseconds()) / 1_000)) }
        if let strangersRest {
            patience = min(patience, max(0, strangersRest - Clocks.steadyMicroseconds() + 999) / 1_000)
        }
        if let dueAt = engine.nextDue {
            patience = min(patience, max(1, dueAt.milliseconds - clock.now().milliseconds))
        }
        return Int32(clamping: patience)
    }

    private func tick() {
        answeredBefore = engine.answeredBytes
        serve(ready)
        advanceUpstreams()
        takeUnfinished()
        let now = Clocks.steady()
        if let acceptsAt, acceptsAt <= now {
            self.acceptsAt = nil
            _ = poller.watch(listener.descriptor, token: Self.listenerToken, isPausable: true)
        }
        if sweepAt <= now {
            sweepAt = now + Self.sweepPause
            sweepDeadlines()
        }
        endTick()
    }

    /// Goes on with those who wait for their turn, for as long as a tick has for them; with one in any case.
    private func takeUnfinished() {
        guard !unfinished.isEmpty else { return }
        let began = Clocks.steadyMicroseconds()
        let waiting = unfinished
        unfinished.removeAll(keepingCapacity: true)
        var (kept, hasGoneOn) = ([ClientConnection](), false)
        for connection in waiting where !connection.isClosed {
            let now = Clocks.steadyMicroseconds()
            let isTooLate = hasGoneOn && (isTickFull || now - began >= turns.tickShare)
            if isTooLate || turns.isLong(connection.taken, at: now) && !turns.isFree(at: now) {
                kept.append(connection)
                continue
            }
            hasGoneOn = true
            connection.hasMore = false
            if connection.rests { rest(connection, false) }
            countingInput(of: connection) { takeEvents(of: connection) }
        }
        unfinished = kept + unfinished
    }

    /// Lets a connection's requests wait for their turn. Of one that has a while to wait nothing more is read.
    func wait(_ connection: ClientConnection) {
        guard !connection.hasMore else { return }
        connection.hasMore = true
        unfinished.append(connection)
        if turns.isLong(connection.taken, at: Clocks.steadyMicroseconds()) { rest(connection, true) }
    }

    private func rest(_ connection: ClientConnection, _ rests: Bool) {
        connection.rests = rests
        watch(connection)
    }

    func watch(_ connection: ClientConnection) {
        poller.change(
            connection.descriptor, token: connection.token, reading: connection.watchesReading,
            writing: connection.watchesWriting)
    }

    var isTickFull: Bool { engine.answeredBytes &- answeredBefore > Self.tickShare }

    private func end() {
        poller.unwatch(listener.descriptor)
        listener.close()
        endTick()
        engine.endAll()
        watchStore()
        endTick()
        for connection in connections.open {
            endRelay(connection, "This server is stopping: resume on another one with your cursor.")
            if connection.wire.mode == .webSocket {
                connection.wire.close(WebSocketClose(.goingAway, reason: "shutting down"), into: &connection.output)
            }
            closeAtOnce(connection)
        }
    }

    private func serve(_ batch: [Poller.Ready]) {
        var hasNewcomers = false
        var others: [ClientConnection] = []
        let now = Clocks.steadyMicroseconds()
        for ready in batch {
            if ready.token == Self.listenerToken {
                hasNewcomers = true
                continue
            }
            if ready.token == Self.storeToken {
                readStore()
                continue
            }
            if ready.token & Self.upstreamBit != 0 {
                if let connection = connections[token: ready.token & ~Self.upstreamBit] {
                    serveUpstream(of: connection, ready)
                }
                continue
            }
            // One that was closed earlier in this batch is none's.
            guard let connection = connections[token: ready.token] else { continue }
            if ready.canWrite { markDirty(connection) }
            if connection.isLingering {
                if ready.canRead { countingInput(of: connection) { throwAway(connection) } }
                continue
            }
            // What was read before comes first: the poller says again that there is more.
            guard ready.canRead, !connection.hasMore, !connection.wire.isAwaitingAnswer else { continue }
            if turns.comesFirst(connection.taken, at: now) {
                _ = read(connection, comesFirst: true)
            } else {
                others.append(connection)
            }
        }
        // Behind who comes first, so that nobody makes room whose hello is there to be read; and before the others, who have
        // had a turn.
        if hasNewcomers, strangersRest == nil {
            let began = Clocks.steadyMicroseconds()
            acceptAll(until: began + Turns.share)
            noteStrangers(since: began)
        }
        readOthers(others)
    }

    private func endTick() {
        let began = Clocks.steadyMicroseconds()
        engine.commit()
        if tokens.table?.rows.takeChangeNotification() == true { refreshTokens(asking: true) }
        turns.noteCommit(took: Clocks.steadyMicroseconds() - began)
        var goesOn = engine.canContinue
        if goesOn, turns.isFree(at: Clocks.steadyMicroseconds()) {
            let began = Clocks.thread()
            goesOn = engine.continueWork()
            turns.noteLong(took: Clocks.thread() - began, at: Clocks.steadyMicroseconds())
        }
        engine.takeDeliveries(into: &deliveries)
        deliver(deliveries)
        deliveries.removeAll(keepingCapacity: true)
        for session in engine.takeUnpaused() {
            guard let connection = connections[session.tag], connection.session === session else { continue }
            if connection.hasMore { unfinished.append(connection) }
        }
        sendDirty()
        if dirty.isEmpty { said.removeAll() }
        // An answer to an HTTP request lets the one behind it in.
        if !dirty.isEmpty || engine.hasUnflushed { scheduleTick() }
        scheduleNextTurn(goesOn: goesOn)
    }

    /// Sees to it that whoever waits has their turn.
    private func scheduleNextTurn(goesOn: Bool) {
        restsUntil = nil
        guard goesOn || !unfinished.isEmpty else { return }
        let now = Clocks.steadyMicroseconds()
        if turns.isFree(at: now) || unfinished.contains(where: { !turns.isLong($0.taken, at: now) }) {
            scheduleTick()
        } else {
            restsUntil = turns.freeAt
        }
    }

    /// Another tick follows at once, with whatever else is ready.
    func scheduleTick() { isTickScheduled = true }

    /// Sends what was put on connections since the last time.
    func sendDirty() {
        swap(&sending, &dirty)
        for connection in sending {
            connection.isDirty = false
            send(connection)
        }
        sending.removeAll(keepingCapacity: true)
    }

    func markDirty(_ connection: ClientConnection) {
        guard !connection.isDirty, !connection.isClosed else { return }
        connection.isDirty = true
        dirty.append(connection)
    }
}
