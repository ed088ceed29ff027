import ChatProtocol

/// A share, with the conversations that have its link and the memberships of its people.
struct ShareEntry: Equatable, Sendable {
    /// A conversation with the link, and the position since which it has it.
    struct Place: Equatable, Sendable {
        var conversation: ConversationID
        var position: Int64
    }

    var share: Share
    /// The position at which the share was created.
    let position: Int64
    /// The conversations with the link, by the first message in each that has it. The message may be older than the
    /// share. An unsent message leaves no trace here, as in the log.
    private(set) var places: [Place] = []
    /// The memberships of present and former participants.
    private(set) var memberships: [Handle: Membership] = [:]

    var conversations: [ConversationID] { places.map(\.conversation) }

    /// Sets the position since which a conversation has the link; nil if it does not have it.
    mutating func setPlace(_ conversation: ConversationID, since position: Int64?) {
        places.removeAll { $0.conversation == conversation }
        guard let position else { return }
        let index = places.firstIndex { $0.position > position } ?? places.count
        places.insert(Place(conversation: conversation, position: position), at: index)
    }

    /// Applies a save.
    mutating func save(_ saved: Share, by actor: Handle?) {
        for change in MembershipChange.changes(from: share, to: saved, by: actor) {
            for person in change.people {
                memberships[person, default: Membership()].apply(
                    change.kind, by: change.kind == .joined ? person : actor)
            }
        }
        share = saved
    }

    /// Adds a notice to the memberships that it is about.
    mutating func note(_ notice: Notice) {
        guard case .highlight(.membership(let trigger, let person)) = notice.event else { return }
        for person in notice.people.isEmpty ? [person] : notice.people {
            memberships[person]?.note(notice.id, of: trigger, isOwn: person == notice.actor)
        }
    }
}
