/// A document of the document service: what a ``Share`` shares, its root record (`ucs-root-record`).
///
/// This is the form that the log keeps. A person is told a ``DocumentView`` of it, an app an ``AppDocument``.
public struct Document: Sendable, Equatable {
    /// The most comments of one document: the oldest stay, and a further one is refused.
    public static let commentsMax = 1_000
    /// The most bytes of all comments of one document together: whoever works on it is told all of them.
    public static let commentBytesMax = 256 * 1024
    /// The most documents of one person.
    public static let ownedMax = 10_000

    /// What somebody said about it.
    public struct Comment: Sendable, Equatable {
        /// Its id.
        public var id: CommentID
        /// Who said it.
        public var author: Handle
        /// What was said.
        public var text: String
        /// When.
        public var at: Instant

        /// A comment.
        public init(id: CommentID, author: Handle, text: String, at: Instant) {
            self.id = id
            self.author = author
            self.text = text
            self.at = at
        }
    }

    /// Its id.
    public var id: DocumentID
    /// The app whose document it is.
    public var app: AppID
    /// Its link, canonical: the same however often it is shared (`ck-url`).
    public var url: String
    /// Its title.
    public var title: String
    /// What it was called before the last renaming; nil if it never had another title.
    public var formerTitle: String?
    /// Whose it is.
    public var owner: Handle
    /// What stands in it.
    public var text: String
    /// How often it was saved: 0 for the root of a share that nobody has worked on yet.
    public var revision: Int64
    /// The revision since which the text reads as it does: what is based on an older one is stale.
    public var textRevision: Int64
    /// The folder in which its owner keeps it; nil for none.
    public var folder: String?
    /// What was said about it, oldest first.
    public var comments: [Comment]
    /// When it came into being.
    public var createdAt: Instant
    /// When it was last changed.
    public var changedAt: Instant
    /// Who last changed it.
    public var changedBy: Handle
    /// Whether it is gone: its link leads nowhere from then on.
    public var isDeleted: Bool

    /// A new document.
    public init(
        id: DocumentID, app: AppID, url: String, title: String, owner: Handle, text: String = "",
        revision: Int64 = 0, createdAt: Instant
    ) {
        self.id = id
        self.app = app
        self.url = url
        self.title = title
        self.owner = owner
        self.text = text
        self.revision = revision
        textRevision = revision
        comments = []
        self.createdAt = createdAt
        changedAt = createdAt
        changedBy = owner
        isDeleted = false
    }

    /// The root of a share that was made for a document which was not of the service yet: empty, and its owner's.
    public init(rootOf share: Share) {
        self.init(
            id: share.document, app: share.app, url: share.url, title: share.title, owner: share.owner,
            createdAt: share.createdAt)
    }
}

/// The id of a ``Document/Comment``.
public typealias CommentID = Identifier<Document.Comment>

extension Document.Comment: JSONWritable {
    /// Appends `{id, author, text, at}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("author", author)
            $0.member("text", text)
            $0.member("at", at)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        author = try fields.handle("author")
        text = try fields.string("text")
        at = try fields.instant("at")
    }
}

extension Document: JSONWritable {
    /// Appends what the log keeps and a person is told alike.
    ///
    /// - Parameter isWhole: whether with its text and its comments.
    func writeMembers(to json: inout JSONWriter, isWhole: Bool) {
        json.member("id", id)
        json.member("app", app)
        json.member("url", url)
        json.member("title", title)
        json.member("owner", owner)
        if isWhole { json.member("text", text) }
        json.member("revision", revision)
        json.member("folder", folder)
        if isWhole { json.member("comments", comments) }
        json.member("createdAt", createdAt)
        json.member("changedAt", changedAt)
        json.member("changedBy", changedBy)
        if isDeleted { json.member("deleted", true) }
    }

    /// Appends the document as the log keeps it.
    public func write(to json: inout JSONWriter) {
        json.object {
            writeMembers(to: &$0, isWhole: true)
            $0.member("textRevision", textRevision)
            $0.member("formerTitle", formerTitle)
        }
    }

    /// Reads what ``write(to:)`` writes, or as much of it as a person is told.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        app = try fields.id("app")
        url = try fields.string("url")
        title = try fields.string("title")
        owner = try fields.handle("owner")
        text = try fields.optionalString("text") ?? ""
        revision = try fields.integer("revision", in: 0...Int64.max)
        folder = try fields.optionalString("folder")
        comments = try fields.list("comments") { fields throws(InvalidField) in try Comment(from: &fields) }
        createdAt = try fields.instant("createdAt")
        changedAt = try fields.instant("changedAt")
        changedBy = try fields.handle("changedBy")
        isDeleted = try fields.optionalBool("deleted") ?? false
        textRevision = try fields.optionalInteger("textRevision", in: 0...Int64.max) ?? revision
        formerTitle = try fields.optionalString("formerTitle")
    }
}
