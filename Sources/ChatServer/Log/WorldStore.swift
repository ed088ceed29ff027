public import ChatProtocol

/// Where the worlds of a server are, with the log of each, but for `main`, whose log the server is given.
public protocol WorldStore: AnyObject {
    /// Whether they outlive the process.
    var isStored: Bool { get }

    /// How other servers are reached that serve the same; nil where this one has them alone.
    var channel: (any NodeChannel)? { get }

    /// Has what takes long read on other threads, beside all else, where it can.
    ///
    /// - Parameter wake: Called there when something was read that was asked for.
    func readBeside(waking wake: @escaping @Sendable () -> Void)

    /// The tokens of all servers that serve the same; nil where each has its own.
    var tokens: PostgresTokens? { get }

    /// The one of that name, whoever made it, with the log that it has now; nil if there is none.
    func find(_ name: WorldName) throws(LogError) -> StoredWorld?

    /// All that there are, `main` too, served or not; nil where there are no others than those that the server has.
    func list() throws(LogError) -> [ListedWorld]?

    /// How many those are.
    func count() throws(LogError) -> Int?

    /// Where the logs of those end that were made or found here, of each that is there still.
    func ends() throws(LogError) -> [WorldName: Int64]

    /// Makes one that is not there yet.
    func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> any EventLog

    /// Takes all from one that was ever in it.
    ///
    /// - Returns: its log, which is empty.
    func empty(_ name: WorldName) throws(LogError) -> any EventLog

    /// Takes one away, with all that is in it.
    func remove(_ name: WorldName) throws(LogError)

    /// Appends to the logs of several worlds in one transaction, where it can.
    ///
    /// - Returns: what became of each batch; nil where nothing was done, and it is to be appended by itself.
    func append(_ batches: [LogBatch]) -> [Result<Void, LogError>?]

    /// Lets go of what it holds open, the log of `main` included where that is there too.
    func close()
}

extension WorldStore {
    /// This server has them alone.
    public var channel: (any NodeChannel)? { nil }

    /// All is read in place.
    public func readBeside(waking wake: @escaping @Sendable () -> Void) {}

    /// It has its own.
    public var tokens: PostgresTokens? { nil }

    /// The server has all that there are.
    public func find(_: WorldName) -> StoredWorld? { nil }

    /// The server has all that there are.
    public func list() -> [ListedWorld]? { nil }

    /// The server has all that there are.
    public func count() -> Int? { nil }

    /// Nobody else writes to them.
    public func ends() -> [WorldName: Int64] { [:] }

    /// Each has a transaction of its own.
    public func append(_ batches: [LogBatch]) -> [Result<Void, LogError>?] { batches.map { _ in nil } }
}

/// What is to be appended to a log.
public struct LogBatch {
    /// The log.
    package let log: any EventLog
    /// The records, the first at the position behind its end.
    package let records: [LogRecord]

    /// A batch for that log.
    package init(_ records: [LogRecord], to log: any EventLog) { (self.records, self.log) = (records, log) }

    /// Where the log has to end for it.
    package var expectedEnd: Int64 { (records.first?.position ?? 1) - 1 }
}

/// A world that was made earlier.
public struct StoredWorld {
    /// Its name.
    package var name: WorldName
    /// How time passes in it.
    package var clock: ClockKind
    /// What its randomness begins with.
    package var seed: Int64
    /// Its log.
    package var log: any EventLog

    /// A world with that log.
    package init(name: WorldName, clock: ClockKind, seed: Int64, log: any EventLog) {
        (self.name, self.clock, self.seed, self.log) = (name, clock, seed, log)
    }
}

/// A world as a list tells of it.
public struct ListedWorld: Sendable, Equatable {
    /// Its name.
    package var name: WorldName
    /// How time passes in it.
    package var clock: ClockKind
    /// What its randomness begins with.
    package var seed: Int64
    /// Where its log ends.
    package var end: Int64
    /// The time of the last record; the first of all times where there is none.
    package var lastAt: Instant
    /// How many sessions it has, at all servers.
    package var sessions: Int

    package init(name: WorldName, clock: ClockKind, seed: Int64, end: Int64, lastAt: Instant, sessions: Int) {
        (self.name, self.clock, self.seed) = (name, clock, seed)
        (self.end, self.lastAt, self.sessions) = (end, lastAt, sessions)
    }
}

/// Worlds that are gone with the process.
package final class MemoryWorlds: WorldStore {
    /// A store of them.
    package init() {}

    package var isStored: Bool { false }

    package func make(_: WorldName, clock _: ClockKind, seed _: Int64) -> any EventLog { MemoryEventLog() }

    package func empty(_: WorldName) -> any EventLog { MemoryEventLog() }

    package func remove(_: WorldName) {}

    package func close() {}
}
