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
