import ChatLog
import ChatSystem
import Synchronization

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
