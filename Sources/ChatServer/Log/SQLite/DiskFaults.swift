import Synchronization

/// What the store asks of a disk.
package enum DiskOperation: CaseIterable, Hashable, Sendable {
    case open, read, write, truncate, sync
}

/// How a disk does not do what it was asked, each with the code of SQLite that it says.
package enum DiskFault: Hashable, Sendable {
    /// Nothing is done.
    case refused(Int32)
    /// All of it is done, and said not to be.
    case doneAndDenied(Int32)
    /// The first half of it is done.
    case torn(Int32)
}

/// Disks that fail, for tests: what is asked of the files of a log may go wrong as a closure says.
package enum DiskFaults {
    /// Says what goes wrong with an operation on a file; nil for nothing.
    package typealias Plan = @Sendable (DiskOperation, _ path: String) -> DiskFault?

    private static let plans = Mutex<[String: Plan]>([:])
    private static let areThere = Atomic(false)

    /// Sets what goes wrong with a log file, and with its write-ahead log; nil for nothing any more.
    package static func plan(_ path: String, _ plan: Plan?) {
        plans.withLock { $0[path] = plan }
        if plan != nil { areThere.store(true, ordering: .relaxed) }
    }

    static func fault(_ operation: DiskOperation, _ path: String) -> DiskFault? {
        guard areThere.load(ordering: .relaxed) else { return nil }
        let file = path.hasSuffix("-wal") ? String(path.dropLast(4)) : path
        return plans.withLock { $0[file] }?(operation, path)
    }
}
