package import ChatProtocol

/// A conversation as a member sees it who deleted something from it.
extension ConversationState {
    /// True if a member deleted the message with a number.
    @inline(__always) func isDeleted(_ number: Int64, for person: Handle) -> Bool {
        !deleted.isEmpty && deleted[person]?.messages.contains(number) == true
    }

    /// True if the conversation is off a member's list.
    func isOffList(of person: Handle) -> Bool { !deleted.isEmpty && deleted[person]?.isOffList == true }

    /// The newest message that a member sees; nil if there is none.
    func newest(for person: Handle) -> PlacedMessage? {
        guard let last = lastMessage, isWithin(last, of: person) else { return nil }
        guard isDeleted(lastSequence, for: person) else {
            return PlacedMessage(last, at: lastPosition, fact: lastFact)
        }
        let head = deleted[person]?.head
        return head?.message.sequence == newestNumber(for: person) ? head : nil
    }

    /// The number of the newest message that a member sees; 0 if there is none.
    private func newestNumber(for person: Handle) -> Int64 {
        guard let after = members[person]?.after else { return 0 }
        let number = deleted[person]?.messages.run(of: lastSequence).map { $0.first - 1 } ?? lastSequence
        return number > after ? number : 0
    }

    /// The position by which a member's list orders the conversation: that of the newest message they see, else that
    /// at which it began for them, or the later one at which it returned to their list.
    func newestPosition(for person: Handle) -> Int64 {
        guard !deleted.isEmpty, let own = deleted[person] else { return lastPosition }
        let isNewestDeleted = own.messages.contains(lastSequence)
        let newest = isNewestDeleted ? newest(for: person)?.position ?? members[person]?.joined ?? 0 : lastPosition
        return max(newest, own.returned)
    }

    /// The position before which the newest message stands that a member sees, where it has to be read from the log.
    func soughtHead(for person: Handle) -> Int64? {
        guard let run = deleted[person]?.messages.run(of: lastSequence), newestNumber(for: person) > 0,
            newest(for: person) == nil
        else { return nil }
        return run.from
    }

    /// All messages that a member sees, as runs.
    func visible(to person: Handle) -> [DeletedRun] {
        guard let membership = members[person], membership.after < lastSequence else { return [] }
        let all = DeletedRun(
            first: membership.after + 1, last: lastSequence, from: membership.joined, to: lastPosition)
        return deleted[person]?.messages.gaps(in: all) ?? [all]
    }

    /// Changes what a member deleted.
    mutating func changeDeleted(of person: Handle, _ change: (inout DeletedMessages) -> Void) {
        change(&deleted[person, default: DeletedMessages()])
    }

    /// Notes how a message reads now that may be the newest somebody sees.
    mutating func noteChange(of message: Message, fact: Int64) {
        if lastMessage?.id == message.id { (lastMessage, lastFact) = (message, fact) }
        guard !deleted.isEmpty else { return }
        for person in deleted.keys where deleted[person]?.head?.message.id == message.id {
            deleted[person]?.head?.message = message
            deleted[person]?.head?.fact = fact
        }
    }
}

/// The place in the log of the newest message that a member sees.
package struct SoughtHead {
    package let conversation: ConversationID
    package let person: Handle
    /// The newest message of the conversation before this position is the one.
    package let before: Int64
}

extension CoreState {
    /// The messages that someone deleted from a conversation; nil if there are none.
    package func deleted(by person: Handle, in conversation: ConversationID) -> DeletedMessages? {
        conversations[conversation]?.deleted[person]
    }

    /// True if a message is in someone's Recently Deleted.
    package func isRecoverable(_ message: Message, by person: Handle) -> Bool {
        guard let conversation = conversations[message.conversation], conversation.isWithin(message, of: person) else {
            return false
        }
        return conversation.deleted[person]?.recent.contains { $0.messages.contains(message.sequence) } == true
    }

    /// The newest messages that have to be read from the log.
    package var soughtHeads: [SoughtHead] {
        conversations.values.flatMap { conversation in
            conversation.deleted.keys.compactMap { soughtHead(of: conversation.id, for: $0) }
        }
    }

    /// The newest message of a conversation for one member, if it has to be read from the log.
    package func soughtHead(of id: ConversationID, for person: Handle) -> SoughtHead? {
        conversations[id]?.soughtHead(for: person).map {
            SoughtHead(conversation: id, person: person, before: $0)
        }
    }

    /// Sets the newest message that a member sees.
    package mutating func setHead(_ head: PlacedMessage?, of id: ConversationID, for person: Handle) {
        guard let head, conversations[id]?.deleted[person] != nil else { return }
        conversations[id]?.deleted[person]?.head = head
    }

    /// The position of the fact that says how a message reads which is the newest that somebody sees.
    package func fact(of newest: MessageID, in id: ConversationID) -> Int64? {
        guard let conversation = conversations[id] else { return nil }
        if conversation.lastMessage?.id == newest { return conversation.lastFact }
        return conversation.deleted.values.lazy.compactMap(\.head).first { $0.message.id == newest }?.fact
    }

    // MARK: The fold

    /// Folds a change of what someone deleted, and looks again at the links of those messages.
    mutating func changeDeleted(
        by person: Handle, in id: ConversationID, _ runs: [DeletedRun], _ change: (inout DeletedMessages) -> Void
    ) {
        guard conversations[id]?.members.contains(person) == true else { return }
        conversations[id]?.changeDeleted(of: person, change)
        forgetDeletionEnds()
        let changed = MessageRuns(runs)
        for (url, shared) in conversations[id]?.links ?? [:]
        where shared.contains(where: { changed.contains($0.sequence) }) {
            if let link = links.number(of: url) { reshelve(link, for: person) }
        }
    }

    /// Notes when the messages of a deletion can be recovered no longer.
    mutating func noteDeletionEnd(by person: Handle, in id: ConversationID, at place: LogPlace) {
        deletionEnds.append(
            .init(conversation: id, person: person, position: place.position, at: place.at)
        ) { [conversations] in Self.isWaiting($0, in: conversations) }
        forgetDeletionEnds()
    }

    /// Forgets the next deletions whose messages were recovered or deleted for good.
    mutating func forgetDeletionEnds() {
        while let end = deletionEnds.first, !Self.isWaiting(end, in: conversations) { deletionEnds.removeFirst() }
    }

    private static func isWaiting(_ end: DeletionEnds.End, in conversations: ConversationTable) -> Bool {
        conversations[end.conversation]?.deleted[end.person]?.recent.contains { $0.position == end.position } == true
    }
}
