import ChatProtocol

/// Changes of shares whose documents an app itself holds. Participants, access and the share itself change only after
/// the app has fulfilled an action (`act-participants`, `act-remove`).
extension Core {
    // MARK: Creating a share

    /// Asks an app for the link of a new share that no message sends.
    mutating func requestLink(_ share: Share, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        try checkLinkIsNotPending(share.url, by: share.owner)
        var action = try newAction(
            for: item(of: share).app, by: me, title: share.title, options: options(of: share), at: now)
        let start = StartID("b", at: nextPosition)
        action.purpose = .create(start, share)
        return .asked(
            decideWaiting(action, for: share, start, at: now), share: ShareView(share, seenBy: me), dropped: [])
    }

    /// Returns the new share at the link that an app made. Its owner is the only participant.
    ///
    /// - Throws: `invalid_params` if the answer has no link or no identifier, `conflict` if one of them is taken.
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
        try checkLinkIsNotPending(share.url, by: share.owner, besides: action.id)
        share.ownIdentifier = identifier == share.id.rawValue ? nil : identifier
        return share
    }

    // MARK: Changing a share

    /// Returns true if the app holds its documents itself and must act on a change of access or participants.
    static func asksApp(for share: Share, insteadOf before: Share) -> Bool {
        before.backend == .custom
            && (share.access != before.access
                || share.participants.map(\.handle) != before.participants.map(\.handle)
                || !share.membershipChanges(since: before, by: nil).isEmpty)
    }

    /// Asks the app of a share to make a change that has passed every check.
    mutating func requestSave(
        _ save: SaveShare, _ share: Share, insteadOf before: Share, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var action = try newAction(
            for: item(of: before).app, by: me, title: before.title, options: options(of: share), at: now)
        let start = StartID("b", at: nextPosition)
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
        // The people stay on the share even if the link can no longer be sent to so many.
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

    /// Returns the people whom an app must give access and the people who lose it. A participant who is only invited
    /// again has access already.
    private static func people(of share: Share, insteadOf before: Share) -> (added: [Handle], removed: [Handle]) {
        (
            share.participants.map(\.handle).filter { before.participant($0) == nil },
            before.participants.map(\.handle).filter { share.participant($0) == nil }
        )
    }

    /// Returns the identifiers of a share's options after a change: the options of its start, with the share's access
    /// and permission applied.
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

    /// Requests an action and creates the waiting collaboration of its person. Its conversation is the first one of the
    /// person that has the link of the share; nil if none has it.
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
