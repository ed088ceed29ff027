public import ChatProtocol

/// A document as an app that runs as a person has it: what stands in it, and nobody's name.
public struct SharedDocument: Hashable, Sendable {
    /// What somebody said about it.
    public struct Comment: Hashable, Sendable {
        /// Its id.
        public var id: String
        /// What was said.
        public var text: String
        /// When.
        public var at: Instant
        /// Whether the person whom the app runs as said it.
        public var isMine: Bool
    }

    /// What was done to it, in the words of highlight events.
    public struct Change: Hashable, Sendable {
        /// What was done.
        public enum Kind: Hashable, Sendable {
            case created, edited, commented, moved, deleted
            case renamed(to: String)
        }

        /// What was done.
        public var kind: Kind
        /// Whom the words that were added mention.
        public var mentions: [PersonIdentity] = []
    }

    /// Its id.
    public var id: DocumentID
    /// Its link.
    public var url: String
    /// Its title.
    public var title: String
    /// What stands in it.
    public var text: String
    /// How often it was saved: what an edit is based on.
    public var revision: Int64
    /// The folder that it is in.
    public var folder: String?
    /// What was said about it, oldest first.
    public var comments: [Comment]
    /// Whether the person may change it.
    public var canEdit: Bool
    /// How many people have it open.
    public var activeParticipantCount: Int
    /// Whether it is gone.
    public var isDeleted: Bool
    /// What was done to it last, where that was told with it.
    public var lastChange: Change.Kind?

    /// Reads the app's form of `document.get`.
    ///
    /// - Parameter active: how many people have it open, where that is told apart.
    init(_ answer: JSONValue?, active: Int = 0) throws(InvalidField) {
        var fields = try JSONFields(answer)
        try self.init(from: &fields, active: active)
    }

    /// The same from its fields; of a list, without what stands in it.
    init(from fields: inout JSONFields, active: Int = 0) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.string("url")
        title = try fields.string("title")
        text = try fields.optionalString("text") ?? ""
        revision = try fields.read("revision", in: 0...Int64.max)
        folder = try fields.optionalString("folder")
        comments = try fields.list("comments") { fields throws(InvalidField) in
            Comment(
                id: try fields.string("id"), text: try fields.string("text"), at: try fields.read("at"),
                isMine: try fields.optionalBool("isMine") ?? false)
        }
        canEdit = try fields.bool("canEdit")
        activeParticipantCount =
            try fields.readOptional("activeParticipantCount", in: 0...Int(Int32.max)) ?? active
        isDeleted = try fields.optionalBool("deleted") ?? false
    }
}

extension SharedDocument.Change {
    /// Reads the `change` of `document.changed`, or of an answer; nil for one that this version does not know.
    init?(_ params: JSONValue?) {
        switch (params?["type"]?.stringValue, params?["trigger"]?.stringValue) {
        case ("change", "edit"): kind = .edited
        case ("change", "comment"): kind = .commented
        case ("persistence", "created"): kind = .created
        case ("persistence", "renamed"): kind = .renamed(to: params?["title"]?.stringValue ?? "")
        case ("persistence", "moved"): kind = .moved
        case ("persistence", "deleted"): kind = .deleted
        default: return nil
        }
        mentions = (params?["mentions"]?.arrayValue ?? []).compactMap { $0.stringValue.map(PersonIdentity.init) }
    }
}
