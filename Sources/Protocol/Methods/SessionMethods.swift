/// Who speaks in a session; what each may do and is sent follows from it.
public enum Role: String, CaseIterable, Sendable {
    /// Someone in Messages.
    case person
    /// An app that runs as a person.
    case app
    /// A test harness or the inspector.
    case observer
}

/// `session.hello`: the first request of every session.
public struct Hello: Sendable, Equatable {
    /// Who speaks; illegal combinations have no value.
    public enum Identity: Sendable, Equatable {
        /// Someone in Messages, with the name they want to be shown by, if they give one.
        case person(Handle, name: String?)
        /// An app, and the person it runs as.
        case app(AppID, person: Handle)
        /// A test harness; the handle is on whose behalf it acts where a request does not say.
        case observer(Handle?)
    }

    /// Who speaks.
    public var identity: Identity
    /// The name of the device, if it has one.
    public var device: String?
    /// What the device's system knows.
    public var system = DeviceSystem.current
    /// The world to be in.
    public var world: WorldName
    /// The last cursor that was seen, to be sent all that came after it.
    public var after: Int64?
    /// The secret that proves the identity, where the server asks for one.
    public var token: String?
    /// Whether an observer wants to hear what happens; one who only arranges things does not.
    public var hearsEvents = true
    /// Whether an observer wants to hear what others ask for, and when their sessions end.
    public var hearsRequests = false

    /// A greeting.
    public init(
        _ identity: Identity, device: String? = nil, world: WorldName = .main, after: Int64? = nil, token: String? = nil
    ) {
        self.identity = identity
        self.device = device
        self.world = world
        self.after = after
        self.token = token
    }

    /// Reads the params; `app` without its `app`, say, is an ``InvalidField``.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        let role = try fields.word("role", Role.self)
        let name = try fields.optionalString("name")
        switch role {
        case .person: identity = .person(try fields.handle("handle"), name: name)
        case .app: identity = .app(try fields.id("app"), person: try fields.handle("handle"))
        case .observer: identity = .observer(try fields.optionalHandle("handle"))
        }
        device = try fields.optionalString("device")
        system = try fields.optionalWord("system") ?? .current
        world = try fields.optionalID("world") ?? .main
        after = try fields.optionalInteger("after", in: 0...Int64.max)
        token = try fields.optionalString("token")
        hearsRequests = try fields.optionalBool("requests") ?? false
        hearsEvents = try fields.optionalBool("events") ?? true
        if role != .observer, hearsRequests || !hearsEvents {
            throw fields.invalid(
                hearsRequests ? "requests" : "events", "belongs to the role observer, and this is \(role.rawValue)")
        }
        if role == .person, fields.value("app") != nil {
            throw fields.invalid("app", "belongs to the role app, and this is a person")
        }
    }

    /// Appends the params.
    public func writeParams(to json: inout JSONWriter) {
        switch identity {
        case .person(let handle, let name):
            json.member("role", Role.person.rawValue)
            json.member("handle", handle)
            json.member("name", name)
        case .app(let app, let person):
            json.member("role", Role.app.rawValue)
            json.member("handle", person)
            json.member("app", app)
        case .observer(let handle):
            json.member("role", Role.observer.rawValue)
            json.member("handle", handle)
        }
        json.member("device", device)
        if system != .current { json.member("system", system.rawValue) }
        json.member("world", world)
        if let after { json.member("after", after) }
        json.member("token", token)
        if !hearsEvents { json.member("events", false) }
        if hearsRequests { json.member("requests", true) }
    }
}

extension WorldName {
    /// The world that is there from the start, and that is stored.
    public static var main: WorldName { WorldName("main") }
}

/// How time passes in a world.
public enum ClockKind: String, CaseIterable, Sendable {
    /// As on the wall.
    case real
    /// Only when an observer says so.
    case virtual
}

/// The answer to `session.hello`.
public struct Welcome: Sendable, Equatable {
    /// The session's own id.
    public var session: String
    /// The name and version of the server.
    public var server: String
    /// Who the session speaks as.
    public var me: Hello.Identity
    /// The display name of the person, where there is one.
    public var name: String?
    /// Which of its person's devices the session is; an observer is on none.
    public var device: Device?
    /// The position of the newest event of the world: what `after` of the next session should be, once this
    /// session has read all that it was sent.
    public var cursor: Int64
    /// Every limit of the server.
    public var limits: Limits
    /// The same as JSON, where it is written already.
    public var limitsWritten: [UInt8]?
    /// How time passes.
    public var clock: ClockKind
    /// What time it is.
    public var now: Instant
    /// Whether the session's device knows Messages collaboration (`center-support-flag`).
    public var supportsCollaboration: Bool
    /// Whether the world knew nothing of the person before this session: no list of theirs holds anything yet.
    public var isNew = false
    /// What an app has to answer, oldest first (`coord-singleton`); nil for a session that is no app's.
    public var actions: [RequestedAction]?

    /// The version of the protocol.
    public static let protocolVersion = 1

    /// The answer with all its members.
    public init(
        session: String, server: String, me: Hello.Identity, name: String?, device: Device?, cursor: Int64,
        limits: Limits, clock: ClockKind, now: Instant, supportsCollaboration: Bool = true
    ) {
        self.session = session
        self.server = server
        self.me = me
        self.name = name
        self.device = device
        self.cursor = cursor
        self.limits = limits
        self.clock = clock
        self.now = now
        self.supportsCollaboration = supportsCollaboration
    }
}

extension Welcome: JSONWritable {
    /// Appends `{session, server, protocol, me, device?, cursor, limits, clock, isSystemCollaborationSupportAvailable,
    /// isNew?, actions?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("session", session)
            $0.member("server", server)
            $0.member("protocol", Self.protocolVersion)
            $0.key("me")
            $0.object {
                switch me {
                case .person(let handle, _):
                    $0.member("role", Role.person.rawValue)
                    $0.member("handle", handle)
                case .app(let app, let person):
                    $0.member("role", Role.app.rawValue)
                    $0.member("handle", person)
                    $0.member("app", app)
                case .observer(let handle):
                    $0.member("role", Role.observer.rawValue)
                    $0.member("handle", handle)
                }
                $0.member("name", name)
            }
            $0.member("device", device)
            $0.member("cursor", cursor)
            $0.member("limits", limits, written: limitsWritten)
            $0.key("clock")
            $0.object {
                $0.member("kind", clock.rawValue)
                $0.member("now", now)
            }
            $0.member("isSystemCollaborationSupportAvailable", supportsCollaboration)
            if isNew { $0.member("isNew", true) }
            if let actions { $0.member("actions", actions) }
        }
    }
}
