// Written by script/contract: change the contract instead.

/// A device on which a person, or an app that runs as one, has a session.
public struct Device: Sendable, Equatable {
    /// The number among that person's devices, from 1, in the order of login. The number stays the same for the
    /// session; the next login reuses a free number, so that a reconnecting client is the same device again.
    public var number: Int
    /// The name that the device gave at login, if any.
    public var name: String?

    /// Creates a value from its members.
    public init(number: Int, name: String? = nil) {
        self.number = number
        self.name = name
    }
}

extension Device: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("number") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        number = try fields.read("number", in: 1...Int.max)
        name = try fields.readOptional("name")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("number", number)
        if let name { json.member("name", name) }
    }
}

/// The Messages features that a device's system supports.
public enum DeviceSystem: String, CaseIterable, Sendable {
    /// All features.
    case `current`
    /// No edits, no undo send and no tapbacks: texts replace them (`msg-edit-old`, `msg-unsend-old`, `tap-sms`).
    case `old`
}

extension DeviceSystem: JSONWord {}
