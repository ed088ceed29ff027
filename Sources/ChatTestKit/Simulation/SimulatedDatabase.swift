import ChatLog
import ChatProtocol

/// What the servers of a simulation have in common beside their log, as those on one database have its notifications:
/// what one says is heard by all who are connected, in one order, and is kept nowhere.
final class SimulatedDatabase {
    let clock: SimulatedClock
    let truth: SimulatedTruth
    /// The second world, where there is one.
    let neighbourhood: SimulatedNeighbourhood?
    let defects: Defects
    /// The connections that there are, or were of late.
    private var channels: [SimulatedChannel] = []
    private var count = 0
    private var chance: SplitMix64

    init(
        _ truth: SimulatedTruth, _ neighbourhood: SimulatedNeighbourhood?, defects: Defects, clock: SimulatedClock,
        seed: UInt64
    ) {
        (self.truth, self.neighbourhood, self.defects, self.clock) = (truth, neighbourhood, defects, clock)
        chance = SplitMix64(seed: seed ^ 0xda7a)
    }

    /// A server connects.
    func join() -> SimulatedChannel {
        count += 1
        let channel = SimulatedChannel("node-\(count)", of: self)
        channels.append(channel)
        return channel
    }

    /// Has all who are connected hear something, each after a while.
    func say(_ words: HeardWords) {
        for channel in channels where channel.lostAt == nil {
            let delay = chance.happens(percent: 5) ? 700 : Int64.random(in: 0...15, using: &chance)
            channel.hear(words, at: clock.steady + delay)
        }
    }

    /// Those who may have told somebody something: whoever lost their connection may come back for a while.
    func others(than channel: SimulatedChannel) -> [OtherNode] {
        if defects.planted == .ownFence { return [] }
        channels.removeAll { $0.lostAt.map { clock.steady - $0 > SimulatedChannel.graceMilliseconds } ?? false }
        return channels.filter { $0 !== channel }.map { OtherNode(name: $0.node, lives: $0.lostAt == nil) }
    }

    /// Comes back, perhaps after it was forgotten.
    fileprivate func add(_ channel: SimulatedChannel) {
        if !channels.contains(where: { $0 === channel }) { channels.append(channel) }
    }
}

/// The connection of one server, on which it is told what others say.
final class SimulatedChannel: NodeChannel {
    /// For so long a server whose connection is lost is waited for, in milliseconds.
    static let graceMilliseconds: Int64 = 10_000
    /// So much earlier a server that lost its connection lets go of its streams, in milliseconds.
    private static let leeway: Int64 = 2_000

    let node: String
    private(set) var generation = 1
    /// Since when it is lost; nil while it is there.
    private(set) var lostAt: Int64?
    private let database: SimulatedDatabase
    private var waiting: [(at: Int64, words: HeardWords)] = []

    fileprivate init(_ node: String, of database: SimulatedDatabase) { (self.node, self.database) = (node, database) }

    /// When something is heard next.
    var next: Int64? { waiting.first?.at }

    fileprivate func hear(_ words: HeardWords, at moment: Int64) {
        if case .appended = words.content, database.defects.planted == .lostWake { return }
        waiting.append((max(moment, waiting.last?.at ?? 0), words))
    }

    /// Nothing is heard any more, nor said.
    func lose() {
        if lostAt == nil { lostAt = database.clock.steady }
        waiting = []
    }

    /// It is there again.
    func reconnect() {
        guard lostAt != nil else { return }
        lostAt = nil
        generation += 1
        database.add(self)
    }

    /// Says that the log of a world ends there now.
    func noteAppended(through end: Int64, in world: WorldName) {
        guard lostAt == nil else { return }
        database.say(HeardWords(.appended(through: end), in: world, by: node))
    }

    // MARK: NodeChannel

    var mayBeGivenUp: Bool {
        lostAt.map { database.clock.steady - $0 > Self.graceMilliseconds - Self.leeway } ?? false
    }

    /// A number for where it is waited for; nobody does here.
    var descriptor: Int32? { lostAt == nil ? 0 : nil }

    func read() {}

    var hasHeard: Bool { next.map { $0 <= database.clock.steady } ?? false }

    func takeHeard() -> [HeardWords] {
        let came = waiting.prefix { $0.at <= database.clock.steady }
        waiting.removeFirst(came.count)
        return came.map(\.words)
    }

    func say(_ words: [[UInt8]], in world: WorldName) throws(LogError) {
        try checkThere()
        for said in words { database.say(HeardWords(.said(said), in: world, by: node)) }
    }

    func others() throws(LogError) -> [OtherNode] {
        try checkThere()
        return database.others(than: self)
    }

    /// Where the logs of the worlds end.
    fileprivate func ends() throws(LogError) -> [WorldName: Int64] {
        try checkThere()
        if database.defects.planted == .lostWake {
            throw .unavailable(reason: "the planted defect hides the ends of the logs")
        }
        var ends: [WorldName: Int64] = [.main: database.truth.end]
        ends[SimulatedNeighbourhood.world] = database.neighbourhood?.truth.end
        return ends
    }

    private func checkThere() throws(LogError) {
        if lostAt != nil { throw .unavailable(reason: "the connection is lost") }
    }
}

/// The worlds of a simulation, where several servers serve them.
final class SharedWorlds: WorldStore {
    private let node: SimulatedChannel
    private let defects: Defects
    /// The logs, each with the disk below it.
    private let logs: [(log: any EventLog, disk: SimulatedDisk)]

    init(_ logs: [(any EventLog, SimulatedDisk)], heardOn channel: SimulatedChannel, defects: Defects) {
        (self.logs, node, self.defects) = (logs, channel, defects)
    }

    var isStored: Bool { true }

    var channel: (any NodeChannel)? { node }

    func find(_ name: WorldName) -> StoredWorld? {
        logs.first { $0.disk.world == name }.map { StoredWorld(name: name, clock: .real, seed: 0, log: $0.log) }
    }

    func ends() throws(LogError) -> [WorldName: Int64] { try node.ends() }

    func append(_ batches: [LogBatch]) -> [Result<Void, LogError>?] {
        let parts = batches.compactMap { batch in
            logs.first { $0.log === batch.log }.map { (disk: $0.disk, batch: batch) }
        }
        guard parts.count == batches.count, defects.planted == nil || defects.planted == .splitCommit else {
            return batches.map { _ in nil }
        }
        if defects.strikes(.splitCommit, percent: 30), let first = batches.first,
            (try? first.log.append(first.records, expectedEnd: first.expectedEnd)) != nil
        {
            return batches.map { _ in .success(()) }
        }
        return SimulatedDisk.append(parts)
    }

    func make(_: WorldName, clock _: ClockKind, seed _: Int64) throws(LogError) -> any EventLog { throw Self.alone }

    func empty(_: WorldName) throws(LogError) -> any EventLog { throw Self.alone }

    func remove(_: WorldName) throws(LogError) { throw Self.alone }

    private static var alone: LogError { .unavailable(reason: "a simulation cannot create, reset or delete worlds") }

    func close() {}
}
