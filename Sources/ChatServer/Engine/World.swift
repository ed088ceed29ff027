import ChatCore
package import ChatLog
package import ChatProtocol

/// One isolated simulation: its core, its log, its clock, and who is in it.
///
/// What is decided waits in ``pending`` and what is to be said about it in ``outbox``, until ``commit()`` has made
/// the one durable and may release the other (the tick's barrier, law 2).
package final class World {
    let name: WorldName
    let clockKind: ClockKind
    let limits: Limits
    let consentPolicy: ConsentPolicy
    let actionPolicy: ActionPolicy
    let counts: EngineCounts
    private(set) var core: Core
    package private(set) var log: any EventLog
    let isStored: Bool
    /// What its randomness begins with.
    let seed: Int64
    /// Whether it was deleted; a session without a stream may still hold it.
    var isDeleted = false

    /// The people's sessions.
    private(set) var people: [Handle: [Session]] = [:]
    /// The apps' sessions.
    private(set) var apps: [AppSeat: [Session]] = [:]
    private(set) var observers: [Session] = []
    /// The sessions that are being told what they missed.
    private(set) var catchingUp: [Session] = []
    /// Whether the engine has something of this world to commit and release.
    var isTouched = false
    /// Whether the state says more than the log, because the one could not be written nor read when it mattered.
    private(set) var needsMending = false

    /// Decided, and not yet in the log.
    private var pending: [LogRecord] = []
    /// By sender and the client id's bytes: texts that only look alike are two ids here as they are in the log.
    private(set) var pendingResults: [Core.Actor.Sender: [[UInt8]: [UInt8]]] = [:]
    /// Said about what is pending, and not yet released.
    private var outbox: [Delivery] = []
    /// Whether anything in the outbox is more than bytes for a stream.
    private var hasContexts = false
    /// Who joined, and has not been counted as having what was said before.
    private var arrivals: [(session: Session, after: Int64?)] = []
    /// Whether an observer has let time pass: what is due by then comes before anything else is decided.
    private(set) var hasPassed = false

    // MARK: What is told and never kept

    var faults: FaultTable {
        didSet { noteWatched() }
    }
    var delayed = DelayQueue()
    /// How many notifications wait behind the next one of their session.
    var heldBackCount = 0 {
        didSet { noteWatched() }
    }
    /// Whether a fault may be waiting for what is said: the one thing that is asked where there are no faults.
    private(set) var isWatched = false
    /// Whether an observer hears what others ask for.
    private(set) var isListenedTo = false
    /// The request that is being decided, where somebody is to be told of it.
    var asked: Asked?
    /// Told of each fault that comes about.
    var onFault: (FiredFault) -> Void = { _ in }
    var typing = TypingBoard()
    /// Who typed when the world was committed last.
    private var typingKept = TypingBoard()
    var presence = PresenceBoard()
    /// Who had what open when the world was committed last.
    private var presenceKept = PresenceBoard()
    var marks = DeliveredMarks()
    var attributions: AttributionTable
    /// The messages that came to someone and whose senders have not been told so.
    var newlyDelivered: [(posted: NotificationContext.Posted, reader: Handle)] = []
    /// Whether the engine watches the clock for this world.
    var isTimed = false
    /// The moment at which virtual time begins: a fixed one, so that every run shows the same times.
    static let virtualStart = Instant(milliseconds: 1_662_973_200_000)

    init(
        name: WorldName, clock: ClockKind, seed: Int64, limits: Limits, consentPolicy: ConsentPolicy,
        actionPolicy: ActionPolicy, log: any EventLog, isStored: Bool, counts: EngineCounts
    ) throws(LogError) {
        self.name = name
        self.seed = seed
        faults = FaultTable(seed: seed)
        attributions = AttributionTable(seed: seed)
        self.clockKind = clock
        self.limits = limits
        self.consentPolicy = consentPolicy
        self.actionPolicy = actionPolicy
        self.log = log
        self.isStored = isStored
        self.counts = counts
        core = Core(
            state: try log.restoredState(), limits: limits, consentPolicy: consentPolicy, actionPolicy: actionPolicy)
    }

    private func restoredCore(_ log: any EventLog) throws(LogError) -> Core {
        Core(state: try log.restoredState(), limits: limits, consentPolicy: consentPolicy, actionPolicy: actionPolicy)
    }

    var hasPending: Bool { !pending.isEmpty }

    /// What time it is here; it never steps back behind what was decided.
    func now(_ wall: Instant) -> Instant {
        max(clockKind == .real ? wall : Self.virtualStart, core.state.lastAt)
    }

    // MARK: Sessions

    func join(_ session: Session, as actor: Core.Actor, on device: String?, catchingUpFrom position: Int64?) {
        session.state = .joined(self, actor, catchingUpFrom: session.isStream ? position : nil)
        guard session.isStream else { return }
        session.device = nextDevice(of: actor, named: device)
        if case .person = actor { arrivals.append((session, position)) }
        switch actor {
        case .person(let handle): people[handle, default: []].append(session)
        case .app(let app, let person): apps[AppSeat(app: app, person: person), default: []].append(session)
        case .observer:
            observers.append(session)
            isListenedTo = isListenedTo || session.hearsRequests
        }
        if position != nil { catchingUp.append(session) }
    }

    /// The observers who are told of what happens.
    var hearers: some Sequence<Session> { observers.lazy.filter { $0.isLive && $0.hearsEvents } }

    func leave(_ session: Session) {
        guard case .joined(_, let actor, _) = session.state else { return }
        session.state = .ended
        catchingUp.removeAll { $0 === session }
        arrivals.removeAll { $0.session === session }
        forgetHeldBack(from: session)
        defer { endPresence(of: session) }
        switch actor {
        case .person(let handle):
            people[handle]?.removeAll { $0 === session }
            if people[handle]?.isEmpty == true {
                people[handle] = nil
                if session.isStream, !typing.isEmpty { endTyping(of: handle) }
            }
        case .app(let app, let person):
            let seat = AppSeat(app: app, person: person)
            apps[seat]?.removeAll { $0 === session }
            if apps[seat]?.isEmpty == true { apps[seat] = nil }
        case .observer:
            observers.removeAll { $0 === session }
            isListenedTo = observers.contains(where: \.hearsRequests)
        }
        if isListenedTo { tellEnd(of: session, as: actor) }
    }

    /// How many sessions of a role hear things here.
    package func sessionCount(of role: Role) -> Int {
        switch role {
        case .person: people.values.reduce(0) { $0 + $1.count }
        case .app: apps.values.reduce(0) { $0 + $1.count }
        case .observer: observers.count
        }
    }

    func caughtUp(_ session: Session) {
        guard case .joined(let world, let actor, _) = session.state else { return }
        session.state = .joined(world, actor, catchingUpFrom: nil)
        session.forgetAnswered(after: 0)
        catchingUp.removeAll { $0 === session }
    }

    // MARK: Deciding

    /// Lets the core decide, and notes what it decided to be written and told.
    func decide(
        request: (sender: Core.Actor.Sender, clientID: String)?, at now: Instant,
        _ body: (inout Core) throws(RPCError) -> Answer
    ) throws(RPCError) -> Decision {
        endByTime(at: now)
        let answer = try body(&core)
        let message: [UInt8]? = if case .message(let message) = answer { JSONWriter.bytes(of: message) } else { nil }
        let result = answer.encoded(message: message)
        var records = request == nil ? core.takeDecided() : core.takeDecidedOrUnchanged(at: now)
        if let request {
            pendingResults[request.sender, default: [:]][Array(request.clientID.utf8)] = result
            let kept = kept(answer, of: records) ?? result
            records[0].idempotency = IdempotencyRecord(
                sender: request.sender.key, clientID: request.clientID, result: kept)
        }
        for index in records.indices { pending.append(LogRecord(records[index], message: message)) }
        return Decision(answer: answer, result: result, records: records, message: message)
    }

    /// Lets the core end what time alone ends by now, and notes it to be written and told.
    func noteTime(upTo now: Instant) -> [EventRecord] {
        core.endByTime(upTo: now)
        let records = core.takeDecided()
        for record in records { pending.append(LogRecord(record)) }
        return records
    }

    // MARK: Saying

    /// Puts something on a stream once all that was decided before it is durable.
    func say(_ message: [UInt8], to session: Session, about context: NotificationContext? = nil) {
        session.saidBytes &+= message.count
        if context != nil { hasContexts = true }
        outbox.append(Delivery(session: session, content: .message(message), context: context))
        if asked != nil, context == nil { tellRequest(answeredWith: message, to: session) }
    }

    func say(_ delivery: Delivery) {
        if delivery.context != nil { hasContexts = true }
        outbox.append(delivery)
    }

    /// Whether something waits to be released.
    var hasSaid: Bool { !outbox.isEmpty }

    private func noteWatched() { isWatched = faults.isActive || heldBackCount > 0 }

    /// Lets time pass in a world whose clock is virtual.
    func pass(to instant: Instant) throws(RPCError) -> Decision {
        hasPassed = true
        return try decide(request: nil, at: instant) { core throws(RPCError) in
            core.pass(to: instant)
            return .clock(.virtual, now: instant)
        }
    }

    /// Makes what was decided durable and releases what is to be said about it, and what is due.
    ///
    /// - Parameter wall: the wall clock.
    /// - Throws: ``LogError`` if it could not be written: then nothing of it happened, the state is again that of
    ///   the log, and nothing was said.
    func commit(into deliveries: inout [Delivery], at wall: () -> Instant) throws(LogError) {
        if !pending.isEmpty {
            do {
                try log.append(pending, expectedEnd: pending[0].position - 1)
                counts.commits += 1
                counts.records += pending.count
            } catch {
                counts.commitFailures += 1
                discard()
                typing = typingKept
                presence = presenceKept
                needsMending = true
                try? mend()
                throw error
            }
        }
        if hasContexts || !arrivals.isEmpty || nextDue != nil {
            release(into: &deliveries, at: now(wall()))
        } else if deliveries.isEmpty {
            swap(&deliveries, &outbox)
        } else {
            deliveries.append(contentsOf: outbox)
        }
        if !typing.isEmpty || !typingKept.isEmpty { typingKept = typing }
        if !presence.isEmpty || !presenceKept.isEmpty { presenceKept = presence }
        discard()
    }

    /// Puts what was said on its streams, with all that follows from it.
    private func release(into deliveries: inout [Delivery], at now: Instant) {
        for (session, after) in arrivals { noteArrival(of: session, after: after) }
        arrivals = []
        while true {
            let said = outbox
            outbox = []
            var last: NotificationContext?
            for delivery in said {
                // That something came is told behind it everywhere, and before what came later.
                if delivery.context !== last { tellDelivered(into: &deliveries, at: now) }
                last = delivery.context
                put(delivery, into: &deliveries, at: now)
            }
            tellDelivered(into: &deliveries, at: now)
            // What a stream's end leads to is said meanwhile.
            guard outbox.isEmpty else { continue }
            guard putDue(into: &deliveries, at: now) else { return }
        }
    }

    /// Makes the state that of the log again, if a failure kept it from being so.
    ///
    /// - Throws: `unavailable` as long as the log cannot be read.
    func mend() throws(RPCError) {
        guard needsMending else { return }
        do {
            core = try restoredCore(log)
            needsMending = false
        } catch {
            throw RPCError(.unavailable, "Nothing was done: \(error)")
        }
    }

    private func discard() {
        pending.removeAll(keepingCapacity: true)
        pendingResults = [:]
        outbox.removeAll(keepingCapacity: true)
        hasContexts = false
        arrivals = []
        hasPassed = false
    }

    /// Begins again with nothing: the sessions' owner ends them.
    func reset(log: any EventLog) throws(LogError) {
        discard()
        faults = FaultTable(seed: seed)
        attributions = AttributionTable(seed: seed)
        delayed = DelayQueue()
        heldBackCount = 0
        typing = TypingBoard()
        typingKept = TypingBoard()
        presence = PresenceBoard()
        presenceKept = PresenceBoard()
        marks = DeliveredMarks()
        needsMending = false
        self.log = log
        // Who was reading the old log, and stays, reads the new one from its beginning.
        for session in catchingUp {
            guard case .joined(_, let actor, _) = session.state else { continue }
            session.state = .joined(self, actor, catchingUpFrom: 0)
            session.forgetAnswered(after: 0)
        }
        core = try restoredCore(log)
    }
}
