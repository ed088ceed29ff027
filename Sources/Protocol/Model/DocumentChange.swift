extension DocumentChange {
    /// What was done, without who was called by it.
    public var kind: Kind { deed.kind }

    /// A change.
    public init(_ kind: Kind, mentions: [Handle] = [], by person: Handle) {
        self.init(deed: Deed(kind: kind, mentions: mentions), person: person)
    }
}

extension AppDocumentChange {
    /// What was done, without who was called by it.
    public var kind: DocumentChange.Kind { deed.kind }

    /// Whom the words that were added mention.
    public var mentions: [PersonIdentity] { deed.mentions.map { PersonIdentity(rootHash: $0) } }

    /// A change.
    public init(_ kind: DocumentChange.Kind, mentions: [PersonIdentity], isMine: Bool) {
        self.init(deed: Deed(kind: kind, mentions: mentions.map(\.rootHash)), isMine: isMine)
    }
}
