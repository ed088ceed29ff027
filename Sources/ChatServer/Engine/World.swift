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
    @exclusivity(unchecked) private(set) var clock: WorldClock
    /// The seed of all randomness in the world.
    let seed: Int64
    let configuration: ServerEngine.Configuration
    let isStored: Bool
    let counts: EngineCounts
    private(set) var core: Core
    @exclusivity(unchecked) package private(set) var log: any EventLog
    package let sessions = SessionRoster()
    let transaction = Transaction()
    /// Enqueues the notifications.
    private let notifier: Notifier
    /// Releases the messages of a commit to their streams.
    let dispatcher: Dispatcher
    /// The people who type, and the people who have a document open.
    let presence: Presence
    /// The requests that observers and the journal receive.
    let recorder: RequestRecorder
    private(set) var attributions: AttributionTable
    let challenges: ChallengeTable
    /// Called for each fault that fires.
    private let onFault: (FiredFault) -> Void
    /// The engine's own state of the world.
    let status: WorldStatus
    /// The failed commits since the log could be read and written.
    @exclusivity(unchecked) private(set) var failures = FailedCommits()
    /// True if the state is ahead of the log, because a commit failed and the log could not be read since then.
    var isStale: Bool { failures.releasedThrough != nil }

    init(
        name: WorldName, clock: ClockKind, seed: Int64, configuration: ServerEngine.Configuration,
        log: any EventLog, isStored: Bool, counts: EngineCounts, status: WorldStatus,
        onFault: @escaping (FiredFault) -> Void
    ) throws(LogError) {
        self.name = name
        self.clock = WorldClock(clock)
        self.seed = seed
        self.configuration = configuration
        self.log = log
        self.isStored = isStored
        self.counts = counts
        self.status = status
        self.onFault = onFault
        dispatcher = Dispatcher(seed: seed, sessions, limits: configuration.limits, counts: counts)
        notifier = Notifier(sessions, transaction, dispatcher, counts: counts)
        presence = Presence(sessions, transaction, limits: configuration.limits, counts: counts)
        recorder = RequestRecorder(sessions, transaction, counts: counts)
        attributions = AttributionTable(seed: seed)
        challenges = ChallengeTable(secret: configuration.secret)
        core = Core(try log.restoredState(), of: name, configuration)
        dispatcher.report(
            ends: { [unowned self] in leave($0) },
            faults: { [unowned self] fault, now in
                onFault(fault)
                recorder.note(fault, after: core.position, at: now)
            })
    }

    var limits: Limits { configuration.limits }
    var threads: ThreadReader { ThreadReader(core: core, log: log, limits: limits) }
    var prefetch: PrefetchReader { PrefetchReader(core: core, log: log, limits: limits) }
    var journal: JournalReader { JournalReader(core: core, log: log, limits: limits) }
    var notifications: NotificationReader { NotificationReader(core: core, log: log) }
    var answers: StoredAnswers { StoredAnswers(core: core, log: log, presence: presence.documents) }

    /// The current state of the core.
    package var state: CoreState {
        // A getter would copy the whole state.
        _read { yield core.state }
    }

    var clockKind: ClockKind { clock.kind }

    /// Returns the world's time.
    func now(_ wall: Instant) -> Instant { clock.now(wall, after: core.lastAt) }

    /// The entry of the world in a list, if the store has no list of its own.
    var listed: ListedWorld {
        ListedWorld(
            name: name, clock: clockKind, seed: seed, end: core.position, lastAt: core.lastAt,
            sessions: sessions.all.count)
    }

    // MARK: Sessions

    /// Adds a session to the world.
    func join(_ session: Session, as principal: Principal, on device: Device?, catchingUpFrom position: Int64?) {
        session.join(
            self, as: principal, on: session.isStream ? device : nil,
            catchingUpFrom: session.isStream ? position : nil, arrivals: dispatcher.marks.count)
        guard session.isStream else { return }
        if case .person = principal {
            transaction.noteArrival(of: session, after: position)
        }
        sessions.add(session, as: principal, isCatchingUp: position != nil)
    }

    func leave(_ session: Session) {
        guard case .joined(_, let principal, _) = session.state else { return }
        session.end()
        sessions.remove(session, of: principal)
        notifier.noteDeparture()
        transaction.forget(session)
        dispatcher.forget(session)
        if case .person(let handle) = principal, session.isStream, sessions.people[handle] == nil {
            presence.endTyping(of: handle, in: core.state)
        }
        if sessions.needsRequests { recorder.notifyEnd(of: session, as: principal) }
        presence.closeAll(in: session, core.state)
    }

    func caughtUp(_ session: Session) {
        guard session.hasJoined else { return }
        session.noteRead(through: nil)
        session.forgetAnswered(after: 0)
        sessions.noteCaughtUp(session)
    }

    // MARK: Decisions

    /// Runs a decision of the core, and adds its events to the transaction.
    func decide(
        request: (sender: Principal.Sender, clientID: String)?, at now: Instant,
        _ body: (Core) throws(RPCError) -> Answer
    ) throws(RPCError) -> Decision {
        endByTime(at: now)
        let answer = try body(core)
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
        if let trace = transaction.trace { decision.note(trace) }
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

    private func append(_ record: EventRecord, body: [UInt8]? = nil) {
        transaction.append(LogRecord(record, body: body))
    }

    // MARK: Messages

    /// Enqueues a message, which is released once everything that was decided before is durable.
    func enqueue(_ message: [UInt8], to session: Session) {
        counts.noteEnqueued(message)
        transaction.enqueue(Delivery(session: session, content: .message(message)))
        if recorder.asked != nil { recorder.notify(answeredWith: message, to: session, at: core.lastAt) }
    }

    /// Enqueues the notifications about a decision for all recipients. The requesting session gets only notifications
    /// that its answer does not contain.
    func broadcast(_ decision: Decision, origin: Session?) {
        notifier.broadcast(decision, with: notifications, origin: origin)
    }

    /// Advances the virtual clock of the world.
    func pass(to instant: Instant) throws(RPCError) -> Decision {
        transaction.noteAdvancedClock()
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
                counts.noteCommit(of: transaction.records.count)
                failures.noteSuccess()
            } catch {
                counts.noteFailedCommit()
                failures.note(error, of: transaction.results, after: first.position - 1, at: now(wall()))
                transaction.end()
                presence.rollBack()
                // A world that another server holds is not reloaded here.
                if case .notHeld = error { throw error }
                try? reload()
                throw error
            }
        }
        if !transaction.notes.isEmpty { recorder.commit() }
        if transaction.hasContexts || !transaction.arrivals.isEmpty || nextDue != nil {
            release(into: &deliveries, at: now(wall()))
        } else {
            transaction.release(into: &deliveries)
        }
        presence.commit()
        transaction.end()
    }

    /// Moves the messages of the transaction to their streams, followed by receipts and everything that is due.
    func release(into deliveries: inout [Delivery], at now: Instant) {
        for (session, after) in transaction.takeArrivals() {
            dispatcher.noteArrival(of: session, after: after, in: core.state)
        }
        while true {
            var last: NotificationContext?
            for delivery in transaction.takeOutbox() {
                // The receipt of a message follows it on every stream, before any later message.
                if delivery.context !== last { dispatcher.sendReceipts(into: &deliveries, at: now) }
                last = delivery.context
                dispatcher.release(delivery, into: &deliveries, at: now)
            }
            dispatcher.sendReceipts(into: &deliveries, at: now)
            // The end of a stream may enqueue messages during this loop.
            guard transaction.outbox.isEmpty else { continue }
            guard performDue(into: &deliveries, at: now) else { return }
        }
    }

    /// Reloads the state from the log if it is ahead of it.
    ///
    /// - Throws: `unavailable` as long as the log cannot be read.
    func reload() throws(RPCError) {
        guard let released = failures.releasedThrough else { return }
        do {
            core = Core(try log.restoredState(), of: name, configuration)
            failures.noteReload()
        } catch {
            throw RPCError(error)
        }
        // The commit in doubt was written after all, and no session has received its events.
        if core.position > released { catchUp(from: released) }
    }

    /// Makes every session that does not catch up read the log from a position on.
    private func catchUp(from position: Int64) {
        presence.closeUnreadable(in: core.state)
        for session in sessions.all {
            guard case .joined(_, _, nil) = session.state else { continue }
            session.catchUp(from: position, arrivals: dispatcher.marks.count)
            sessions.noteCatchingUp(session)
        }
    }

    /// Restarts the world with an empty log. The caller ends the sessions.
    func reset(log: any EventLog) throws(LogError) {
        transaction.end()
        dispatcher.reset(seed: seed)
        presence.reset()
        attributions = AttributionTable(seed: seed)
        challenges.reset()
        failures.noteReload()
        clock.reset()
        self.log = log
        // A session that stays and was reading the old log reads the new one from its beginning.
        for session in sessions.catchingUp {
            guard session.hasJoined else { continue }
            session.noteRead(through: 0)
            session.forgetAnswered(after: 0)
        }
        core = Core(try log.restoredState(), of: name, configuration)
        recorder.restart(after: core.position)
    }

    // MARK: Apps

    /// Delivers the links that waited for an app to the session with which it starts.
    func deliverStoredLinks(to session: Session, at now: Instant) {
        guard session.isStream, case .app(let app, let person) = session.principal else { return }
        var links: [String] = []
        _ = try? decide(request: nil, at: now) { core in
            links = core.removeStoredLinks(for: app, runningAs: person, at: now)
            return .empty
        }
        for link in links {
            notifier.show(UserActivity(webpageURL: link), in: app, runningAs: person, isObserved: false)
        }
    }

    /// Sends an app the activity that shows a link, which its person opened.
    func show(_ url: String, in app: AppID, runningAs person: Handle) {
        notifier.show(UserActivity(webpageURL: url), in: app, runningAs: person)
    }

    /// Sends an app the action that its person chose.
    func show(_ activity: ChosenActivity, in app: AppID, runningAs person: Handle) {
        notifier.show(activity, in: app, runningAs: person)
    }

    /// Attaches an attribution that the app's person can exchange for the names (`privacy-render`).
    func attach(_ attribution: AttributionTable.Attached) -> AttributionToken { attributions.attach(attribution) }

    // MARK: Time

    /// Decides and announces the changes that are due by time alone.
    func endByTime(at now: Instant) {
        guard let end = core.nextEnd, end <= now else { return }
        core.endByTime(upTo: now)
        let records = core.takeDecided()
        for record in records { append(record) }
        guard !records.isEmpty else { return }
        broadcast(Decision(answer: .empty, records: records), origin: nil)
    }

    /// The time of the next change by time alone; nil if there is none.
    var nextWake: Instant? {
        let next =
            switch (nextDue, core.nextEnd) {
            case (let due?, let end?): min(due, end)
            case (let due, let end): due ?? end
            }
        return next.map(failures.retry)
    }

    /// Notes that a due change could not be decided, because the log could not be read.
    func noteUnreadable(at now: Instant) { failures.noteUnreadable(at: now) }

    /// Returns the work that waits only for time. Work of one kind is sorted by time. The ends of waiting notices and
    /// of Recently Deleted are not in it, because no client learns anything new from them.
    ///
    /// - Parameter person: The person who asks; nil for an observer.
    func pending(at now: Instant, for person: Handle?) -> [PendingWork] {
        core.state.pending(at: now, for: person, limits: limits) + waiting
    }

    /// Returns the moment after which nothing is pending, as far as it can be foreseen. A copy of the core computes it,
    /// so that the world's time advances only once.
    func quiescentAt(from start: Instant, in rounds: Int) -> Instant {
        let core = core.copy()
        var now = start
        for _ in 0..<rounds {
            let due = core.state.pending(at: now, for: nil, limits: limits).map(\.dueAt) + waiting.map(\.dueAt)
            guard let last = due.max(), last > now else { break }
            now = last
            core.pass(to: now)
        }
        return now
    }

    /// The time at which the next delayed notification or end of typing is due; nil if there is none.
    var nextDue: Instant? {
        switch (dispatcher.nextDue, presence.nextDue) {
        case (let delay?, let end?): min(delay, end)
        case (let delay, let end): delay ?? end
        }
    }

    /// Performs the work that is due next: the earliest first, and a delayed notification before an end of typing. With
    /// a virtual clock, each happens at the time at which it was due.
    ///
    /// - Returns: True if something was due.
    private func performDue(into deliveries: inout [Delivery], at now: Instant) -> Bool {
        // While the state is ahead of the log, the members of conversations are not known.
        guard !isStale, let dueAt = nextDue, dueAt <= now else { return false }
        let at = clockKind == .virtual ? dueAt : now
        if dispatcher.nextDue == dueAt {
            dispatcher.releaseNextDelayed(into: &deliveries, at: at)
        } else {
            for delivery in presence.endNextTyping(in: core.state) {
                dispatcher.release(delivery, into: &deliveries, at: at)
            }
        }
        return true
    }

    /// The work that waits for a delay by a fault or for an end of typing.
    private var waiting: [PendingWork] { dispatcher.pending + presence.pending }
}
