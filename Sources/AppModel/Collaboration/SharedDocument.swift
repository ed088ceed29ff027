public import ChatProtocol

/// A document as an app that runs as a person has it: what stands in it, and nobody's name.
public struct SharedDocument: Hashable, Sendable {
    /// What somebody said about it.
    public typealias Comment = AppDocument.Comment
    /// What was done to it, in the words of highlight events.
    public typealias Change = AppDocumentChange
    /// What the person may do with it.
    public typealias Access = AppDocument.Access

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

    /// The document as the server tells an app of it.
    ///
    /// - Parameter active: how many people have it open, where that is told apart.
    init(_ told: AppDocument, active: Int = 0) {
        id = told.id
        url = told.url
        title = told.title
        text = told.text ?? ""
        revision = told.revision
        folder = told.folder
        comments = told.comments ?? []
        canEdit = told.canEdit
        activeParticipantCount = told.activeParticipantCount ?? active
        isDeleted = told.isDeleted
    }
}
