import ChatLog
import ChatProtocol

/// What the servers of a simulation have in common beside their logs: which of them holds which world.
final class SimulatedDatabase {
    let clock: SimulatedClock
    let truth: SimulatedTruth
    /// The second world, where there is one.
    let neighbourhood: SimulatedNeighbourhood?
    let defects: Defects
    /// The servers that hold a world, or held one.
    private var holders: [WorldName: SimulatedLeases] = [:]
    private var count = 0

    init(
        _ truth: SimulatedTruth, _ neighbourhood: SimulatedNeighbourhood?, defects: Defects, clock: SimulatedClock
    ) {
        (self.truth, self.neighbourhood, self.defects, self.clock) = (truth, neighbourhood, defects, clock)
    }

    /// A server connects.
    ///
    /// - Parameter node: its number among the simulation's, which is its address.
    func join(_ node: Int) -> SimulatedLeases {
        count += 1
        return SimulatedLeases(server: "server-\(count)", at: node, of: self)
    }

    /// The server that holds a world, whether it is there or not.
    fileprivate func holder(of world: WorldName) -> SimulatedLeases? { holders[world] }

    fileprivate func held(by leases: SimulatedLeases) -> Set<WorldName> {
        Set(holders.filter { $0.value === leases }.keys)
    }

    fileprivate func set(_ holder: SimulatedLeases?, of world: WorldName) { holders[world] = holder }
}

/// The leases of one server, as it has them from the start to its end.
final class SimulatedLeases: WorldLeases {
    private let server: String
    private let node: Int
    private let database: SimulatedDatabase
    private(set) var generation = 1
    private var confirmed: (at: Int64, generation: Int)
    private var renewedAt: Int64
    /// Whether its session in the database is there.
    private var isConnected = true

    fileprivate init(server: String, at node: Int, of database: SimulatedDatabase) {
        (self.server, self.node, self.database) = (server, node, database)
        confirmed = (database.clock.monotonic, 1)
        renewedAt = database.clock.monotonic
    }

    /// Its session ends.
    func lose() { isConnected = false }

    /// It has another one, if it has none.
    func reconnect() {
        guard !isConnected else { return }
        (isConnected, renewedAt) = (true, database.clock.monotonic)
        generation += 1
    }

    /// True if no other server may take its worlds.
    private var isLive: Bool { isConnected && database.clock.monotonic - renewedAt <= 10_000 }

    /// Takes a world unless another server holds it.
    ///
    /// - Returns: the other server.
    func take(_ world: WorldName) throws(LogError) -> WorldHolder? {
        try checkConnected()
        if let holder = database.holder(of: world), holder !== self, holder.isLive {
            return WorldHolder(server: holder.server, address: "\(holder.node)")
        }
        database.set(self, of: world)
        return nil
    }

    /// True if it may write to a world: that needs no connection here, for the log has its own.
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

/// The worlds of a simulation, where several servers serve them.
final class SharedWorlds: WorldStore {
    private let own: SimulatedLeases
    private let defects: Defects
    /// The logs, each with the disk below it.
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
