public import ChatProtocol

/// The store of a server's worlds and their logs. The log of `main` is given to the server separately.
public protocol WorldStore: AnyObject {
    /// True if the worlds outlive the process.
    var isStored: Bool { get }

    /// The leases of the worlds, if several servers share the store; nil if this server holds every world.
    var leases: (any WorldLeases)? { get }

    /// Moves slow reads to other threads, if the store can do that.
    ///
    /// - Parameter wake: Called on such a thread when the result of a read is available.
    func readAsync(waking wake: @escaping @Sendable () -> Void)

    /// The tokens shared by all servers of the store; nil if each server has its own tokens.
    var tokens: PostgresTokens? { get }

    /// Returns the world with a name and takes its lease, unless another server holds it. Returns nil if there is no
    /// such world.
    func find(_ name: WorldName) throws(LogError) -> FoundWorld?

    /// Returns all worlds of the store, served or not, including `main`; nil if there are none but this server's own.
    func list() throws(LogError) -> [ListedWorld]?

    /// Returns the number of worlds in ``list()``; nil if that is nil.
    func count() throws(LogError) -> Int?

    /// Creates a world that no server holds.
    ///
    /// - Returns: False if a world with this name exists.
    func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> Bool

    /// Deletes all data of a world that this server holds.
    ///
    /// - Returns: The world's empty log.
    func empty(_ name: WorldName) throws(LogError) -> any EventLog

    /// Deletes a world that this server holds.
    func remove(_ name: WorldName) throws(LogError)

    /// Appends to the logs of several worlds in one transaction, if the store can do that.
    ///
    /// - Returns: The common result of all batches; nil if nothing was done and each batch must be appended separately.
    func append(_ batches: [LogBatch]) -> Result<Void, LogError>?

    /// Closes the files and connections of the store, including the log of `main` if the store holds it.
    func close()
}

extension WorldStore {
    /// Nil: this server holds every world.
    public var leases: (any WorldLeases)? { nil }

    /// Does nothing: all reads happen in place.
    public func readAsync(waking wake: @escaping @Sendable () -> Void) {}

    /// Nil: each server has its own tokens.
    public var tokens: PostgresTokens? { nil }

    /// Returns nil: the server has all worlds.
    public func list() -> [ListedWorld]? { nil }

    /// Returns nil: the server has all worlds.
    public func count() -> Int? { nil }

    /// Returns nil: each batch has its own transaction.
    public func append(_: [LogBatch]) -> Result<Void, LogError>? { nil }
}

/// A batch of records for one log.
public struct LogBatch {
    package let log: any EventLog
    /// The records. The first has the position after the end of the log.
    package let records: [LogRecord]

    /// Creates a batch of records for a log.
    package init(_ records: [LogRecord], to log: any EventLog) { (self.records, self.log) = (records, log) }

    /// The position at which the log must end for this batch.
    package var expectedEnd: Int64 { (records.first?.position ?? 1) - 1 }
}

/// A world found in the store, with its log.
public struct StoredWorld {
    package var name: WorldName
    /// The kind of the world's clock.
    package var clock: ClockKind
    /// The seed of the world's randomness.
    package var seed: Int64
    package var log: any EventLog

    package init(name: WorldName, clock: ClockKind, seed: Int64, log: any EventLog) {
        (self.name, self.clock, self.seed, self.log) = (name, clock, seed, log)
    }
}

/// A world of a store, with the server that holds it.
public enum FoundWorld {
    /// This server holds the world.
    case held(StoredWorld)
    /// Another server holds the world; nil while a server takes it over.
    case remote(WorldHolder?)
}

/// A world in a list of worlds.
public struct ListedWorld: Sendable, Equatable {
    package var name: WorldName
    /// The kind of the world's clock.
    package var clock: ClockKind
    /// The seed of the world's randomness.
    package var seed: Int64
    /// The end of the world's log.
    package var end: Int64
    /// The time of the last record; the earliest instant if there is no record.
    package var lastAt: Instant
    /// The number of sessions, for a world of another server as of its last lease renewal.
    package var sessions: Int
    /// The address of the server that holds the world; nil if no server holds it, or one server holds every world.
    package var holder: String?

    package init(
        name: WorldName, clock: ClockKind, seed: Int64, end: Int64, lastAt: Instant, sessions: Int,
        holder: String? = nil
    ) {
        (self.name, self.clock, self.seed) = (name, clock, seed)
        (self.end, self.lastAt, self.sessions, self.holder) = (end, lastAt, sessions, holder)
    }
}

/// A store of worlds in memory, which end with the process.
package final class MemoryWorlds: WorldStore {
    private var worlds: [WorldName: StoredWorld] = [:]

    /// Creates an empty store.
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

/// The right of one server to serve a world, if several servers share a store.
///
/// A world is served only by the server that holds its lease, so that two servers never write one world. The store
/// records the holder of each world, and each commit checks the holder in its own transaction. This object answers
/// requests that commit nothing.
public protocol WorldLeases: AnyObject {
    /// The secret that servers of one store use to authenticate each other.
    var secret: [UInt8] { get }

    /// The time of the servers' shared clock, in milliseconds since 1970; nil before it is known.
    var now: Int64? { get }

    /// The address at which the other servers reach this server, as `HOST:PORT`; nil before ``advertise(_:)``.
    var address: String? { get }

    /// True if another server may have taken over this server's worlds.
    ///
    /// The causes: the connection to the store ended, no renewal sent in the last 8 s has succeeded, or a renewal found
    /// fewer leases. Only ``held()`` makes it false.
    var areInDoubt: Bool { get }

    /// True if the doubt has lasted so long that other servers may already serve the worlds.
    var areOver: Bool { get }

    /// Renews the leases and returns the worlds that this server then holds.
    func held() throws(LogError) -> Set<WorldName>

    /// Returns true if this server holds a world.
    func holds(_ world: WorldName) throws(LogError) -> Bool

    /// Publishes this server's address to the other servers. To be called before this server takes a world.
    func advertise(_ address: String) throws(LogError)

    /// Returns the names of the servers that respond, this server included.
    func liveServers() throws(LogError) -> Set<String>

    /// Renews the leases and stores the number of sessions of each world, without waiting for the answer.
    ///
    /// To be called once a second.
    func renew(sessions: [WorldName: Int])

    /// Releases a world, so that the next server to ask can take it.
    func release(_ world: WorldName) throws(LogError)

    /// The descriptor that becomes readable when the store sends data; nil if there is no connection.
    var descriptor: Int32? { get }

    /// The number of connections made to the store so far.
    var generation: Int { get }

    /// Reads the notifications of the store.
    func read()
}

/// A server that holds a world.
public struct WorldHolder: Sendable, Equatable {
    /// The name of the server, for people.
    package var server: String
    /// The address at which the other servers reach it, as `HOST:PORT`.
    package var address: String

    package init(server: String, address: String) { (self.server, self.address) = (server, address) }
}
