extension DocumentView {
    /// Creates the document as a person sees it.
    ///
    /// - Parameter isWhole: true to include the text, the comments and the changes.
    public init(_ document: Document, canEdit: Bool, active: [Handle]? = nil, isWhole: Bool = true) {
        self.init(
            id: document.id, app: document.app, url: document.url, title: document.title, owner: document.owner,
            text: isWhole ? document.text : nil, revision: document.revision, folder: document.folder,
            comments: isWhole ? document.comments : nil, createdAt: document.createdAt,
            changedAt: document.changedAt, changedBy: document.changedBy,
            changes: isWhole ? document.changes : nil, isDeleted: document.isDeleted, canEdit: canEdit,
            active: active)
    }
}
