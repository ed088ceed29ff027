import ChatProtocol

/// Changes of shares whose documents an app itself holds. Participants, access and the share itself change only after
/// the app has fulfilled an action (`act-participants`, `act-remove`).
struct AskedChangeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    // MARK: Creating a share

    /// Asks an app for the link of a new share that no message sends.
    func requestLink(_ share: Share, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        try ActionDecisions(draft).checkLinkIsNotPending(share.url, by: share.owner)
        var action = try ActionDecisions(draft).newAction(
            for: CollaborationItem(of: share, in: draft.state).app, by: me, title: share.title,
            options: options(of: share), at: now)
        let start = StartID("b", at: draft.nextPosition)
        action.purpose = .create(start, share)
        return .asked(
            decideWaiting(action, for: share, start, at: now), share: ShareView(share, seenBy: me), dropped: [])
    }

    /// Returns the new share at the link that an app made. Its owner is the only participant.
    ///
    /// - Throws: `invalid_params` if the answer has no link or no identifier, `conflict` if one of them is taken.
    func createdShare(
        _ request: FulfillAction, for action: CollaborationAction, _ drafted: Share
    ) throws(RPCError) -> Share {
        guard let url = request.url else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "is missing: the link of the collaboration"))
        }
        let identifier = try ActionDecisions(draft).identifier(of: request, for: action)
        var create = CreateShare(
            app: action.app, title: action.title, url: url, backend: .custom, options: action.options,
            document: draft.state.documents[drafted.document] == nil ? nil : drafted.document,
            representations: drafted.representations)
        (create.access, create.permission) = (drafted.access, drafted.permission)
        create.allowsInviting = drafted.allowsInviting
        var share = try ShareDecisions(draft).preparedShare(
            create, id: drafted.id, by: action.person, at: draft.state.lastAt)
        try ActionDecisions(draft).checkLinkIsNotPending(share.url, by: share.owner, besides: action.id)
        share.ownIdentifier = identifier == share.id.rawValue ? nil : identifier
        return share
    }

    // MARK: Changing a share

    /// Returns true if the app holds its documents itself and must act on a change of access or participants.
    static func asksApp(for share: Share, insteadOf before: Share) -> Bool {
        before.backend == .custom
            && (share.access != before.access
                || share.participants.map(\.handle) != before.participants.map(\.handle)
                || !MembershipChange.changes(from: before, to: share, by: nil).isEmpty)
    }

    /// Asks the app of a share to make a change that has passed every check.
    func requestSave(
        _ save: SaveShare, _ share: Share, insteadOf before: Share, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var action = try ActionDecisions(draft).newAction(
            for: CollaborationItem(of: before, in: draft.state).app, by: me, title: before.title,
            options: options(of: share), at: now)
        let start = StartID("b", at: draft.nextPosition)
        // The revision has been checked. Without it, a later change of the share does not refuse this one.
        var save = save
        (save.share, save.revision) = (.id(before.id), nil)
        action.purpose = .save(start, before.id, save)
        (action.added, action.removed) = Self.people(of: share, insteadOf: before)
        return .asked(
            decideWaiting(action, for: before, start, at: now), share: ShareView(before, seenBy: me), dropped: [])
    }

    /// Applies a change that the app has fulfilled.
    ///
    /// Participants may have come or gone since the request. If the change then adds or removes people who were not in
    /// the action, a new action asks the app about all of them.
    func finish(
        _ save: SaveShare, of id: ShareID, _ start: StartID, _ action: CollaborationAction, at now: Instant
    ) {
        guard let before = draft.state.shares[id]?.share else { return }
        var share = before
        do {
            _ = try share.apply(save, by: action.person, participantsMax: draft.limits.shareParticipants)
        } catch {
            _ = ActionEndDecisions(draft).endStart(start, .failed, because: Reason(error.rule, error.text), at: now)
            return
        }
        let (added, removed) = Self.people(of: share, insteadOf: before)
        guard Set(added).isSubset(of: action.added), Set(removed).isSubset(of: action.removed) else {
            return askAgain(action, added: added, removed: removed, at: now)
        }
        var invitation =
            save.sendsLink
            ? InvitationDecisions(draft).linkInvitation(to: share, since: before, by: action.person) : nil
        let saved = ShareSavingDecisions(draft).decideSaved(share, insteadOf: before, by: action.person, at: now)
        // The people stay on the share even if the link can no longer be sent to so many.
        if let checked = invitation,
            (try? InvitationDecisions(draft).check(checked, to: share, by: action.person)) == nil
        {
            invitation = nil
        }
        let message = invitation.flatMap {
            try? InvitationDecisions(draft).decideSending($0, to: saved, by: action.person, at: now)
        }
        _ = ActionEndDecisions(draft).endStart(start, .done, share: id, message: message?.id, at: now)
    }

    private func askAgain(
        _ before: CollaborationAction, added: [Handle], removed: [Handle], at now: Instant
    ) {
        var action = before
        action.id = ActionID("x", at: draft.nextPosition)
        action.dueAt = max(now, draft.state.lastAt).advanced(
            byMilliseconds: Int64(draft.actionPolicy.timeLimitMilliseconds))
        (action.added, action.removed) = (added, removed)
        draft.decide(.actionRequested(action), at: now)
    }

    /// Returns the people whom an app must give access and the people who lose it. A participant who is only invited
    /// again has access already.
    static func people(of share: Share, insteadOf before: Share) -> (added: [Handle], removed: [Handle]) {
        (
            share.participants.map(\.handle).filter { before.participant($0) == nil },
            before.participants.map(\.handle).filter { share.participant($0) == nil }
        )
    }

    /// Returns the identifiers of a share's options after a change: the options of its start, with the share's access
    /// and permission applied.
    private func options(of share: Share) -> [String] {
        var options = draft.state.app(share.app)?.shareOptions ?? .standard
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

    /// Requests an action and creates the waiting collaboration of its person. Its conversation is the first one of the
    /// person that has the link of the share; nil if none has it.
    private func decideWaiting(
        _ action: CollaborationAction, for share: Share, _ id: StartID, at now: Instant
    ) -> CollaborationStart {
        let place = draft.state.shares[share.id]?.conversations.first {
            draft.state.conversations[$0]?.members[action.person] != nil
        }
        let start = CollaborationStart(
            id: id, state: .waiting, app: action.app, title: action.title, conversation: place,
            share: action.existing)
        draft.decide(.actionRequested(action), at: now)
        draft.decide(.collaborationChanged(start, of: action.person), at: now)
        return start
    }
}

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
