extension Device {
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
