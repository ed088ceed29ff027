public import ChatProtocol

/// Where the worlds of a server are, with the log of each, but for `main`, whose log the server is given.
public protocol WorldStore: AnyObject {
    /// Whether they outlive the process.
    var isStored: Bool { get }

    /// The leases of the worlds, where several servers share the store; nil where this server holds every world.
    var leases: (any WorldLeases)? { get }

    /// Has what takes long read on other threads, beside all else, where it can.
    ///
    /// - Parameter wake: Called there when something was read that was asked for.
    func readBeside(waking wake: @escaping @Sendable () -> Void)

    /// The tokens of all servers that serve the same; nil where each has its own.
    var tokens: PostgresTokens? { get }

    /// The world of that name, whose lease this server takes unless another server holds it; nil if there is none.
    func find(_ name: WorldName) throws(LogError) -> FoundWorld?

    /// All that there are, `main` too, served or not; nil where there are no others than those that the server has.
    func list() throws(LogError) -> [ListedWorld]?

    /// How many those are.
    func count() throws(LogError) -> Int?

    /// Makes one, which nobody holds.
    ///
    /// - Returns: false if there is one of that name already.
    func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> Bool

    /// Deletes everything in a world that this server holds.
    ///
    /// - Returns: its log, which is empty.
    func empty(_ name: WorldName) throws(LogError) -> any EventLog

    /// Deletes a world that this server holds.
    func remove(_ name: WorldName) throws(LogError)

    /// Appends to the logs of several worlds in one transaction, where it can.
    ///
    /// - Returns: what became of all batches; nil where nothing was done, and each is to be appended by itself.
    func append(_ batches: [LogBatch]) -> Result<Void, LogError>?

    /// Lets go of what it holds open, the log of `main` included where that is there too.
    func close()
}

extension WorldStore {
    /// This server holds every world.
    public var leases: (any WorldLeases)? { nil }

    /// All is read in place.
    public func readBeside(waking wake: @escaping @Sendable () -> Void) {}

    /// It has its own.
    public var tokens: PostgresTokens? { nil }

    /// The server has all that there are.
    public func list() -> [ListedWorld]? { nil }

    /// The server has all that there are.
    public func count() -> Int? { nil }

    /// Each has a transaction of its own.
    public func append(_: [LogBatch]) -> Result<Void, LogError>? { nil }
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

/// A world of a store, and which server serves it.
public enum FoundWorld {
    /// This one.
    case held(StoredWorld)
    /// Another one; nil while a server takes it over.
    case elsewhere(WorldHolder?)
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
    /// How many sessions it has, or had when its holder renewed its lease last.
    package var sessions: Int
    /// The address of the server that holds it; nil where nobody does, or one server holds every world.
    package var holder: String?

    package init(
        name: WorldName, clock: ClockKind, seed: Int64, end: Int64, lastAt: Instant, sessions: Int,
        holder: String? = nil
    ) {
        (self.name, self.clock, self.seed) = (name, clock, seed)
        (self.end, self.lastAt, self.sessions, self.holder) = (end, lastAt, sessions, holder)
    }
}

/// Worlds that are gone with the process.
package final class MemoryWorlds: WorldStore {
    private var worlds: [WorldName: StoredWorld] = [:]

    /// A store of them.
    package init() {}

    package var isStored: Bool { false }

    package func find(_ name: WorldName) -> FoundWorld? { worlds[name].map(FoundWorld.held) }

    package func make(_ name: WorldName, clock: ClockKind, seed: Int64) -> Bool {
        guard worlds[name] == nil else { return false }
        worlds[name] = StoredWorld(name: name, clock: clock, seed: seed, log: MemoryEventLog())
        return true
    }

    package func empty(_: WorldName) -> any EventLog { MemoryEventLog() }

    package func remove(_ name: WorldName) { worlds[name] = nil }

    package func close() {}
}
