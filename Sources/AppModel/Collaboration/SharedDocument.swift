public import ChatProtocol

/// A document as an app sees it that runs as a person: its content, without the names of people.
public struct SharedDocument: Hashable, Sendable {
    /// A comment on the document.
    public typealias Comment = AppDocument.Comment
    /// A change of the document, in the terms of highlight events.
    public typealias Change = AppDocumentChange
    /// The access of the person.
    public typealias Access = AppDocument.Access

    /// The id of the document.
    public var id: DocumentID
    /// The link of the document.
    public var url: String
    /// The title of the document.
    public var title: String
    /// The text; empty if the server did not send it.
    public var text: String
    /// The number of saves. An edit names the revision that it is based on.
    public var revision: Int64
    /// The folder that contains the document; nil for none.
    public var folder: String?
    /// The comments, oldest first.
    public var comments: [Comment]
    /// True if the person may change the document.
    public var canEdit: Bool
    /// The number of people who have the document open.
    public var activeParticipantCount: Int
    /// True if the document was deleted.
    public var isDeleted: Bool

    /// Creates the document of a server's answer or notification.
    ///
    /// - Parameter active: the number of people who have it open, for an answer without that number.
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
