import ChatProtocol

/// One isolated simulation: its core, its log, its clock, and who is in it.
///
/// What is decided waits in ``pending`` and what is to be said about it in ``outbox``, until ``commit()`` has made
/// the one durable and may release the other (the tick's barrier, law 2).
final class World {
    let name: WorldName
    let clockKind: ClockKind
    let limits: Limits
    let counts: EngineCounts
    private(set) var core: Core
    private(set) var log: any EventLog
    let isStored: Bool
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
    private var pendingReceipts: [Core.Actor.Sender: [[UInt8]: [UInt8]]] = [:]
    /// Said about what is pending, and not yet released.
    private var outbox: [Delivery] = []

    /// An app and the person it runs as.
    struct AppSeat: Hashable {
        var app: AppID
        var person: Handle
    }

    /// The moment at which virtual time begins: a fixed one, so that every run shows the same times.
    static let virtualStart = Instant(milliseconds: 1_662_973_200_000)

    init(
        name: WorldName, clock: ClockKind, limits: Limits, log: any EventLog, isStored: Bool, counts: EngineCounts
    ) throws(LogError) {
        self.name = name
        self.clockKind = clock
        self.limits = limits
        self.log = log
        self.isStored = isStored
        self.counts = counts
        core = Core(state: try log.restoredState(), limits: limits)
    }

    var hasPending: Bool { !pending.isEmpty }

    /// What time it is here; it never steps back behind what was decided.
    func now(_ wall: Instant) -> Instant {
        max(clockKind == .real ? wall : Self.virtualStart, core.state.lastAt)
    }

    // MARK: Sessions

    func join(_ session: Session, as actor: Core.Actor, catchingUpFrom position: Int64?) {
        session.state = .joined(self, actor, catchingUpFrom: session.isStream ? position : nil)
        guard session.isStream else { return }
        switch actor {
        case .person(let handle): people[handle, default: []].append(session)
        case .app(let app, let person): apps[AppSeat(app: app, person: person), default: []].append(session)
        case .observer: observers.append(session)
        }
        if position != nil { catchingUp.append(session) }
    }

    func leave(_ session: Session) {
        guard case .joined(_, let actor, _) = session.state else { return }
        session.state = .ended
        catchingUp.removeAll { $0 === session }
        switch actor {
        case .person(let handle):
            people[handle]?.removeAll { $0 === session }
            if people[handle]?.isEmpty == true { people[handle] = nil }
        case .app(let app, let person):
            let seat = AppSeat(app: app, person: person)
            apps[seat]?.removeAll { $0 === session }
            if apps[seat]?.isEmpty == true { apps[seat] = nil }
        case .observer: observers.removeAll { $0 === session }
        }
    }

    /// How many sessions of a role hear things here.
    func sessionCount(of role: Role) -> Int {
        switch role {
        case .person: people.values.reduce(0) { $0 + $1.count }
        case .app: apps.values.reduce(0) { $0 + $1.count }
        case .observer: observers.count
        }
    }

    /// Everyone in the world, in a stable order.
    var sessions: [Session] {
        people.keys.sorted().flatMap { people[$0] ?? [] }
            + apps.keys.sorted { ($0.app, $0.person) < ($1.app, $1.person) }.flatMap { apps[$0] ?? [] }
            + observers
    }

    func caughtUp(_ session: Session) {
        guard case .joined(let world, let actor, _) = session.state else { return }
        session.state = .joined(world, actor, catchingUpFrom: nil)
        session.forgetAnswered(after: 0)
        catchingUp.removeAll { $0 === session }
    }

    // MARK: Deciding

    /// What a request came to.
    struct Decision {
        var answer: Answer
        /// The answer as the result object.
        var result: [UInt8]
        var records: [EventRecord]
        /// The JSON of the message that was said, of which a request says one at most: written once for the answer,
        /// the log and everyone who is told (law 5).
        var message: [UInt8]?
    }

    /// Lets the core decide, and notes what it decided to be written and told.
    func decide(
        receipt: (sender: Core.Actor.Sender, clientID: String)?, at now: Instant,
        _ body: (inout Core) throws(RPCError) -> Answer
    ) throws(RPCError) -> Decision {
        let answer = try body(&core)
        let message: [UInt8]? = if case .message(let message) = answer { JSONWriter.bytes(of: message) } else { nil }
        let result = answer.encoded(message: message)
        if receipt != nil, !core.hasDecided { core.answerUnchanged(at: now) }
        var records = core.takeDecided()
        if let receipt {
            pendingReceipts[receipt.sender, default: [:]][Array(receipt.clientID.utf8)] = result
            var kept = result
            if case .messagePosted = records[0].event, case .message = answer { kept = [] }
            records[0].receipt = Receipt(sender: receipt.sender.key, clientID: receipt.clientID, result: kept)
        }
        for record in records { pending.append(LogRecord(record, message: message)) }
        return Decision(answer: answer, result: result, records: records, message: message)
    }

    /// The result that a request with that client id got the first time; nil if it is new.
    func earlierResult(sender: Core.Actor.Sender, clientID: String) throws(LogError) -> [UInt8]? {
        if let result = pendingReceipts[sender]?[Array(clientID.utf8)] { return result }
        guard let position = try log.position(of: ReceiptKey(handle: sender.key, clientID: clientID)),
            let stored = try log.record(at: position)
        else { return nil }
        if let result = EventRecord.storedResult(in: stored.body) { return JSONWriter.bytes(of: result) }
        guard case .messagePosted(let message)? = try? EventRecord(stored).event else { return nil }
        return JSONWriter.bytes(of: Answer.message(message))
    }

    /// The fact that stands in a thread under that id, read from the log; nothing may be pending.
    func found(_ id: String) throws(LogError) -> Core.Found {
        guard let entry = try log.entry(id: id), let record = try? EventRecord(entry.record) else { return .nothing }
        return .record(record)
    }

    // MARK: Saying

    /// Puts something on a stream once all that was decided before it is durable.
    func say(_ message: [UInt8], to session: Session) {
        session.saidBytes &+= message.count
        outbox.append(Delivery(session: session, content: .message(message)))
    }

    /// Makes what was decided durable and releases what is to be said about it.
    ///
    /// - Throws: ``LogError`` if it could not be written: then nothing of it happened, the state is again that of
    ///   the log, and nothing was said.
    func commit(into deliveries: inout [Delivery]) throws(LogError) {
        if !pending.isEmpty {
            do {
                try log.append(pending, expectedEnd: pending[0].position - 1)
                counts.commits += 1
                counts.records += pending.count
            } catch {
                counts.commitFailures += 1
                discard()
                needsMending = true
                try? mend()
                throw error
            }
        }
        if deliveries.isEmpty { swap(&deliveries, &outbox) } else { deliveries.append(contentsOf: outbox) }
        discard()
    }

    /// Makes the state that of the log again, if a failure kept it from being so.
    ///
    /// - Throws: `unavailable` as long as the log cannot be read.
    func mend() throws(RPCError) {
        guard needsMending else { return }
        do {
            core = Core(state: try log.restoredState(), limits: limits)
            needsMending = false
        } catch {
            throw RPCError(.unavailable, "Nothing was done: \(error)")
        }
    }

    private func discard() {
        pending.removeAll(keepingCapacity: true)
        pendingReceipts = [:]
        outbox.removeAll(keepingCapacity: true)
    }

    /// Begins again with nothing: the sessions' owner ends them.
    func reset(log: any EventLog) throws(LogError) {
        discard()
        needsMending = false
        self.log = log
        // Who was reading the old log, and stays, reads the new one from its beginning.
        for session in catchingUp {
            guard case .joined(_, let actor, _) = session.state else { continue }
            session.state = .joined(self, actor, catchingUpFrom: 0)
            session.forgetAnswered(after: 0)
        }
        core = Core(state: try log.restoredState(), limits: limits)
    }
}

extension Core.Actor {
    /// Whose client ids are one space: a person's sessions share theirs, and so do an app's for one person.
    struct Sender: Hashable {
        var key: String
    }

    var sender: Sender {
        switch self {
        case .person(let handle): Sender(key: handle.rawValue)
        case .app(let app, let person): Sender(key: "\(person) \(app)")
        case .observer(let handle): Sender(key: "* \(handle?.rawValue ?? "")")
        }
    }
}
