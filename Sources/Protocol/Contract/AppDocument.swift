/// A document as an app that runs as somebody is told it: a type of its own, in which people have no field (law 7).
public struct AppDocument: Sendable, Equatable {
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

extension AppDocument: JSONRecord {
    /// Appends the app's form of `document.get`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("url", url)
        json.member("title", title)
        if isWhole { json.member("text", text) }
        json.member("revision", revision)
        json.member("folder", folder)
        if isWhole { json.member("comments", comments) }
        json.member("canEdit", canEdit)
        json.member("activeParticipantCount", activeParticipantCount)
        if isDeleted { json.member("deleted", true) }
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.read("url")
        title = try fields.read("title")
        isWhole = !fields.isMissing("text")
        text = try fields.readOptional("text") ?? ""
        revision = try fields.read("revision", in: 0...Int64.max)
        folder = try fields.readOptional("folder")
        comments = try fields.readOptional("comments") ?? []
        canEdit = try fields.read("canEdit")
        activeParticipantCount = try fields.readOptional("activeParticipantCount", in: 0...Int(Int32.max))
        isDeleted = try fields.readOptional("deleted") ?? false
    }
}
