package import ChatCore
package import ChatLog
import ChatProtocol

/// One isolated simulation: its core, its log, its clock, and who is in it.
///
/// What is decided and what is to be said about it waits in the ``transaction``, until ``commit(into:at:)`` has made the
/// one durable and may release the other (the tick's barrier, law 2).
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
package final class World {
    let name: WorldName
    let clockKind: ClockKind
    /// What its randomness begins with.
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
    /// The request that is being decided, where somebody is to be told of it.
    @exclusivity(unchecked) var asked: Asked?
    /// What was asked of late, once an observer asks for that.
    private(set) var requestNotes: RequestNotes?
    /// Told of each fault that comes about.
    var onFault: (FiredFault) -> Void = { _ in }
    /// When somebody asked something here last, or left, by the engine's steady clock.
    @exclusivity(unchecked) var usedAt = Instant(milliseconds: 0)

    /// Whether it is not served any more; a session without a stream may still hold it.
    @exclusivity(unchecked) var isDeleted = false
    /// Whether the engine has something of this world to commit and release.
    @exclusivity(unchecked) var isTouched = false
    /// Whether the engine watches the clock for this world.
    @exclusivity(unchecked) var isTimed = false
    /// Whether the state says more than the log, because the one could not be written nor read when it mattered.
    var needsMending: Bool { toldThrough != nil }
    /// Where that is so, the position of the last fact that the sessions were told of.
    @exclusivity(unchecked) var toldThrough: Int64?
    /// Results that the log may have, although their commit failed. Empty once the log could be read again.
    private var inDoubt: Transaction.Results = [:]
    /// When something could not be written, where nothing was since.
    @exclusivity(unchecked) var failedAt: Instant?

    /// The moment at which virtual time begins: a fixed one, so that every run shows the same times.
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

    /// To whom a fact is told that was decided.
    func addressees(of event: Event) -> Addressees { core.addressees(of: event) }

    var limits: Limits { configuration.limits }

    /// What it knows now.
    package var state: CoreState { core.state }

    /// How far the time of this world is ahead of the server's clock, in milliseconds: where the last record was decided
    /// when a clock was ahead. Time goes on from there, because it would stand still until the clock is there otherwise.
    private(set) var ahead: Int64 = 0

    /// Returns what time it is here. Time never goes back behind what was decided.
    func now(_ clock: Instant) -> Instant {
        let last = core.state.lastAt
        guard clockKind == .real else { return clockKind.now(clock, after: last) }
        let now = clock.advanced(byMilliseconds: ahead)
        guard now < last else { return now }
        ahead = last.milliseconds - clock.milliseconds
        return last
    }

    /// What a list tells of it, where this server alone has it.
    var listed: ListedWorld {
        ListedWorld(
            name: name, clock: clockKind, seed: seed, end: core.state.position, lastAt: core.state.lastAt,
            sessions: sessions.all.count)
    }

    // MARK: Sessions

    /// Lets somebody in.
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
        if sessions.isListenedTo { tellEnd(of: session, as: principal) }
        endPresence(of: session)
    }

    func caughtUp(_ session: Session) {
        guard case .joined(let world, let principal, _) = session.state else { return }
        session.state = .joined(world, principal, catchingUpFrom: nil)
        session.forgetAnswered(after: 0)
        sessions.noteCaughtUp(session)
    }

    // MARK: Deciding

    /// Lets the core decide, and notes what it decided to be written and told.
    func decide(
        request: (sender: Principal.Sender, clientID: String)?, at now: Instant,
        _ body: (inout Core) throws(RPCError) -> Answer
    ) throws(RPCError) -> Decision {
        endByTime(at: now)
        let answer = try body(&core)
        var decision = Decision(
            answer: answer, records: request == nil ? core.takeDecided() : core.takeDecidedOrUnchanged(at: now))
        if let request {
            // Beside the message that is answered, which need not be kept a second time.
            var place = 0
            if case .message(let message) = answer {
                place = decision.records.firstIndex { $0.event.message?.id == message.id } ?? 0
            }
            let kept = kept(answer, of: decision.records[place].event) ?? JSONWriter.bytes(of: decision)
            decision.records[place].idempotency = IdempotencyRecord(
                sender: request.sender.key, clientID: request.clientID, result: kept)
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

    /// Lets the core end what time alone ends by now, and notes it to be written and told.
    func noteTime(upTo now: Instant) -> [EventRecord] {
        core.endByTime(upTo: now)
        let records = core.takeDecided()
        for record in records { append(record) }
        return records
    }

    private func append(_ record: EventRecord, body: [UInt8]? = nil) {
        transaction.append(LogRecord(record, body: body))
    }

    // MARK: Noting

    /// Has requests and faults noted from now on, because an observer asks for them.
    ///
    /// - Returns: what is noted.
    @discardableResult
    func notingRequests() -> RequestNotes {
        let notes = requestNotes ?? RequestNotes(after: core.state.position, counts: counts)
        requestNotes = notes
        sessions.isNoted = true
        notes.noteAsked()
        return notes
    }

    /// Notes what was asked and is done; as long as nobody wants to know it, for a while.
    private func noteRequests() {
        for note in transaction.notes { requestNotes?.take(note) }
        guard requestNotes?.isForgotten == true else { return }
        guard !sessions.observers.contains(where: \.hearsRequests) else { return requestNotes?.noteAsked() ?? () }
        requestNotes = nil
        sessions.isNoted = false
    }

    // MARK: Saying

    /// Puts something on a stream once all that was decided before it is durable.
    func say(_ message: [UInt8], to session: Session, about context: NotificationContext? = nil) {
        // What many are told is one message, and theirs alone once it is framed.
        if context == nil { counts.answeredBytes &+= message.count }
        transaction.say(Delivery(session: session, content: .message(message), context: context))
        if asked != nil, context == nil { tellRequest(answeredWith: message, to: session) }
    }

    func say(_ delivery: consuming Delivery) { transaction.say(delivery) }

    /// Lets time pass in a world whose clock is virtual.
    func pass(to instant: Instant) throws(RPCError) -> Decision {
        transaction.hasPassed = true
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
                // A world that another server has is not served here any more.
                if case .notHeld = error { throw error }
                try? mend()
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

    /// Puts what was said on its streams, with all that follows from it.
    func release(into deliveries: inout [Delivery], at now: Instant) {
        for (session, after) in transaction.takeArrivals() { noteArrival(of: session, after: after) }
        while true {
            var last: NotificationContext?
            for delivery in transaction.takeSaid() {
                // That something came is told behind it everywhere, and before what came later.
                if delivery.context !== last { tellDelivered(into: &deliveries, at: now) }
                last = delivery.context
                put(delivery, into: &deliveries, at: now)
            }
            tellDelivered(into: &deliveries, at: now)
            // What a stream's end leads to is said meanwhile.
            guard transaction.outbox.isEmpty else { continue }
            guard putDue(into: &deliveries, at: now) else { return }
        }
    }

    /// Makes the state that of the log again, if a failure kept it from being so.
    ///
    /// - Throws: `unavailable` as long as the log cannot be read.
    func mend() throws(RPCError) {
        guard let told = toldThrough else { return }
        do {
            core = Core(try log.restoredState(), of: name, configuration)
            (toldThrough, inDoubt) = (nil, [:])
        } catch {
            throw RPCError(error)
        }
        // What was in doubt was written after all: nobody was told of it.
        if core.state.position > told { catchUp(from: told) }
    }

    /// Lets every session be told what is in the log behind a position.
    private func catchUp(from position: Int64) {
        if !live.presence.isEmpty { endPresenceWithoutAccess() }
        for session in sessions.all {
            guard case .joined(_, let principal, nil) = session.state else { continue }
            session.state = .joined(self, principal, catchingUpFrom: position)
            session.arrivalsKnown = live.marks.count
            sessions.noteCatchingUp(session)
        }
    }

    /// The error for a request while the log cannot be read. If the log may have the result of an earlier attempt, the
    /// outcome is unknown (D4).
    func refusal(of clientID: String?, from principal: Principal, _ error: RPCError) -> RPCError {
        guard let clientID, inDoubt[principal.sender]?[Array(clientID.utf8)] != nil else { return error }
        return RPCError(LogError.unavailable(reason: "the log could not be read", outcome: .unknown))
    }

    /// Begins again with nothing: the sessions' owner ends them.
    func reset(log: any EventLog) throws(LogError) {
        transaction.end()
        live = LiveState(seed: seed)
        (toldThrough, inDoubt, ahead) = (nil, [:], 0)
        self.log = log
        // Who was reading the old log, and stays, reads the new one from its beginning.
        for session in sessions.catchingUp {
            guard case .joined(_, let principal, _) = session.state else { continue }
            session.state = .joined(self, principal, catchingUpFrom: 0)
            session.forgetAnswered(after: 0)
        }
        core = Core(try log.restoredState(), of: name, configuration)
        guard requestNotes != nil else { return }
        // Of the world that begins now all is known.
        requestNotes = nil
        notingRequests()
    }
}

extension ClockKind {
    /// What time it is in a world with such a clock in which the last thing was decided then.
    func now(_ wall: Instant, after last: Instant) -> Instant { max(self == .real ? wall : World.virtualStart, last) }
}

extension Core {
    init(_ state: CoreState, of world: WorldName, _ configuration: ServerEngine.Configuration) {
        // Without a secret each world comes out as if it were alone.
        let secret = configuration.secret
        self.init(
            state: state, limits: configuration.limits, consentPolicy: configuration.consentPolicy,
            actionPolicy: configuration.actionPolicy,
            secret: secret.isEmpty ? [] : HMACSHA256.code(of: Array(world.rawValue.utf8), key: secret))
    }
}
