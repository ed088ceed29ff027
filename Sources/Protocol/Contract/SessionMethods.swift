extension WorldName {
    /// The world that is there from the start, and that is stored.
    public static var main: WorldName { WorldName("main") }
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

extension Hello {
    func check(_ fields: JSONFields) throws(InvalidField) {
        let role = identity.kind
        if role != .observer, hearsRequests || !hearsEvents {
            throw fields.invalid(
                hearsRequests ? "requests" : "events", "belongs to the role observer, and this is \(role.rawValue)")
        }
        if role == .person, fields.has("app") {
            throw fields.invalid("app", "belongs to the role app, and this is a person")
        }
    }
}
