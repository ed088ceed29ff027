extension CollaborationOffer {
    /// The line that sums up what is chosen.
    public var summary: String { options.summary }
}
