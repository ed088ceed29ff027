public import ChatCore
package import ChatLog
public import ChatProtocol

/// The server without its sockets: messages in, deliveries out.
///
/// It owns the worlds and the sessions, and is confined to whatever calls it (the server's one queue, or a test).
/// A tick is: any number of ``receive(_:from:)``, then one ``flush()``, which makes everything that was decided
/// durable, in one transaction a world or in one for all, and only then says what may be put on the streams.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
public final class ServerEngine {
    /// What a server can be told about itself.
    public struct Configuration: Sendable {
        /// The limits that it enforces.
        public var limits = Limits.standard
        /// When people are asked for consent.
        public var consentPolicy = ConsentPolicy()
        /// How long apps may take for what they have to answer.
        public var actionPolicy = ActionPolicy()
        /// Whether the rate of requests is among them.
        public var limitsRate = true
        /// How time passes in the world `main`.
        public var clock = ClockKind.real
        /// What the randomness of the world `main` begins with.
        public var seed: Int64 = 0
        /// Who may come in.
        package var authenticator = Authenticator.open
        /// By which links are made that nobody can guess: another one for each process, unless a test sets it.
        package var secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        /// How long nobody is in a world before this server gives its lease back, in milliseconds.
        public var releaseMilliseconds: Int64 = 600_000

        /// The defaults.
        public init() {}
    }

    let configuration: Configuration
    /// Who may come in now.
    package var authenticator: Authenticator
    /// What happened so far, in numbers.
    package let counts = EngineCounts()
    var limits: Limits { configuration.limits }
    let wallClock: () -> Instant
    /// A clock that nobody sets, for waits.
    let steadyClock: () -> Instant
    /// The worlds that are served: `main`, and those that were made or found since. With leases, those that this server
    /// holds.
    package var worlds: [WorldName: World] = [:]
    /// Where all are, but for the log of `main`.
    let store: any WorldStore
    /// The log that shows how the disk is, or the database.
    let mainLog: any EventLog
    /// The logins and requests that go to the server that holds their world.
    var forwards: [ObjectIdentifier: Forward] = [:]
    private var sessionCount = 0
    @exclusivity(unchecked) var deliveries: [Delivery] = []
    /// The worlds that were spoken to since the last flush, in order.
    @exclusivity(unchecked) private var touched: [World] = []
    /// The worlds in which somebody is being told what they missed, in the order in which they came to be so.
    @exclusivity(unchecked) var resuming: [World] = []
    /// Those that resume have their turn, from this one of them on.
    var resumeTurn = 0
    /// The requests that go on, the next one first.
    @exclusivity(unchecked) var longRequests: [LongRequest] = []
    /// Those for which something is read beside all else, and whether it was.
    @exclusivity(unchecked) var requestsBeside: [LongRequest] = []
    let newsFromBeside = NewsFromBeside()
    /// The sessions that wait for no such request any more.
    @exclusivity(unchecked) var freed: [Session] = []
    /// The worlds with a real clock in which something is due at some time.
    @exclusivity(unchecked) var timed: [World] = []
    /// Told of each fault that comes about, with the name of its world: for the server's own log.
    package var onFault: ((WorldName, FiredFault) -> Void)?
    /// Told of each address from which so many wrong tokens came that it has to wait: for the server's own log.
    package var onGuessing: ((String) -> Void)?
    /// Asked to learn which tokens hold before one decides who comes in; nil where that is known without being asked for.
    package var onGreeting: (() -> Void)?
    var wrongTokens = WrongTokens()
    /// The requests whose answers wait for a commit, to be refused if it fails.
    @exclusivity(unchecked) var openRequests: [OpenRequest] = []
    /// The request that is being handled. It answers for itself, and is none of those until it was; nil where it takes more
    /// than one turn.
    @exclusivity(unchecked) var current: OpenRequest?

    /// A request that was handled, and whose answer is not released yet.
    struct OpenRequest {
        let session: Session
        let message: [UInt8]
        /// Whether its session was nobody's when it came.
        let isGreeting: Bool
        /// The answer, where it does not depend on what is decided: the request was not JSON, or too fast, or is done
        /// whatever becomes of the rest, as the making of a world is.
        var answer: [UInt8]?
    }

    /// A server on that log. It serves each other world from when somebody comes to it, or asks for it; with leases `main`
    /// is one of those.
    ///
    /// - Parameters:
    ///   - log: the log of the world `main`, owned by the engine from now on.
    ///   - isStored: whether that log outlives the process.
    ///   - store: where the other worlds are.
    ///   - clock: the clock of the worlds.
    ///   - steady: a clock that nobody sets, for waits; the same one unless given.
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

    /// Serves a world.
    func begin(_ stored: StoredWorld, isStored: Bool) throws(LogError) {
        let world = try World(
            name: stored.name, clock: stored.clock, seed: stored.seed, configuration: configuration, log: stored.log,
            isStored: isStored, counts: counts)
        world.onFault = { [weak self, name = stored.name] in self?.onFault?(name, $0) }
        world.usedAt = steadyClock()
        worlds[stored.name] = world
        noteDue(world)
    }

    /// How many bytes were said to one session alone so far: by how many they grow shows what a request led to.
    package var answeredBytes: Int { counts.answeredBytes }

    // MARK: Streams

    /// A stream begins.
    ///
    /// - Parameters:
    ///   - tag: the owner's own number for it.
    ///   - isStream: whether things can be told on it beside answers.
    package func open(tag: Int, isStream: Bool = true) -> Session {
        sessionCount += 1
        let bucket = RateBucket(limits: limits, at: steadyClock())
        return Session(number: sessionCount, tag: tag, isStream: isStream, bucket: bucket)
    }

    /// A stream is gone.
    package func close(_ session: Session) {
        let world = session.world
        world?.leave(session)
        world?.usedAt = steadyClock()
        session.state = .ended
        forwards[ObjectIdentifier(session)] = nil
        if session.isBusy { forgetLongRequests(of: session) }
        if let world, world.transaction.hasSaid { touch(world) }
    }

    /// A message came on a stream.
    package func receive(_ message: [UInt8], from session: Session) {
        if case .ended = session.state { return }
        guard !session.isBusy else { return session.waiting.append(message) }
        forgetRevoked(session)
        if forward(message, of: session) { return }
        if let world = session.world {
            // What became due when time was let pass comes before what was asked after that.
            if world.transaction.hasPassed { settle(world) }
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

    /// Says something on a stream behind all that was put on it before.
    func say(_ message: [UInt8], to session: Session) {
        if let world = session.world {
            world.say(message, to: session)
        } else {
            counts.answeredBytes &+= message.count
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
    }

    // MARK: The barrier

    /// Whether something was asked or is to be said since the last ``flush()``.
    package var hasUnflushed: Bool {
        !touched.isEmpty || !deliveries.isEmpty
    }

    /// Ends a tick: what was decided is made durable, and what may be said is handed over, in order.
    ///
    /// - Returns: the deliveries, and whether another tick should follow at once, because somebody who resumes has
    ///   not been told everything yet.
    package func flush() -> (deliveries: [Delivery], hasMore: Bool) {
        settle()
        let hasMore = goOn()
        var taken: [Delivery] = []
        takeDeliveries(into: &taken)
        return (taken.flatMap(\.each), hasMore)
    }

    /// Makes durable what was decided.
    package func settle() {
        takeFromBeside()
        if !timed.isEmpty { touchDue() }
        settleTouched()
    }

    private func settleTouched() {
        if touched.count > 1 { writeTogether() }
        for world in touched {
            settle(world)
            world.isTouched = false
            noteDue(world)
        }
        touched.removeAll(keepingCapacity: true)
        openRequests.removeAll(keepingCapacity: true)
    }

    /// Writes what was decided in several worlds in one transaction, where their store can. What was not written so is when
    /// its world is settled.
    private func writeTogether() {
        let decided = touched.filter(\.transaction.hasDecided)
        guard decided.count > 1 else { return }
        let outcome = store.append(decided.map { LogBatch($0.transaction.records, to: $0.log) })
        for world in decided { world.transaction.written = outcome }
    }

    /// What may be put on the streams, in order, and what many are told in one piece; what is not durable yet is not
    /// among it.
    ///
    /// - Parameter taken: gets them; it comes empty, and its room is what the next ones are put into.
    package func takeDeliveries(into taken: inout [Delivery]) {
        if !touched.isEmpty { settle() }
        swap(&taken, &deliveries)
    }

    /// Commits a world. If the log cannot be written, what was asked is refused, and nothing of it happened.
    ///
    /// - Returns: whether what was asked is done.
    @discardableResult
    func settle(_ world: World) -> Bool {
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
            // Of what only reads, nothing can be half done.
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
        ungreet(request)
    }

    /// Sees to it that those are told more who are being told what they missed.
    func noteResuming(_ world: World) {
        guard !world.sessions.catchingUp.isEmpty, !resuming.contains(where: { $0 === world }) else { return }
        resuming.append(world)
    }

    /// Makes the session of a greeting that did not come to be nobody's again.
    private func ungreet(_ request: OpenRequest) {
        guard request.isGreeting, let world = request.session.world else { return }
        world.leave(request.session)
        request.session.state = .greeting
        endForward(of: request.session)
    }

    /// Commits a world in the middle of a request, before something is read from its log or said about it.
    func settleNow(_ world: World) throws(RPCError) {
        guard settle(world) else { throw RPCError(.unavailable, "Nothing was done: the log could not be written.") }
    }

    /// Ends every session: the server stops.
    package func endAll() {
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            settle(world)
            for session in world.sessions.all {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.shuttingDown)))
            }
            if world.transaction.hasSaid { settle(world) }
        }
        for world in worlds.values { world.log.close() }
        mainLog.close()
        store.close()
    }
}
