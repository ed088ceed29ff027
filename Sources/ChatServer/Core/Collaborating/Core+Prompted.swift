import ChatProtocol

/// What becomes of a share that is to follow its group, once its app has answered.
extension Core {
    /// The app did what the owner's answer to a prompt needs: the share follows.
    mutating func finish(
        prompt notice: NoticeID, share id: ShareID, _ action: CollaborationAction, at now: Instant
    ) {
        guard let before = state.shares[id]?.share else { return }
        var share = before
        // What its owner did to it meanwhile stands.
        if share.access == .private {
            for person in action.added where share.participant(person) == nil {
                share.add(.invited(person, to: share))
            }
        }
        share.participants.removeAll { action.removed.contains($0.handle) && $0.handle != share.owner }
        let saved = decideSaved(share, insteadOf: before, by: share.owner, at: now)
        // The people are on the share, also where the link cannot be sent to so many any more.
        if let invitation = linkInvitation(to: saved, since: before, by: share.owner),
            (try? check(invitation, to: saved, by: share.owner)) != nil
        {
            _ = try? decideSending(invitation, to: saved, by: share.owner, at: now)
        }
        tellOwner(of: share, action, .done, at: now)
    }

    /// The app did not do it: the share stays as it is, the owner is told why, and is asked again about this share alone.
    mutating func fail(
        prompt action: CollaborationAction, share id: ShareID, because reason: Reason, at now: Instant
    ) {
        guard let share = state.shares[id]?.share, let conversation = action.conversation else { return }
        tellOwner(of: share, action, .failed, because: reason, at: now)
        let people = action.added + action.removed
        guard let person = people.first, !share.isDocumentDeleted else { return }
        prompt(
            share.owner, about: person, action.removed.isEmpty ? .added : .removed, [share], in: conversation,
            by: person, at: now)
    }

    /// Tells the owner of a share what came of the change that answered a prompt, as of every change that an app is asked
    /// for (`act-participants`).
    private mutating func tellOwner(
        of share: Share, _ action: CollaborationAction, _ end: CollaborationStart.State, because failure: Reason? = nil,
        at now: Instant
    ) {
        var start = CollaborationStart(
            id: StartID("b", at: nextPosition), state: end, app: action.app, title: share.title,
            conversation: action.conversation, share: share.id)
        start.failure = failure
        decide(.collaborationChanged(start, of: share.owner), at: now)
    }
}
