import ChatProtocol

/// What is held by an app itself changes when the app has done it (`act-participants`, `act-remove`): who is on a share,
/// who can open it, and whether there is one. Until then everything is as it was.
extension Core {
    // MARK: A share that comes into being

    /// Has an app asked for the link of a share that nobody is sent yet.
    mutating func askToCreate(_ share: Share, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        try checkPromised(share.url, by: share.owner)
        var action = try newAction(
            for: item(of: share).app, by: me, title: share.title, options: options(of: share), at: now)
        let start = StartID("b", at: nextPosition)
        action.purpose = .create(start, share)
        return .asked(
            decideWaiting(action, for: share, start, at: now), share: ShareView(share, seenBy: me), dropped: [])
    }

    /// The share that an app made a link for, with nobody on it but its owner.
    func createdShare(
        _ request: FulfillAction, for action: CollaborationAction, _ draft: Share
    ) throws(RPCError) -> Share {
        guard let url = request.url else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "is missing: the link of the collaboration"))
        }
        let identifier = try identifier(of: request, for: action)
        var create = CreateShare(
            app: action.app, title: action.title, url: url, backend: .custom, options: action.options,
            document: state.documents[draft.document] == nil ? nil : draft.document,
            representations: draft.representations)
        (create.access, create.permission) = (draft.access, draft.permission)
        create.allowsInviting = draft.allowsInviting
        var share = try preparedShare(create, id: draft.id, by: action.person, at: state.lastAt)
        try checkPromised(share.url, by: share.owner, besides: action.id)
        share.ownIdentifier = identifier == share.id.rawValue ? nil : identifier
        return share
    }

    // MARK: A share that changes

    /// Whether an app that holds its documents itself has to do something for a change.
    static func asksApp(for share: Share, insteadOf before: Share) -> Bool {
        before.backend == .custom
            && (share.access != before.access
                || share.participants.map(\.handle) != before.participants.map(\.handle)
                || !share.membershipChanges(since: before, by: nil).isEmpty)
    }

    /// Has the app of a share asked to make a change that nothing stands against.
    mutating func askToSave(
        _ save: SaveShare, _ share: Share, insteadOf before: Share, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var action = try newAction(
            for: item(of: before).app, by: me, title: before.title, options: options(of: share), at: now)
        let start = StartID("b", at: nextPosition)
        // What was looked at was looked at now: whatever happens meanwhile, the change is wanted.
        var save = save
        (save.share, save.revision) = (.id(before.id), nil)
        action.purpose = .save(start, before.id, save)
        (action.added, action.removed) = Self.people(of: share, insteadOf: before)
        return .asked(
            decideWaiting(action, for: before, start, at: now), share: ShareView(before, seenBy: me), dropped: [])
    }

    /// The app has made a change: so is the share, if those whom it touches are those whom the app was told of; if people
    /// came or went meanwhile, the app is asked about them as well.
    mutating func finish(
        _ save: SaveShare, of id: ShareID, _ start: StartID, _ action: CollaborationAction, at now: Instant
    ) {
        guard let before = state.shares[id]?.share else { return }
        var share = before
        do {
            _ = try share.apply(save, by: action.person, participantsMax: limits.shareParticipants)
        } catch {
            _ = endStart(start, .failed, because: Reason(error.rule, error.text), at: now)
            return
        }
        let (added, removed) = Self.people(of: share, insteadOf: before)
        guard Set(added).isSubset(of: action.added), Set(removed).isSubset(of: action.removed) else {
            return askAgain(action, added: added, removed: removed, at: now)
        }
        var invitation = save.sendsLink ? linkInvitation(to: share, since: before, by: action.person) : nil
        let saved = decideSaved(share, insteadOf: before, by: action.person, at: now)
        // The people are on the share, also where the link cannot be sent to so many any more.
        if let checked = invitation, (try? check(checked, to: share, by: action.person)) == nil { invitation = nil }
        let message = invitation.flatMap { try? decideSending($0, to: saved, by: action.person, at: now) }
        _ = endStart(start, .done, share: id, message: message?.id, at: now)
    }

    private mutating func askAgain(
        _ before: CollaborationAction, added: [Handle], removed: [Handle], at now: Instant
    ) {
        var action = before
        action.id = ActionID("x", at: nextPosition)
        action.dueAt = max(now, state.lastAt).advanced(byMilliseconds: Int64(actionPolicy.timeLimitMilliseconds))
        (action.added, action.removed) = (added, removed)
        decide(.actionRequested(action), at: now)
    }

    /// Whom an app has to let in, and whom no longer: who is invited anew is let in already.
    private static func people(of share: Share, insteadOf before: Share) -> (added: [Handle], removed: [Handle]) {
        (
            share.participants.map(\.handle).filter { before.participant($0) == nil },
            before.participants.map(\.handle).filter { share.participant($0) == nil }
        )
    }

    /// The options that are selected for a share as it is to be: those that it was started with, and what of access was
    /// chosen since.
    private func options(of share: Share) -> [String] {
        var options = state.app(share.app)?.shareOptions ?? .standard
        if let chosen = try? options.selecting(share.options) { options = chosen }
        for effect in [
            share.access == .public ? ShareOptions.Effect.public : .private,
            share.permission == .readOnly ? .readOnly : .readWrite,
        ] {
            guard let option = options.options.first(where: { $0.effect == effect }) else { continue }
            options.choose(option.identifier)
        }
        return options.selected
    }

    /// Has an app asked, and its person wait for the answer: in the thread in which its link stands, if in one of theirs.
    private mutating func decideWaiting(
        _ action: CollaborationAction, for share: Share, _ id: StartID, at now: Instant
    ) -> CollaborationStart {
        let place = state.shares[share.id]?.conversations.first {
            state.conversations[$0]?.members[action.person] != nil
        }
        let start = CollaborationStart(
            id: id, state: .waiting, app: action.app, title: action.title, conversation: place,
            share: action.existing)
        decide(.actionRequested(action), at: now)
        decide(.collaborationChanged(start, of: action.person), at: now)
        return start
    }
}
