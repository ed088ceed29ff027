import ChatProtocol

/// The prompts to the owners of documents when a group changes, and to those who manage a share when a person asks for
/// access. Membership of a group and of a share are separate, and only the answer changes access
/// (`group-sync-prompt-add`, `group-sync-prompt-remove`, `ck-access-requests`).
struct GroupPromptDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Asks each owner of documents in a conversation about a new member. An owner gets one prompt for all their
    /// documents (`group-sync-wording`).
    func promptToAdd(_ person: Handle, to id: ConversationID, by actor: Handle, at now: Instant) {
        let members = draft.state.conversations[id]?.order ?? []
        promptOwners(about: person, .added, in: id, by: actor, at: now) {
            $0.isInvited(bySending: person) && isOf(members, $0, besides: person)
        }
    }

    /// Asks each owner of documents in a conversation about a member who has left.
    func promptToRemove(_ person: Handle, from id: ConversationID, by actor: Handle, at now: Instant) {
        promptOwners(about: person, .removed, in: id, by: actor, at: now) { $0.participant(person) != nil }
    }

    /// Asks a person who manages a share about a person who wants access. The prompt is in the first conversation of
    /// theirs that has the link; without one, only the People screen shows the request.
    func promptToAdmit(_ person: Handle, to share: Share, _ manager: Handle, at now: Instant) {
        let place = draft.state.shares[share.id]?.conversations.first {
            draft.state.conversations[$0]?.members.contains(manager) == true
        }
        guard let place else { return }
        prompt(manager, about: person, .requested, [share], in: place, by: person, at: now)
    }

    private func promptOwners(
        about person: Handle, _ change: NoticeEvent.GroupChange, in id: ConversationID, by actor: Handle,
        at now: Instant, where isMeant: (Share) -> Bool
    ) {
        guard let conversation = draft.state.conversations[id] else { return }
        let now = max(now, draft.state.lastAt)
        // A person who left and came back, or came and left, is as before: earlier prompts about them end.
        withdrawPrompts(about: person, in: conversation, at: now)
        // A public share has no people by name.
        let shares = draft.state.shares.listed(in: conversation).map(\.share).filter {
            $0.access == .private && !$0.isDocumentDeleted && isMeant($0)
        }
        for owner in conversation.order where owner != person {
            let own = shares.filter { $0.owner == owner }
            prompt(owner, about: person, change, own, in: id, by: actor, at: now)
        }
    }

    /// Asks one owner about a person and some of the owner's documents.
    func prompt(
        _ owner: Handle, about person: Handle, _ change: NoticeEvent.GroupChange, _ shares: [Share],
        in id: ConversationID, by actor: Handle, at now: Instant
    ) {
        let now = max(now, draft.state.lastAt)
        guard let first = shares.first, draft.state.conversations[id]?.members.contains(owner) == true else { return }
        WaitingNoticeDecisions(draft).makeRoom(for: [owner], in: id, besides: nil, at: now)
        MessageDecisions(draft).decideReturning(id, to: [owner], at: now)
        var notice = Notice(
            id: NoticeID("n", at: draft.nextPosition), conversation: id, actor: actor,
            event: .group(change, person: person), app: first.app, url: first.url, title: first.title,
            count: Int64(shares.count),
            text: "", postedAt: now)
        notice.text = notice.sentence(in: draft.state)
        notice.actions = NoticeRules.actions(change)
        notice.shares = shares.map(\.id)
        draft.decide(.noticePosted(notice, recipients: [owner], firstAt: now), at: now)
    }

    private func withdrawPrompts(about person: Handle, in conversation: ConversationState, at now: Instant) {
        for owner in conversation.order {
            let prompts = (draft.state.people[owner]?.waitingNotices ?? []).filter {
                if case .group(let change, person) = $0.event {
                    change != .requested && $0.conversation == conversation.id
                } else {
                    false
                }
            }
            for prompt in prompts { endPrompt(prompt, of: owner, at: now) }
        }
    }

    /// Ends a prompt: it stays in the thread without its actions, and leaves the banner.
    func endPrompt(_ prompt: Notice, of owner: Handle, at now: Instant) {
        var answered = prompt
        answered.actions = []
        draft.decide(.noticePosted(answered, recipients: [owner], firstAt: prompt.postedAt), at: now)
        if draft.state.people[owner]?.waitingNotices.contains(where: { $0.id == prompt.id }) == true {
            draft.decide(.noticesCleared(of: owner, [prompt.id]), at: now)
        }
    }

    /// Updates the prompts of an owner after a share was saved, was stopped or lost its document. A share that needs no
    /// answer leaves the prompt, and a prompt without shares ends.
    func refreshPrompts(about id: ShareID, of owner: Handle, at now: Instant) {
        for prompt in draft.state.people[owner]?.waitingNotices ?? [] where prompt.shares.contains(id) {
            guard case .group(let change, let person) = prompt.event else { continue }
            let open = openShares(of: prompt, change, person, owner)
            guard let first = open.first else {
                endPrompt(prompt, of: owner, at: now)
                continue
            }
            // A prompt about one document has its title.
            guard open.count < prompt.shares.count || first.title != prompt.title else { continue }
            var notice = prompt
            (notice.app, notice.url, notice.title) = (first.app, first.url, first.title)
            notice.count = Int64(open.count)
            notice.shares = open.map(\.id)
            notice.text = notice.sentence(in: draft.state)
            draft.decide(.noticePosted(notice, recipients: [owner], firstAt: prompt.postedAt), at: now)
        }
    }

    /// Returns the shares of a prompt that its answer would still change.
    private func openShares(
        of prompt: Notice, _ change: NoticeEvent.GroupChange, _ person: Handle, _ owner: Handle
    ) -> [Share] {
        let members = draft.state.conversations[prompt.conversation]?.order ?? []
        return prompt.shares.compactMap { draft.state.shares[$0]?.share }.filter {
            guard $0.access == .private, !$0.isDocumentDeleted else { return false }
            return switch change {
            case .added:
                $0.owner == owner && $0.participant(person) == nil && isOf(members, $0, besides: person)
            case .removed: $0.owner == owner && $0.participant(person) != nil
            case .requested: $0.isManaged(by: owner) && $0.requesters.contains(person)
            }
        }
    }

    /// Applies the owner's answer to a prompt, for `notice.answer`. It changes all documents of the prompt that are
    /// still theirs in one save.
    func answer(
        _ request: AnswerNotice, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        guard case .record(let record) = prefetched, case .noticePosted(let posted) = record.event,
            posted.recipients.contains(me)
        else {
            throw RPCError(.notFound, "notice: you have no such notice.", .field("notice"))
        }
        let notice = posted.notice
        guard case .group(let change, let person) = notice.event else {
            throw RPCError.invalid(
                InvalidField(field: "notice", problem: "is not a question: notice.dismiss closes it"))
        }
        let rule = NoticeRules.rule(of: change)
        guard !notice.actions.isEmpty else {
            throw ShareRefusal(.conflict, rule, "This question has already been answered.", field: "notice")
                .error
        }
        guard notice.actions.contains(where: { $0.id == request.action }) else {
            let names = notice.actions.map(\.id).joined(separator: ", ")
            let problem =
                "must be \(notice.actions.count > 1 ? "one of: " : "")\(names): notice.dismiss closes the notice"
            throw RPCError.invalid(InvalidField(field: "action", problem: problem))
        }
        if change == .requested { return try admit(person, request, notice, by: me, at: now) }
        // A prompt that has left the banner is still in the thread, and its person may have come back or left since.
        let isHere = draft.state.conversations[notice.conversation]?.members.contains(person) == true
        guard isHere == (change == .added) else {
            throw ShareRefusal(
                .conflict, rule,
                "\(draft.state.name(person, in: notice.conversation)) has \(isHere ? "come back" : "left again") since.",
                field: "notice"
            ).error
        }
        let shares = openShares(of: notice, change, person, me)
        guard !shares.isEmpty else {
            throw ShareRefusal(
                .conflict, rule, "The question no longer applies to any of these documents.", field: "notice"
            ).error
        }
        if change == .added {
            for share in shares {
                try ShareDecisions(draft).checkRoom(on: share, for: 1)
                let after = changed(share, change, of: person)
                if let invitation = InvitationDecisions(draft).linkInvitation(to: after, since: share, by: me) {
                    try InvitationDecisions(draft).check(invitation, to: share, by: me)
                }
            }
        }
        let (asked, own) = (shares.filter { $0.backend == .custom }, shares.filter { $0.backend != .custom })
        try ActionDecisions(draft).checkRoomForActions(asked.count, of: me)
        endPrompt(notice, of: me, at: now)
        for share in own { try decideMembership(change, of: person, on: share, by: me, at: now) }
        // A share that its app holds changes after the app has fulfilled an action (`group-sync-backends`).
        for share in asked {
            let (added, removed) = change == .added ? ([person], []) : ([], [person])
            try ActionDecisions(draft).requestParticipants(
                of: share, added: added, removed: removed, then: notice, by: me, at: now)
        }
        var answered = notice
        answered.actions = []
        return .notice(answered)
    }

    /// Answers a request for access as a save does, with the rights of a save.
    private func admit(
        _ person: Handle, _ request: AnswerNotice, _ notice: Notice, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let share = openShares(of: notice, .requested, person, me).first else {
            throw ShareRefusal(
                .conflict, "ck-access-requests", "This request for access has already been answered.", field: "notice"
            ).error
        }
        var save = SaveShare(share: .id(share.id))
        switch NoticeRules.AccessAnswer(rawValue: request.action) {
        case .approve: save.additions = [.init(handle: person)]
        case .deny: save.denials = [person]
        case .block, nil: save.blocks = [person]
        }
        endPrompt(notice, of: me, at: now)
        _ = try ShareSavingDecisions(draft).save(save, by: me, at: now)
        var answered = notice
        answered.actions = []
        return .notice(answered)
    }

    /// Adds a person to a share or removes them, as its owner answered. An added person is sent the link if they see it
    /// in no conversation of the owner's.
    private func decideMembership(
        _ change: NoticeEvent.GroupChange, of person: Handle, on share: Share, by owner: Handle, at now: Instant
    ) throws(RPCError) {
        let saved = ShareSavingDecisions(draft).decideSaved(
            changed(share, change, of: person), insteadOf: share, by: owner, at: now)
        // An earlier document may have begun the conversation for the link of this one.
        guard let invitation = InvitationDecisions(draft).linkInvitation(to: saved, since: share, by: owner) else {
            return
        }
        _ = try InvitationDecisions(draft).decideSending(invitation, to: saved, by: owner, at: now)
    }

    /// Returns a share with a person added, or without them.
    private func changed(_ share: Share, _ change: NoticeEvent.GroupChange, of person: Handle) -> Share {
        var share = share
        switch change {
        case .added: share.add(.invited(person, to: share))
        case .removed, .requested: share.participants.removeAll { $0.handle == person }
        }
        return share
    }

    /// Returns true if a member of the group other than the owner and the newcomer is on the share. A document that no
    /// one else in the group can open is not the group's, although its link is in the thread.
    private func isOf(_ members: [Handle], _ share: Share, besides newcomer: Handle) -> Bool {
        members.contains { $0 != share.owner && $0 != newcomer && share.participant($0) != nil }
    }
}
