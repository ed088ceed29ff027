import ChatProtocol

/// A share, and where its link stands.
struct SharedDocument: Equatable, Sendable {
    /// A conversation in which its link stands, and since when.
    struct Place: Equatable, Sendable {
        var conversation: ConversationID
        var position: Int64
    }

    var share: Share
    /// The position at which it was made.
    let position: Int64
    /// Where its link stands, also since before it was made, in the order of the first messages that hold it. An
    /// unsent message leaves no trace in it, as it leaves none in the log.
    private(set) var places: [Place] = []
    /// How those who are or were on it came and went.
    private(set) var memberships: [Handle: Membership] = [:]

    var conversations: [ConversationID] { places.map(\.conversation) }

    /// Notes since when its link stands in a conversation; nil if it does not.
    mutating func setPlace(_ conversation: ConversationID, since position: Int64?) {
        places.removeAll { $0.conversation == conversation }
        guard let position else { return }
        let index = places.firstIndex { $0.position > position } ?? places.count
        places.insert(Place(conversation: conversation, position: position), at: index)
    }

    /// Takes in what was saved.
    mutating func save(_ saved: Share, by actor: Handle?) {
        for change in saved.membershipChanges(since: share, by: actor) {
            for person in change.people {
                memberships[person, default: Membership()].take(
                    change.kind, by: change.kind == .joined ? person : actor)
            }
        }
        share = saved
    }

    /// Notes that a notice tells of somebody's coming or going.
    mutating func note(_ notice: Notice) {
        guard case .highlight(.membership(let trigger, let person)) = notice.event else { return }
        for person in notice.people.isEmpty ? [person] : notice.people {
            memberships[person]?.note(notice.id, of: trigger, isOwn: person == notice.actor)
        }
    }
}
