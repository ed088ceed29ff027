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
