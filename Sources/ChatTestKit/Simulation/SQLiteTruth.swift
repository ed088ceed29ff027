import ChatLog
import Synchronization

/// A log in a real file, whose disk fails below SQLite, in the middle of what it writes.
final class SQLiteTruth: SimulatedTruth {
    // What SQLite says of a disk that is full, and of a sync that failed.
    private static let full: Int32 = 13
    private static let syncFailed: Int32 = 10 | (4 << 8)

    private let path: String
    private var state = SimulatedDisk.State.well
    /// How many operations the next commit that is broken into gets done.
    private var patience = 0

    /// A log in a file of that path, which must not be there yet.
    init(path: String) throws(LogOpenError) {
        self.path = path
        super.init(try SQLiteEventLog(path: path))
    }

    deinit { DiskFaults.plan(path, nil) }

    override var failsByItself: Bool { true }

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
        // What a process does at its end, a killed one does not.
        DiskFaults.plan(path) { operation, _ in operation == .read ? nil : .refused(Self.syncFailed) }
        log.close()
        apply(state)
        if let again = try? SQLiteEventLog(path: path) { log = again }
    }
}

/// How many operations are still done.
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
