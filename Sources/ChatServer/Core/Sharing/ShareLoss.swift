import ChatProtocol

/// A person's loss of a share.
///
/// The server answers from it, so that a client that starts later gives the same reason as a client that was notified.
struct ShareLoss: Equatable, Sendable {
    let share: ShareID
    let cause: LostShare.Cause
    /// The owner of the share, whose storage it uses.
    let owner: Handle
    /// The approximate size in bytes; 0 for a person on the roster, whose size the share includes.
    let bytes: Int

    init(of share: Share, by person: Handle, cause: LostShare.Cause) {
        (self.share, self.cause, owner) = (share.id, cause, share.owner)
        bytes = share.roster.contains(person) ? 0 : Usage.bytes(of: CollectionOfOne(person))
    }
}

extension Event.ShareSaved {
    /// Returns how a notified person lost the share with this save; nil if the person can open it.
    func loss(of person: Handle) -> LostShare.Cause? {
        guard recipients.contains(person) else { return share.access == .public ? nil : .removed }
        guard share.participant(person) == nil else { return nil }
        return by == person ? .left : .removed
    }
}
