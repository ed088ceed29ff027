/// One world of a server, as `world.list` tells of it.
public struct WorldSummary: Sendable, Equatable {
    /// Its name.
    public var world: WorldName
    /// How time passes in it.
    public var clock: ClockKind
    /// What time it is there.
    public var now: Instant
    /// What its randomness begins with.
    public var seed: Int64
    /// How many streams are someone's there.
    public var sessions: Int
    /// The position of its newest event.
    public var cursor: Int64
    /// Whether it outlives the server.
    public var isStored: Bool

    /// A world at a glance.
    public init(
        world: WorldName, clock: ClockKind, now: Instant, seed: Int64, sessions: Int, cursor: Int64, isStored: Bool
    ) {
        self.world = world
        self.clock = clock
        self.now = now
        self.seed = seed
        self.sessions = sessions
        self.cursor = cursor
        self.isStored = isStored
    }
}

extension WorldSummary: JSONWritable {
    /// Appends `{world, clock, now, seed, sessions, cursor, stored}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("world", world)
            $0.member("clock", clock.rawValue)
            $0.member("now", now)
            $0.member("seed", seed)
            $0.member("sessions", sessions)
            $0.member("cursor", cursor)
            $0.member("stored", isStored)
        }
    }
}
