import ChatCore
import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// One server: the real engine on a log, without its sockets. It is killed and started again.
final class SimulatedNode {
    let index: Int
    let disk: SimulatedDisk
    /// The disk with the log of the second world, where there is one, and who talks there.
    private let nextDoor: SimulatedDisk?
    let neighbour: SimulatedNeighbour?
    private let defects: Defects
    private let clock: SimulatedClock
    private let configuration: ServerEngine.Configuration
    /// What it has in common with others; nil where it has its log alone.
    private let database: SimulatedDatabase?
    private(set) var engine: ServerEngine?
    /// The server's clock, which begins anew at each start.
    private var now: () -> Instant
    private var lines: [ObjectIdentifier: SimulatedLine] = [:]
    /// The lines that it forwards, and those for which it waits for the node that holds their world.
    private var forwarded: [SimulatedLine] = []
    private var waiting: [SimulatedLine] = []
    /// Until when it does nothing, and what came meanwhile.
    private var frozenUntil: Int64?
    private var unread: [(message: [UInt8], session: Session)] = []
    /// The sessions that end once their last messages were read.
    private var closing: [Session] = []
    /// When it ends its tick; nil if nothing was asked since.
    private var tickAt: Int64?
    /// When it starts again.
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

    /// How often it is looked whether the log is well, where others have it too.
    private static let pollMilliseconds: Int64 = 1_000

    /// When something happens here by itself.
    var next: Int64? {
        guard let engine else { return startsAt }
        if let frozenUntil { return frozenUntil }
        let dueAt = engine.nextDue.map { clock.steady + max(0, $0.milliseconds - now().milliseconds) }
        return [tickAt, recoversAt, dueAt].compactMap { $0 }.min()
    }

    /// Does nothing for a while.
    func freeze(forMilliseconds milliseconds: Int64) {
        if engine != nil { frozenUntil = max(frozenUntil ?? 0, clock.steady + milliseconds) }
    }

    var isFrozen: Bool { frozenUntil != nil }

    /// Starts, where it is time to.
    ///
    /// - Returns: whether it did.
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

    /// Opens a line to it; nil while it is down.
    func open(from device: SimulatedDevice) -> SimulatedLine? {
        guard let engine else { return nil }
        let session = engine.open(tag: device.index)
        let told = StreamRecord(person: device.person, name: "the connection of \(device.name)")
        let line = SimulatedLine(device: device.index, node: index, session: session, told: told)
        lines[ObjectIdentifier(session)] = line
        return line
    }

    /// A whole message came.
    func receive(_ message: [UInt8], on line: SimulatedLine, tickIn milliseconds: Int64) {
        guard let engine else { return }
        unread.append((message, line.session))
        guard frozenUntil == nil else { return }
        if let message = neighbour?.speak(to: engine) { unread.append(message) }
        tickAt = min(tickAt ?? .max, clock.steady + milliseconds)
    }

    /// Takes over a line whose client logs in to a world that this node holds.
    ///
    /// - Returns: whether it does.
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

    /// Looks again for the node that holds the world of a line, at once or with the next look.
    func relocate(for line: SimulatedLine, after problem: String?) {
        guard let engine, lines[ObjectIdentifier(line.session)] === line else { return }
        if !engine.relocate(forForwardOf: line.session, after: problem) { waiting.append(line) }
        tickAt = min(tickAt ?? .max, clock.steady)
    }

    /// A line is gone.
    func close(_ line: SimulatedLine) {
        forwarded.removeAll { $0 === line }
        guard lines.removeValue(forKey: ObjectIdentifier(line.session)) != nil, let engine else { return }
        guard !unread.contains(where: { $0.session === line.session }) else { return closing.append(line.session) }
        engine.close(line.session)
        if engine.hasUnflushed { tickAt = min(tickAt ?? .max, clock.steady) }
    }

    /// Whether the power went while it wrote.
    var isDying: Bool { engine != nil && disk.isDead }

    /// It is no more; its lines are to be cut by whoever calls.
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

    /// Ends a tick that is due.
    ///
    /// - Returns: what is to be put on which line, or that it ends; nil if nothing was due or the power went.
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

    /// Whether what it knows is what its log says.
    func isRebuilt() -> Bool {
        guard let engine, engine.problem == nil else { return true }
        return [disk, nextDoor].compactMap(\.self).allSatisfy { disk in
            // Where nobody is, it learns later.
            guard let world = engine.worlds[disk.world], !world.sessions.isEmpty,
                let state = try? disk.restoredState()
            else { return true }
            return world.state == state
        }
    }
}
