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
        covers = share.folder
    }

    /// Sets a missing `textRevision` to the revision. Old logs do not contain this member.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if !fields.has("textRevision") { textRevision = revision }
    }
}

extension DocumentView {
    /// Creates the document as a person sees it.
    ///
    /// - Parameter isWhole: true to include the text, the comments and the changes.
    public init(
        _ document: Document, canEdit: Bool, active: [Handle]? = nil, isWhole: Bool = true, in parent: DocumentID? = nil
    ) {
        self.init(
            id: document.id, app: document.app, url: document.url, title: document.title, owner: document.owner,
            text: isWhole ? document.text : nil, revision: document.revision, folder: document.folder,
            comments: isWhole ? document.comments : nil, createdAt: document.createdAt,
            changedAt: document.changedAt, changedBy: document.changedBy,
            changes: isWhole ? document.changes : nil, isDeleted: document.isDeleted, canEdit: canEdit,
            active: active, covers: document.covers, parent: parent)
    }
}

extension AppDocument {
    /// Creates the document as an app that runs as `person` receives it.
    ///
    /// - Parameter isWhole: true to include the text and the comments.
    public init(
        _ document: Document, for person: Handle, canEdit: Bool, activeParticipantCount: Int? = nil,
        isWhole: Bool = true, in parent: DocumentID? = nil
    ) {
        let comments = document.comments.map {
            Comment(id: $0.id, text: $0.text, at: $0.at, isMine: $0.author == person)
        }
        self.init(
            id: document.id, url: document.url, title: document.title, text: isWhole ? document.text : nil,
            revision: document.revision, folder: document.folder, comments: isWhole ? comments : nil,
            canEdit: canEdit, activeParticipantCount: activeParticipantCount, isDeleted: document.isDeleted,
            covers: document.covers, parent: parent)
    }
}

extension DocumentChange {
    /// The change without its mentions.
    public var kind: Kind { action.kind }

    /// Creates a change.
    public init(_ kind: Kind, mentions: [Handle] = [], by person: Handle) {
        self.init(action: Action(kind: kind, mentions: mentions), person: person)
    }
}

extension AppDocumentChange {
    /// The change without its mentions.
    public var kind: DocumentChange.Kind { action.kind }

    /// The people that the added text mentions.
    public var mentions: [PersonIdentity] { action.mentions.map { PersonIdentity(rootHash: $0) } }

    /// Creates a change.
    public init(_ kind: DocumentChange.Kind, mentions: [PersonIdentity], isMine: Bool) {
        self.init(action: Action(kind: kind, mentions: mentions.map(\.rootHash)), isMine: isMine)
    }
}
