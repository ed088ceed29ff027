// Written by script/contract: change the contract instead.

/// The session of a request, as observers with `requests: true` see it.
public struct SessionOwner: Sendable, Equatable {
    /// The id of the session.
    public var session: String
    /// The role.
    public var role: Role
    /// The person, or the person that the app runs as.
    public var person: Handle?
    /// The app, if the session is an app's.
    public var app: AppID?
    /// The device, if the session has one.
    public var device: Device?

    /// Creates a value from its members.
    public init(session: String, role: Role, person: Handle? = nil, app: AppID? = nil, device: Device? = nil) {
        self.session = session
        self.role = role
        self.person = person
        self.app = app
        self.device = device
    }
}

extension SessionOwner: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("session") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        session = try fields.read("session")
        role = try fields.read("role")
        person = try fields.readOptional("person")
        app = try fields.readOptional("app")
        device = try fields.readOptional("device")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("session", session)
        json.member("role", role)
        if let person { json.member("person", person) }
        if let app { json.member("app", app) }
        if let device { json.member("device", device) }
    }
}
