// Written by script/contract: change the contract instead.

extension AppDocument {
    /// A comment on a document.
    public struct Comment: Sendable, Hashable {
        /// Its id.
        public var id: CommentID
        /// The text.
        public var text: String
        /// The time.
        public var at: Instant
        /// True if the app's own person wrote it.
        public var isMine: Bool

        /// Creates a value from its members.
        public init(id: CommentID, text: String, at: Instant, isMine: Bool) {
            self.id = id
            self.text = text
            self.at = at
            self.isMine = isMine
        }
    }
}

extension AppDocument.Comment: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        text = try fields.read("text")
        at = try fields.read("at")
        isMine = try fields.read("isMine")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("text", text)
        json.member("at", at)
        json.member("isMine", isMine)
    }
}

/// A document as an app sees it. For privacy the type has no field for people.
public struct AppDocument: Sendable, Equatable {
    /// Its id.
    public var id: DocumentID
    /// Its link.
    public var url: String
    /// Its title.
    public var title: String
    /// The content; left out in a list.
    public var text: String?
    /// The number of saves.
    public var revision: Int64
    /// The folder of the document.
    public var folder: String?
    /// The comments, oldest first; left out in a list.
    public var comments: [Comment]?
    /// True if the app's person may change it.
    public var canEdit: Bool
    /// The number of people who have the document open; left out in `document.changed`, because `document.presence`
    /// reports it.
    public var activeParticipantCount: Int?
    /// True if the document was deleted.
    public var isDeleted: Bool
    /// The folder that the document represents (`ck-zone-share`); nil for a document with a content.
    public var covers: String?
    /// The document that represents the shared folder in which the document is; nil if it is in none.
    public var parent: DocumentID?

    /// Creates a value from its members.
    public init(id: DocumentID, url: String, title: String, text: String? = nil, revision: Int64, folder: String? = nil, comments: [Comment]? = nil, canEdit: Bool, activeParticipantCount: Int? = nil, isDeleted: Bool = false, covers: String? = nil, parent: DocumentID? = nil) {
        self.id = id
        self.url = url
        self.title = title
        self.text = text
        self.revision = revision
        self.folder = folder
        self.comments = comments
        self.canEdit = canEdit
        self.activeParticipantCount = activeParticipantCount
        self.isDeleted = isDeleted
        self.covers = covers
        self.parent = parent
    }
}

extension AppDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.read("url")
        title = try fields.read("title")
        text = try fields.readOptional("text")
        revision = try fields.read("revision", in: 0...Int64.max)
        folder = try fields.readOptional("folder")
        comments = try fields.readOptional("comments")
        canEdit = try fields.read("canEdit")
        activeParticipantCount = try fields.readOptional("activeParticipantCount", in: 0...2147483647)
        isDeleted = try fields.readOptional("deleted") ?? false
        covers = try fields.readOptional("covers")
        parent = try fields.readOptional("parent")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("url", url)
        json.member("title", title)
        if let text { json.member("text", text) }
        json.member("revision", revision)
        if let folder { json.member("folder", folder) }
        if let comments { json.member("comments", comments) }
        json.member("canEdit", canEdit)
        if let activeParticipantCount { json.member("activeParticipantCount", activeParticipantCount) }
        if isDeleted { json.member("deleted", isDeleted) }
        if let covers { json.member("covers", covers) }
        if let parent { json.member("parent", parent) }
    }
}

extension AppDocument {
    /// The access of an app's person to a document.
    public enum Access: String, CaseIterable, Sendable {
        /// No access: the person was removed or has left, or the owner stopped sharing.
        case `lost` = "none"
        /// Read and comment.
        case `readOnly`
        /// Read and change.
        case `readWrite`
    }
}

extension AppDocument.Access: JSONWord {}
