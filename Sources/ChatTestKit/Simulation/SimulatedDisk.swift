import ChatLog
import ChatProtocol

/// A disk with a log on it, which fails as disks do: full for a while, broken in the middle of a commit, or without
/// power in the middle of one.
final class SimulatedDisk: KeptLog {
    /// How the disk is.
    enum State: Hashable {
        case well
        /// Nothing is written, and it says so.
        case full
        /// The next commit fails in its middle, and until the disk is well nobody can say whether it is kept.
        case failing(keeps: Bool)
        /// It cannot be reached; where several servers have it, by one of them.
        case away
    }

    /// Where the power goes in the next commit.
    enum Crash: Hashable, CaseIterable { case beforeCommit, afterCommit }

    /// What lies on it.
    let world: WorldName
    /// The same disk, with the log of another world on it.
    weak var twin: SimulatedDisk?

    var state = State.well {
        didSet {
            truth.apply(state)
            if let twin, twin.state != state { twin.state = state }
            guard state == .away else { return }
            shutAt = shutAt ?? end
            leases?.lose()
        }
    }

    /// The leases of the server on it, where there are others.
    var leases: SimulatedLeases?

    var crash: Crash? { didSet { if let twin, twin.crash != crash { twin.crash = crash } } }
    /// Whether the power went: whoever uses the disk is dead.
    private(set) var isDead = false { didSet { if let twin, twin.isDead != isDead { twin.isDead = isDead } } }
    /// Set where a commit failed in its middle: what the end was said to be then.
    private var shutAt: Int64?
    private let truth: SimulatedTruth

    override var log: any EventLog {
        get { truth.log }
        set { truth.log = newValue }
    }

    init(_ truth: SimulatedTruth, world: WorldName = .main) {
        (self.truth, self.world) = (truth, world)
        super.init(truth.log)
    }

    /// Forgets what stands behind a position.
    func truncate(to position: Int64) {
        let rest = MemoryEventLog()
        guard let kept = try? truth.log.read(after: 0, limit: Int(position)),
            (try? rest.append(kept, expectedEnd: 0)) != nil
        else { return }
        truth.log = rest
    }

    /// The power is back.
    func restart() {
        truth.reopen()
        isDead = false
        crash = nil
        if state == .well { shutAt = nil }
    }

    /// Where it ends, whoever has learned of it.
    var trueEnd: Int64 { truth.end }

    override var end: Int64 { shutAt ?? truth.end }

    override var problem: String? { shutAt == nil ? truth.log.problem : "the disk failed" }

    override func recover() {
        if state == .well {
            shutAt = nil
            twin?.shutAt = nil
            leases?.reconnect()
        }
        truth.log.recover()
    }

    override func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try checkReadable()
        if leases?.mayWrite(to: world) == false { throw .notHeld }
        try commit(batch, expectedEnd: expectedEnd)
    }

    /// Writes to the logs of several worlds in one commit, which fails as one.
    static func append(_ parts: [(disk: SimulatedDisk, batch: LogBatch)]) -> Result<Void, LogError>? {
        guard let machine = parts.first?.disk,
            parts.allSatisfy({ disk, _ in
                (try? disk.checkReadable()) != nil && disk.leases?.mayWrite(to: disk.world) != false
            })
        else { return nil }
        let (isKept, outcome): (Bool, Result<Void, LogError>)
        switch (machine.crash, machine.state) {
        case (let crash?, _):
            machine.isDead = true
            (isKept, outcome) = (crash == .afterCommit, .failure(.unavailable(reason: "the power failed")))
        case (nil, .well): (isKept, outcome) = (true, .success(()))
        case (nil, .failing(let keeps)):
            (isKept, outcome) = (keeps, .failure(.unavailable(reason: "the disk failed", outcome: .unknown)))
        // Nothing is written, and each is told by itself why.
        case (nil, .full), (nil, .away): return nil
        }
        for (disk, batch) in parts {
            let end = disk.truth.end
            disk.truth.note(batch.records)
            if isKept { try? disk.write(batch.records, expectedEnd: batch.expectedEnd) }
            if case .failing = disk.state { disk.shutAt = end }
        }
        return outcome
    }

    private func commit(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        if expectedEnd == truth.end { truth.note(batch) }
        guard !batch.isEmpty else { return try truth.log.append(batch, expectedEnd: expectedEnd) }
        switch crash {
        case .beforeCommit?:
            isDead = true
            truth.breakInCommit { log in try? log.append(batch, expectedEnd: expectedEnd) }
            throw .unavailable(reason: "the power failed")
        case .afterCommit?:
            isDead = true
            try truth.log.append(batch, expectedEnd: expectedEnd)
            throw .unavailable(reason: "the power failed")
        case nil: break
        }
        switch truth.failsByItself ? .well : state {
        case .well: try truth.log.append(batch, expectedEnd: expectedEnd)
        case .full: throw .unavailable(reason: "the disk is full")
        case .failing(let keeps):
            let end = truth.end
            if keeps { try truth.log.append(batch, expectedEnd: expectedEnd) }
            shutAt = end
            throw .unavailable(reason: "the disk failed", outcome: .unknown)
        case .away: throw .unavailable(reason: "the disk cannot be reached")
        }
    }

    /// Writes, however the disk is.
    func write(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try truth.log.append(batch, expectedEnd: expectedEnd)
    }

    private func checkReadable() throws(LogError) {
        if isDead { throw .unavailable(reason: "the power failed") }
        if shutAt != nil { throw .unavailable(reason: "the disk failed") }
    }

    override func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkReadable()
        return try super.read(after: position, limit: limit)
    }

    override func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkReadable()
        return try super.readHot(after: position, limit: limit)
    }

    override func heads() throws(LogError) -> [ConversationHead] {
        try checkReadable()
        return try super.heads()
    }

    override func entry(id: String) throws(LogError) -> StoredEntry? {
        try checkReadable()
        return try super.entry(id: id)
    }

    override func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try checkReadable()
        return try super.entries(conversation: conversation, after: after, before: before, limit: limit)
    }

    override func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try checkReadable()
        return try super.position(of: key)
    }

    override func record(at position: Int64) throws(LogError) -> LogRecord? {
        try checkReadable()
        return try super.record(at: position)
    }
}
