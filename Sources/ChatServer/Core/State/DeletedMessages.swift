import ChatProtocol

/// The messages that one member deleted from their own view of a conversation.
package struct DeletedMessages: Equatable, Sendable {
    /// The messages of one deletion that can still be recovered.
    struct Deletion: Equatable, Sendable {
        /// The position and the time of the deletion.
        let position: Int64
        let at: Instant
        /// The messages: one at least.
        var messages: MessageRuns
        /// True if the whole conversation was deleted.
        let isWhole: Bool
    }

    /// All deleted messages, whether they can be recovered or not.
    package private(set) var messages = MessageRuns()
    /// The deletions that can be undone, the oldest first.
    private(set) var recent: [Deletion] = []
    /// The position through which notices and lines are deleted for good.
    private var cleared: Int64 = 0
    /// True if the conversation is off the member's list.
    private(set) var isOffList = false
    /// The position at which a message, a notice or a new beginning returned the conversation to the member's list last; 0 if
    /// none did.
    private(set) var returned: Int64 = 0
    /// The newest message that is left, where the newest of the conversation is deleted. It is read from the log.
    var head: PlacedMessage?

    /// The position through which the notices and lines of the thread are deleted; 0 if none are.
    package var clearedThrough: Int64 { max(cleared, recent.last(where: \.isWhole)?.position ?? 0) }

    /// The messages that can be recovered.
    package var recoverable: MessageRuns { MessageRuns(recent.lazy.flatMap(\.messages.runs)) }

    /// True if a message that can be recovered was deleted before a position of the log.
    func wasDeleted(_ number: Int64, before position: Int64) -> Bool {
        recent.contains { $0.position < position && $0.messages.contains(number) }
    }

    /// The number of runs that are stored.
    var runCount: Int { recent.reduce(messages.runs.count) { $0 + $1.messages.runs.count } }

    /// Deletes messages that are not deleted yet.
    ///
    /// - Parameter isWhole: true if the whole conversation is deleted, with the notices and lines of its thread.
    mutating func delete(_ runs: [DeletedRun], isWhole: Bool, at place: LogPlace) {
        for run in runs { messages.insert(run) }
        if !runs.isEmpty {
            recent.append(
                Deletion(position: place.position, at: place.at, messages: MessageRuns(runs), isWhole: isWhole))
        } else if isWhole {
            cleared = place.position
        }
        if isWhole { isOffList = true }
    }

    /// Returns the conversation to the member's list.
    mutating func returnToList(at position: Int64) {
        guard isOffList else { return }
        (isOffList, returned) = (false, position)
    }

    /// Recovers messages. The notices and lines of a conversation return with the last message of its deletion, and the
    /// conversation returns to its earlier place in the list.
    mutating func restore(_ runs: [DeletedRun]) {
        for run in runs { messages.remove(run) }
        forget(runs)
        isOffList = false
    }

    /// Ends the time in which messages can be recovered.
    mutating func erase(_ runs: [DeletedRun]) {
        for deletion in forget(runs) where deletion.isWhole { cleared = max(cleared, deletion.position) }
    }

    /// Ends the member's stay: nothing can be recovered any more.
    mutating func endStay() {
        (recent, head, isOffList) = ([], nil, false)
    }

    /// Removes messages from those that can be recovered.
    ///
    /// - Returns: the deletions of which no message is left.
    @discardableResult
    private mutating func forget(_ runs: [DeletedRun]) -> [Deletion] {
        for index in recent.indices {
            for run in runs { recent[index].messages.remove(run) }
        }
        let ended = recent.filter(\.messages.isEmpty)
        if !ended.isEmpty { recent.removeAll(where: \.messages.isEmpty) }
        return ended
    }

    /// The newest message follows from the log, and is the same wherever it was read.
    package static func == (left: DeletedMessages, right: DeletedMessages) -> Bool {
        left.messages == right.messages && left.recent == right.recent && left.cleared == right.cleared
            && left.isOffList == right.isOffList && left.returned == right.returned
    }
}

/// The deletions of all people whose messages can be recovered, in the order in which their time ends: all can be
/// recovered equally long.
struct DeletionEnds: Sendable {
    /// One deletion, by its position.
    struct End: Sendable {
        var conversation: ConversationID
        var person: Handle
        var position: Int64
        var at: Instant
    }

    private var ends: [End] = []
    private var passed = 0
    /// The number of ends at which those that were recovered meanwhile are looked for.
    private var countMax = 64

    /// The deletion whose time ends next.
    var first: End? { passed < ends.count ? ends[passed] : nil }

    /// Adds the newest deletion.
    ///
    /// - Parameter isWaiting: true if a deletion still has messages that can be recovered.
    mutating func append(_ end: End, where isWaiting: (End) -> Bool) {
        ends.append(end)
        guard ends.count - passed > countMax else { return }
        ends = ends[passed...].filter(isWaiting)
        passed = 0
        countMax = max(64, 2 * ends.count)
    }

    /// Removes the next deletion.
    mutating func removeFirst() {
        passed += 1
        guard passed > 64, passed * 2 > ends.count else { return }
        ends.removeFirst(passed)
        passed = 0
    }
}
