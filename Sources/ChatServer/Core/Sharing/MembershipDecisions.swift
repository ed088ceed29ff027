import ChatProtocol

/// Notices about the members of a share, which the system posts at every save of a share (`ev-membership`).
struct MembershipDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Posts the notices of a save that adds or removes people: one for all added people, and one for all removed
    /// people.
    ///
    /// - Parameters:
    ///   - actor: the person who saved.
    ///   - conversations: the conversations that get the notices. A notice goes to the people who can open the share
    ///     after the save: added people get it, and people who left do not.
    func postMembershipNotices(
        of share: Share, since before: Share, by actor: Handle, in conversations: [ConversationID], at now: Instant
    ) {
        for change in MembershipChange.changes(from: before, to: share, by: actor) {
            guard let trigger = change.trigger, let first = change.people.first else { continue }
            NoticeDecisions(draft).decideNotices(
                .membership(trigger, person: first), about: change.people.count > 1 ? change.people : [], on: share,
                in: conversations, by: actor, at: now)
        }
    }

    /// Checks that a membership event of an app is true of the share and allowed to its person.
    ///
    /// - Returns: the notices that the event already has; none if it is not posted yet or is no membership event.
    /// - Throws: `conflict` if it is not true, `forbidden` if the person may not do it. An app knows people by opaque
    ///   identities, so the error names no one.
    func postedNotices(
        _ event: HighlightEvent, on document: ShareEntry, by me: Handle
    ) throws(RPCError) -> [NoticeID] {
        guard case .membership(let trigger, let person) = event else { return [] }
        let share = document.share
        let who = person == me ? "this person" : "that person"
        let isOn = share.participant(person) != nil
        guard isOn == (trigger == .addedCollaborator) else {
            throw untrue(of: share, isOn ? "\(who) is on it" : "\(who) is not on it")
        }
        guard let change = document.memberships[person]?[trigger, isOwn: person == me] else {
            let why =
                isOn ? person == me ? "\(who) did not join it" : "no one added \(who)" : "\(who) was not removed"
            throw untrue(of: share, why)
        }
        // The person made this change, and so had the right to it.
        if change.actor == me { return change.notices }
        let mayDo = trigger == .addedCollaborator ? share.mayInvite(me) : share.isManaged(by: me)
        guard mayDo else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning",
                "This person may not \(trigger == .addedCollaborator ? "add people to" : "remove people from") “\(share.title)”.",
                field: "event"
            ).error
        }
        if change.actor != nil { throw untrue(of: share, "another person did that") }
        return change.notices
    }

    private func untrue(of share: Share, _ why: String) -> RPCError {
        ShareRefusal(.conflict, "ev-membership", "This does not match “\(share.title)”: \(why).", field: "event").error
    }
}
