package import ChatProtocol

/// Why a share is not saved so, with the rule that stands against it: every refusal about shares is one of these.
package struct ShareRefusal: Error, Equatable {
    /// What kind of refusal it is.
    var reason: RPCError.Reason
    /// The rule, by its id.
    var rule: String
    /// What a person can act on.
    var text: String
    /// The request's member that runs into the rule.
    var field: String?
    /// The limit that would be passed, where it is one.
    var limit: (name: Limits.Name, value: Int)?

    /// Too many people would be on a share (`ck-share-limit`).
    static func tooMany(_ count: Int, on title: String, limit: Int) -> ShareRefusal {
        var refusal = ShareRefusal(
            .tooLarge, "ck-share-limit",
            "“\(title)” would have \(count) participants: the limit is \(limit) (\(Limits.Name.shareParticipants.rawValue))."
        )
        refusal.limit = (.shareParticipants, limit)
        return refusal
    }

    /// The document of a share was deleted (`ucs-root-record`).
    static func deleted(_ title: String) -> ShareRefusal {
        ShareRefusal(.conflict, "ucs-root-record", "“\(title)” was deleted.")
    }

    /// A participant who may not add people tries to (`ck-role-meaning`).
    static func adding(to title: String) -> ShareRefusal {
        ShareRefusal(.forbidden, "ck-role-meaning", "Only the owner and administrators may add people to “\(title)”.")
    }

    /// Something of somebody else is at a link that the caller chose. The words are the same whatever it is.
    static let taken = ShareRefusal(
        .conflict, "ck-url", "this link is already in use; choose another one.", field: "url")

    package init(_ reason: RPCError.Reason, _ rule: String, _ text: String, field: String? = nil) {
        self.reason = reason
        self.rule = rule
        self.text = text
        self.field = field
    }

    /// The refusal as the wire says it.
    package var error: RPCError {
        let detail: RPCError.Detail =
            limit.map { .limit(name: $0.name.rawValue, value: $0.value, rule: rule) } ?? .rule(rule, field: field)
        return RPCError(reason, field.map { "\($0): \(text)" } ?? text, detail)
    }

    package static func == (left: ShareRefusal, right: ShareRefusal) -> Bool {
        left.error == right.error
    }
}
