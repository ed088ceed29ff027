extension Share {
    /// What apps know it by (`collab-highlight-by-id`).
    public var collaborationIdentifier: String { ownIdentifier ?? id.rawValue }

    /// Puts somebody on it who is not there, with a number of their own for ever.
    public mutating func add(_ participant: Participant) {
        participants.append(participant)
        if !roster.contains(participant.handle) { roster.append(participant.handle) }
    }

    /// That person's place on it, if they have one.
    public func participant(_ handle: Handle) -> Participant? {
        participants.first { $0.handle == handle }
    }

    /// Whether that person can open it: because they were invited, or because anyone with the link can.
    public func isOpen(to handle: Handle) -> Bool {
        access == .public || participant(handle) != nil
    }

    /// The line that sums up what people may do (`perm-summary-text`).
    public var summary: String {
        if let startedSummary, startedSummary.access == access, startedSummary.permission == permission {
            return startedSummary.text
        }
        return permission.summary
    }
}

extension Share {
    /// Where an old log does not say which document is shared.
    public static let unknownDocument = DocumentID("")

    /// Adds what was not written when a share had no root and no roster yet.
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if document == Self.unknownDocument { document = DocumentID("d-\(id)") }
        if roster.isEmpty { roster = participants.map(\.handle) }
    }
}
