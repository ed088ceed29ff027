import ChatProtocol

/// Why a share is not saved so, with the rule that stands against it: every refusal about shares is one of these.
struct ShareRefusal: Error, Equatable {
    /// What kind of refusal it is.
    var reason: RPCError.Reason
    /// The rule, by its id.
    var rule: String
    /// What a person can act on.
    var text: String
    /// The request's member that runs into the rule.
    var field: String?

    init(_ reason: RPCError.Reason, _ rule: String, _ text: String, field: String? = nil) {
        self.reason = reason
        self.rule = rule
        self.text = text
        self.field = field
    }

    /// The refusal as the wire says it.
    var error: RPCError {
        RPCError(reason, field.map { "\($0): \(text)" } ?? text, .rule(rule, field: field))
    }
}
