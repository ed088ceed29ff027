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

extension Document: JSONRecord {
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
    public func writeMembers(to json: inout JSONWriter) {
        writeMembers(to: &json, isWhole: true)
        json.member("textRevision", textRevision)
        json.member("formerTitle", formerTitle)
    }

    /// Reads what ``write(to:)`` writes, or as much of it as a person is told.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        app = try fields.read("app")
        url = try fields.read("url")
        title = try fields.read("title")
        owner = try fields.read("owner")
        text = try fields.readOptional("text") ?? ""
        revision = try fields.read("revision", in: 0...Int64.max)
        folder = try fields.readOptional("folder")
        comments = try fields.readOptional("comments") ?? []
        createdAt = try fields.read("createdAt")
        changedAt = try fields.read("changedAt")
        changedBy = try fields.read("changedBy")
        isDeleted = try fields.readOptional("deleted") ?? false
        textRevision = try fields.readOptional("textRevision", in: 0...Int64.max) ?? revision
        formerTitle = try fields.readOptional("formerTitle")
    }
}
