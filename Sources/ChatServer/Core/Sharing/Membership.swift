import ChatProtocol

/// How somebody came to a share and went from it, and the notices that say so: by this an event that an app posts is
/// known to be true, and known to be told already.
struct Membership: Equatable, Sendable {
    /// One thing that was done, and where it was told.
    struct Deed: Equatable, Sendable {
        /// Who did it; nil where an older log does not say.
        var actor: Handle?
        /// The notices that tell of it, one a conversation.
        var notices: [NoticeID] = []
    }

    /// That somebody put them on it.
    private var added: Deed?
    /// That they opened it.
    private var joined: Deed?
    /// That they went, or were taken off it.
    private(set) var gone: Deed?

    /// Nothing was done with them: they are on it from the start, or never were.
    init() {}

    /// What makes a membership event true, if anything does.
    ///
    /// - Parameter isOwn: whether it is posted by whom it is about.
    subscript(trigger: HighlightEvent.MembershipTrigger, isOwn isOwn: Bool) -> Deed? {
        switch trigger {
        case .addedCollaborator: isOwn ? joined : added
        case .removedCollaborator: gone
        }
    }

    mutating func take(_ kind: MembershipChange.Kind, by actor: Handle?) {
        switch kind {
        case .added:
            self = Membership()
            added = Deed(actor: actor)
        case .joined:
            joined = Deed(actor: actor)
            gone = nil
        case .removed, .left:
            self = Membership()
            gone = Deed(actor: actor)
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

extension SharedDocument {
    /// Whether somebody took themselves off it, and has not come back.
    func hasLeft(_ person: Handle) -> Bool {
        share.participant(person) == nil && memberships[person]?.gone?.actor == person
    }
}

extension Membership.Deed {
    fileprivate mutating func note(_ notice: NoticeID) {
        if !notices.contains(notice) { notices.append(notice) }
    }
}
