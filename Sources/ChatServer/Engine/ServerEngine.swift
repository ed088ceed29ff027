public import ChatCore
package import ChatLog
public import ChatProtocol

/// The server without its sockets: it receives messages and returns deliveries.
///
/// It owns the worlds and the sessions, and is confined to its caller: the server's only queue, or a test. A tick is
/// any number of ``receive(_:from:)`` and then one ``flush()``. The flush commits all decisions, in one transaction per
/// world or in one for several. Only then does it return the deliveries for the streams.
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
        /// The secret behind links that cannot be guessed. Each process has its own, unless a test sets it.
        package var secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        /// The time without a session after which this server releases the lease of a world, in milliseconds.
        public var releaseMilliseconds: Int64 = 600_000

        /// The defaults.
        public init() {}
    }

    let configuration: Configuration
    /// The current authenticator.
    package var authenticator: Authenticator
    /// The numbers of requests, commits and other events since the start.
    package let counts = EngineCounts()
    var limits: Limits { configuration.limits }
    let wallClock: () -> Instant
    /// A monotonic clock, for waits.
    let steadyClock: () -> Instant
    /// The worlds that this server serves: `main`, and all worlds that were created or found since the start. With
    /// leases, the worlds whose leases it holds.
    package var worlds: [WorldName: World] = [:]
    /// The store of all worlds, except for the log of `main`.
    let store: any WorldStore
    /// The log that shows the state of the disk or the database.
    let mainLog: any EventLog
    /// The logins and requests that go to the server that holds their world, by session.
    var forwards: [ObjectIdentifier: Forward] = [:]
    private var sessionCount = 0
    @exclusivity(unchecked) var deliveries: [Delivery] = []
    /// The worlds with something to commit or release since the last flush, in order.
    @exclusivity(unchecked) private var touched: [World] = []
    /// The worlds in which sessions catch up, in the order in which they began.
    @exclusivity(unchecked) var resuming: [World] = []
    /// The number of turns that sessions had to catch up. It decides which session is next.
    var resumeTurn = 0
    /// The long requests that can continue, the next one first.
    @exclusivity(unchecked) var longRequests: [LongRequest] = []
    /// The long requests that wait for an asynchronous search, and the signal that a search has finished.
    @exclusivity(unchecked) var pendingAsync: [LongRequest] = []
    let asyncResults = AsyncSignal()
    /// The sessions whose long request has ended since the last ``takeUnpaused()``.
    @exclusivity(unchecked) var unpaused: [Session] = []
    /// The worlds with a real clock in which something will be due.
    @exclusivity(unchecked) var timed: [World] = []
    /// Called for each fault that fires, with the name of its world: for the server's own log.
    package var onFault: ((WorldName, FiredFault) -> Void)?
    /// Called for each address that must wait because it sent too many wrong tokens: for the server's own log.
    package var onThrottledAddress: ((String) -> Void)?
    /// Called before a login is checked, to read the tokens that are valid now; nil if the server has no shared tokens.
    package var willLogin: (() -> Void)?
    var wrongTokens = WrongTokens()
    /// The requests whose answers wait for a commit. They are refused if it fails.
    @exclusivity(unchecked) var openRequests: [OpenRequest] = []
    /// The request that is being handled; nil if there is none, or if it takes more than one turn. It is added to
    /// ``openRequests`` after it was handled.
    @exclusivity(unchecked) var current: OpenRequest?

    /// A handled request whose answer is not released yet.
    struct OpenRequest {
        let session: Session
        let message: [UInt8]
        /// True if its session had not logged in when it came.
        let isLogin: Bool
        /// The answer if it does not depend on the commit; nil for most requests. Examples are a request that was not
        /// JSON, one that came too fast, and the creation of a world.
        var answer: [UInt8]?
    }

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
        self.store = store
        mainLog = log
        authenticator = configuration.authenticator
        (wallClock, steadyClock) = (clock, steady ?? clock)
        guard store.leases == nil else { return }
        let main = StoredWorld(name: .main, clock: configuration.clock, seed: configuration.seed, log: log)
        try begin(main, isStored: isStored)
    }

    /// Starts to serve a world.
    func begin(_ stored: StoredWorld, isStored: Bool) throws(LogError) {
        let world = try World(
            name: stored.name, clock: stored.clock, seed: stored.seed, configuration: configuration, log: stored.log,
            isStored: isStored, counts: counts)
        world.onFault = { [weak self, name = stored.name] in self?.onFault?(name, $0) }
        world.usedAt = steadyClock()
        worlds[stored.name] = world
        noteDue(world)
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
        world?.usedAt = steadyClock()
        session.state = .ended
        forwards[ObjectIdentifier(session)] = nil
        if session.isBusy { forgetLongRequests(of: session) }
        if let world, world.transaction.hasMessages { touch(world) }
    }

    /// Handles a message from a stream.
    package func receive(_ message: [UInt8], from session: Session) {
        if case .ended = session.state { return }
        guard !session.isBusy else { return session.waiting.append(message) }
        forgetRevoked(session)
        if forward(message, of: session) { return }
        if let world = session.world {
            // The effects of an advanced clock come before the requests that follow it.
            if world.transaction.hasAdvancedClock { commit(world) }
            touch(world)
        }
        handle(message, from: session)
        if let world = session.world { touch(world) }
    }

    func touch(_ world: World) {
        guard !world.isTouched else { return }
        world.isTouched = true
        touched.append(world)
    }

    /// Enqueues a message for a stream, after all messages that were enqueued before.
    func enqueue(_ message: [UInt8], to session: Session) {
        if let world = session.world {
            world.enqueue(message, to: session)
        } else {
            counts.answeredBytes &+= message.count
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
    }

    // MARK: Commit and release

    /// True if a world has something to commit or release, or a delivery waits for the next ``flush()``.
    package var hasUnflushed: Bool {
        !touched.isEmpty || !deliveries.isEmpty
    }

    /// Ends a tick: commits all decisions, and then returns the deliveries in order.
    ///
    /// - Returns: The deliveries; and true if another tick should follow at once, because a session can catch up
    ///   further or a long request can continue.
    package func flush() -> (deliveries: [Delivery], hasMore: Bool) {
        commit()
        let hasMore = continueWork()
        var taken: [Delivery] = []
        takeDeliveries(into: &taken)
        return (taken.flatMap(\.each), hasMore)
    }

    /// Commits all decisions.
    package func commit() {
        takeAsyncResults()
        if !timed.isEmpty { touchDue() }
        commitTouched()
    }

    private func commitTouched() {
        if touched.count > 1 { writeTogether() }
        for world in touched {
            commit(world)
            world.isTouched = false
            noteDue(world)
        }
        touched.removeAll(keepingCapacity: true)
        openRequests.removeAll(keepingCapacity: true)
    }

    /// Writes the decisions of several worlds in one transaction, if their store can. If it cannot, each world writes
    /// its own when it is committed.
    private func writeTogether() {
        let decided = touched.filter(\.transaction.hasDecided)
        guard decided.count > 1 else { return }
        let outcome = store.append(decided.map { LogBatch($0.transaction.records, to: $0.log) })
        for world in decided { world.transaction.written = outcome }
    }

    /// Hands over the deliveries for the streams in order. A message for many streams is one delivery. Nothing is
    /// handed over before it is durable.
    ///
    /// - Parameter taken: Receives the deliveries. It must be empty; its storage is reused for the next deliveries.
    package func takeDeliveries(into taken: inout [Delivery]) {
        if !touched.isEmpty { commit() }
        swap(&taken, &deliveries)
    }

    /// Commits a world. If the log cannot be written, the open requests of the world are refused and rolled back.
    ///
    /// - Returns: True if the commit succeeded.
    @discardableResult
    func commit(_ world: World) -> Bool {
        let last = (world.transaction.records.first?.position ?? world.log.end + 1) - 1
        do {
            try world.commit(into: &deliveries, at: wallClock)
            openRequests.removeAll { $0.session.world === world }
            return true
        } catch {
            let refused = openRequests.filter { $0.session.world === world }
            openRequests.removeAll { $0.session.world === world }
            for request in refused {
                request.session.forgetAnswered(after: last)
                refuse(request, error)
            }
            noteResuming(world)
            if case .notHeld = error { lose(world) }
            return false
        }
    }

    private func refuse(_ request: OpenRequest, _ error: LogError) {
        counts.undone += 1
        var answer = request.answer
        if answer == nil {
            let envelope = try? RequestEnvelope.read(request.message, limits: limits)
            let method = envelope.flatMap { Method(rawValue: $0.method) }
            // A request that only reads has no unknown outcome.
            let error = RPCError(method?.changesTheLog == true ? error : .unavailable(reason: error.reason))
            let words = Envelope.failure(id: envelope?.id, error)
            answer = words
            if let world = request.session.world, let envelope, let method {
                world.noteUndone(
                    method, envelope, size: request.message.count, by: request.session, answeredWith: words,
                    at: world.now(wallClock()))
            }
        }
        if let answer { deliveries.append(Delivery(session: request.session, content: .message(answer))) }
        reset(request)
    }

    /// Schedules a world in which sessions catch up.
    func noteResuming(_ world: World) {
        guard !world.sessions.catchingUp.isEmpty, !resuming.contains(where: { $0 === world }) else { return }
        resuming.append(world)
    }

    /// Returns the session to the state before its login, if that login was rolled back.
    private func reset(_ request: OpenRequest) {
        guard request.isLogin, let world = request.session.world else { return }
        world.leave(request.session)
        request.session.state = .greeting
        endForward(of: request.session)
    }

    /// Commits a world during a request, before the log is read or the answer states that something is done.
    func commitNow(_ world: World) throws(RPCError) {
        guard commit(world) else { throw RPCError(.unavailable, "Nothing was done: the log could not be written.") }
    }

    /// Ends all sessions and closes the logs, because the server stops.
    package func endAll() {
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            commit(world)
            for session in world.sessions.all {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.shuttingDown)))
            }
            if world.transaction.hasMessages { commit(world) }
        }
        for world in worlds.values { world.log.close() }
        mainLog.close()
        store.close()
    }
}
