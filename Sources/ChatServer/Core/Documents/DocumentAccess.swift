import ChatProtocol

/// The access of the people on a share to its document, as apps receive it.
struct DocumentAccess {
    private let share: Share

    init(_ share: Share) { self.share = share }

    /// Returns a participant's access: none before accepting (`ck-accept`, `ucs-can-permission`).
    static func access(of participant: Share.Participant?) -> AppDocument.Access {
        guard let participant, participant.acceptance == .accepted else { return .lost }
        return participant.permission == .readWrite ? .readWrite : .readOnly
    }

    /// Returns the people whose access a save changed. The owner's access never changes, and a deleted document gives
    /// no access.
    func changed(since before: Share) -> [Handle] {
        guard !share.isDocumentDeleted, share.participants != before.participants else { return [] }
        func access(_ participants: [Share.Participant]) -> [Handle: AppDocument.Access] {
            Dictionary(participants.map { ($0.handle, Self.access(of: $0)) }) { first, _ in first }
        }
        let (old, new) = (access(before.participants), access(share.participants))
        let gone = before.participants.map(\.handle).filter { new[$0] == nil }
        return (share.participants.map(\.handle) + gone).filter {
            $0 != share.owner && (new[$0] ?? .lost) != (old[$0] ?? .lost)
        }
    }

    /// The people who lose their access when the owner stops sharing the document.
    var lostByStopping: [Handle] {
        guard !share.isDocumentDeleted else { return [] }
        return share.participants.filter { Self.access(of: $0) != .lost && $0.handle != share.owner }.map(\.handle)
    }
}
