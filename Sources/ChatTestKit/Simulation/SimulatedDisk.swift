import ChatLog
import ChatProtocol
import ChatSystem
import Synchronization

/// A disk with a log. It can be full for a while, fail in the middle of a commit, or lose its power in the middle of
/// one.
final class SimulatedDisk: KeptLog {
    /// The state of the disk.
    enum State: Hashable {
        case well
        /// Every write fails with an error, and nothing is stored.
        case full
        /// The next commit fails in the middle. Until the disk works again, the server cannot know if the commit was
        /// stored.
        case failing(keeps: Bool)
        /// The log cannot be reached. With several servers, one of them alone can be in this state.
        case away
    }

    /// The moment in the next commit at which the power fails.
    enum Crash: Hashable, CaseIterable { case beforeCommit, afterCommit }

    /// The world of the log.
    let world: WorldName
    /// The same disk with the log of another world.
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

    /// The leases of the server that uses the disk; nil if it is the only server.
    var leases: SimulatedLeases?

    var crash: Crash? { didSet { if let twin, twin.crash != crash { twin.crash = crash } } }
    /// True after a power failure, which kills the server that uses the disk.
    private(set) var isDead = false { didSet { if let twin, twin.isDead != isDead { twin.isDead = isDead } } }
    /// The end of the log as the server knows it, since a commit failed or the log became unreachable; nil if neither
    /// happened.
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

    /// Removes the records after a position.
    func truncate(to position: Int64) {
        let rest = MemoryEventLog()
        guard let kept = try? truth.log.read(after: 0, limit: Int(position)),
            (try? rest.append(kept, expectedEnd: 0)) != nil
        else { return }
        truth.log = rest
    }

    /// Restores the power.
    func restart() {
        truth.reopen()
        isDead = false
        crash = nil
        if state == .well { shutAt = nil }
    }

    /// The end of the log, even if the server does not know it yet.
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

    /// Writes to the logs of several worlds in one commit, which succeeds or fails as a whole.
    ///
    /// - Returns: The result; nil if nothing was done and each batch must be appended separately.
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
        // The disk writes nothing. Each separate append then reports the reason.
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

    /// Writes in any state of the disk.
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

/// The actual content of a log, below the disks of all nodes that use it: records in memory, with the failures that the
/// disk causes.
class SimulatedTruth {
    var log: any EventLog

    init(_ log: any EventLog = MemoryEventLog()) { self.log = log }

    var end: Int64 { log.end }

    /// The records as they were first written, by position. The log may lack a text that a later record of the same
    /// commit removed.
    private var written: [Int64: LogRecord] = [:]

    /// Stores the original form of records that are written, or may be.
    func note(_ batch: [LogRecord]) { for record in batch { written[record.position] = record } }

    /// Returns the records after a position, as they were first written.
    func records(after position: Int64) -> [LogRecord] {
        let rows = (try? log.read(after: position, limit: .max)) ?? []
        defer { written = [:] }
        return rows.map { row in
            guard let record = written[row.position], record.at == row.at, record.entry == row.entry,
                record.idempotencyKey == row.idempotencyKey
            else { return row }
            return record
        }
    }

    /// True if the log itself fails on a full or broken disk, so that ``SimulatedDisk`` need not simulate the failure.
    var failsByItself: Bool { false }

    /// A wrong behaviour of the log; nil if there is none.
    var problem: String? { nil }

    /// Applies a new state of the disk.
    func apply(_ state: SimulatedDisk.State) {}

    /// Simulates a power failure in the middle of a write. In memory, nothing of the write is stored.
    func breakInCommit(_ write: (any EventLog) -> Void) {}

    /// Opens the log again, after the process that used it was killed.
    func reopen() {}
}

/// A log in a real file, whose disk fails below SQLite in the middle of a write.
final class SQLiteTruth: SimulatedTruth {
    // The result codes of SQLite for a full disk and for a failed sync.
    private static let full: Int32 = 13
    private static let syncFailed: Int32 = 10 | (4 << 8)

    private let path: String
    private var state = SimulatedDisk.State.well
    /// The number of operations that succeed in the next interrupted commit.
    private var patience = 0
    /// The bytes of the write-ahead log of another file.
    private var othersLog: [UInt8] = []
    /// The problem of a start that SQLite should have refused; nil if there is none.
    private var acceptedStart: String?

    /// Creates a log in a file, which must not exist yet.
    init(path: String) throws(LogOpenError) {
        self.path = path
        super.init(try SQLiteEventLog(path: path))
    }

    deinit { DiskFaults.plan(path, nil) }

    override var failsByItself: Bool { true }

    override var problem: String? { acceptedStart }

    override func apply(_ state: SimulatedDisk.State) {
        self.state = state
        switch state {
        case .well: DiskFaults.plan(path, nil)
        case .away: break
        case .full: DiskFaults.plan(path) { operation, _ in operation == .write ? .refused(Self.full) : nil }
        case .failing(let keeps):
            let fault = keeps ? DiskFault.doneAndDenied(Self.syncFailed) : .refused(Self.syncFailed)
            DiskFaults.plan(path) { operation, _ in operation == .sync ? fault : nil }
        }
    }

    override func breakInCommit(_ write: (any EventLog) -> Void) {
        patience = (patience + 1) % 12
        let operations = CountedOperations(patience)
        DiskFaults.plan(path) { _, _ in operations.isOver() ? .torn(Self.syncFailed) : nil }
        write(log)
    }

    override func reopen() {
        let first = (try? log.read(after: 0, limit: 1)) ?? []
        // A killed process does not write at its end, as this one would.
        DiskFaults.plan(path) { operation, _ in operation == .read ? nil : .refused(Self.syncFailed) }
        log.close()
        DiskFaults.plan(path, nil)
        acceptedStart = startAmongFilesOfOthers(first)
        apply(state)
        if let again = try? SQLiteEventLog(path: path) { log = again }
    }

    /// Opens the log with the write-ahead log of another file, and then without its data file. SQLite must refuse both
    /// and change no file.
    ///
    /// - Parameter records: The records of the other file.
    /// - Returns: The problem; nil if there is none.
    private func startAmongFilesOfOthers(_ records: [LogRecord]) -> String? {
        let log = path + "-wal"
        let away = path + "-away"
        guard let own = try? FileSystem.bytes(ofFile: log, max: .max), !own.isEmpty,
            let data = try? FileSystem.bytes(ofFile: path, max: .max)
        else { return nil }
        do throws(FileProblem) {
            if othersLog.isEmpty { othersLog = try Self.logOfAnotherFile(path + "-other", holding: records) }
            guard !othersLog.isEmpty else { return nil }
            try FileSystem.replace(log, with: othersLog)
            guard (try? SQLiteEventLog(path: path)) == nil else {
                return "the log was opened with the write-ahead log of another file"
            }
            guard try FileSystem.bytes(ofFile: path, max: .max) == data,
                try FileSystem.bytes(ofFile: log, max: .max) == othersLog
            else { return "opening the log was refused, but changed a file" }
            try FileSystem.replace(log, with: own)
            try FileSystem.move(path, to: away)
            guard (try? SQLiteEventLog(path: path)) == nil, FileSystem.entry(at: path) == nil else {
                return "the log was opened without the data file of its write-ahead log"
            }
            guard try FileSystem.bytes(ofFile: log, max: .max) == own else {
                return "opening the log changed a write-ahead log without a data file"
            }
            try FileSystem.move(away, to: path)
        } catch {
            return "\(error)"
        }
        return nil
    }

    private static func logOfAnotherFile(
        _ path: String, holding records: [LogRecord]
    ) throws(FileProblem) -> [UInt8] {
        let files = [path, path + "-wal", path + "-shm"]
        defer { files.forEach(FileSystem.remove) }
        let other = try? SQLiteEventLog(path: path)
        try? other?.append(records, expectedEnd: 0)
        defer { other?.close() }
        return try FileSystem.bytes(ofFile: path + "-wal", max: .max)
    }
}

/// The number of operations that still succeed.
private final class CountedOperations: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func isOver() -> Bool {
        left.withLock {
            $0 -= 1
            return $0 < 0
        }
    }
}
