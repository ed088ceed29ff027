import ChatLog

/// What is really there, under the disks of all who use one log: records in memory, which fail as the disk says.
class SimulatedTruth {
    var log: any EventLog

    init(_ log: any EventLog = MemoryEventLog()) { self.log = log }

    var end: Int64 { log.end }

    /// The records behind a position.
    func records(after position: Int64) -> [LogRecord] { (try? log.read(after: position, limit: .max)) ?? [] }

    /// Whether a full or broken disk is one here as well, and nobody need pretend.
    var failsByItself: Bool { false }

    /// The disk is so from now on.
    func apply(_ state: SimulatedDisk.State) {}

    /// The power goes while something is written: here nothing of it is.
    func breakInCommit(_ write: (any EventLog) -> Void) {}

    /// Whoever used it is dead, and it is opened anew.
    func reopen() {}
}
