import ChatProtocol

/// The record of a person's joining and leaving a share, with the notices about it.
///
/// A membership event that an app posts is checked against this record: it must be true, and it must not be posted
/// twice.
struct Membership: Equatable, Sendable {
    /// One change of the membership, with its notices.
    struct Change: Equatable, Sendable {
        /// The person who made the change; nil if an older log has no name for it.
        var actor: Handle?
        /// The notices of the change, one for each conversation.
        var notices: [NoticeID] = []
    }

    /// The addition of the person by another.
    private var added: Change?
    /// The person's own opening of the share.
    private var joined: Change?
    /// The person's leaving or removal.
    private(set) var gone: Change?

    /// A membership without changes: the person is on the share from the start, never was, or was dropped from it.
    init() {}

    /// The change that makes a membership event true; nil if there was none.
    ///
    /// - Parameter isOwn: True if the event is about the person who posts it.
    subscript(trigger: HighlightEvent.MembershipTrigger, isOwn isOwn: Bool) -> Change? {
        switch trigger {
        case .addedCollaborator: isOwn ? joined : added
        case .removedCollaborator: gone
        }
    }

    mutating func apply(_ kind: MembershipChange.Kind, by actor: Handle?) {
        switch kind {
        case .added:
            self = Membership()
            added = Change(actor: actor)
        case .joined:
            joined = Change(actor: actor)
            gone = nil
        case .removed, .left:
            self = Membership()
            gone = Change(actor: actor)
        case .dropped: self = Membership()
        }
    }

    mutating func note(_ notice: NoticeID, of trigger: HighlightEvent.MembershipTrigger, isOwn: Bool) {
        switch trigger {
        case .addedCollaborator:
            if isOwn { joined?.note(notice) } else { added?.note(notice) }
        case .removedCollaborator: gone?.note(notice)
        }
    }
}

extension ShareEntry {
    /// Returns true if a person left the share by themselves and has not come back.
    func hasLeft(_ person: Handle) -> Bool {
        share.participant(person) == nil && memberships[person]?.gone?.actor == person
    }
}

extension Membership.Change {
    fileprivate mutating func note(_ notice: NoticeID) {
        if !notices.contains(notice) { notices.append(notice) }
    }
}

/// A change of one kind that a save makes to the people on a share (`ev-membership`).
struct MembershipChange: Equatable, Sendable {
    /// A kind of change.
    enum Kind: Equatable, Sendable {
        /// Another person added them.
        case added
        /// They opened the share for the first time.
        case joined
        /// Another person removed them.
        case removed
        /// They left by themselves.
        case left
        /// The share was opened to everyone while their invitation was pending, which ends the invitation
        /// (`ck-public-raise`).
        case dropped
    }

    var kind: Kind
    /// The changed people, in the order of the share's participants.
    var people: [Handle]

    /// The trigger of the notice. It is nil for dropped people, who get no notice because they can still open the
    /// share.
    var trigger: HighlightEvent.MembershipTrigger? {
        switch kind {
        case .added, .joined: .addedCollaborator
        case .removed, .left: .removedCollaborator
        case .dropped: nil
        }
    }

    /// Returns the changes of one save to the people on a share: removals first, then additions.
    ///
    /// - Parameter actor: the person who saved; nil if unknown.
    static func changes(from before: Share, to share: Share, by actor: Handle?) -> [Self] {
        guard share.participants != before.participants else { return [] }
        var changes: [Self] = []
        func note(_ kind: Kind, _ person: Handle) {
            if let index = changes.firstIndex(where: { $0.kind == kind }) {
                changes[index].people.append(person)
            } else {
                changes.append(Self(kind: kind, people: [person]))
            }
        }
        // Looked up by handle, because a share may have thousands of participants.
        func acceptances(_ people: [Share.Participant]) -> [Handle: Share.Acceptance] {
            Dictionary(people.map { ($0.handle, $0.acceptance) }) { first, _ in first }
        }
        let (then, after) = (acceptances(before.participants), acceptances(share.participants))
        for old in before.participants where after[old.handle] == nil {
            let isDropped = before.access == .private && share.access == .public && old.acceptance == .pending
            note(isDropped ? .dropped : old.handle == actor ? .left : .removed, old.handle)
        }
        for now in share.participants {
            switch (then[now.handle], now.acceptance) {
            case (nil, .accepted), (.pending, .accepted): note(.joined, now.handle)
            // A participant who has to open the share again was invited again, as when the share becomes private.
            case (nil, .pending), (.accepted, .pending): note(.added, now.handle)
            case (.pending, .pending), (.accepted, .accepted): break
            }
        }
        return changes
    }
}

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
