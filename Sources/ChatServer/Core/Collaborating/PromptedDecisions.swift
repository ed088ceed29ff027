import ChatProtocol

/// The end of a group prompt about a share that an app holds: the app's answer decides if the share follows its group
/// (`group-sync-backends`).
struct PromptedDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Changes the share as the owner's answer to a prompt asks, after the app has fulfilled the action.
    func finish(
        prompt notice: NoticeID, share id: ShareID, _ action: CollaborationAction, at now: Instant
    ) {
        guard let before = draft.state.shares[id]?.share else { return }
        var share = before
        // The owner may have changed the share while the app worked: a public share takes no people by name.
        if share.access == .private {
            for person in action.added where share.participant(person) == nil {
                share.add(.invited(person, to: share))
            }
        }
        share.participants.removeAll { action.removed.contains($0.handle) && $0.handle != share.owner }
        let saved = ShareSavingDecisions(draft).decideSaved(share, insteadOf: before, by: share.owner, at: now)
        // The people stay on the share even if the link can no longer be sent to so many.
        if let invitation = InvitationDecisions(draft).linkInvitation(to: saved, since: before, by: share.owner),
            (try? InvitationDecisions(draft).check(invitation, to: saved, by: share.owner)) != nil
        {
            _ = try? InvitationDecisions(draft).decideSending(invitation, to: saved, by: share.owner, at: now)
        }
        notifyOwner(of: share, action, .done, at: now)
    }

    /// Leaves the share as it is, notifies the owner of the reason, and asks the owner again about this share alone. No
    /// new prompt follows if the document was deleted.
    func fail(
        prompt action: CollaborationAction, share id: ShareID, because reason: Reason, at now: Instant
    ) {
        guard let share = draft.state.shares[id]?.share, let conversation = action.conversation else { return }
        notifyOwner(of: share, action, .failed, because: reason, at: now)
        let people = action.added + action.removed
        guard let person = people.first, !share.isDocumentDeleted else { return }
        GroupPromptDecisions(draft).prompt(
            share.owner, about: person, action.removed.isEmpty ? .added : .removed, [share], in: conversation,
            by: person, at: now)
    }

    /// Notifies the owner of a share of the result of the change that answered a prompt. Every change requested from an
    /// app has such a result (`act-participants`).
    private func notifyOwner(
        of share: Share, _ action: CollaborationAction, _ end: CollaborationStart.State, because failure: Reason? = nil,
        at now: Instant
    ) {
        var start = CollaborationStart(
            id: StartID("b", at: draft.nextPosition), state: end, app: action.app, title: share.title,
            conversation: action.conversation, share: share.id)
        start.failure = failure
        draft.decide(.collaborationChanged(start, of: share.owner), at: now)
    }
}
