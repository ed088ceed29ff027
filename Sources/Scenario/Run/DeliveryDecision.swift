/// The decision about the delivery of something to a person, from `delivery.explain`.
struct DeliveryDecision: Hashable, Sendable {
    /// The display name of the person.
    var person: String
    /// The subject, in words: `the notice “Bea edited “Trip plan””`, `the message “Hi”`, a link.
    var about: String
    /// True if it was delivered.
    var isDelivered: Bool
    /// The rules of the decision, in its order.
    var reasons: [Reason]

    /// One rule.
    struct Reason: Hashable, Sendable {
        /// Its id in the feature table.
        var rule: String
        /// What it says here.
        var text: String
    }
}
