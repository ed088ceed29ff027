extension SetSettings {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard isEmpty else { return }
        throw fields.invalid("automaticSharing", "is missing, and so are readReceipts and mentionAlerts")
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { self == SetSettings() }
}
