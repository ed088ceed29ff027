import ChatLog
import ChatProtocol

/// The state that the servers of a simulation share, except their logs: the server that holds each world.
final class SimulatedDatabase {
    let clock: SimulatedClock
    let truth: SimulatedTruth
    /// The second world; nil if there is only one.
    let neighbourhood: SimulatedNeighbourhood?
    let defects: Defects
    /// The servers that hold a world, or held it last.
    private var holders: [WorldName: SimulatedLeases] = [:]
    private var count = 0

    init(
        _ truth: SimulatedTruth, _ neighbourhood: SimulatedNeighbourhood?, defects: Defects, clock: SimulatedClock
    ) {
        (self.truth, self.neighbourhood, self.defects, self.clock) = (truth, neighbourhood, defects, clock)
    }

    /// Connects a server.
    ///
    /// - Parameter node: The number of the node, which is also the server's address.
    func join(_ node: Int) -> SimulatedLeases {
        count += 1
        return SimulatedLeases(server: "server-\(count)", at: node, of: self)
    }

    /// Returns the server that holds a world, even if it is no longer running.
    fileprivate func holder(of world: WorldName) -> SimulatedLeases? { holders[world] }

    fileprivate func held(by leases: SimulatedLeases) -> Set<WorldName> {
        Set(holders.filter { $0.value === leases }.keys)
    }

    fileprivate func set(_ holder: SimulatedLeases?, of world: WorldName) { holders[world] = holder }
}

/// The leases of one server, from its start to its end.
final class SimulatedLeases: WorldLeases {
    private let server: String
    private let node: Int
    private let database: SimulatedDatabase
    private(set) var generation = 1
    private var confirmed: (at: Int64, generation: Int)
    private var renewedAt: Int64
    /// True while the server has a session with the database.
    private var isConnected = true

    fileprivate init(server: String, at node: Int, of database: SimulatedDatabase) {
        (self.server, self.node, self.database) = (server, node, database)
        confirmed = (database.clock.monotonic, 1)
        renewedAt = database.clock.monotonic
    }

    /// Ends the session with the database.
    func lose() { isConnected = false }

    /// Begins a new session with the database, unless there is one.
    func reconnect() {
        guard !isConnected else { return }
        (isConnected, renewedAt) = (true, database.clock.monotonic)
        generation += 1
    }

    /// True if no other server may take its worlds.
    private var isLive: Bool { isConnected && database.clock.monotonic - renewedAt <= 10_000 }

    /// Takes a world, unless another live server holds it.
    ///
    /// - Returns: The other server; nil if this server now holds the world.
    func take(_ world: WorldName) throws(LogError) -> WorldHolder? {
        try checkConnected()
        if let holder = database.holder(of: world), holder !== self, holder.isLive {
            return WorldHolder(server: holder.server, address: "\(holder.node)")
        }
        database.set(self, of: world)
        return nil
    }

    /// Returns true if this server holds a world. This needs no session here, because the log has a connection of its
    /// own.
    func mayWrite(to world: WorldName) -> Bool { database.holder(of: world) === self }

    private func checkConnected() throws(LogError) {
        if !isConnected { throw .unavailable(reason: "the connection is lost") }
    }

    // MARK: WorldLeases

    var secret: [UInt8] { [] }

    var now: Int64? { nil }

    var address: String? { "\(node)" }

    var areInDoubt: Bool {
        if isTrusted { return false }
        return !isConnected || generation != confirmed.generation || areStale
    }

    var areOver: Bool { !isConnected && areStale && !isTrusted }

    private var isTrusted: Bool { [.trustedLease, .uncheckedLease].contains(database.defects.planted) }

    private var areStale: Bool { database.clock.monotonic - max(confirmed.at, renewedAt) > 8_000 }

    func held() throws(LogError) -> Set<WorldName> {
        try checkConnected()
        confirmed = (database.clock.monotonic, generation)
        renewedAt = confirmed.at
        return database.held(by: self)
    }

    func holds(_ world: WorldName) throws(LogError) -> Bool {
        if isTrusted { return true }
        try checkConnected()
        return mayWrite(to: world)
    }

    func advertise(_: String) {}

    func liveServers() -> Set<String> { [] }

    func renew(sessions _: [WorldName: Int]) { if isConnected { renewedAt = database.clock.monotonic } }

    func release(_ world: WorldName) throws(LogError) {
        try checkConnected()
        if mayWrite(to: world) { database.set(nil, of: world) }
    }

    var descriptor: Int32? { nil }

    func read() {}
}

/// The worlds of a simulation with several servers.
final class SharedWorlds: WorldStore {
    private let own: SimulatedLeases
    private let defects: Defects
    /// The log of each world, with the disk that stores it.
    private let logs: [(log: any EventLog, disk: SimulatedDisk)]

    init(_ logs: [(any EventLog, SimulatedDisk)], held leases: SimulatedLeases, defects: Defects) {
        (self.logs, own, self.defects) = (logs, leases, defects)
    }

    var isStored: Bool { true }

    var leases: (any WorldLeases)? { own }

    func find(_ name: WorldName) throws(LogError) -> FoundWorld? {
        guard let found = logs.first(where: { $0.disk.world == name }) else { return nil }
        if let holder = try own.take(name) { return .remote(holder) }
        return .held(StoredWorld(name: name, clock: .real, seed: 0, log: found.log))
    }

    func append(_ batches: [LogBatch]) -> Result<Void, LogError>? {
        let parts = batches.compactMap { batch in
            logs.first { $0.log === batch.log }.map { (disk: $0.disk, batch: batch) }
        }
        guard parts.count == batches.count, defects.planted == nil || defects.planted == .splitCommit else {
            return nil
        }
        if defects.strikes(.splitCommit, percent: 30), let first = batches.first,
            (try? first.log.append(first.records, expectedEnd: first.expectedEnd)) != nil
        {
            return .success(())
        }
        return SimulatedDisk.append(parts)
    }

    func make(_: WorldName, clock _: ClockKind, seed _: Int64) throws(LogError) -> Bool { throw Self.alone }

    func empty(_: WorldName) throws(LogError) -> any EventLog { throw Self.alone }

    func remove(_: WorldName) throws(LogError) { throw Self.alone }

    private static var alone: LogError { .unavailable(reason: "a simulation cannot create, reset or delete worlds") }

    func close() {}
}
