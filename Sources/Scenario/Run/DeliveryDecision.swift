/// Why something did or did not come to somebody, as `delivery.explain` says it.
struct DeliveryDecision: Hashable, Sendable {
    /// The display name of the one whom it is about.
    var person: String
    /// What it is about, in words: `the notice “Bea edited “Trip plan””`, `the message “Hi”`, a link.
    var about: String
    /// Whether it came.
    var isDelivered: Bool
    /// The rules that decided it, the deciding one last.
    var reasons: [Reason]

    /// One rule.
    struct Reason: Hashable, Sendable {
        /// Its id in the feature table.
        var rule: String
        /// What it says here.
        var text: String
    }
}
