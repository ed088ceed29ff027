extension AppDocumentPresence {
    /// What an app is told of it.
    public init(_ presence: DocumentPresence) {
        self.init(
            document: presence.document, url: presence.url, activeParticipantCount: presence.active.count)
    }
}
