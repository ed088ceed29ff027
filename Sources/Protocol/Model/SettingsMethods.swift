extension SetSettings {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard isEmpty else { return }
        throw fields.invalid("automaticSharing", "is missing, and so are readReceipts and mentionAlerts")
    }

    /// True if the request changes nothing.
    public var isEmpty: Bool { self == SetSettings() }
}
