import Synchronization

/// An operation of the store on a file.
package enum DiskOperation: CaseIterable, Hashable, Sendable {
    case open, read, write, truncate, sync
}

/// A simulated failure of an operation, with the result code of SQLite that it returns.
package enum DiskFault: Hashable, Sendable {
    /// The operation does nothing and fails.
    case refused(Int32)
    /// The operation succeeds but reports a failure.
    case doneAndDenied(Int32)
    /// The first half of the operation succeeds, then it fails.
    case torn(Int32)
}

/// Simulated disk failures for tests: a closure decides which operations on the files of a log fail.
package enum DiskFaults {
    /// Returns the failure of an operation on a file; nil for none.
    package typealias Plan = @Sendable (DiskOperation, _ path: String) -> DiskFault?

    private static let plans = Mutex<[String: Plan]>([:])
    private static let isActive = Atomic(false)

    /// Sets the failures of a log file and of its write-ahead log; nil to remove them.
    package static func plan(_ path: String, _ plan: Plan?) {
        plans.withLock { $0[path] = plan }
        if plan != nil { isActive.store(true, ordering: .relaxed) }
    }

    static func fault(_ operation: DiskOperation, _ path: String) -> DiskFault? {
        guard isActive.load(ordering: .relaxed) else { return nil }
        let file = path.hasSuffix("-wal") ? String(path.dropLast(4)) : path
        return plans.withLock { $0[file] }?(operation, path)
    }
}
