public import ChatCore
package import ChatLog
public import ChatProtocol

/// The server without its sockets: it receives messages and returns deliveries.
///
/// It owns the worlds and the sessions, and is confined to its caller: the server's only queue, or a test. Requests are
/// handled in ticks: ``tick(_:)`` decides them, commits all decisions, and only then releases the deliveries for the
/// streams.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
public final class ServerEngine {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// The limits that the server enforces.
        public var limits = Limits.standard
        /// The rules for when people are asked for consent.
        public var consentPolicy = ConsentPolicy()
        /// The time that apps have for the actions that they must answer.
        public var actionPolicy = ActionPolicy()
        /// True if the server limits the rate of requests.
        public var limitsRate = true
        /// The clock of the world `main`.
        public var clock = ClockKind.real
        /// The seed of all randomness in the world `main`.
        public var seed: Int64 = 0
        /// The authenticator at the start.
        package var authenticator = Authenticator.open
        /// The secret from which unguessable links are derived. Each process has its own, unless a test sets it.
        package var secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        /// The time without a session after which this server releases the lease of a world, in milliseconds.
        public var releaseMilliseconds: Int64 = 600_000

        /// The defaults.
        public init() {}
    }

    let configuration: Configuration
    /// The numbers of requests, commits and other events since the start.
    package let counts = EngineCounts()
    /// Admits logins.
    package let logins: LoginGate
    /// The worlds that this server serves.
    let directory: WorldDirectory
    /// The sessions that catch up.
    let catchUps: CatchUpQueue
    /// The requests that take more than one turn.
    let longRequests = LongRequestQueue()
    let wallClock: () -> Instant
    /// A monotonic clock, for waits.
    let steadyClock: () -> Instant
    /// The log that shows the state of the disk or the database.
    private let mainLog: any EventLog
    private var sessionCount = 0
    @exclusivity(unchecked) private var deliveries: [Delivery] = []
    /// The worlds with something to commit or release since the last flush, in order.
    @exclusivity(unchecked) private var touched: [World] = []
    /// The handled requests whose answers wait for a commit.
    let openRequests = OpenRequests()

    var limits: Limits { configuration.limits }
    /// The served worlds by name.
    package var worlds: [WorldName: World] { directory.served }

    /// Creates a server on a log. It serves every other world from the first login or request for it. With leases,
    /// `main` is one of these worlds.
    ///
    /// - Parameters:
    ///   - log: The log of the world `main`, which the engine owns from now on.
    ///   - isStored: True if that log outlives the process.
    ///   - store: The store of the other worlds.
    ///   - clock: The clock of the worlds.
    ///   - steady: A monotonic clock for waits; `clock` if it is nil.
    /// - Throws: ``LogError`` if a log cannot be read.
    package init(
        configuration: Configuration = .init(), log: any EventLog, isStored: Bool,
        store: any WorldStore = MemoryWorlds(), steady: (() -> Instant)? = nil, clock: @escaping () -> Instant
    ) throws(LogError) {
        self.configuration = configuration
        mainLog = log
        logins = LoginGate(configuration.authenticator)
        (wallClock, steadyClock) = (clock, steady ?? clock)
        catchUps = CatchUpQueue(limits: configuration.limits, counts: counts)
        directory = WorldDirectory(
            store: store, configuration: configuration, counts: counts, wallClock: clock, steadyClock: steadyClock)
        guard store.leases == nil else { return }
        let main = StoredWorld(name: .main, clock: configuration.clock, seed: configuration.seed, log: log)
        try directory.add(main, isStored: isStored)
    }

    /// Reports each fault that fires, with the name of its world: for the server's own log.
    package func reportFaults(to report: @escaping (WorldName, FiredFault) -> Void) {
        directory.reportFaults(to: report)
    }

    /// The number of bytes that were enqueued so far, as ``EngineCounts`` counts them. Its growth shows the cost of a
    /// request.
    package var answeredBytes: Int { counts.answeredBytes }

    // MARK: Streams

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - tag: The owner's own number for the stream.
    ///   - isStream: True if the session can receive notifications, and not only answers.
    package func open(tag: Int, isStream: Bool = true) -> Session {
        sessionCount += 1
        let bucket = RateBucket(limits: limits, at: steadyClock())
        return Session(number: sessionCount, tag: tag, isStream: isStream, bucket: bucket)
    }

    /// Ends a session whose stream is closed.
    package func close(_ session: Session) {
        let world = session.world
        world?.leave(session)
        world?.status.noteUse(at: steadyClock())
        session.end()
        session.endForward()
        if session.isBusy { longRequests.remove(of: session) }
        if let world, world.transaction.hasMessages { touch(world) }
    }

    // MARK: A tick

    /// Handles a message from the stream of a session.
    package typealias RequestHandler = (_ message: [UInt8], _ session: Session) -> Void

    /// Runs a tick: decides the requests, commits all decisions at once, and then releases the answers and the
    /// notifications.
    ///
    /// - Parameter requests: Calls its argument with each request, in order.
    package func tick(_ requests: (_ handle: RequestHandler) -> Void) {
        // 1. Each request is checked and decided. Its answer and notifications wait in the transaction of its world.
        func handle(_ message: [UInt8], from session: Session) {
            if case .ended = session.state { return }
            guard !session.isBusy else { return session.postpone(message) }
            forgetRevoked(session)
            if forward(message, of: session) { return }
            if let world = session.world {
                // The effects of an advanced clock come before the requests that follow it.
                if world.transaction.hasAdvancedClock { commit(world) }  // Sometimes(D1): The clock was just advanced.
                touch(world)
            }
            defer { if let world = session.world { touch(world) } }
            let isLogin = session.world == nil
            guard let request = read(message, from: session, isLogin: isLogin) else { return }
            if waitsForIdentities(request, message, from: session) { return }
            openRequests.begin(.init(session: session, message: message, isLogin: isLogin))
            // Before the login, the answer waits for no commit and is already released.
            defer { openRequests.end(waitsForCommit: session.world != nil) }
            note(request, size: message.count, from: session)
            defer { session.world?.recorder.set(asked: nil) }
            let traced = request.trace == nil ? nil : session.world
            traced?.transaction.set(trace: request.trace)
            defer { traced?.transaction.set(trace: nil) }
            do {
                try confirmLeases()
                // The session has ended if another server has taken its world.
                if case .ended = session.state { return }
                if let (call, world, principal) = try authorize(request, from: session) {
                    switch call.request {
                    case .core(let asked):
                        let decision = RequestDecision(
                            session: session, world: world, principal: principal, id: request.id,
                            clientID: call.clientID)
                        try decision.perform(asked, at: wallClock) { () throws(RPCError) in try commitNow(world) }
                    case .live(let asked): try answer(asked, principal, in: world, request.id, session)
                    }
                } else {
                    try hello(request, from: session)
                }
                counts.noteRequest(request.method, nil)
            } catch {
                counts.noteRequest(request.method, error.reason)
                enqueue(Envelope.failure(id: request.id, error), to: session)
            }
        }
        // The messages that waited for a long request precede the new ones of their session.
        for session in longRequests.takeAnswered() {
            for message in session.resume() { handle(message, from: session) }
        }
        requests(handle)
        longRequests.receiveResults()
        if !directory.timed.isEmpty { touchDue() }

        // 2. All decisions are written at once. If a write fails, the world is rolled back and its requests are refused.
        // If not, its answers and notifications are released.
        if touched.count > 1 { writeTogether() }
        for world in touched {
            commit(world)
            world.status.note(isTouched: false)
            directory.watch(world)
        }
        touched.removeAll(keepingCapacity: true)
        openRequests.removeAll()
    }

    /// Hands over the deliveries for the streams in order. A message for many streams is one delivery. Nothing is
    /// handed over before it is durable.
    ///
    /// - Parameter taken: Receives the deliveries. It must be empty; its storage is reused for the next deliveries.
    package func takeDeliveries(into taken: inout [Delivery]) {
        if !touched.isEmpty { tick { _ in } }
        swap(&taken, &deliveries)
    }

    /// Runs a tick as the server does: handles requests, commits, continues long work, and hands over the deliveries.
    ///
    /// - Parameter requests: Calls its argument with each request, in order.
    /// - Returns: The deliveries; and true if another tick should follow at once, because a session can catch up
    ///   further or a long request can continue.
    package func flush(
        _ requests: (_ handle: RequestHandler) -> Void = { _ in }
    ) -> (deliveries: [Delivery], hasMore: Bool) {
        tick(requests)
        let hasMore = continueWork()
        var taken: [Delivery] = []
        takeDeliveries(into: &taken)
        return (taken.flatMap(\.each), hasMore)
    }

    // MARK: Messages

    /// Notes that a world has something to commit or release.
    func touch(_ world: World) {
        if world.status.note(isTouched: true) { touched.append(world) }
    }

    /// Enqueues a message for a stream, after all messages that were enqueued before.
    func enqueue(_ message: [UInt8], to session: Session) {
        if let world = session.world {
            world.enqueue(message, to: session)
        } else {
            counts.noteEnqueued(message)
            deliver(Delivery(session: session, content: .message(message)))
        }
    }

    /// Hands over a delivery that waits for no commit.
    func deliver(_ delivery: Delivery) { deliveries.append(delivery) }

    // MARK: Commit and release

    /// True if the next tick has work without a request: a world has something to commit or release, a delivery waits,
    /// or messages waited for a long request that has been answered.
    package var hasUnflushed: Bool {
        !touched.isEmpty || !deliveries.isEmpty || longRequests.hasAnswered
    }

    /// Decides what is due by time alone in each world, and touches these worlds.
    private func touchDue() {
        let wall = wallClock()
        for world in directory.timed {
            let now = world.now(wall)
            guard let dueAt = world.nextWake, dueAt <= now else { continue }
            guard (try? reload(world)) != nil else {
                world.noteUnreadable(at: now)  // Sometimes(D4): The log cannot be read at a due time.
                continue
            }
            world.endByTime(at: now)
            touch(world)
        }
    }

    /// The time at which the next ``flush()`` has work without a request, by the server's clock; nil if nothing will be
    /// due. With a virtual clock, an observer advances time instead.
    package var nextDue: Instant? { directory.nextDue }

    /// Writes the decisions of several worlds in one transaction, if their store can. If it cannot, each world writes
    /// its own when it is committed.
    private func writeTogether() {
        let decided = touched.filter(\.transaction.hasDecided)
        guard decided.count > 1 else { return }
        let outcome = directory.store.append(decided.map { LogBatch($0.transaction.records, to: $0.log) })
        for world in decided { world.transaction.note(written: outcome) }
    }

    /// Commits a world. If the log cannot be written, the open requests of the world are refused and rolled back.
    ///
    /// - Returns: True if the commit succeeded.
    @discardableResult
    func commit(_ world: World) -> Bool {
        let last = (world.transaction.records.first?.position ?? world.log.end + 1) - 1
        do {
            try world.commit(into: &deliveries, at: wallClock)
            openRequests.forget(in: world)
            return true
        } catch {
            for request in openRequests.remove(in: world) {
                request.session.forgetAnswered(after: last)  // Sometimes(D4): A failed commit refuses requests.
                refuse(request, error)
            }
            catchUps.append(world)
            if case .notHeld = error { lose(world) }  // Sometimes(D4): The world was taken before its commit.
            return false
        }
    }

    private func refuse(_ request: OpenRequests.Entry, _ error: LogError) {
        counts.noteUndone()
        var answer = request.answer
        if answer == nil {
            let envelope = try? RequestEnvelope.read(request.message, limits: limits)
            let method = envelope.flatMap { Method(rawValue: $0.method) }
            // A request that only reads has no unknown outcome.
            let error = RPCError(method?.changesTheLog == true ? error : .unavailable(reason: error.reason))
            let words = Envelope.failure(id: envelope?.id, error)
            answer = words
            if let world = request.session.world, let envelope, let method {
                world.recorder.noteUndone(
                    method, envelope, size: request.message.count, by: request.session, answeredWith: words,
                    at: world.now(wallClock()), after: world.core.position)
            }
        }
        if let answer { deliver(Delivery(session: request.session, content: .message(answer))) }
        reset(request)
    }

    /// Returns the session to the state before its login, if that login was rolled back.
    private func reset(_ request: OpenRequests.Entry) {
        guard request.isLogin, let world = request.session.world else { return }
        world.leave(request.session)  // Sometimes(D4): A login is rolled back.
        request.session.logOut()
        endForward(of: request.session)
    }

    /// Commits a world during a request, before the log is read or the answer states that something is done.
    func commitNow(_ world: World) throws(RPCError) {
        guard commit(world) else { throw RPCError(.unavailable, "Nothing was done: the log could not be written.") }
    }

    // MARK: The disk

    /// The reason why the log cannot be written; nil while it can.
    package var problem: String? { mainLog.problem }

    /// The reason why the server is unhealthy: the log is unusable or refused the last batch. Nil if the server is
    /// healthy.
    package var unhealthyReason: String? { problem ?? mainLog.refusal }

    /// Returns the problem that the log found since the last call; nil if there is none.
    package func takeProblem() -> String? { mainLog.takeProblem() }

    /// Returns a reason why acknowledged events may still be lost; nil if there is none, or if it was returned before.
    package func takeDurabilityWarning() -> String? { mainLog.takeDurabilityWarning() }

    /// Checks if the log can be written, and retries if it cannot. Clients then receive the events that were written
    /// without their knowledge. With leases, call it once a second, because it renews them.
    package func recover() {
        mainLog.recover()
        renewLeases()
        guard mainLog.problem == nil else { return }
        for world in directory.all where world.isStale { try? reload(world) }
    }

    // MARK: Releasing

    /// Lets the sessions that catch up receive more.
    ///
    /// - Returns: True if one of them can receive more at once.
    func sendMissed() -> Bool { catchUps.send(into: &deliveries, at: wallClock()) }

    /// Lets each session of a world that catches up receive more at once.
    func sendMissed(toAllIn world: World) { catchUps.send(toAllIn: world, into: &deliveries, at: wallClock()) }

    /// Releases what faults hold back in a world.
    func releaseHeldBack(in world: World) {
        world.dispatcher.releaseHeldBack(into: &deliveries, at: world.now(wallClock()))
    }

    /// Ends all sessions and closes the logs, because the server stops.
    package func endAll() {
        for world in directory.all {
            commit(world)
            for session in world.sessions.all {
                world.leave(session)
                deliver(Delivery(session: session, content: .end(.shuttingDown)))
            }
            if world.transaction.hasMessages { commit(world) }
        }
        directory.closeLogs()
        mainLog.close()
        directory.store.close()
    }
}

extension Core {
    convenience init(_ state: CoreState, of world: WorldName, _ configuration: ServerEngine.Configuration) {
        // Without a secret, the links of a world do not depend on its name.
        let secret = configuration.secret
        self.init(
            state: state, limits: configuration.limits, consentPolicy: configuration.consentPolicy,
            actionPolicy: configuration.actionPolicy,
            secret: secret.isEmpty ? [] : HMACSHA256.code(of: Array(world.rawValue.utf8), key: secret))
    }
}
