import ChatLog

/// What is really there, under the disks of all who use one log: records in memory, which fail as the disk says.
class SimulatedTruth {
    var log: any EventLog

    init(_ log: any EventLog = MemoryEventLog()) { self.log = log }

    var end: Int64 { log.end }

    /// The records as they were written: what one of the same commit took back stands in the log no more.
    private var written: [Int64: LogRecord] = [:]

    /// Notes what is written, or may be.
    func note(_ batch: [LogRecord]) { for record in batch { written[record.position] = record } }

    /// The records behind a position, as they were written.
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

    /// Whether a full or broken disk is one here as well, and nobody need pretend.
    var failsByItself: Bool { false }

    /// What the log did that it must not.
    var problem: String? { nil }

    /// The disk is so from now on.
    func apply(_ state: SimulatedDisk.State) {}

    /// The power goes while something is written: here nothing of it is.
    func breakInCommit(_ write: (any EventLog) -> Void) {}

    /// Whoever used it is dead, and it is opened anew.
    func reopen() {}
}
