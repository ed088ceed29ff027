package import ChatProtocol

/// The refusal of a request about a share, with the rule that forbids it.
package struct ShareRefusal: Error, Equatable {
    /// The error code of the refusal.
    var reason: RPCError.Reason
    /// The id of the rule.
    var rule: String
    /// The explanation, from which a person can act.
    var text: String
    /// The member of the request that breaks the rule; nil if none does alone.
    var field: String?
    /// The limit that would be exceeded; nil if the rule is no limit.
    var limit: (name: Limits.Name, value: Int)?

    /// Returns the refusal for too many participants (`ck-share-limit`).
    static func tooMany(_ count: Int, on title: String, limit: Int) -> ShareRefusal {
        var refusal = ShareRefusal(
            .tooLarge, "ck-share-limit",
            "“\(title)” would have \(count) participants: the limit is \(limit) (\(Limits.Name.shareParticipants.rawValue))."
        )
        refusal.limit = (.shareParticipants, limit)
        return refusal
    }

    /// Returns the refusal for a document that was deleted (`ucs-root-record`).
    static func deleted(_ title: String) -> ShareRefusal {
        ShareRefusal(.conflict, "ucs-root-record", "“\(title)” was deleted.")
    }

    /// Returns the refusal for a participant who may not add people (`ck-role-meaning`).
    static func adding(to title: String) -> ShareRefusal {
        ShareRefusal(.forbidden, "ck-role-meaning", "Only the owner and administrators may add people to “\(title)”.")
    }

    /// The refusal of a link that another person's share or document uses. Its words hide which of the two it is.
    static let taken = ShareRefusal(
        .conflict, "ck-url", "this link is already in use; choose another one.", field: "url")

    package init(_ reason: RPCError.Reason, _ rule: String, _ text: String, field: String? = nil) {
        self.reason = reason
        self.rule = rule
        self.text = text
        self.field = field
    }

    /// The refusal as an error of the protocol.
    package var error: RPCError {
        let detail: RPCError.Detail =
            limit.map { .limit(name: $0.name.rawValue, value: $0.value, rule: rule) } ?? .rule(rule, field: field)
        return RPCError(reason, field.map { "\($0): \(text)" } ?? text, detail)
    }

    package static func == (left: ShareRefusal, right: ShareRefusal) -> Bool {
        left.error == right.error
    }
}
