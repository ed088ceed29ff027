/// A decision about the delivery of one message, notice or link to one person, from `delivery.explain`.
struct DeliveryDecision: Hashable, Sendable {
    /// The display name of the person.
    var person: String
    /// The subject, in words: `the notice “Bea edited “Trip plan””`, `the message “Hi”`, or a link.
    var about: String
    /// True if the subject was delivered.
    var isDelivered: Bool
    /// The rules that decided, in the order in which the server applied them.
    var reasons: [Reason]

    /// One rule.
    struct Reason: Hashable, Sendable {
        /// The id of the rule in the feature table.
        var rule: String
        /// The explanation that the server gives for this case.
        var text: String
    }
}
