// Written by script/contract: change the contract instead.

extension MessageExtras {
    /// The members that most messages do not have.
    struct Values: Sendable, Equatable {
        var replyTo: MessageID?
        var thread: MessageID?
        var replies: Int64?
        var attachment: Attachment?
        var editedAt: Instant?
        var versions: [MessageVersion]
        var unsentAt: Instant?
        var reactions: [MessageReaction]

        /// Creates a value from its members.
        init(replyTo: MessageID? = nil, thread: MessageID? = nil, replies: Int64? = nil, attachment: Attachment? = nil, editedAt: Instant? = nil, versions: [MessageVersion] = [], unsentAt: Instant? = nil, reactions: [MessageReaction] = []) {
            self.replyTo = replyTo
            self.thread = thread
            self.replies = replies
            self.attachment = attachment
            self.editedAt = editedAt
            self.versions = versions
            self.unsentAt = unsentAt
            self.reactions = reactions
        }
    }
}

extension MessageExtras.Values: JSONRecord {
    init(from fields: inout JSONFields) throws(InvalidField) {
        replyTo = try fields.readOptional("replyTo")
        thread = try fields.readOptional("thread")
        replies = try fields.readOptional("replies", in: 0...Int64.max)
        attachment = try fields.readOptional("attachment")
        editedAt = try fields.readOptional("editedAt")
        versions = try fields.readOptional("versions") ?? []
        unsentAt = try fields.readOptional("unsentAt")
        reactions = try fields.readOptional("reactions") ?? []
    }

    func writeMembers(to json: inout JSONWriter) {
        if let replyTo { json.member("replyTo", replyTo) }
        if let thread { json.member("thread", thread) }
        if let replies { json.member("replies", replies) }
        if let attachment { json.member("attachment", attachment) }
        if let editedAt { json.member("editedAt", editedAt) }
        if !versions.isEmpty { json.member("versions", versions) }
        if let unsentAt { json.member("unsentAt", unsentAt) }
        if !reactions.isEmpty { json.member("reactions", reactions) }
    }
}
