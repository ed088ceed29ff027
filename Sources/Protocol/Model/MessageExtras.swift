/// What most messages do not have: what they hang on, and what became of them.
///
/// A message goes through many hands on its way, and most are a text alone: these parts are kept in one place beside it,
/// which is shared by all its copies and never changes.
final class MessageExtras: Sendable {
    /// The parts; ``Message`` says what each is.
    struct Values: Equatable, Sendable {
        var replyTo: MessageID?
        var thread: MessageID?
        var replies: Int64?
        var attachment: Attachment?
        var editedAt: Instant?
        var versions: [MessageVersion] = []
        var unsentAt: Instant?
        var reactions: [MessageReaction] = []
    }

    let values: Values

    /// A place for those parts; nil where there are none.
    init?(_ values: Values) {
        guard values != Values() else { return nil }
        self.values = values
    }
}

extension MessageExtras: Equatable {
    static func == (left: MessageExtras, right: MessageExtras) -> Bool {
        left === right || left.values == right.values
    }
}

// MARK: JSON

extension MessageExtras.Values {
    func writeMembers(to json: inout JSONWriter) {
        json.member("replyTo", replyTo)
        json.member("thread", thread)
        if let replies { json.member("replies", replies) }
        json.member("attachment", attachment)
        json.member("editedAt", editedAt)
        if !versions.isEmpty { json.member("versions", versions) }
        json.member("unsentAt", unsentAt)
        if !reactions.isEmpty { json.member("reactions", reactions) }
    }

    init(from fields: inout JSONFields) throws(InvalidField) {
        replyTo = try fields.optionalID("replyTo")
        thread = try fields.optionalID("thread")
        replies = try fields.optionalInteger("replies", in: 0...Int64.max)
        if var fields = try fields.optionalFields("attachment") { attachment = try Attachment(from: &fields) }
        editedAt = try fields.optionalInstant("editedAt")
        versions = try fields.list("versions") { fields throws(InvalidField) in try MessageVersion(from: &fields) }
        unsentAt = try fields.optionalInstant("unsentAt")
        reactions = try fields.list("reactions") { fields throws(InvalidField) in try MessageReaction(from: &fields) }
    }
}
