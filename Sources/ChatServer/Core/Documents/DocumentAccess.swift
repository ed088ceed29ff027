import ChatProtocol

extension Share.Participant {
    /// The participant's access to the document: none before accepting (`ck-accept`, `ucs-can-permission`).
    var documentAccess: AppDocument.Access {
        guard acceptance == .accepted else { return .lost }
        return permission == .readWrite ? .readWrite : .readOnly
    }
}

extension Share {
    /// Returns the people whose access to the document a save changed. The owner's access never changes, and a deleted
    /// document gives no access.
    func peopleWithChangedAccess(since before: Share) -> [Handle] {
        guard !isDocumentDeleted, participants != before.participants else { return [] }
        func access(_ participants: [Participant]) -> [Handle: AppDocument.Access] {
            Dictionary(participants.map { ($0.handle, $0.documentAccess) }) { first, _ in first }
        }
        let (old, new) = (access(before.participants), access(participants))
        let gone = before.participants.map(\.handle).filter { new[$0] == nil }
        return (participants.map(\.handle) + gone).filter {
            $0 != owner && (new[$0] ?? .lost) != (old[$0] ?? .lost)
        }
    }

    /// The people who lose their access to the document when its owner stops sharing it.
    var peopleLosingAccess: [Handle] {
        guard !isDocumentDeleted else { return [] }
        return participants.filter { $0.documentAccess != .lost && $0.handle != owner }.map(\.handle)
    }
}
