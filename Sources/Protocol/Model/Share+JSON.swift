extension Share.Participant: JSONWritable {
    /// Appends `{handle, role, permission, acceptance, individual?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("role", role.rawValue)
            $0.member("permission", permission.rawValue)
            $0.member("acceptance", acceptance.rawValue)
            if isIndividual { $0.member("individual", true) }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        role = try fields.word("role")
        permission = try fields.word("permission")
        acceptance = try fields.word("acceptance")
        isIndividual = try fields.optionalBool("individual") ?? false
    }
}

extension Share: JSONWritable {
    /// Appends what the log keeps and what a person is told alike, all but the people.
    func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("title", title)
        json.member("url", url)
        json.member("backend", backend.rawValue)
        json.member("owner", owner)
        json.member("access", access.rawValue)
        json.member("permission", permission.rawValue)
        json.member("allowsInviting", allowsInviting)
        json.member("createdAt", createdAt)
        json.member("document", document)
        json.member("revision", revision)
        json.member("representations", representations.map(\.rawValue))
        if !options.isEmpty { json.member("options", options) }
        if isDocumentDeleted { json.member("documentDeleted", true) }
    }

    /// Appends the share as the log keeps it.
    public func write(to json: inout JSONWriter) {
        json.object {
            writeMembers(to: &$0)
            $0.member("participants", participants)
            $0.member("ownIdentifier", ownIdentifier)
            $0.member("roster", roster)
            $0.member("startedSummary", startedSummary)
        }
    }

    /// Reads what ``write(to:)`` writes, and what was written when a share had no root, revisions and roster yet.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        app = try fields.id("app")
        title = try fields.string("title")
        url = try fields.string("url")
        backend = try fields.word("backend")
        owner = try fields.handle("owner")
        access = try fields.word("access")
        permission = try fields.word("permission")
        allowsInviting = try fields.bool("allowsInviting")
        participants = try fields.list("participants") { fields throws(InvalidField) in
            try Participant(from: &fields)
        }
        createdAt = try fields.instant("createdAt")
        document = try fields.optionalID("document") ?? DocumentID("d-\(id)")
        revision = try fields.optionalInteger("revision", in: 1...Int64.max) ?? 1
        representations = try fields.words("representations") ?? []
        options = try fields.optionalStrings("options") ?? []
        isDocumentDeleted = try fields.optionalBool("documentDeleted") ?? false
        ownIdentifier = try fields.optionalString("ownIdentifier")
        roster = try fields.optionalHandles("roster") ?? participants.map(\.handle)
        if var summary = try fields.optionalFields("startedSummary") {
            startedSummary = try StartedSummary(from: &summary)
        }
    }
}
