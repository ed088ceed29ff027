extension Share {
    /// The collaboration identifier for apps (`collab-highlight-by-id`).
    public var collaborationIdentifier: String { ownIdentifier ?? id.rawValue }

    /// Adds a participant. A person who joins for the first time gets a permanent number in the roster.
    public mutating func add(_ participant: Participant) {
        participants.append(participant)
        if !roster.contains(participant.handle) { roster.append(participant.handle) }
    }

    /// Returns a person's participation; nil if they are not on the share.
    public func participant(_ handle: Handle) -> Participant? {
        participants.first { $0.handle == handle }
    }

    /// Returns true if the person can open the share: it is public, or they are a participant.
    public func isOpen(to handle: Handle) -> Bool {
        access == .public || participant(handle) != nil
    }

    /// The summary of the permissions (`perm-summary-text`).
    public var summary: String {
        if let startedSummary, startedSummary.access == access, startedSummary.permission == permission {
            return startedSummary.text
        }
        return permission.summary
    }
}

extension Share {
    /// The document of a share in an old log that does not name one.
    public static let unknownDocument = DocumentID("")

    /// Sets the document and the roster of a share from an old log that has none.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if document == Self.unknownDocument { document = DocumentID("d-\(id)") }
        if roster.isEmpty { roster = participants.map(\.handle) }
    }
}
