extension WorldName {
    /// The world that always exists and is stored.
    public static var main: WorldName { WorldName("main") }
}

extension Welcome.Me {
    /// Creates the confirmed identity of a login.
    public init(_ identity: Hello.Identity, name: String?) {
        switch identity {
        case .person(let handle, _): self.init(role: .person, handle: handle, name: name)
        case .app(let app, let person): self.init(role: .app, handle: person, app: app, name: name)
        case .observer(let handle): self.init(role: .observer, handle: handle, name: name)
        }
    }
}

extension Hello {
    func check(_ fields: JSONFields) throws(InvalidField) {
        let role = identity.kind
        if role != .observer, receivesRequests || !receivesEvents {
            throw fields.invalid(
                receivesRequests ? "requests" : "events", "belongs to the role observer, and this is \(role.rawValue)")
        }
        if role == .person, fields.has("app") {
            throw fields.invalid("app", "belongs to the role app, and this is a person")
        }
    }
}

/// A reference to one of a person's devices: by its name, or by its number in the order of login.
public enum DeviceReference: Sendable, Equatable {
    /// The name that the device gave in `session.hello`.
    case name(String)
    /// The number of the device: 1 for the first of that person's sessions, and so on.
    case number(Int)
}

extension DeviceReference: JSONCodable {
    /// The text "a device's name, or its number from 1".
    public static var expected: String { "a device's name, or its number from 1" }

    /// Reads a name or a number.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        switch value {
        case .string(let name): self = .name(name)
        case .integer(let number) where (1...Int64(Int32.max)).contains(number): self = .number(Int(number))
        case .null, .bool, .integer, .number, .array, .object: throw place.invalid("must be \(Self.expected)")
        }
    }

    /// Appends the name as a string, or the number.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .name(let name): json.string(name)
        case .number(let number): json.integer(Int64(number))
        }
    }
}

extension Device {
    /// The reference to the device: by its name, or by its number if it has none.
    public var reference: DeviceReference { name.map { .name($0) } ?? .number(number) }

    /// Returns true if the reference is to this device.
    public func matches(_ reference: DeviceReference) -> Bool {
        switch reference {
        case .name(let name): self.name == name
        case .number(let number): self.number == number
        }
    }
}
