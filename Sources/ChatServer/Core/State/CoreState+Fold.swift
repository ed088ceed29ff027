package import ChatProtocol

extension CoreState {
    /// Applies one event. It was decided before, so it is never refused here.
    package mutating func fold(_ record: EventRecord) {
        position = record.position
        lastAt = max(lastAt, record.at)
        record.event.fold(into: &self, at: record.place)
        shelves.forgetEnds(by: lastAt)
        waits.removeAll(endedBefore: lastAt)
    }

    /// Changes the state of a person. Creates the person at the first mention of the handle.
    mutating func update(_ handle: Handle, _ change: (inout PersonState) -> Void) {
        change(&people[handle, default: PersonState(name: handle.defaultName)])
    }

    /// Sets the end of the log, which can be an event that is not hot.
    package mutating func restoreEnd(_ end: Int64, at instant: Instant) {
        position = end
        lastAt = max(lastAt, instant)
        shelves.forgetEnds(by: lastAt)
    }

    /// Restores the newest message of a conversation from the store, because plain messages are not hot. The newest
    /// message of each sender also restores how far that sender has read.
    ///
    /// - Parameters:
    ///   - place: the position at which the newest message was posted.
    ///   - fact: the position of the event with its current version.
    package mutating func restoreHead(
        of newest: Message, at place: Int64, fact: Int64, lastSequences: [(Handle, Int64)]
    ) {
        conversations[newest.conversation]?.setHead(newest, at: place, fact: fact)
        // The newest message of a member who has returned can belong to an earlier stay.
        for (sender, sequence) in lastSequences {
            guard let read = conversations[newest.conversation]?.members[sender]?.readThrough else { continue }
            conversations[newest.conversation]?.members[sender]?.readThrough = max(read, sequence)
            if let marked = conversations[newest.conversation]?.members[sender]?.markedUnread, marked < sequence {
                conversations[newest.conversation]?.members[sender]?.markedUnread = nil
            }
        }
    }

    // MARK: Deleted messages

    /// Applies a change of a person's deleted messages, and updates the links of these messages on the person's
    /// shelves.
    mutating func changeDeleted(
        by person: Handle, in id: ConversationID, _ runs: [DeletedRun], _ change: (inout DeletedMessages) -> Void
    ) {
        guard conversations[id]?.members.contains(person) == true else { return }
        conversations[id]?.changeDeleted(of: person, change)
        forgetDeletionEnds()
        let changed = MessageRuns(runs)
        for (url, shared) in conversations[id]?.links ?? [:]
        where shared.contains(where: { changed.contains($0.sequence) }) {
            if let link = links.number(of: url) { updateShelf(link, for: person) }
        }
    }

    /// Adds the deletion to the queue of deletions that become final.
    mutating func noteDeletionEnd(by person: Handle, in id: ConversationID, at place: LogPosition) {
        deletionEnds.append(
            .init(conversation: id, person: person, position: place.position, at: place.at)
        ) { [conversations] in Self.isWaiting($0, in: conversations) }
        forgetDeletionEnds()
    }

    /// Removes the first deletions of the queue whose messages were recovered or erased.
    mutating func forgetDeletionEnds() {
        while let end = deletionEnds.first, !Self.isWaiting(end, in: conversations) { deletionEnds.removeFirst() }
    }

    private static func isWaiting(_ end: DeletionEnds.End, in conversations: ConversationTable) -> Bool {
        conversations[end.conversation]?.deleted[end.person]?.recent.contains { $0.position == end.position } == true
    }
}
