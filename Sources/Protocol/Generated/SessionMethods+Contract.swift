// Written by script/contract: change the contract instead.

/// The role of a session. It decides the allowed requests and the notifications.
public enum Role: String, CaseIterable, Sendable {
    /// A person in Messages.
    case `person`
    /// An app that runs as a person.
    case `app`
    /// A test harness or the inspector.
    case `observer`
}

extension Role: JSONWord {}

/// The kind of a world's clock.
public enum ClockKind: String, CaseIterable, Sendable {
    /// Real time.
    case `real`
    /// Virtual time: only an observer advances it.
    case `virtual`
}

extension ClockKind: JSONWord {}

/// `session.hello`: the first request of every session.
public struct Hello: Sendable, Equatable {
    /// The role and its person or app.
    public var identity: Identity
    /// The name of the device, if the person has several.
    public var device: String?
    /// The age of the device's system (`msg-edit-old`).
    public var system: DeviceSystem
    /// The world.
    public var world: WorldName
    /// The cursor of the last received notification; nil for a new stream.
    public var after: Int64?
    /// The token, if the server needs one.
    public var token: String?
    /// False for an observer that needs no notifications.
    public var receivesEvents: Bool
    /// True for an observer that receives the requests of other sessions.
    public var receivesRequests: Bool
    /// True for a person or an app whose notifications name the trace of their request as `traceparent`. An observer's
    /// always do.
    public var receivesTraces: Bool

    /// Creates a value from its members.
    public init(_ identity: Identity, device: String? = nil, system: DeviceSystem = .current, world: WorldName = WorldName.main, after: Int64? = nil, token: String? = nil, receivesEvents: Bool = true, receivesRequests: Bool = false, receivesTraces: Bool = false) {
        self.identity = identity
        self.device = device
        self.system = system
        self.world = world
        self.after = after
        self.token = token
        self.receivesEvents = receivesEvents
        self.receivesRequests = receivesRequests
        self.receivesTraces = receivesTraces
    }
}

extension Hello: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        identity = try Identity(from: &fields)
        device = try fields.readOptional("device")
        system = try fields.readOptional("system") ?? .current
        world = try fields.readOptional("world") ?? WorldName.main
        after = try fields.readOptional("after", in: 0...Int64.max)
        token = try fields.readOptional("token")
        receivesEvents = try fields.readOptional("events") ?? true
        receivesRequests = try fields.readOptional("requests") ?? false
        receivesTraces = try fields.readOptional("traces") ?? false
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        identity.writeMembers(to: &json)
        if let device { json.member("device", device) }
        if system != .current { json.member("system", system) }
        json.member("world", world)
        if let after { json.member("after", after) }
        if let token { json.member("token", token) }
        if receivesEvents != true { json.member("events", receivesEvents) }
        if receivesRequests { json.member("requests", receivesRequests) }
        if receivesTraces { json.member("traces", receivesTraces) }
    }
}

extension Hello {
    /// The identity of a session.
    public enum Identity: Sendable, Equatable {
        /// A person in Messages, with their new display name if they have one.
        case person(_ handle: Handle, name: String? = nil)
        /// An app that runs as a person.
        case app(_ app: AppID, person: Handle)
        /// A test harness, and the default person that it acts for.
        case observer(_ handle: Handle? = nil)
    }
}

extension Hello.Identity: JSONRecord {
    /// The words of `role`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `person`
        case `app`
        case `observer`
    }

    /// Its word of `role`.
    public var kind: Kind {
        switch self {
            case .person: .person
            case .app: .app
            case .observer: .observer
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("role") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("role")
        switch kind {
            case .person:
                self = .person(try fields.read("handle"), name: try fields.readOptional("name"))
            case .app:
                self = .app(try fields.read("app"), person: try fields.read("handle"))
            case .observer:
                self = .observer(try fields.readOptional("handle"))
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("role", kind)
        switch self {
            case .person(let handle, let name):
                json.member("handle", handle)
                if let name { json.member("name", name) }
            case .app(let app, let person):
                json.member("app", app)
                json.member("handle", person)
            case .observer(let handle):
                if let handle { json.member("handle", handle) }
        }
    }
}

/// The answer to `session.hello`.
public struct Welcome: Sendable, Equatable {
    /// The id of the session.
    public var session: String
    /// The name and version of the server.
    public var server: String
    /// The version of the protocol.
    public var version: Int
    /// The identity of the session.
    public var me: Me
    /// The session's device; nil for an observer.
    public var device: Device?
    /// The position of the newest event of the world. After this session has received all of its notifications, the
    /// next session can pass it as `after`.
    public var cursor: Int64
    /// The limits of the server.
    public var limits: Limits
    /// The kind of the clock, and the current time.
    public var clock: Clock
    /// True if the session's device supports Messages collaboration (`center-support-flag`).
    public var isSystemCollaborationSupportAvailable: Bool
    /// True if the person is new in this world, and all their lists are empty.
    public var isNew: Bool
    /// The open actions of an app, oldest first (`coord-singleton`); nil for other sessions.
    public var actions: [RequestedAction]?
    /// The address of the server that serves the world, as `HOST:PORT`, if several servers share a database. A client
    /// that connects to it directly avoids the forwarding by another server.
    public var holder: String?

    /// Creates a value from its members.
    public init(session: String, server: String, version: Int = 1, me: Me, device: Device? = nil, cursor: Int64, limits: Limits, clock: Clock, isSystemCollaborationSupportAvailable: Bool = true, isNew: Bool = false, actions: [RequestedAction]? = nil, holder: String? = nil) {
        self.session = session
        self.server = server
        self.version = version
        self.me = me
        self.device = device
        self.cursor = cursor
        self.limits = limits
        self.clock = clock
        self.isSystemCollaborationSupportAvailable = isSystemCollaborationSupportAvailable
        self.isNew = isNew
        self.actions = actions
        self.holder = holder
    }
}

extension Welcome: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("session") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        session = try fields.read("session")
        server = try fields.read("server")
        version = try fields.readOptional("protocol", in: 1...Int.max) ?? 1
        me = try fields.read("me")
        device = try fields.readOptional("device")
        cursor = try fields.read("cursor", in: 0...Int64.max)
        limits = try fields.read("limits")
        clock = try fields.read("clock")
        isSystemCollaborationSupportAvailable = try fields.readOptional("isSystemCollaborationSupportAvailable") ?? true
        isNew = try fields.readOptional("isNew") ?? false
        actions = try fields.readOptional("actions")
        holder = try fields.readOptional("holder")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("session", session)
        json.member("server", server)
        json.member("protocol", version)
        json.member("me", me)
        if let device { json.member("device", device) }
        json.member("cursor", cursor)
        json.member("limits", limits)
        json.member("clock", clock)
        json.member("isSystemCollaborationSupportAvailable", isSystemCollaborationSupportAvailable)
        if isNew { json.member("isNew", isNew) }
        if let actions { json.member("actions", actions) }
        if let holder { json.member("holder", holder) }
    }
}

extension Welcome {
    /// The identity of a session, as the server confirms it.
    public struct Me: Sendable, Equatable {
        /// The role.
        public var role: Role
        /// The person, or the person that the app runs as.
        public var handle: Handle?
        /// The app.
        public var app: AppID?
        /// The person's display name.
        public var name: String?

        /// Creates a value from its members.
        public init(role: Role, handle: Handle? = nil, app: AppID? = nil, name: String? = nil) {
            self.role = role
            self.handle = handle
            self.app = app
            self.name = name
        }
    }
}

extension Welcome.Me: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("role") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        role = try fields.read("role")
        handle = try fields.readOptional("handle")
        app = try fields.readOptional("app")
        name = try fields.readOptional("name")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("role", role)
        if let handle { json.member("handle", handle) }
        if let app { json.member("app", app) }
        if let name { json.member("name", name) }
    }
}

extension Welcome {
    /// The clock of a world.
    public struct Clock: Sendable, Equatable {
        /// The kind.
        public var kind: ClockKind
        /// The current time.
        public var now: Instant

        /// Creates a value from its members.
        public init(kind: ClockKind, now: Instant) {
            self.kind = kind
            self.now = now
        }
    }
}

extension Welcome.Clock: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("kind") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try fields.read("kind")
        now = try fields.read("now")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("now", now)
    }
}
