import ChatProtocol

/// What becomes of a share that is to follow its group, once its app has answered.
extension Core {
    /// The app did what the owner's answer to a prompt needs: the share follows.
    mutating func finish(
        prompt notice: NoticeID, share id: ShareID, _ action: CollaborationAction, at now: Instant
    ) {
        guard var share = state.shares[id]?.share else { return }
        let told = share.participants.map(\.handle)
        // What its owner did to it meanwhile stands.
        if share.access == .private {
            for person in action.added where share.participant(person) == nil {
                share.add(.invited(person, to: share))
            }
        }
        share.participants.removeAll { action.removed.contains($0.handle) && $0.handle != share.owner }
        guard share != state.shares[id]?.share else { return }
        share.revision += 1
        let after = share.participants.map(\.handle).filter { !told.contains($0) }
        decide(.shareSaved(share, told: told + after), at: now)
    }

    /// The app did not do it: the share stays as it is, and the prompt waits again.
    ///
    /// The prompt itself belongs to the notices, which give it back its actions here.
    mutating func fail(prompt notice: NoticeID, share: ShareID, because reason: Reason, at now: Instant) {}
}
