extension ActionPolicy {
    /// How many actions may wait for the apps of one person.
    static let waitingMax = 20
}
