extension ActionPolicy {
    /// The largest number of actions that may wait for the apps of one person.
    static let waitingMax = 20
}
