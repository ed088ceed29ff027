// Written by script/contract: change the contract instead.

/// A world of a server, as `world.list` returns it.
public struct WorldSummary: Sendable, Equatable {
    /// The name.
    public var world: WorldName
    /// The kind of the clock.
    public var clock: ClockKind
    /// The current time.
    public var now: Instant
    /// The seed of the random numbers.
    public var seed: Int64
    /// The number of open streams with a person.
    public var sessions: Int
    /// The position of the newest event.
    public var cursor: Int64
    /// True if the world survives a restart of the server.
    public var isStored: Bool
    /// The address of the server that serves the world, if several servers share a database and one of them serves it.
    public var holder: String?

    /// Creates a value from its members.
    public init(world: WorldName, clock: ClockKind, now: Instant, seed: Int64, sessions: Int, cursor: Int64, isStored: Bool, holder: String? = nil) {
        self.world = world
        self.clock = clock
        self.now = now
        self.seed = seed
        self.sessions = sessions
        self.cursor = cursor
        self.isStored = isStored
        self.holder = holder
    }
}

extension WorldSummary: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("world") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        world = try fields.read("world")
        clock = try fields.read("clock")
        now = try fields.read("now")
        seed = try fields.read("seed")
        sessions = try fields.read("sessions", in: 0...Int.max)
        cursor = try fields.read("cursor", in: 0...Int64.max)
        isStored = try fields.read("stored")
        holder = try fields.readOptional("holder")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("world", world)
        json.member("clock", clock)
        json.member("now", now)
        json.member("seed", seed)
        json.member("sessions", sessions)
        json.member("cursor", cursor)
        json.member("stored", isStored)
        if let holder { json.member("holder", holder) }
    }
}

/// A world, by its name.
public struct WorldReference: Sendable, Equatable {
    /// The world.
    public var world: WorldName

    /// Creates a value from its members.
    public init(world: WorldName) {
        self.world = world
    }
}

extension WorldReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("world") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        world = try fields.read("world")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("world", world)
    }
}
