import ChatProtocol

/// Who comes to a share and goes from it is told by the system (decision 18): from here, for whatever saves a share.
extension Core {
    /// Tells of what a save did to the people on a share: one row for all whom it added, and one for all whom it removed.
    ///
    /// - Parameters:
    ///   - actor: who did it.
    ///   - conversations: where it is told. Who stays and can open it is told; so who left is not, and who was added is.
    mutating func tellMembership(
        of share: Share, since before: Share, by actor: Handle, in conversations: [ConversationID], at now: Instant
    ) {
        for change in share.membershipChanges(since: before, by: actor) {
            guard let trigger = change.trigger, let first = change.people.first else { continue }
            decideNotices(
                .membership(trigger, person: first), about: change.people.count > 1 ? change.people : [], on: share,
                in: conversations, by: actor, at: now)
        }
    }

    /// Holds a membership event that an app posts to what is true of the share and to what its person had the right to
    /// do.
    ///
    /// - Returns: the notices that tell of it already; none if it is still to be told, or no membership event.
    /// - Throws: `conflict` if it is not true, `forbidden` to whom it is not theirs to do. An app knows people by opaque
    ///   identities, so neither names anybody.
    func alreadyTold(
        _ event: HighlightEvent, on document: SharedDocument, by me: Handle
    ) throws(RPCError) -> [NoticeID] {
        guard case .membership(let trigger, let person) = event else { return [] }
        let share = document.share
        let who = person == me ? "this person" : "that person"
        let isOn = share.participant(person) != nil
        guard isOn == (trigger == .addedCollaborator) else {
            throw untrue(of: share, isOn ? "\(who) is on it" : "\(who) is not on it")
        }
        guard let deed = document.memberships[person]?[trigger, isOwn: person == me] else {
            let why =
                isOn ? person == me ? "\(who) did not join it" : "no one added \(who)" : "\(who) was not removed"
            throw untrue(of: share, why)
        }
        // Whoever did it had the right to.
        if deed.actor == me { return deed.notices }
        let mayDo = trigger == .addedCollaborator ? share.mayInvite(me) : share.isManaged(by: me)
        guard mayDo else {
            throw ShareRefusal(
                .forbidden, "ck-role-meaning",
                "This person may not \(trigger == .addedCollaborator ? "add people to" : "remove people from") “\(share.title)”.",
                field: "event"
            ).error
        }
        if deed.actor != nil { throw untrue(of: share, "another person did that") }
        return deed.notices
    }

    private func untrue(of share: Share, _ why: String) -> RPCError {
        ShareRefusal(.conflict, "ev-membership", "This does not match “\(share.title)”: \(why).", field: "event").error
    }
}
