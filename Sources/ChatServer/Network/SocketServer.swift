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
///   the initialiser hands the object over as it starts that thread, and whoever else has it gets to `port`, which is
///   constant, to `isStopping`, which is atomic, and to the queue and the poller's wakeup, which are `Sendable`.
public final class SocketServer: @unchecked Sendable {
    /// The most bytes that are read from one connection in one tick, so that a loud one does not starve the others.
    private static let readShare = 64 * 1024
    /// Past how many bytes of answers the requests of one connection wait for the next tick, so that a few bytes that
    /// ask for much fill no memory before the limit of unsent bytes can see it.
    private static let answerShare = 1024 * 1024
    /// Past how many bytes of answers all further requests wait for the next tick: answers are made before any is sent.
    private static let tickShare = 16 * 1024 * 1024
    /// No connection's: their generations are lower.
    private static let listenerToken = UInt64.max - 1
    /// How often deadlines are looked at, in milliseconds.
    private static let sweepPause: Int64 = 1_000

    /// The port that is listened on.
    public let port: UInt16
    let engine: ServerEngine
    let listener: Listener
    let serverLog: ServerLog
    let limits: Limits
    let names: HTTPRoute.Names
    /// The file that the engine's authenticator is made of, if it is, and how that looked when it was read.
    var tokens: (file: TokenFile, stamp: FileSystem.Stamp?)?
    var counts = ConnectionCounts()
    var unsent = UnsentBytes()
    let poller: Poller
    private var ready: [Poller.Ready] = []
    /// Whose one piece of work is the loop, so that it has a thread of its own.
    private let queue = DispatchQueue(label: "understudy.server")
    private let isStopping = Atomic(false)
    /// When deadlines are looked at next, by the steady clock.
    private var sweepAt = Clocks.steady() + sweepPause
    /// When connections are taken again, by the steady clock; nil while they are.
    private var acceptsAt: Int64?
    var connections: ConnectionTable
    private var dirty: [ClientConnection] = []
    /// What is said in this tick, each message once however many are told it.
    var said = SaidBytes()
    private var unfinished: [ClientConnection] = []
    var readBuffer = [UInt8](repeating: 0, count: readShare)
    private var isTickScheduled = false
    private var turns = Turns()
    /// When what rests may go on, by the steady clock in microseconds; nil where nothing does.
    private var restsUntil: Int64?
    /// How many bytes were answered before this tick.
    private var answeredBefore = 0

    /// Listens, and serves from the moment it returns.
    ///
    /// - Parameters:
    ///   - log: the log of the world `main`.
    ///   - isStored: whether that log outlives the process.
    /// - Throws: ``ListenError`` if it cannot listen, or may not where it was told to; ``LogError`` if the log cannot be read.
    public init(
        configuration: Configuration, log: any EventLog, isStored: Bool, serverLog: ServerLog = .silent
    ) throws {
        limits = configuration.engine.limits
        names = HTTPRoute.Names(
            listeningOn: configuration.host, hosts: configuration.hosts, origins: configuration.origins)
        var configuration = configuration
        if let path = configuration.tokens {
            let file = TokenFile(path: path)
            tokens = (file, file.stamp)
            configuration.engine.authenticator = .tokens(try file.read())
        }
        guard
            configuration.engine.authenticator != .open
                || SocketAddress(host: configuration.host, port: 0)?.isLoopback != false
        else {
            throw ListenError(message: "\(configuration.host) can be reached from other machines: that takes tokens")
        }
        self.serverLog = serverLog
        // SQLite, the logs and the poller keep some descriptors for themselves.
        let connectionsMax = max(16, Syscalls.raiseFileLimit() - 64)
        connections = ConnectionTable(limit: configuration.connectionsMax ?? connectionsMax)
        engine = try ServerEngine(configuration: configuration.engine, log: log, isStored: isStored) {
            Instant(milliseconds: Clocks.wall())
        }
        listener = try Listener(host: configuration.host, port: configuration.port)
        port = listener.port
        do throws(SystemFailure) {
            poller = try Poller()
        } catch {
            throw ListenError(message: error.reason)
        }
        _ = poller.watch(listener.descriptor, token: Self.listenerToken)
        engine.onGuessing = { serverLog.note(.tokensGuessed(address: $0)) }
        engine.onFault = { _, fired in serverLog.note(.faultFired(fired)) }
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
            poller.wait(milliseconds: patience, into: &ready)
            isTickScheduled = false
            tick()
        }
        end()
    }

    /// How long nothing is due, in milliseconds. That the wall clock was put forward is seen at the next sweep.
    private var patience: Int32 {
        guard !isTickScheduled else { return 0 }
        let now = Clocks.steady()
        var patience = max(0, min(sweepAt, acceptsAt ?? sweepAt) - now)
        // Rounded down: a rest is shorter than a poller's milliseconds, more often than not.
        if let restsUntil { patience = min(patience, max(0, (restsUntil - Clocks.steadyMicroseconds()) / 1_000)) }
        if let dueAt = engine.nextDue { patience = min(patience, max(1, dueAt.milliseconds - Clocks.wall())) }
        return Int32(clamping: patience)
    }

    private func tick() {
        answeredBefore = engine.counts.answeredBytes
        serve(ready)
        takeUnfinished()
        let now = Clocks.steady()
        if let acceptsAt, acceptsAt <= now {
            self.acceptsAt = nil
            _ = poller.watch(listener.descriptor, token: Self.listenerToken)
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
            takeEvents(of: connection)
        }
        unfinished = kept + unfinished
    }

    /// Lets a connection's requests wait for their turn. Of one that has a while to wait nothing more is read.
    private func wait(_ connection: ClientConnection) {
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

    private var isTickFull: Bool { engine.counts.answeredBytes &- answeredBefore > Self.tickShare }

    private func end() {
        poller.unwatch(listener.descriptor)
        listener.close()
        endTick()
        engine.endAll()
        endTick()
        for connection in connections.open {
            if connection.wire.mode == .webSocket {
                connection.wire.close(WebSocketClose(.goingAway, reason: "shutting down"), into: &connection.output)
            }
            closeAtOnce(connection)
        }
    }

    private func serve(_ batch: [Poller.Ready]) {
        var hasNewcomers = false
        for ready in batch {
            if ready.token == Self.listenerToken {
                hasNewcomers = true
                continue
            }
            // One that was closed earlier in this batch is none's.
            guard let connection = connections[token: ready.token] else { continue }
            if ready.canWrite { markDirty(connection) }
            if connection.isLingering {
                if ready.canRead { throwAway(connection) }
                continue
            }
            // What was read before comes first: the poller says again that there is more.
            if ready.canRead, !connection.hasMore, !connection.wire.isAwaitingAnswer { read(connection) }
        }
        // Last, so that nobody makes room whose hello is there to be read.
        if hasNewcomers { acceptAll() }
    }

    private func endTick() {
        let began = Clocks.steadyMicroseconds()
        engine.settle()
        turns.noteCommit(took: Clocks.steadyMicroseconds() - began)
        var goesOn = engine.canGoOn
        if goesOn, turns.isFree(at: Clocks.steadyMicroseconds()) {
            let began = Clocks.thread()
            goesOn = engine.goOn()
            turns.noteLong(took: Clocks.thread() - began, at: Clocks.steadyMicroseconds())
        }
        for delivery in engine.takeDeliveries() { deliver(delivery) }
        for session in engine.takeFreed() {
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
        let ready = dirty
        dirty.removeAll(keepingCapacity: true)
        for connection in ready {
            connection.isDirty = false
            send(connection)
        }
    }

    func markDirty(_ connection: ClientConnection) {
        guard !connection.isDirty, !connection.isClosed else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    // MARK: What they say

    /// Reads what a connection that is over still sends, and closes it at its end.
    private func throwAway(_ connection: ClientConnection) {
        if case .ended = Syscalls.receive(connection.descriptor, into: &readBuffer) { close(connection) }
    }

    private func read(_ connection: ClientConnection) {
        switch Syscalls.receive(connection.descriptor, into: &readBuffer) {
        case .bytes(let count):
            counts.bytesIn += count
            connection.wire.receive(readBuffer.span.extracting(0..<count))
            if turns.comesFirst(connection.taken, at: Clocks.steadyMicroseconds()) {
                takeEvents(of: connection)
            } else {
                wait(connection)
            }
            if connection.hasGreeted, connection.wire.mode != .http {
                connection.heardAt = Clocks.steady()
                connection.isPinged = false
            }
            connections.noteHeard(connection)
        case .wouldBlock: break
        case .ended:
            // The end came before, and now that nothing more is taken either: nobody is there.
            guard !connection.readsPaused else { return close(connection) }
            connection.wire.receiveEnd()
            // Nothing more can be read, and the poller would say so for ever.
            connection.readsPaused = true
            watch(connection)
            takeEvents(of: connection)
            // A request that still waits for its answer gets it, and so do those that were pipelined behind it.
            if connection.wire.isFinished { endAfterSending(connection) }
        }
    }

    func pauseAccepting(milliseconds: Int) {
        poller.unwatch(listener.descriptor)
        acceptsAt = Clocks.steady() + Int64(milliseconds)
    }

    func takeEvents(of connection: ClientConnection) {
        let said = engine.counts.answeredBytes &- connection.output.count
        let began = Clocks.steadyMicroseconds()
        var last = began
        while !connection.hasMore {
            // Its turn comes when what it asked for last is answered.
            if connection.session?.isBusy == true {
                connection.hasMore = true
                break
            }
            guard !isTickFull, last - began < Turns.share,
                engine.counts.answeredBytes &+ connection.output.count &- said <= Self.answerShare
            else {
                wait(connection)
                break
            }
            let processor = connection.taken.isSuspect ? Clocks.thread() : nil
            guard let event = connection.wire.next(into: &connection.output) else { break }
            switch event {
            case .message(let message):
                let session = session(of: connection, isStream: true)
                if !session.hasJoined { refreshTokens() }
                engine.receive(message, from: session)
            case .httpRequest(let request):
                connection.noteRequest(at: Clocks.steady())
                answer(request, on: connection)
            case .upgradeRequested(let request):
                connection.noteRequest(at: Clocks.steady())
                upgrade(request, on: connection)
            case .failed(let error): fail(connection, error)
            case .unrecognised:
                counts.kinds.add(.unrecognised)
                if counts.kinds[.unrecognised] == 1 { serverLog.note(.unknownProtocol) }
                endAfterSending(connection)
            case .closed, .ended: endAfterSending(connection)
            case .pong, .binary, .upgraded: break
            }
            let now = Clocks.steadyMicroseconds()
            turns.note(
                connection.taken, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
            last = now
        }
        noteKind(of: connection)
        guard !connection.output.isEmpty else { return }
        markDirty(connection)
        relieve(connection)
    }

    func session(of connection: ClientConnection, isStream: Bool) -> Session {
        if let session = connection.session { return session }
        let session = engine.open(tag: connection.slot, isStream: isStream)
        session.bearer = connection.bearer
        session.address = connection.address
        connection.session = session
        return session
    }

    private func fail(_ connection: ClientConnection, _ error: WireError) {
        // What was asked before the fault is answered before it.
        let flushed = engine.flush()
        for delivery in flushed.deliveries { deliver(delivery) }
        sendDirty()
        if flushed.hasMore { scheduleTick() }
        if case .http(let error) = error {
            _ = connection.wire.respond(error.response, into: &connection.output)
        } else {
            _ = connection.wire.frame(Envelope.failure(id: nil, error.refusal(limits)), into: &connection.output)
        }
        connection.wire.close(error.close, into: &connection.output)
        endAfterSending(connection)
    }
}
