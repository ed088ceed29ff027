extension Document {
    /// The most comments of one document: the oldest stay, and a further one is refused.
    public static let commentsMax = 1_000
    /// The most bytes of all comments of one document together: whoever works on it is told all of them.
    public static let commentBytesMax = 256 * 1024

    /// A new document.
    public init(
        id: DocumentID, app: AppID, url: String, title: String, owner: Handle, text: String = "",
        revision: Int64 = 0, createdAt: Instant
    ) {
        self.init(
            id: id, app: app, url: url, title: title, owner: owner, text: text, revision: revision,
            createdAt: createdAt, changedAt: createdAt, changedBy: owner, textRevision: revision)
    }

    /// The root of a share that was made for a document which was not of the service yet: empty, and its owner's.
    public init(rootOf share: Share) {
        self.init(
            id: share.document, app: share.app, url: share.url, title: share.title, owner: share.owner,
            createdAt: share.createdAt)
    }

    /// Adds what was not written when nobody asked since when a text reads as it does.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if !fields.has("textRevision") { textRevision = revision }
    }
}
