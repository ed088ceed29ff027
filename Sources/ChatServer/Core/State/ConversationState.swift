import ChatProtocol

/// What the core keeps of one conversation: its members, where each stands, its newest message and its links.
struct ConversationState: Equatable, Sendable {
    /// A member's time in the conversation, in positions of the log.
    struct Membership: Equatable, Sendable {
        /// The position at which it began: what came before is not theirs (`grp-add`).
        var joined: Int64
        /// Up to which message they have read.
        var readThrough: Int64 = 0
    }

    /// The last time that one person shared a link here.
    struct SharedLink: Equatable, Sendable {
        var sender: Handle
        var message: MessageID
        var position: Int64
        var sentAt: Instant
    }

    let id: ConversationID
    var name: String?
    /// The members, in the order in which they joined.
    var order: [Handle]
    var members: [Handle: Membership]
    /// The number of the newest message.
    var lastSequence: Int64 = 0
    /// The newest message, and its position; before it the position at which the conversation began.
    var lastMessage: Message?
    var lastPosition: Int64
    /// Who shared which link, the newest sharer of a link last.
    var links: [CanonicalURL: [SharedLink]] = [:]

    /// Whether it is one of two people, which has no second beside it.
    var isOneToOne: Bool { order.count == 2 }

    func unread(of member: Handle) -> Int64 {
        max(0, lastSequence - (members[member]?.readThrough ?? lastSequence))
    }

    /// Notes that a message stands here now.
    mutating func take(_ message: Message, at position: Int64) {
        lastSequence = message.sequence
        lastMessage = message
        lastPosition = position
        // Whoever writes into a thread has it before their eyes.
        members[message.sender]?.readThrough = message.sequence
    }

    /// Notes that someone shared a link here: of several times in one thread the newest counts
    /// (`dedupe-same-thread`).
    mutating func take(_ url: CanonicalURL, of message: Message, at position: Int64) {
        var sharers = links[url] ?? []
        sharers.removeAll { $0.sender == message.sender }
        sharers.append(
            SharedLink(sender: message.sender, message: message.id, position: position, sentAt: message.sentAt))
        links[url] = sharers
    }
}
