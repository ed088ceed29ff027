package import ChatProtocol

/// What the core keeps of one conversation: its members, where each stands, its newest message and its links.
package struct ConversationState: Equatable, Sendable {
    /// A member's time in the conversation, in positions of the log.
    struct Membership: Equatable, Sendable {
        /// The position at which it began: what came before is not theirs (`grp-add`).
        var joined: Int64
        /// The number of the newest message then.
        var after: Int64 = 0
        /// Up to which message they have read.
        var readThrough: Int64 = 0
        /// The number of the newest message when they marked it as unread, if they did so since.
        var markedUnread: Int64?
        /// What the other one of a one-to-one conversation was told of their reading.
        var receipt: MessageReceipt?
    }

    /// The messages of a stay that is over.
    struct Stay: Equatable, Sendable {
        /// The position at which it began.
        var joined: Int64
        /// The number of the newest message before it.
        var after: Int64
        /// The number of the last message in it.
        var through: Int64
        /// The position at which it ended.
        var end: Int64
    }

    /// One time that somebody shared a link here.
    struct SharedLink: Equatable, Sendable {
        var sender: Handle
        var message: MessageID
        /// The number of the message: whoever may not read it is not shown its links, whenever they came into it.
        var sequence: Int64
        var position: Int64
        var sentAt: Instant
    }

    let id: ConversationID
    var name: String?
    var photo: String?
    package var members = MemberTable()
    /// Those who were here, and when.
    var former: [Handle: [Stay]] = [:]
    /// Who hides its alerts, and when they did (`msg-hide-alerts`).
    var muted: [Handle: ToggleHistory] = [:]
    /// The messages that members and former members deleted from their own view (`swy-delete`).
    package var deleted: [Handle: DeletedMessages] = [:]
    /// The number of the newest message.
    var lastSequence: Int64 = 0
    /// The newest message, and its position; before it the position at which the conversation began.
    package var lastMessage: Message?
    package var lastPosition: Int64
    /// The position of the fact that says how the newest message reads now; 0 if there is none.
    package var lastFact: Int64 = 0
    /// Who shared which link, the newest time last.
    var links: [CanonicalURL: [SharedLink]] = [:]
    /// The links of each message that has some.
    var linksOfMessages: [MessageID: [CanonicalURL]] = [:]

    /// The members, in the order in which they joined.
    package var order: [Handle] { members.order }

    /// Whether it is one of two people, which has no second beside it.
    package var isOneToOne: Bool { order.count == 2 }

    func unread(of member: Handle) -> Int64 {
        guard let membership = members[member] else { return 0 }
        let gone = deleted[member]?.messages.count(after: membership.readThrough, through: lastSequence) ?? 0
        return max(membership.markedUnread != nil ? 1 : 0, lastSequence - membership.readThrough - gone)
    }

    /// True if a message came while a member was here.
    @inline(__always) func isWithin(_ message: Message, of person: Handle) -> Bool {
        members[person].map { message.sequence > $0.after } == true
    }

    /// True if a member sees a message: it came while they were here, and they did not delete it.
    @inline(__always) func isVisible(_ message: Message, to person: Handle) -> Bool {
        isWithin(message, of: person) && !isDeleted(message.sequence, for: person)
    }

    /// Whether someone was here for a message, now a member or not: when it came, and still at that position.
    @inline(__always) func wasThere(_ person: Handle, for message: Message, at position: Int64) -> Bool {
        isWithin(message, of: person)
            || former[person]?.contains {
                $0.after < message.sequence && message.sequence <= $0.through && position < $0.end
            } == true
    }

    /// Whether someone was a member at a position of the log.
    func wasMember(_ person: Handle, at position: Int64) -> Bool {
        members[person].map { $0.joined <= position } == true
            || former[person]?.contains { $0.joined <= position && position < $0.end } == true
    }

    /// The people who left or were removed and have not returned, by handle.
    var formerMembers: [Handle] { former.keys.filter { !members.contains($0) }.sorted() }

    /// The former members who were there for messages that a member can read, by handle.
    func formerMembers(knownTo member: Handle) -> [Handle] {
        guard !former.isEmpty, let after = members[member]?.after else { return [] }
        return formerMembers.filter { former[$0]?.contains { $0.after < $0.through && after < $0.through } == true }
    }

    /// Whether someone is a member, or ever was.
    func wasEverMember(_ person: Handle) -> Bool { members.contains(person) || former[person] != nil }

    /// The times that a link was shared here in messages that a member may read, the newest last.
    ///
    /// - Parameter isDeletedToo: whether messages count that the member deleted.
    func shared(_ url: CanonicalURL, to person: Handle, isDeletedToo: Bool = false) -> [SharedLink] {
        guard let after = members[person]?.after, let links = links[url] else { return [] }
        let deleted = isDeletedToo || deleted.isEmpty ? nil : deleted[person]?.messages
        if after == 0, deleted == nil { return links }
        return links.filter { $0.sequence > after && deleted?.contains($0.sequence) != true }
    }

    /// True if a person who has left could read a shared link while they were here, and did not delete its message.
    func didRead(_ link: SharedLink, _ person: Handle) -> Bool {
        guard !isDeleted(link.sequence, for: person) else { return false }
        return former[person]?.contains {
            $0.after < link.sequence && link.sequence <= $0.through && link.position < $0.end
        } == true
    }

    /// Whether a link stands in a message that a member may read.
    func isShared(_ url: CanonicalURL, to person: Handle) -> Bool {
        !shared(url, to: person).isEmpty
    }

    /// The number of the last message that a member has read, where the number of the newest message that they see and
    /// their unread count do not say it, because they deleted messages that they had not read. Nil where these do.
    func readThroughBesideDeletions(of member: Handle) -> Int64? {
        guard let membership = members[member], let messages = deleted[member]?.messages else { return nil }
        let gone = messages.count(after: membership.readThrough, through: lastSequence)
        guard gone > 0, lastSequence - membership.readThrough > gone else { return nil }
        return membership.readThrough
    }

    /// The other one of a one-to-one conversation.
    func other(than person: Handle) -> Handle? {
        isOneToOne ? order.first { $0 != person } : nil
    }

    /// Notes which message is the newest.
    ///
    /// - Parameter fact: the position of the fact that says how it reads now; that of the message itself if left out.
    mutating func setHead(_ message: Message, at position: Int64, fact: Int64? = nil) {
        lastSequence = message.sequence
        lastMessage = message
        lastPosition = position
        lastFact = fact ?? position
    }

    /// Takes in a new message. Whoever writes into a thread has it before their eyes.
    mutating func take(_ message: Message, at position: Int64) {
        setHead(message, at: position)
        members.noteSeen(by: message.sender, through: message.sequence)
    }

    /// Notes which links stand in a message from a position on. A link that stood there before keeps its place; of
    /// several times in one thread the newest counts (`dedupe-same-thread`).
    ///
    /// - Returns: the links that came or went.
    mutating func setLinks(
        _ urls: [CanonicalURL], of message: Message, at position: Int64, sentAt: Instant
    ) -> [CanonicalURL] {
        let before = linksOfMessages[message.id] ?? []
        let gone = before.filter { !urls.contains($0) }
        let come = urls.filter { !before.contains($0) }
        for url in gone {
            links[url]?.removeAll { $0.message == message.id }
            if links[url]?.isEmpty == true { links[url] = nil }
        }
        for url in come {
            links[url, default: []].append(
                SharedLink(
                    sender: message.sender, message: message.id, sequence: message.sequence, position: position,
                    sentAt: sentAt))
        }
        linksOfMessages[message.id] = urls.isEmpty ? nil : urls
        return gone + come
    }
}
