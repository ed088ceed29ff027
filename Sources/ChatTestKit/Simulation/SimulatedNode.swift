import ChatCore
import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// A server: the real engine on a log, without sockets. The simulation kills it and starts it again.
final class SimulatedNode {
    let index: Int
    let disk: SimulatedDisk
    /// The disk with the log of the second world, and the person there; nil if there is only one world.
    private let nextDoor: SimulatedDisk?
    let neighbour: SimulatedNeighbour?
    private let defects: Defects
    private let clock: SimulatedClock
    private let configuration: ServerEngine.Configuration
    /// The state that it shares with other nodes; nil if it is the only node.
    private let database: SimulatedDatabase?
    private(set) var engine: ServerEngine?
    /// The server's clock. Each start creates a new one.
    private var now: () -> Instant
    private var lines: [ObjectIdentifier: SimulatedLine] = [:]
    /// The lines that it forwards, and the lines that wait for the node that holds their world.
    private var forwarded: [SimulatedLine] = []
    private var waiting: [SimulatedLine] = []
    /// The end of a freeze, and the messages that the node has received but not processed.
    private var frozenUntil: Int64?
    private var unread: [(message: [UInt8], session: Session)] = []
    /// The sessions to close once their last messages have been processed.
    private var closing: [Session] = []
    /// The time of the next tick; nil if there is nothing to process.
    private var tickAt: Int64?
    /// The time of the next start; nil while it runs.
    private var startsAt: Int64?
    private var recoversAt: Int64?
    /// The limits in microseconds: far above linear work, and far below quadratic work on a long text.
    #if DEBUG
        private static let allowed: (tick: Int64, perByte: Int64) = (500_000, 4)
    #else
        private static let allowed: (tick: Int64, perByte: Int64) = (200_000, 1)
    #endif

    init(
        index: Int, disk: SimulatedDisk, defects: Defects, clock: SimulatedClock, database: SimulatedDatabase?
    ) {
        (self.index, self.disk, self.defects, self.clock, self.database) = (index, disk, defects, clock, database)
        now = { clock.wall }
        let neighbourhood = database?.neighbourhood
        nextDoor = neighbourhood.map { SimulatedDisk($0.truth, world: SimulatedNeighbourhood.world) }
        neighbour = neighbourhood.map { SimulatedNeighbour(index, in: $0) }
        disk.twin = nextDoor
        nextDoor?.twin = disk
        var configuration = ServerEngine.Configuration()
        configuration.limitsRate = false
        configuration.limits.unsentBytes = 65_536
        configuration.secret = []
        self.configuration = configuration
        startsAt = 0
    }

    /// The reason why the last tick took too much processor time; nil if it did not.
    private(set) var overrun: String?

    /// The interval at which it checks the health of a log that it shares with other nodes.
    private static let pollMilliseconds: Int64 = 1_000

    /// The time of the next work that the node does by itself; nil if there is none.
    var next: Int64? {
        guard let engine else { return startsAt }
        if let frozenUntil { return frozenUntil }
        let dueAt = engine.nextDue.map { clock.steady + max(0, $0.milliseconds - now().milliseconds) }
        return [tickAt, recoversAt, dueAt].compactMap { $0 }.min()
    }

    /// Stops all work for a number of milliseconds.
    func freeze(forMilliseconds milliseconds: Int64) {
        if engine != nil { frozenUntil = max(frozenUntil ?? 0, clock.steady + milliseconds) }
    }

    var isFrozen: Bool { frozenUntil != nil }

    /// Starts the node if it is down and the time has come.
    ///
    /// - Returns: True if it started.
    func startIfDue() -> Bool {
        guard engine == nil, let due = startsAt, due <= clock.steady else { return false }
        for disk in [disk, nextDoor] { disk?.restart() }
        let log = defects.log(on: disk)
        disk.leases = database?.join(index)
        if disk.state == .away { disk.leases?.lose() }
        nextDoor?.leases = disk.leases
        let logs = [(log, disk)] + (nextDoor.map { [(KeptLog($0), $0)] } ?? [])
        let store: any WorldStore =
            disk.leases.map { SharedWorlds(logs, held: $0, defects: defects) } ?? MemoryWorlds()
        let now = defects.time(of: clock)
        self.now = now
        engine = try? ServerEngine(
            configuration: configuration, log: log, isStored: true, store: store,
            steady: { [clock] in Instant(milliseconds: clock.monotonic) }, clock: now)
        if engine == nil { disk.leases?.lose() }
        startsAt = engine == nil ? clock.steady + 500 : nil
        if engine != nil, database != nil { recoversAt = clock.steady + Self.pollMilliseconds }
        return engine != nil
    }

    /// Opens a line to the node; nil while it is down.
    func open(from device: SimulatedDevice) -> SimulatedLine? {
        guard let engine else { return nil }
        let session = engine.open(tag: device.index)
        let told = StreamRecord(person: device.person, name: "the connection of \(device.name)")
        let line = SimulatedLine(device: device.index, node: index, session: session, told: told)
        lines[ObjectIdentifier(session)] = line
        return line
    }

    /// Receives a complete message, which a tick processes within a number of milliseconds.
    func receive(_ message: [UInt8], on line: SimulatedLine, tickIn milliseconds: Int64) {
        guard let engine else { return }
        unread.append((message, line.session))
        guard frozenUntil == nil else { return }
        if let message = neighbour?.speak(to: engine) { unread.append(message) }
        tickAt = min(tickAt ?? .max, clock.steady + milliseconds)
    }

    /// Takes over a line whose client logs in to a world that this node holds.
    ///
    /// - Returns: True if it takes the line.
    func take(_ line: SimulatedLine, _ login: ForwardedLogin, from entrance: SimulatedNode) -> Bool {
        guard let engine, frozenUntil == nil else { return false }
        let session = engine.open(tag: line.device)
        guard engine.receive(login, from: session) else {
            engine.close(session)
            return false
        }
        entrance.lines[ObjectIdentifier(line.session)] = nil
        entrance.engine?.release(line.session)
        entrance.forwarded.append(line)
        line.move(to: index, session)
        lines[ObjectIdentifier(session)] = line
        tickAt = min(tickAt ?? .max, clock.steady)
        return true
    }

    /// Searches again for the node that holds the world of a line, at once or with the next poll.
    func relocate(for line: SimulatedLine, after problem: String?) {
        guard let engine, lines[ObjectIdentifier(line.session)] === line else { return }
        if !engine.relocate(forForwardOf: line.session, after: problem) { waiting.append(line) }
        tickAt = min(tickAt ?? .max, clock.steady)
    }

    /// Closes the session of a line that has ended, after its last messages.
    func close(_ line: SimulatedLine) {
        forwarded.removeAll { $0 === line }
        guard lines.removeValue(forKey: ObjectIdentifier(line.session)) != nil, let engine else { return }
        guard !unread.contains(where: { $0.session === line.session }) else { return closing.append(line.session) }
        engine.close(line.session)
        if engine.hasUnflushed { tickAt = min(tickAt ?? .max, clock.steady) }
    }

    /// True if the power failed during a write.
    var isDying: Bool { engine != nil && disk.isDead }

    /// Kills the node until a number of milliseconds have passed.
    ///
    /// - Returns: Its lines, which the caller must cut.
    func die(forMilliseconds milliseconds: Int64) -> [SimulatedLine] {
        engine = nil
        disk.leases?.lose()
        disk.leases = nil
        nextDoor?.leases = nil
        neighbour?.leave()
        (tickAt, recoversAt, frozenUntil) = (nil, nil, nil)
        startsAt = clock.steady + milliseconds
        defer { (lines, forwarded, waiting, unread, closing) = ([:], [], [], [], []) }
        return (lines.values + forwarded).sorted { $0.session.tag < $1.session.tag }
    }

    /// Processes the received messages and the work that is due.
    ///
    /// - Returns: The messages and ends for each line; nil if nothing was due or the power failed.
    func tick() -> [(line: SimulatedLine, content: Delivery.Content)]? {
        guard let engine, let next, next <= clock.steady else { return nil }
        frozenUntil = nil
        let (messages, ended) = (unread, closing)
        (unread, closing) = ([], [])
        let began = Clocks.thread()
        let tick = engine.flush { handle in
            for (message, session) in messages {
                defects.waste(on: message)
                handle(message, session)
            }
            for session in ended { engine.close(session) }
            recoverIfDue()
        }
        let (took, bytes) = (Clocks.thread() - began, messages.reduce(0) { $0 + $1.message.count })
        let isOverrun = took > Self.allowed.tick + Self.allowed.perByte * Int64(bytes)
        overrun =
            isOverrun ? "the server used too much processor time: \(took / 1_000) ms for \(bytes) bytes" : nil
        if disk.isDead { return nil }
        tickAt = tick.hasMore ? clock.steady : nil
        if !defects.held.isEmpty { tickAt = tickAt ?? clock.steady + 2_000 }
        if engine.unhealthyReason != nil { recoversAt = min(recoversAt ?? .max, clock.steady + 300) }
        return tick.deliveries.compactMap { delivery in
            delivery.session.noteUnsent(0)
            if let neighbour, neighbour.session === delivery.session { neighbour.take(delivery.content, at: engine) }
            let line = lines[ObjectIdentifier(delivery.session)]
            if case .end = delivery.content { lines[ObjectIdentifier(delivery.session)] = nil }
            return line.map { ($0, delivery.content) }
        }
    }

    private func recoverIfDue() {
        guard let engine, let due = recoversAt, due <= clock.steady else { return }
        engine.recover()
        let looking = waiting
        waiting = []
        for line in looking { relocate(for: line, after: nil) }
        recoversAt = database == nil ? nil : clock.steady + Self.pollMilliseconds
    }

    /// The lines that are open, in the order of their devices.
    var openLines: [SimulatedLine] { lines.values.sorted { $0.session.tag < $1.session.tag } }

    /// Returns true if the node's state equals the state that its logs restore.
    func isRebuilt() -> Bool {
        guard let engine, engine.problem == nil else { return true }
        return [disk, nextDoor].compactMap(\.self).allSatisfy { disk in
            // A world without sessions may catch up later.
            guard let world = engine.worlds[disk.world], !world.sessions.isEmpty,
                let state = try? disk.restoredState()
            else { return true }
            return world.state == state
        }
    }
}
