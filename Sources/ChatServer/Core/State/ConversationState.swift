package import ChatProtocol

/// The state of one conversation: its members, their read positions, its newest message and its links.
package struct ConversationState: Equatable, Sendable {
    /// A member's stay in the conversation.
    struct Membership: Equatable, Sendable {
        /// The position in the log at which the stay began. Earlier messages are not visible to the member (`grp-add`).
        var joined: Int64
        /// The number of the newest message at that time.
        var after: Int64 = 0
        /// The number of the last message that the member has read.
        var readThrough: Int64 = 0
        /// The number of the newest message when the member marked the conversation as unread; nil if it was read
        /// since.
        var markedUnread: Int64?
        /// The last read receipt that the other person of a one-to-one conversation received.
        var receipt: MessageReceipt?
    }

    /// The messages of a stay that has ended.
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

    /// One share of a link in this conversation.
    struct SharedLink: Equatable, Sendable {
        var sender: Handle
        var message: MessageID
        /// The number of the message. A person who cannot read the message does not see the link, even if an edit added
        /// it later.
        var sequence: Int64
        var position: Int64
        var sentAt: Instant
    }

    let id: ConversationID
    var name: String?
    var photo: String?
    package var members = MemberTable()
    /// The earlier stays of members and former members.
    var former: [Handle: [Stay]] = [:]
    /// The history of Hide Alerts for each person who has ever turned it on (`msg-hide-alerts`).
    var muted: [Handle: ToggleHistory] = [:]
    /// The messages that members and former members deleted from their own view (`swy-delete`).
    package var deleted: [Handle: DeletedMessages] = [:]
    /// The number of the newest message.
    var lastSequence: Int64 = 0
    /// The newest message and its position. Without a message, it is the position at which the conversation began.
    package var lastMessage: Message?
    package var lastPosition: Int64
    /// The position of the event with the current version of the newest message; 0 if there is no message.
    package var lastFact: Int64 = 0
    /// The shares of each link, the newest last.
    var links: [CanonicalURL: [SharedLink]] = [:]
    /// The links of each message that has links.
    var linksOfMessages: [MessageID: [CanonicalURL]] = [:]

    /// The members, in the order in which they joined.
    package var order: [Handle] { members.order }

    /// True if the conversation has exactly two members. Two people have only one such conversation.
    package var isOneToOne: Bool { order.count == 2 }

    func unread(of member: Handle) -> Int64 {
        guard let membership = members[member] else { return 0 }
        let gone = deleted[member]?.messages.count(after: membership.readThrough, through: lastSequence) ?? 0
        return max(membership.markedUnread != nil ? 1 : 0, lastSequence - membership.readThrough - gone)
    }

    /// Returns true if a message was posted during the member's current stay.
    @inline(__always) func isWithin(_ message: Message, of person: Handle) -> Bool {
        members[person].map { message.sequence > $0.after } == true
    }

    /// Returns true if a member sees a message: it was posted during their current stay, and they did not delete it.
    @inline(__always) func isVisible(_ message: Message, to person: Handle) -> Bool {
        isWithin(message, of: person) && !isDeleted(message.sequence, for: person)
    }

    /// Returns true if a message was posted during a stay of the person. An earlier stay counts only if it ended after
    /// `position`.
    @inline(__always) func wasThere(_ person: Handle, for message: Message, at position: Int64) -> Bool {
        isWithin(message, of: person)
            || former[person]?.contains {
                $0.after < message.sequence && message.sequence <= $0.through && position < $0.end
            } == true
    }

    /// Returns true if a person was a member at a position of the log.
    func wasMember(_ person: Handle, at position: Int64) -> Bool {
        members[person].map { $0.joined <= position } == true
            || former[person]?.contains { $0.joined <= position && position < $0.end } == true
    }

    /// The people who left or were removed and have not returned, by handle.
    var formerMembers: [Handle] { former.keys.filter { !members.contains($0) }.sorted() }

    /// Returns the former members who were present for messages that a member can read, by handle.
    func formerMembers(knownTo member: Handle) -> [Handle] {
        guard !former.isEmpty, let after = members[member]?.after else { return [] }
        return formerMembers.filter { former[$0]?.contains { $0.after < $0.through && after < $0.through } == true }
    }

    /// Returns true if a person is or was a member.
    func wasEverMember(_ person: Handle) -> Bool { members.contains(person) || former[person] != nil }

    /// Returns the places of a link in messages that a member can read, the newest last.
    ///
    /// - Parameter isDeletedToo: true to include messages that the member deleted.
    func shared(_ url: CanonicalURL, to person: Handle, isDeletedToo: Bool = false) -> [SharedLink] {
        guard let after = members[person]?.after, let links = links[url] else { return [] }
        let deleted = isDeletedToo || deleted.isEmpty ? nil : deleted[person]?.messages
        if after == 0, deleted == nil { return links }
        return links.filter { $0.sequence > after && deleted?.contains($0.sequence) != true }
    }

    /// Returns true if a former member could read a shared link during their stay, and did not delete its message.
    func didRead(_ link: SharedLink, _ person: Handle) -> Bool {
        guard !isDeleted(link.sequence, for: person) else { return false }
        return former[person]?.contains {
            $0.after < link.sequence && link.sequence <= $0.through && link.position < $0.end
        } == true
    }

    /// Returns true if a member can read a message with the link.
    func isShared(_ url: CanonicalURL, to person: Handle) -> Bool {
        !shared(url, to: person).isEmpty
    }

    /// Returns the number of the last message that a member has read, if the client cannot derive it. It cannot if the
    /// member deleted messages that they had not read. Returns nil if the number follows from the newest visible
    /// message and the unread count.
    func readThroughHiddenByDeletions(of member: Handle) -> Int64? {
        guard let membership = members[member], let messages = deleted[member]?.messages else { return nil }
        let gone = messages.count(after: membership.readThrough, through: lastSequence)
        guard gone > 0, lastSequence - membership.readThrough > gone else { return nil }
        return membership.readThrough
    }

    /// Returns the other person of a one-to-one conversation.
    func other(than person: Handle) -> Handle? {
        isOneToOne ? order.first { $0 != person } : nil
    }

    /// Sets the newest message.
    ///
    /// - Parameter fact: the position of the event with its current version; by default that of the message itself.
    mutating func setHead(_ message: Message, at position: Int64, fact: Int64? = nil) {
        lastSequence = message.sequence
        lastMessage = message
        lastPosition = position
        lastFact = fact ?? position
    }

    /// Applies a new message. Its sender has then read everything before it.
    mutating func append(_ message: Message, at position: Int64) {
        setHead(message, at: position)
        members.noteSeen(by: message.sender, through: message.sequence)
    }

    /// Updates the links of a message. A link that the message had before keeps its position. The newest share in one
    /// thread counts (`dedupe-same-thread`).
    ///
    /// - Returns: the links that were removed or added.
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

    // MARK: Messages that a member deleted from their own view

    /// Returns true if a member deleted the message with this number.
    @inline(__always) func isDeleted(_ number: Int64, for person: Handle) -> Bool {
        !deleted.isEmpty && deleted[person]?.messages.contains(number) == true
    }

    /// Returns true if the conversation is off a member's list.
    func isDeletedFromList(of person: Handle) -> Bool { !deleted.isEmpty && deleted[person]?.isDeletedFromList == true }

    /// Returns the newest message that a member sees; nil if there is none, or if it must be read from the log.
    func newest(for person: Handle) -> PlacedMessage? {
        guard let last = lastMessage, isWithin(last, of: person) else { return nil }
        guard isDeleted(lastSequence, for: person) else {
            return PlacedMessage(last, at: lastPosition, fact: lastFact)
        }
        let head = deleted[person]?.head
        return head?.message.sequence == newestNumber(for: person) ? head : nil
    }

    /// Returns the number of the newest message that a member sees; 0 if there is none.
    private func newestNumber(for person: Handle) -> Int64 {
        guard let after = members[person]?.after else { return 0 }
        let number = deleted[person]?.messages.run(of: lastSequence).map { $0.first - 1 } ?? lastSequence
        return number > after ? number : 0
    }

    /// Returns the position that orders the conversation in a member's list: that of the newest visible message.
    /// Without one, it is the position at which the member joined. A later return to the list takes precedence.
    func newestPosition(for person: Handle) -> Int64 {
        guard !deleted.isEmpty, let own = deleted[person] else { return lastPosition }
        let isNewestDeleted = own.messages.contains(lastSequence)
        let newest = isNewestDeleted ? newest(for: person)?.position ?? members[person]?.joined ?? 0 : lastPosition
        return max(newest, own.returned)
    }

    /// Returns a position before which the newest visible message of a member must be read from the log; nil if no read
    /// is needed.
    func soughtHead(for person: Handle) -> Int64? {
        guard let run = deleted[person]?.messages.run(of: lastSequence), newestNumber(for: person) > 0,
            newest(for: person) == nil
        else { return nil }
        return run.from
    }

    /// Returns all messages that a member sees, as runs.
    func visible(to person: Handle) -> [DeletedRun] {
        guard let membership = members[person], membership.after < lastSequence else { return [] }
        let all = DeletedRun(
            first: membership.after + 1, last: lastSequence, from: membership.joined, to: lastPosition)
        return deleted[person]?.messages.gaps(in: all) ?? [all]
    }

    /// Returns true if a message is in the member's Recently Deleted.
    func isRecoverable(_ message: Message, by person: Handle) -> Bool {
        isWithin(message, of: person)
            && deleted[person]?.recent.contains { $0.messages.contains(message.sequence) } == true
    }

    /// Returns the position of the event with the current version of a message, if it is the newest one that some
    /// member sees; nil if it is not.
    package func fact(of newest: MessageID) -> Int64? {
        if lastMessage?.id == newest { return lastFact }
        return deleted.values.lazy.compactMap(\.head).first { $0.message.id == newest }?.fact
    }

    /// Changes the deleted messages of a member.
    mutating func changeDeleted(of person: Handle, _ change: (inout DeletedMessages) -> Void) {
        change(&deleted[person, default: DeletedMessages()])
    }

    /// Updates a message that changed, if it is the newest one that some member sees.
    mutating func noteChange(of message: Message, fact: Int64) {
        if lastMessage?.id == message.id { (lastMessage, lastFact) = (message, fact) }
        guard !deleted.isEmpty else { return }
        for person in deleted.keys where deleted[person]?.head?.message.id == message.id {
            deleted[person]?.head?.message = message
            deleted[person]?.head?.fact = fact
        }
    }
}

/// A request to read from the log the newest message that a member sees.
package struct NewestMessageQuery {
    package let conversation: ConversationID
    package let person: Handle
    /// The position after the message: it is the conversation's newest message before this position.
    package let before: Int64
}

/// The members of a conversation and their memberships.
package struct MemberTable: Equatable, Sendable {
    typealias Membership = ConversationState.Membership

    /// The largest number of members for a linear search. In a small conversation it is faster than hashing and needs
    /// no memory.
    private static let searchedMax = 8

    /// The members, in the order in which they joined.
    package private(set) var order: [Handle] = []
    /// The memberships, in the same order.
    private var memberships: [Membership] = []
    /// The indices of the members, if there are more than ``searchedMax``.
    private var indices: [Handle: Int] = [:]

    private func index(of person: Handle) -> Int? {
        indices.isEmpty ? order.firstIndex(of: person) : indices[person]
    }

    /// The membership of a person; nil if they are not a member. Setting a membership for a new person appends them.
    subscript(person: Handle) -> Membership? {
        get { index(of: person).map { memberships[$0] } }
        set {
            switch (index(of: person), newValue) {
            case (let index?, let membership?): memberships[index] = membership
            case (let index?, nil):
                order.remove(at: index)
                memberships.remove(at: index)
                indices = Self.indices(of: order)
            case (nil, let membership?):
                order.append(person)
                memberships.append(membership)
                if indices.isEmpty { indices = Self.indices(of: order) } else { indices[person] = order.count - 1 }
            case (nil, nil): break
            }
        }
    }

    /// Reserves the exact capacity, so that a small conversation wastes no memory.
    mutating func makeRoom(for count: Int) {
        order.reserveCapacity(count)
        memberships.reserveCapacity(count)
    }

    private static func indices(of order: [Handle]) -> [Handle: Int] {
        guard order.count > searchedMax else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    }

    /// Returns true if a person is a member.
    package func contains(_ person: Handle) -> Bool { index(of: person) != nil }

    /// Marks all messages up to a number as read by a member.
    mutating func noteSeen(by person: Handle, through sequence: Int64) {
        guard let index = index(of: person) else { return }
        memberships[index].readThrough = sequence
        memberships[index].markedUnread = nil
    }
}
