/// Why something did or did not come to somebody, as `delivery.explain` says it.
public struct DeliveryDecision: Hashable, Sendable {
    /// The display name of the one whom it is about.
    public var person: String
    /// What it is about, in words: `the notice “Bea edited “Trip plan””`, `the message “Hi”`, a link.
    public var about: String
    /// Whether it came.
    public var isDelivered: Bool
    /// The rules that decided it, the deciding one last.
    public var reasons: [Reason]

    /// One rule.
    public struct Reason: Hashable, Sendable {
        /// Its id in the feature table.
        public var rule: String
        /// What it says here.
        public var text: String
    }
}
