/// One of the devices that a person, or an app that runs as one, has a session on.
public struct Device: Sendable, Equatable {
    /// Its place among that person's devices in the order of greeting, from 1 on. It stays as long as the session
    /// lives; after that the next session to greet has it, so that who reconnects is the same device again.
    public var number: Int
    /// The name that it gave, if it did.
    public var name: String?

    /// A device.
    public init(number: Int, name: String?) {
        self.number = number
        self.name = name
    }

    /// How it is told of: by its name, or by its number where it has none.
    public var reference: DeviceReference { name.map { .name($0) } ?? .number(number) }

    /// Whether it is the one that is meant.
    public func matches(_ reference: DeviceReference) -> Bool {
        switch reference {
        case .name(let name): self.name == name
        case .number(let number): self.number == number
        }
    }
}

extension Device: JSONWritable {
    /// Appends `{number, name?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("number", number)
            $0.member("name", name)
        }
    }
}
