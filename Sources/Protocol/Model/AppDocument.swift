/// A document as an app that runs as somebody is told it: a type of its own, in which people have no field (law 7).
public struct AppDocument: Sendable, Equatable {
    /// What somebody said about it.
    public struct Comment: Sendable, Equatable {
        /// Its id.
        public var id: CommentID
        /// What was said.
        public var text: String
        /// When.
        public var at: Instant
        /// Whether the person whom the app runs as said it.
        public var isMine: Bool

        /// A comment.
        public init(id: CommentID, text: String, at: Instant, isMine: Bool) {
            self.id = id
            self.text = text
            self.at = at
            self.isMine = isMine
        }
    }

    /// Its id.
    public var id: DocumentID
    /// Its link.
    public var url: String
    /// Its title.
    public var title: String
    /// What stands in it.
    public var text: String
    /// How often it was saved.
    public var revision: Int64
    /// The folder it is in.
    public var folder: String?
    /// What was said about it, oldest first.
    public var comments: [Comment]
    /// Whether the person whom the app runs as may change it.
    public var canEdit: Bool
    /// How many people have it open now; nil where that is told apart, as `document.presence`.
    public var activeParticipantCount: Int?
    /// Whether it is gone.
    public var isDeleted: Bool
    /// Whether its text and its comments are in it.
    public var isWhole: Bool

    /// The document as an app that runs as that person is told it.
    public init(
        _ document: Document, for person: Handle, canEdit: Bool, activeParticipantCount: Int? = nil,
        isWhole: Bool = true
    ) {
        id = document.id
        url = document.url
        title = document.title
        text = isWhole ? document.text : ""
        revision = document.revision
        folder = document.folder
        comments =
            isWhole
            ? document.comments.map {
                Comment(id: $0.id, text: $0.text, at: $0.at, isMine: $0.author == person)
            } : []
        self.canEdit = canEdit
        self.activeParticipantCount = activeParticipantCount
        isDeleted = document.isDeleted
        self.isWhole = isWhole
    }
}

extension AppDocument.Comment: JSONWritable {
    /// Appends `{id, text, at, isMine}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("text", text)
            $0.member("at", at)
            $0.member("isMine", isMine)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        text = try fields.string("text")
        at = try fields.instant("at")
        isMine = try fields.bool("isMine")
    }
}

extension AppDocument: JSONWritable {
    /// Appends the app's form of `document.get`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("url", url)
            $0.member("title", title)
            if isWhole { $0.member("text", text) }
            $0.member("revision", revision)
            $0.member("folder", folder)
            if isWhole { $0.member("comments", comments) }
            $0.member("canEdit", canEdit)
            if let activeParticipantCount { $0.member("activeParticipantCount", activeParticipantCount) }
            if isDeleted { $0.member("deleted", true) }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        url = try fields.string("url")
        title = try fields.string("title")
        isWhole = !fields.isMissing("text")
        text = try fields.optionalString("text") ?? ""
        revision = try fields.integer("revision", in: 0...Int64.max)
        folder = try fields.optionalString("folder")
        comments = try fields.list("comments") { fields throws(InvalidField) in try Comment(from: &fields) }
        canEdit = try fields.bool("canEdit")
        activeParticipantCount = try fields.optionalInteger("activeParticipantCount", in: 0...Int64(Int32.max))
            .map { Int($0) }
        isDeleted = try fields.optionalBool("deleted") ?? false
    }
}
