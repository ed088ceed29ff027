extension AppDocument {
    /// Creates the document as an app that runs as `person` receives it.
    ///
    /// - Parameter isWhole: true to include the text and the comments.
    public init(
        _ document: Document, for person: Handle, canEdit: Bool, activeParticipantCount: Int? = nil,
        isWhole: Bool = true
    ) {
        let comments = document.comments.map {
            Comment(id: $0.id, text: $0.text, at: $0.at, isMine: $0.author == person)
        }
        self.init(
            id: document.id, url: document.url, title: document.title, text: isWhole ? document.text : nil,
            revision: document.revision, folder: document.folder, comments: isWhole ? comments : nil,
            canEdit: canEdit, activeParticipantCount: activeParticipantCount, isDeleted: document.isDeleted)
    }
}
