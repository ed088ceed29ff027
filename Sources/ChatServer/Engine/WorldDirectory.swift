import ChatCore
import ChatLog
import ChatProtocol

/// The worlds that this server serves, and the store of all worlds.
///
/// It finds a world on its first use, creates worlds for observers, lists them, and watches the clock for those in
/// which something will be due.
final class WorldDirectory {
    /// `main`, and all worlds that were created or found since the start. With leases, the worlds whose leases this
    /// server holds.
    private(set) var served: [WorldName: World] = [:]
    /// The worlds with a real clock in which something will be due.
    @exclusivity(unchecked) private(set) var timed: [World] = []
    /// The store of all worlds, except for the log of `main`.
    let store: any WorldStore
    private let configuration: ServerEngine.Configuration
    private let counts: EngineCounts
    private let wallClock: () -> Instant
    private let steadyClock: () -> Instant
    private var onFault: ((WorldName, FiredFault) -> Void)?

    /// The server of a world.
    enum Place {
        case here(World)
        /// Another server; nil while a server takes the world over.
        case remote(WorldHolder?)
    }

    init(
        store: any WorldStore, configuration: ServerEngine.Configuration, counts: EngineCounts,
        wallClock: @escaping () -> Instant, steadyClock: @escaping () -> Instant
    ) {
        self.store = store
        self.configuration = configuration
        self.counts = counts
        (self.wallClock, self.steadyClock) = (wallClock, steadyClock)
    }

    /// Reports each fault that fires, with the name of its world.
    func reportFaults(to report: @escaping (WorldName, FiredFault) -> Void) { onFault = report }

    /// The world of this name, if this server serves it.
    subscript(name: WorldName) -> World? { served[name] }

    /// The served worlds, sorted by name.
    var all: [World] { served.keys.sorted().compactMap { served[$0] } }

    // MARK: Serving

    /// Starts to serve a world.
    func add(_ stored: StoredWorld, isStored: Bool) throws(LogError) {
        let world = try World(
            name: stored.name, clock: stored.clock, seed: stored.seed, configuration: configuration, log: stored.log,
            isStored: isStored, counts: counts, status: WorldStatus(usedAt: steadyClock())
        ) { [weak self, name = stored.name] in self?.onFault?(name, $0) }
        served[stored.name] = world
        watch(world)
    }

    /// Stops serving a world.
    func remove(_ world: World) {
        if served[world.name] === world { served[world.name] = nil }
    }

    /// Returns the server of a world, whichever server created it. This server takes a world that none holds. Nil if
    /// the world does not exist.
    func place(of name: WorldName) throws(RPCError) -> Place? {
        if let world = served[name] { return .here(world) }
        do {
            switch try store.find(name) {
            case nil: return nil
            case .remote(let holder)?: return .remote(holder)
            case .held(let stored)?:
                try add(stored, isStored: store.isStored)
                return served[name].map(Place.here)
            }
        } catch {
            throw RPCError(error)
        }
    }

    /// Closes the logs of the served worlds, because the server stops.
    func closeLogs() { served.values.forEach { $0.log.close() } }

    // MARK: Administration by observers

    /// Creates a world.
    ///
    /// - Throws: `conflict` if it exists, `too_large` above the limit of worlds.
    func create(_ request: CreateWorld) throws(RPCError) {
        let limits = configuration.limits
        let length = request.world.rawValue.count
        guard length > 0, length <= limits.nameCharacters else {
            let problem = "must have from 1 to \(limits.nameCharacters) characters"
            throw RPCError.invalid(InvalidField(field: "world", problem: problem))
        }
        let isThere = RPCError(.conflict, "There is a world “\(request.world)” already.", .field("world"))
        guard served[request.world] == nil else { throw isThere }
        let count: Int
        do { count = try store.count() ?? served.count } catch { throw RPCError(error) }
        guard count < limits.worlds else {
            throw RPCError.tooLarge("\(count + 1) worlds", limit: "worlds", limits.worlds)
        }
        let isMade: Bool
        do {
            isMade = try store.make(request.world, clock: request.clock, seed: request.seed)
        } catch {
            throw RPCError(error)
        }
        guard isMade else { throw isThere }
        if store.leases == nil { _ = try place(of: request.world) }
    }

    /// Returns all worlds, sorted by name.
    func summaries() throws(RPCError) -> [WorldSummary] {
        let listed: [ListedWorld]
        do { listed = try store.list() ?? served.values.map(\.listed) } catch { throw RPCError(error) }
        let wall = wallClock()
        return listed.sorted { $0.name < $1.name }.map { row in
            // The stored rows of `main` may lack its clock and seed, so the served world comes first.
            let served = served[row.name]
            let clock = served?.clockKind ?? row.clock
            return WorldSummary(
                world: row.name, clock: clock, now: served?.now(wall) ?? clock.now(wall, after: row.lastAt),
                seed: served?.seed ?? row.seed,
                sessions: served?.sessions.all.count ?? row.sessions, cursor: row.end,
                isStored: served?.isStored ?? store.isStored, holder: row.holder)
        }
    }

    /// Makes sure that observers may reset or delete a world. They create the worlds except for `main` over the
    /// network, so they may also reset and delete these.
    ///
    /// - Throws: `conflict` for a `main` whose log outlives the process.
    func checkIsOpen(_ name: WorldName, toBe change: String) throws(RPCError) {
        guard name != .main || !(served[.main]?.isStored ?? store.isStored) else {
            throw RPCError(
                .conflict, "“\(name)” is a stored world, which cannot be \(change) from afar.", .field("world"))
        }
    }

    // MARK: Time

    /// Watches the clock for a world as long as something will be due in it.
    func watch(_ world: World) {
        let isTimed = world.clockKind == .real && !world.status.isDeleted && world.nextWake != nil
        guard world.status.note(isTimed: isTimed) else { return }
        if isTimed { timed.append(world) } else { timed.removeAll { $0 === world } }
    }

    /// The time at which something will be due, by the server's clock; nil if nothing will be.
    var nextDue: Instant? {
        guard !timed.isEmpty else { return nil }
        // A world's time may be ahead of the server's clock.
        return timed.compactMap { world in world.nextWake?.advanced(byMilliseconds: -world.clock.ahead) }.min()
    }
}

/// The engine's own state of a world that it serves.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
final class WorldStatus {
    /// The time of the last request or departure, by the engine's monotonic clock.
    @exclusivity(unchecked) private(set) var usedAt: Instant
    /// True if the world is not served any more. A session without a stream may still refer to it.
    @exclusivity(unchecked) private(set) var isDeleted = false
    /// True if the engine has something of the world to commit and release.
    @exclusivity(unchecked) private var isTouched = false
    /// True if the engine watches the clock for the world.
    @exclusivity(unchecked) private var isTimed = false

    init(usedAt: Instant) { self.usedAt = usedAt }

    /// Notes a request or a departure, by the engine's monotonic clock.
    func noteUse(at now: Instant) { usedAt = now }

    /// Notes that the world is not served any more.
    func noteDeleted() { isDeleted = true }

    /// Notes whether the engine has something of the world to commit and release.
    ///
    /// - Returns: True if that is new.
    @discardableResult func note(isTouched: Bool) -> Bool {
        guard self.isTouched != isTouched else { return false }
        self.isTouched = isTouched
        return true
    }

    /// Notes whether the engine watches the clock for the world.
    ///
    /// - Returns: True if that is new.
    func note(isTimed: Bool) -> Bool {
        guard self.isTimed != isTimed else { return false }
        self.isTimed = isTimed
        return true
    }
}
