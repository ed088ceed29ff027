extension DocumentChange {
    /// The change without its mentions.
    public var kind: Kind { deed.kind }

    /// Creates a change.
    public init(_ kind: Kind, mentions: [Handle] = [], by person: Handle) {
        self.init(deed: Deed(kind: kind, mentions: mentions), person: person)
    }
}

extension AppDocumentChange {
    /// The change without its mentions.
    public var kind: DocumentChange.Kind { deed.kind }

    /// The people that the added text mentions.
    public var mentions: [PersonIdentity] { deed.mentions.map { PersonIdentity(rootHash: $0) } }

    /// Creates a change.
    public init(_ kind: DocumentChange.Kind, mentions: [PersonIdentity], isMine: Bool) {
        self.init(deed: Deed(kind: kind, mentions: mentions.map(\.rootHash)), isMine: isMine)
    }
}
