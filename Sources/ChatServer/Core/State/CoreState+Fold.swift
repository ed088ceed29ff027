package import ChatProtocol

extension CoreState {
    /// Takes one fact in. Facts were decided once and are never refused here.
    package mutating func fold(_ record: EventRecord) {
        position = record.position
        lastAt = max(lastAt, record.at)
        record.event.fold(into: &self, at: record.place)
        shelves.forgetEnds(by: lastAt)
        waits.removeAll(endedBefore: lastAt)
    }

    /// Notes where the log ends, which may be a fact that is not hot.
    package mutating func restoreEnd(_ end: Int64, at instant: Instant) {
        position = end
        lastAt = max(lastAt, instant)
        shelves.forgetEnds(by: lastAt)
    }

    /// Puts a conversation's head in place, as the store keeps it for messages that are not hot: what it says of who
    /// has read what is in the newest message of each.
    ///
    /// - Parameters:
    ///   - place: the position at which the newest message was posted, whatever became of it since.
    ///   - fact: the position of the fact that says how it reads now.
    package mutating func restoreHead(
        of newest: Message, at place: Int64, fact: Int64, lastSequences: [(Handle, Int64)]
    ) {
        conversations[newest.conversation]?.setHead(newest, at: place, fact: fact)
        // The newest message of someone who is here again may be one of an earlier stay.
        for (sender, sequence) in lastSequences {
            guard let read = conversations[newest.conversation]?.members[sender]?.readThrough else { continue }
            conversations[newest.conversation]?.members[sender]?.readThrough = max(read, sequence)
            if let marked = conversations[newest.conversation]?.members[sender]?.markedUnread, marked < sequence {
                conversations[newest.conversation]?.members[sender]?.markedUnread = nil
            }
        }
    }
}
