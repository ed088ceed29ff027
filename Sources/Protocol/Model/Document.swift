extension Document {
    /// The most comments of one document. The server refuses further ones and removes none.
    public static let commentsMax = 1_000
    /// The most bytes of all comments of one document. Each person with the document receives all of them.
    public static let commentBytesMax = 256 * 1024

    /// Creates a document without comments.
    public init(
        id: DocumentID, app: AppID, url: String, title: String, owner: Handle, text: String = "",
        revision: Int64 = 0, createdAt: Instant
    ) {
        self.init(
            id: id, app: app, url: url, title: title, owner: owner, text: text, revision: revision,
            createdAt: createdAt, changedAt: createdAt, changedBy: owner, textRevision: revision)
    }

    /// Creates the root record of a share whose document the service did not store: empty, and owned by the share's
    /// owner.
    public init(rootOf share: Share) {
        self.init(
            id: share.document, app: share.app, url: share.url, title: share.title, owner: share.owner,
            createdAt: share.createdAt)
    }

    /// Sets a missing `textRevision` to the revision. Old logs do not contain this member.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if !fields.has("textRevision") { textRevision = revision }
    }
}
