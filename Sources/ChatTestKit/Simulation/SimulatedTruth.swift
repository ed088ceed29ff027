import ChatLog

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
