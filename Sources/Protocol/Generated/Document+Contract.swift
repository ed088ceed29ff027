// Written by script/contract: change the contract instead.

extension Document {
    /// A comment on a document.
    public struct Comment: Sendable, Equatable {
        /// The id.
        public var id: CommentID
        /// The author.
        public var author: Handle
        /// The text.
        public var text: String
        /// The time.
        public var at: Instant

        /// Creates a value from its members.
        public init(id: CommentID, author: Handle, text: String, at: Instant) {
            self.id = id
            self.author = author
            self.text = text
            self.at = at
        }
    }
}

extension Document.Comment: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        author = try fields.read("author")
        text = try fields.read("text")
        at = try fields.read("at")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("author", author)
        json.member("text", text)
        json.member("at", at)
    }
}

extension Document {
    /// A change in the activity of a document.
    public struct PastChange: Sendable, Equatable {
        /// The change.
        public var kind: DocumentChange.Kind
        /// The author of the change.
        public var by: Handle
        /// The time.
        public var at: Instant

        /// Creates a value from its members.
        public init(kind: DocumentChange.Kind, by: Handle, at: Instant) {
            self.kind = kind
            self.by = by
            self.at = at
        }
    }
}

extension Document.PastChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try DocumentChange.Kind(from: &fields)
        by = try fields.read("by")
        at = try fields.read("at")
    }

    public func writeMembers(to json: inout JSONWriter) {
        kind.writeMembers(to: &json)
        json.member("by", by)
        json.member("at", at)
    }
}

/// A document of the document service. It is the root record of a ``Share`` (`ucs-root-record`).
///
/// The log stores this form. A person receives a ``DocumentView``, an app an ``AppDocument``.
public struct Document: Sendable, Equatable {
    /// The id.
    public var id: DocumentID
    /// The app of the document.
    public var app: AppID
    /// The canonical link. It stays the same when the document is shared again (`ck-url`).
    public var url: String
    /// The title.
    public var title: String
    /// The owner.
    public var owner: Handle
    /// The content.
    public var text: String
    /// The number of saves; 0 for the root of a share that has not been edited.
    public var revision: Int64
    /// The owner's folder; nil if it is in none.
    public var folder: String?
    /// The comments, oldest first.
    public var comments: [Comment]
    /// The time of the creation.
    public var createdAt: Instant
    /// The time of the last change.
    public var changedAt: Instant
    /// The author of the last change.
    public var changedBy: Handle
    /// True if the document was deleted. Its link then opens nothing.
    public var isDeleted: Bool
    /// The revision of the last change of the text. An edit based on an older revision is stale.
    public var textRevision: Int64
    /// The title before the last renaming; nil if it was never renamed.
    public var formerTitle: String?
    /// The last 10 changes except comments, oldest first. Consecutive edits of one person are one change. Documents
    /// saved by older versions have none.
    public var changes: [PastChange]
    /// The owner's folder that the document represents (`ck-zone-share`); nil for a document with a content.
    public var covers: String?

    /// Creates a value from its members.
    public init(id: DocumentID, app: AppID, url: String, title: String, owner: Handle, text: String = "", revision: Int64, folder: String? = nil, comments: [Comment] = [], createdAt: Instant, changedAt: Instant, changedBy: Handle, isDeleted: Bool = false, textRevision: Int64 = 0, formerTitle: String? = nil, changes: [PastChange] = [], covers: String? = nil) {
        self.id = id
        self.app = app
        self.url = url
        self.title = title
        self.owner = owner
        self.text = text
        self.revision = revision
        self.folder = folder
        self.comments = comments
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.isDeleted = isDeleted
        self.textRevision = textRevision
        self.formerTitle = formerTitle
        self.changes = changes
        self.covers = covers
    }
}

extension Document: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

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
        textRevision = try fields.readOptional("textRevision", in: 0...Int64.max) ?? 0
        formerTitle = try fields.readOptional("formerTitle")
        changes = try fields.readOptional("changes") ?? []
        covers = try fields.readOptional("covers")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("url", url)
        json.member("title", title)
        json.member("owner", owner)
        json.member("text", text)
        json.member("revision", revision)
        if let folder { json.member("folder", folder) }
        json.member("comments", comments)
        json.member("createdAt", createdAt)
        json.member("changedAt", changedAt)
        json.member("changedBy", changedBy)
        if isDeleted { json.member("deleted", isDeleted) }
        json.member("textRevision", textRevision)
        if let formerTitle { json.member("formerTitle", formerTitle) }
        if !changes.isEmpty { json.member("changes", changes) }
        if let covers { json.member("covers", covers) }
    }
}

/// A document as one person sees it.
public struct DocumentView: Sendable, Equatable {
    /// The id.
    public var id: DocumentID
    /// The app of the document.
    public var app: AppID
    /// The canonical link.
    public var url: String
    /// The title.
    public var title: String
    /// The owner.
    public var owner: Handle
    /// The content; left out in a list.
    public var text: String?
    /// The number of saves.
    public var revision: Int64
    /// The owner's folder.
    public var folder: String?
    /// The comments, oldest first; left out in a list.
    public var comments: [Document.Comment]?
    /// The time of the creation.
    public var createdAt: Instant
    /// The time of the last change.
    public var changedAt: Instant
    /// The author of the last change.
    public var changedBy: Handle
    /// The last 10 changes except comments, oldest first; left out in a list.
    public var changes: [Document.PastChange]?
    /// True if the document was deleted.
    public var isDeleted: Bool
    /// True if the reader can change the document (`ucs-can-permission`).
    public var canEdit: Bool
    /// The people who have the document open, each once; left out in `document.changed`, because `document.presence`
    /// reports it.
    public var active: [Handle]?
    /// The owner's folder that the document represents; nil for a document with a content.
    public var covers: String?
    /// The document that represents the shared folder in which the document is; nil if it is in none.
    public var parent: DocumentID?

    /// Creates a value from its members.
    public init(id: DocumentID, app: AppID, url: String, title: String, owner: Handle, text: String? = nil, revision: Int64, folder: String? = nil, comments: [Document.Comment]? = nil, createdAt: Instant, changedAt: Instant, changedBy: Handle, changes: [Document.PastChange]? = nil, isDeleted: Bool = false, canEdit: Bool, active: [Handle]? = nil, covers: String? = nil, parent: DocumentID? = nil) {
        self.id = id
        self.app = app
        self.url = url
        self.title = title
        self.owner = owner
        self.text = text
        self.revision = revision
        self.folder = folder
        self.comments = comments
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.changes = changes
        self.isDeleted = isDeleted
        self.canEdit = canEdit
        self.active = active
        self.covers = covers
        self.parent = parent
    }
}

extension DocumentView: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        app = try fields.read("app")
        url = try fields.read("url")
        title = try fields.read("title")
        owner = try fields.read("owner")
        text = try fields.readOptional("text")
        revision = try fields.read("revision", in: 0...Int64.max)
        folder = try fields.readOptional("folder")
        comments = try fields.readOptional("comments")
        createdAt = try fields.read("createdAt")
        changedAt = try fields.read("changedAt")
        changedBy = try fields.read("changedBy")
        changes = try fields.readOptional("changes")
        isDeleted = try fields.readOptional("deleted") ?? false
        canEdit = try fields.read("canEdit")
        active = try fields.readOptional("active")
        covers = try fields.readOptional("covers")
        parent = try fields.readOptional("parent")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("url", url)
        json.member("title", title)
        json.member("owner", owner)
        if let text { json.member("text", text) }
        json.member("revision", revision)
        if let folder { json.member("folder", folder) }
        if let comments { json.member("comments", comments) }
        json.member("createdAt", createdAt)
        json.member("changedAt", changedAt)
        json.member("changedBy", changedBy)
        if let changes { json.member("changes", changes) }
        if isDeleted { json.member("deleted", isDeleted) }
        json.member("canEdit", canEdit)
        if let active { json.member("active", active) }
        if let covers { json.member("covers", covers) }
        if let parent { json.member("parent", parent) }
    }
}
