import ChatProtocol

/// Changing an existing share, leaving it, stopping it, and listing shares.
struct ShareSavingDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Saves a share for `share.save` and for the methods that change one property. All of the save is applied, or
    /// nothing.
    func save(_ save: SaveShare, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let before = try ShareDecisions(draft).share(save.share, for: me)
        if let title = save.title { try TextChecks(draft.limits).checkName(title, "title") }
        guard save.revision == nil || save.revision == before.revision else {
            throw ShareRefusal(
                .conflict, "ucs-handler-steps",
                "“\(before.title)” was changed by another person or device. Nothing was saved.",
                field: "revision"
            ).error
        }
        var share = before
        let outcome: Share.SaveOutcome
        do {
            outcome = try share.apply(save, by: me, participantsMax: draft.limits.shareParticipants)
        } catch {
            throw error.error
        }
        for index in share.oneTimeLinks.indices where share.oneTimeLinks[index].url.isEmpty {
            let id = share.oneTimeLinks[index].id
            share.oneTimeLinks[index].url = try DocumentRights(draft).oneTimeLink(id, to: before)
        }
        try RoomChecks(draft).checkRoom(
            for: ShareTable.bytes(of: share) - ShareTable.bytes(of: before), of: share.owner)
        let invitation =
            save.sendsLink ? InvitationDecisions(draft).linkInvitation(to: share, since: before, by: me) : nil
        if let invitation { try InvitationDecisions(draft).check(invitation, to: share, by: me) }
        if AskedChangeDecisions.asksApp(for: share, insteadOf: before) {
            return try AskedChangeDecisions(draft).requestSave(save, share, insteadOf: before, by: me, at: now)
        }
        let saved = decideSaved(share, insteadOf: before, by: me, at: now)
        let message = try invitation.map { invitation throws(RPCError) in
            try InvitationDecisions(draft).decideSending(invitation, to: saved, by: me, at: now)
        }
        return .savedShare(
            ShareView(saved, seenBy: me), dropped: outcome.dropped, conversation: message?.conversation)
    }

    /// Saves a share unless nothing changed, and clears the waiting notices of the people who lost it.
    ///
    /// - Parameters:
    ///   - person: the person who saves; a participant who removes themselves counts as leaving.
    ///   - conversations: the conversations that get the notices about participants; nil for all with the link.
    @discardableResult
    func decideSaved(
        _ share: Share, insteadOf before: Share, by person: Handle, notifiedIn conversations: [ConversationID]? = nil,
        at now: Instant
    ) -> Share {
        guard share != before else { return before }
        var share = share
        share.revision = before.revision + 1
        // A link ends with the participation of the person who opened it.
        share.oneTimeLinks = share.oneTimeLinks.filter { link in
            link.person.map { share.participant($0) != nil } ?? true
        }
        let recipients =
            share.participants.map(\.handle)
            + before.participants.map(\.handle).filter {
                share.participant($0) == nil
            }
        let readers = share.changesPublicView(since: before) ? readersOfLink(to: share, or: before) : []
        draft.decide(
            .shareSaved(
                share, recipients: recipients, by: person, changedAccess: DocumentAccess(share).changed(since: before),
                readers: readers), at: now)
        for participant in before.participants where share.participant(participant.handle) == nil {
            WaitingNoticeDecisions(draft).clearNotices(about: share.url, of: participant.handle, at: now)
        }
        if before.access == .public, share.access == .private {
            clearNoticesOfReaders(of: before, at: now) { share.participant($0) == nil }
        }
        for handle in recipients where before.isManaged(by: handle) || share.isManaged(by: handle) {
            GroupPromptDecisions(draft).refreshPrompts(about: share.id, of: handle, at: now)
        }
        MembershipDecisions(draft).postMembershipNotices(
            of: share, since: before, by: person,
            in: conversations ?? draft.state.shares[share.id]?.conversations ?? [], at: now)
        return share
    }

    /// Returns the people who can open a share, or could before, only because they have the link of a public share.
    private func readersOfLink(to share: Share, or before: Share) -> [Handle] {
        guard share.access == .public || before.access == .public, let url = try? CanonicalURL(share.url) else {
            return []
        }
        var readers: [Handle] = []
        for conversation in draft.state.shares[share.id]?.conversations.compactMap({ draft.state.conversations[$0] })
            ?? []
        {
            readers += conversation.order.filter { member in
                share.participant(member) == nil && before.participant(member) == nil && !readers.contains(member)
                    && !conversation.shared(url, to: member).isEmpty
            }
        }
        return readers
    }

    /// Clears the waiting notices of the people who could open a public share by its link and never joined it.
    private func clearNoticesOfReaders(
        of share: Share, at now: Instant, where hasLost: (Handle) -> Bool
    ) {
        for conversation in draft.state.shares[share.id]?.conversations ?? [] {
            for member in draft.state.conversations[conversation]?.order ?? []
            where share.participant(member) == nil && hasLost(member) {
                WaitingNoticeDecisions(draft).clearNotices(about: share.url, of: member, at: now)
            }
        }
    }

    /// Removes the caller from a share for `share.leave` (`ucs-can-leave`).
    func leave(_ reference: ShareReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let before = try ShareDecisions(draft).share(reference, for: me)
        guard before.owner != me else {
            throw ShareRefusal(
                .conflict, "ucs-can-leave", "You own “\(before.title)”: share.stop ends it for everyone."
            ).error
        }
        guard before.participant(me) != nil else {
            throw ShareRefusal(.conflict, "ucs-can-leave", "You are not on “\(before.title)”.").error
        }
        var share = before
        share.participants.removeAll { $0.handle == me }
        let saved = decideSaved(share, insteadOf: before, by: me, at: now)
        return .share(ShareView(saved, seenBy: me))
    }

    /// Ends a share for everyone, for `share.stop` by its owner (`ucs-can-stop`).
    func stop(_ reference: ShareReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try ShareDecisions(draft).share(reference, for: me)
        guard share.owner == me else {
            throw ShareRefusal(
                .forbidden, "ucs-can-stop",
                "Only \(share.owner), who owns “\(share.title)”, may stop sharing it: share.leave removes you from it."
            ).error
        }
        if share.access == .public { clearNoticesOfReaders(of: share, at: now) { _ in true } }
        draft.decide(.shareStopped(share, readers: readersOfLink(to: share, or: share)), at: now)
        for participant in share.participants {
            WaitingNoticeDecisions(draft).clearNotices(about: share.url, of: participant.handle, at: now)
        }
        for handle in share.participants.map(\.handle) where share.isManaged(by: handle) {
            GroupPromptDecisions(draft).refreshPrompts(about: share.id, of: handle, at: now)
        }
        var ended = share
        ended.participants = share.participants.filter { $0.role == .owner }
        return .share(ShareView(ended, seenBy: me))
    }

    /// Lists the shares that a person is on, for `share.list`. With a conversation, lists only the shares whose link is
    /// in it (`ntc-details-list`).
    func list(_ request: ListShares, of me: Handle) throws(RPCError) -> Answer {
        var shares: [ShareEntry]
        if let conversation = request.conversation {
            shares = draft.state.shares.listed(in: try ConversationDecisions(draft).conversation(conversation, for: me))
        } else {
            shares = draft.state.shares.listed(of: me)
        }
        shares = shares.filter { $0.share.participant(me) != nil }
        if let before = request.before {
            guard let index = shares.firstIndex(where: { $0.share.id == before }) else {
                throw RPCError(.notFound, "before: there is no such share on your list.", .field("before"))
            }
            shares.removeSubrange(index...)
        }
        // An answer must fit into the unsent bytes of one session: a long list is cut to the newest shares.
        var left = draft.limits.unsentBytes / 2
        let views = shares.map { ShareView($0.share, seenBy: me) }.reversed().prefix { view in
            left -=
                1_024
                + 256 * (view.share.participants.count + view.share.requesters.count + view.share.blocked.count)
                + 6 * (view.share.title.utf8.count + view.share.url.utf8.count)
                + view.share.oneTimeLinks.reduce(0) { $0 + 256 + 6 * $1.url.utf8.count }
            return left >= 0
        }
        return .shares(views.reversed(), more: views.count < shares.count)
    }
}
