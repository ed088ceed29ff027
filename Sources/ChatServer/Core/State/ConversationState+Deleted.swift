package import ChatProtocol

/// The view of a member who deleted messages from the conversation.
extension ConversationState {
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
