package import ChatCore
package import ChatLog
import ChatProtocol

/// One isolated simulation: its core, its log, its clock and its sessions.
///
/// Decisions and the messages about them wait in the ``transaction``. The ``commit(into:at:)`` of a tick first makes
/// the decisions durable, and only then releases the messages.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
package final class World {
    let name: WorldName
    let clockKind: ClockKind
    /// The seed of all randomness in the world.
    let seed: Int64
    let configuration: ServerEngine.Configuration
    let isStored: Bool
    let counts: EngineCounts
    var core: Core
    @exclusivity(unchecked) package private(set) var log: any EventLog
    @exclusivity(unchecked) package internal(set) var sessions = SessionRoster()
    @exclusivity(unchecked) var transaction = Transaction()
    @exclusivity(unchecked) var audiences = Audiences()
    @exclusivity(unchecked) var live: LiveState
    /// The request that is being decided, if an observer or the journal receives it.
    @exclusivity(unchecked) var asked: Asked?
    /// The recent requests and faults; nil until an observer asks for them.
    private(set) var requestNotes: RequestNotes?
    /// Called for each fault that fires.
    var onFault: (FiredFault) -> Void = { _ in }
    /// The time of the last request or departure, by the engine's monotonic clock.
    @exclusivity(unchecked) var usedAt = Instant(milliseconds: 0)

    /// True if the world is not served any more. A session without a stream may still refer to it.
    @exclusivity(unchecked) var isDeleted = false
    /// True if the engine has something of this world to commit and release.
    @exclusivity(unchecked) var isTouched = false
    /// True if the engine watches the clock for this world.
    @exclusivity(unchecked) var isTimed = false
    /// True if the state is ahead of the log, because a commit failed and the log could not be read since then.
    var isStale: Bool { toldThrough != nil }
    /// The position of the last event that was released before the failed commit; nil if the state is not ahead of the
    /// log.
    @exclusivity(unchecked) var toldThrough: Int64?
    /// The results that the log may have although their commit failed. Empty once the log could be read again.
    private var inDoubt: Transaction.Results = [:]
    /// The time of the last failed write; nil after the next commit that succeeds.
    @exclusivity(unchecked) var failedAt: Instant?

    /// The moment at which virtual time begins. It is fixed, so that every run shows the same times.
    static let virtualStart = Instant(milliseconds: 1_662_973_200_000)

    init(
        name: WorldName, clock: ClockKind, seed: Int64, configuration: ServerEngine.Configuration,
        log: any EventLog, isStored: Bool, counts: EngineCounts
    ) throws(LogError) {
        self.name = name
        self.clockKind = clock
        self.seed = seed
        self.configuration = configuration
        self.log = log
        self.isStored = isStored
        self.counts = counts
        live = LiveState(seed: seed)
        core = Core(try log.restoredState(), of: name, configuration)
    }

    func addressees(of event: Event) -> Addressees { core.addressees(of: event) }

    var limits: Limits { configuration.limits }
    var threads: ThreadReader { ThreadReader(core: core, log: log, limits: limits) }
    var prefetch: PrefetchReader { PrefetchReader(core: core, log: log, limits: limits) }
    var journal: JournalReader { JournalReader(core: core, log: log, limits: limits) }
    var oldSystems: OldSystemReader { OldSystemReader(state: core.state, log: log) }
    var answers: StoredAnswers { StoredAnswers(state: core.state, log: log, presence: live.presence) }

    /// The current state of the core.
    package var state: CoreState { core.state }

    /// The milliseconds by which the world's time is ahead of the server's clock. It grows if the last event was
    /// decided while a clock was ahead. Without it, the world's time would stop until the clock reaches that event.
    private(set) var ahead: Int64 = 0

    /// Returns the world's time, which never goes back before the last event.
    func now(_ clock: Instant) -> Instant {
        let last = core.state.lastAt
        guard clockKind == .real else { return clockKind.now(clock, after: last) }
        let now = clock.advanced(byMilliseconds: ahead)
        guard now < last else { return now }
        ahead = last.milliseconds - clock.milliseconds
        return last
    }

    /// The entry of the world in a list, if the store has no list of its own.
    var listed: ListedWorld {
        ListedWorld(
            name: name, clock: clockKind, seed: seed, end: core.state.position, lastAt: core.state.lastAt,
            sessions: sessions.all.count)
    }

    // MARK: Sessions

    /// Adds a session to the world.
    func join(_ session: Session, as principal: Principal, on device: Device?, catchingUpFrom position: Int64?) {
        session.state = .joined(self, principal, catchingUpFrom: session.isStream ? position : nil)
        session.arrivalsKnown = live.marks.count
        guard session.isStream else { return }
        session.device = device
        if case .person = principal {
            transaction.noteArrival(of: session, after: position)
        }
        sessions.add(session, as: principal, isCatchingUp: position != nil)
    }

    func leave(_ session: Session) {
        guard case .joined(_, let principal, _) = session.state else { return }
        session.state = .ended
        sessions.remove(session, of: principal)
        audiences.noteDeparture()
        transaction.forget(session)
        forgetHeldBack(from: session)
        if case .person(let handle) = principal, session.isStream {
            if !live.typing.isEmpty, sessions.people[handle] == nil { endTyping(of: handle) }
        }
        if sessions.needsRequests { notifyEnd(of: session, as: principal) }
        endPresence(of: session)
    }

    func caughtUp(_ session: Session) {
        guard case .joined(let world, let principal, _) = session.state else { return }
        session.state = .joined(world, principal, catchingUpFrom: nil)
        session.forgetAnswered(after: 0)
        sessions.noteCaughtUp(session)
    }

    // MARK: Decisions

    /// Runs a decision of the core, and adds its events to the transaction.
    func decide(
        request: (sender: Principal.Sender, clientID: String)?, at now: Instant,
        _ body: (inout Core) throws(RPCError) -> Answer
    ) throws(RPCError) -> Decision {
        endByTime(at: now)
        let answer = try body(&core)
        var decision = Decision(
            answer: answer, records: request == nil ? core.takeDecided() : core.takeDecidedOrUnchanged(at: now))
        if let request {
            // The result is stored with the event of the answered message, so that the message is not stored twice.
            var place = 0
            if case .message(let message) = answer {
                place = decision.records.firstIndex { $0.event.message?.id == message.id } ?? 0
            }
            let result = answers.stored(answer, of: decision.records[place].event) ?? JSONWriter.bytes(of: decision)
            decision.records[place].idempotency = IdempotencyRecord(
                sender: request.sender.key, clientID: request.clientID, result: result)
        }
        for record in decision.records {
            let written = record.written
            if case .message(let message) = answer, record.event.message == message {
                decision.message = written.message
            }
            append(record, body: written.body)
        }
        if let request {
            transaction.note(JSONWriter.bytes(of: decision), of: request.clientID, from: request.sender)
        }
        return decision
    }

    /// Lets the core apply all changes that are due by time alone, and adds their events to the transaction.
    func noteTime(upTo now: Instant) -> [EventRecord] {
        core.endByTime(upTo: now)
        let records = core.takeDecided()
        for record in records { append(record) }
        return records
    }

    private func append(_ record: EventRecord, body: [UInt8]? = nil) {
        transaction.append(LogRecord(record, body: body))
    }

    // MARK: Notes

    /// Begins to note requests and faults, because an observer asks for them.
    ///
    /// - Returns: The notes.
    @discardableResult
    func notingRequests() -> RequestNotes {
        let notes = requestNotes ?? RequestNotes(after: core.state.position, counts: counts)
        requestNotes = notes
        sessions.isNoted = true
        notes.noteAsked()
        return notes
    }

    /// Notes the answered requests of the transaction. The notes end if no observer asks for them for a while.
    private func noteRequests() {
        for note in transaction.notes { requestNotes?.take(note) }
        guard requestNotes?.isForgotten == true else { return }
        guard !sessions.observers.contains(where: \.hearsRequests) else { return requestNotes?.noteAsked() ?? () }
        requestNotes = nil
        sessions.isNoted = false
    }

    // MARK: Messages

    /// Enqueues a message, which is released once everything that was decided before is durable.
    func enqueue(_ message: [UInt8], to session: Session, about context: NotificationContext? = nil) {
        // A message with a context may go to many sessions as one array, so its bytes do not count here.
        if context == nil { counts.answeredBytes &+= message.count }
        transaction.enqueue(Delivery(session: session, content: .message(message), context: context))
        if asked != nil, context == nil { notifyRequest(answeredWith: message, to: session) }
    }

    func enqueue(_ delivery: consuming Delivery) { transaction.enqueue(delivery) }

    /// Advances the virtual clock of the world.
    func pass(to instant: Instant) throws(RPCError) -> Decision {
        transaction.hasAdvancedClock = true
        return try decide(request: nil, at: instant) { core throws(RPCError) in
            core.pass(to: instant)
            return .clock(.virtual, now: instant)
        }
    }

    /// Commits the decisions, and then releases the messages about them and everything that is due.
    ///
    /// - Parameter wall: The wall clock.
    /// - Throws: ``LogError`` if the write failed. The decisions are then rolled back, the state is reloaded from the
    ///   log, and no message about them is released.
    func commit(into deliveries: inout [Delivery], at wall: () -> Instant) throws(LogError) {
        if let first = transaction.records.first {
            do {
                if let written = transaction.written {
                    try written.get()
                } else {
                    try log.append(transaction.records, expectedEnd: first.position - 1)
                }
                counts.commits += 1
                counts.records += transaction.records.count
                failedAt = nil
            } catch {
                counts.commitFailures += 1
                if case .unavailable(_, let outcome) = error {
                    failedAt = now(wall())
                    if outcome == .unknown { inDoubt.merge(transaction.results) { $0.merging($1) { $1 } } }
                }
                transaction.end()
                live.rollBack()
                toldThrough = toldThrough ?? first.position - 1
                // A world that another server holds is not reloaded here.
                if case .notHeld = error { throw error }
                try? reload()
                throw error
            }
        }
        if !transaction.notes.isEmpty { noteRequests() }
        if transaction.hasContexts || !transaction.arrivals.isEmpty || nextDue != nil {
            release(into: &deliveries, at: now(wall()))
        } else {
            transaction.release(into: &deliveries)
        }
        live.commit()
        transaction.end()
    }

    /// Moves the messages of the transaction to their streams, followed by receipts and everything that is due.
    func release(into deliveries: inout [Delivery], at now: Instant) {
        for (session, after) in transaction.takeArrivals() { noteArrival(of: session, after: after) }
        while true {
            var last: NotificationContext?
            for delivery in transaction.takeOutbox() {
                // The receipt of a message follows it on every stream, before any later message.
                if delivery.context !== last { sendReceipts(into: &deliveries, at: now) }
                last = delivery.context
                release(delivery, into: &deliveries, at: now)
            }
            sendReceipts(into: &deliveries, at: now)
            // The end of a stream may enqueue messages during this loop.
            guard transaction.outbox.isEmpty else { continue }
            guard performDue(into: &deliveries, at: now) else { return }
        }
    }

    /// Reloads the state from the log if it is ahead of it.
    ///
    /// - Throws: `unavailable` as long as the log cannot be read.
    func reload() throws(RPCError) {
        guard let told = toldThrough else { return }
        do {
            core = Core(try log.restoredState(), of: name, configuration)
            (toldThrough, inDoubt) = (nil, [:])
        } catch {
            throw RPCError(error)
        }
        // The commit in doubt was written after all, and no session has received its events.
        if core.state.position > told { catchUp(from: told) }
    }

    /// Makes every live session catch up from a position of the log.
    private func catchUp(from position: Int64) {
        if !live.presence.isEmpty { endPresenceWithoutAccess() }
        for session in sessions.all {
            guard case .joined(_, let principal, nil) = session.state else { continue }
            session.state = .joined(self, principal, catchingUpFrom: position)
            session.arrivalsKnown = live.marks.count
            sessions.noteCatchingUp(session)
        }
    }

    /// Returns the error for a request while the log cannot be read. The outcome is unknown if the log may have the
    /// result of an earlier attempt.
    func refusal(of clientID: String?, from principal: Principal, _ error: RPCError) -> RPCError {
        guard let clientID, inDoubt[principal.sender]?[Array(clientID.utf8)] != nil else { return error }
        return RPCError(LogError.unavailable(reason: "the log could not be read", outcome: .unknown))
    }

    /// Restarts the world with an empty log. The caller ends the sessions.
    func reset(log: any EventLog) throws(LogError) {
        transaction.end()
        live = LiveState(seed: seed)
        (toldThrough, inDoubt, ahead) = (nil, [:], 0)
        self.log = log
        // A session that stays and was reading the old log reads the new one from its beginning.
        for session in sessions.catchingUp {
            guard case .joined(_, let principal, _) = session.state else { continue }
            session.state = .joined(self, principal, catchingUpFrom: 0)
            session.forgetAnswered(after: 0)
        }
        core = Core(try log.restoredState(), of: name, configuration)
        guard requestNotes != nil else { return }
        // The notes of the new world are complete.
        requestNotes = nil
        notingRequests()
    }
}

extension ClockKind {
    /// Returns the time in a world with this clock whose last event has this time.
    func now(_ wall: Instant, after last: Instant) -> Instant { max(self == .real ? wall : World.virtualStart, last) }
}

extension Core {
    init(_ state: CoreState, of world: WorldName, _ configuration: ServerEngine.Configuration) {
        // Without a secret, the links of a world do not depend on its name.
        let secret = configuration.secret
        self.init(
            state: state, limits: configuration.limits, consentPolicy: configuration.consentPolicy,
            actionPolicy: configuration.actionPolicy,
            secret: secret.isEmpty ? [] : HMACSHA256.code(of: Array(world.rawValue.utf8), key: secret))
    }
}
