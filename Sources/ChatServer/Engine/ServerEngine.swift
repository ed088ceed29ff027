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
    /// Those that are served: `main`, and where others have them too those that somebody came to or asked for.
    package var worlds: [WorldName: World] = [:]
    /// Where all are, but for the log of `main`.
    let store: any WorldStore
    /// How other servers are reached that serve the same worlds; nil where there can be none.
    package let channel: (any NodeChannel)?
    /// In which connection of it, and until when, it was looked how far the worlds are.
    var lookedIn = 0
    var looksAt = Instant(milliseconds: 0)
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
    /// Whether there are other servers, as far as is known.
    var hasOthers = false
    /// The fences that wait for other servers, and how many there were.
    var fences: [NodeFence] = []
    var fenceCount: Int64 = 0
    /// What is to be said to other servers, in order.
    var words: [(world: WorldName, words: NodeWords)] = []
    /// What other servers said and was not done yet, in order.
    var heard: ArraySlice<HeardWords> = []
    /// Whether the tokens may have been changed where other servers have them, too, since whoever knows them looked.
    package var tokensMayBeOthers = false
    /// By what other servers decide.
    var settingsElsewhere = SettingsElsewhere()
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
    /// Told of each other server that decides otherwise, with the names of the settings: for the server's own log.
    package var onOtherSettings: ((String, [String]) -> Void)?
    var wrongTokens = WrongTokens()
    /// The requests whose answers wait for a commit, to be refused or decided again if it fails.
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
        /// The answer, where it does not depend on what is decided: it was not JSON, or too fast, or is done whatever
        /// becomes of the rest, as the making of a world is.
        var answer: [UInt8]?
    }

    /// A server on that log. Of the other worlds it serves each from when somebody comes to it, or asks for it.
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
        channel = store.channel
        lookedIn = channel?.generation ?? 0
        authenticator = configuration.authenticator
        (wallClock, steadyClock) = (clock, steady ?? clock)
        let main = StoredWorld(name: .main, clock: configuration.clock, seed: configuration.seed, log: log)
        try begin(main, isStored: isStored)
        hasOthers = try channel?.others().isEmpty == false
        tellSettings()
    }

    /// Serves a world.
    func begin(_ stored: StoredWorld, isStored: Bool) throws(LogError) {
        let world = try World(
            name: stored.name, clock: stored.clock, seed: stored.seed, configuration: configuration, log: stored.log,
            isStored: isStored, counts: counts)
        try world.loadFaults()
        world.onFault = { [weak self, name = stored.name] in self?.onFault?(name, $0) }
        if channel != nil {
            world.onWords = { [weak self, name = stored.name] in self?.words.append((name, $0)) }
            world.onWords?(.whoIsThere)
        }
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
        session.state = .ended
        if session.isBusy { forgetLongRequests(of: session) }
        if let world, world.transaction.hasSaid { touch(world) }
    }

    /// A message came on a stream.
    package func receive(_ message: [UInt8], from session: Session) {
        if case .ended = session.state { return }
        guard !session.isBusy else { return session.waiting.append(message) }
        forgetRevoked(session)
        if let world = session.world {
            // What became due when time was let pass comes before what was asked after that.
            if world.transaction.hasPassed { settle(world) }
            touch(world)
        }
        handle(message, from: session, isAgain: false)
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
        !touched.isEmpty || !deliveries.isEmpty || channel?.hasHeard == true || !words.isEmpty
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
        if channel != nil { settleWithOthers() }
    }

    /// Goes on with what other servers say; what they say meanwhile is for the next tick.
    private func settleWithOthers() {
        hear()
        lookAtFences()
        settleTouched()
        speak()
    }

    private func settleTouched() {
        if touched.count > 1 { writeTogether() }
        var index = 0
        // What is decided again may have others heard, and what they said touches more.
        while index < touched.count {
            let world = touched[index]
            settle(world)
            // Of a world in which nobody was it may have been heard meanwhile that it goes on.
            if world.heardEnd > world.state.position, !world.sessions.isEmpty {
                learn(world)
                settle(world)
            }
            world.isTouched = false
            noteDue(world)
            index += 1
        }
        touched.removeAll(keepingCapacity: true)
        openRequests.removeAll(keepingCapacity: true)
    }

    /// Writes what was decided in several worlds in one transaction, where their store can. What was not written so is when
    /// its world is settled.
    private func writeTogether() {
        let decided = touched.filter(\.transaction.hasDecided)
        guard decided.count > 1 else { return }
        let outcomes = store.append(decided.map { LogBatch($0.transaction.records, to: $0.log) })
        for (world, outcome) in zip(decided, outcomes) { world.transaction.written = outcome }
    }

    /// What may be put on the streams, in order, and what many are told in one piece; what is not durable yet is not
    /// among it.
    ///
    /// - Parameter taken: gets them; it comes empty, and its room is what the next ones are put into.
    package func takeDeliveries(into taken: inout [Delivery]) {
        if !touched.isEmpty { settle() }
        speak()
        swap(&taken, &deliveries)
    }

    /// Commits a world. If another writer was first, what was asked is decided again on the newer state; if the log
    /// cannot be written, it is refused, and nothing of it happened.
    ///
    /// - Returns: whether what was asked is done.
    @discardableResult
    func settle(_ world: World) -> Bool {
        // Whoever is first each time has done something: of several servers that are busy in one world nobody is last for
        // so long.
        var attemptsLeft = 64
        while true {
            let last = (world.transaction.records.first?.position ?? world.log.end + 1) - 1
            do {
                try world.commit(into: &deliveries, at: wallClock)
                openRequests.removeAll { $0.session.world === world }
                return true
            } catch {
                let again = openRequests.filter { $0.session.world === world }
                openRequests.removeAll { $0.session.world === world }
                for request in again { request.session.forgetAnswered(after: last) }
                if case .conflict = error, !world.needsMending {
                    // What another server said before it wrote comes first, and holds for what it wrote: that there is a
                    // fault.
                    hear()
                    try? world.takeOthers(into: &deliveries, at: wallClock)
                }
                noteResuming(world)
                guard case .conflict = error, attemptsLeft > 0 else {
                    for request in again { refuse(request, error) }
                    if channel != nil { look(after: world.name) }
                    return false
                }
                attemptsLeft -= 1
                for request in again { decideAgain(request) }
            }
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

    private func decideAgain(_ request: OpenRequest) {
        ungreet(request)
        if let answer = request.answer {
            openRequests.append(request)
            say(answer, to: request.session)
        } else {
            handle(request.message, from: request.session, isAgain: true)
        }
    }

    /// Makes the session of a greeting that did not come to be nobody's again.
    private func ungreet(_ request: OpenRequest) {
        guard request.isGreeting, let world = request.session.world else { return }
        world.leave(request.session)
        request.session.state = .greeting
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
            // What others are told of it.
            if world.transaction.hasSaid { settle(world) }
        }
        speak()
        for world in worlds.values { world.log.close() }
        store.close()
    }
}
