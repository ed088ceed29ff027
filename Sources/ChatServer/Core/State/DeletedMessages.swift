package import ChatProtocol

/// The messages that one member deleted from their own view of a conversation.
package struct DeletedMessages: Equatable, Sendable {
    /// The messages of one deletion that can still be recovered.
    struct Deletion: Equatable, Sendable {
        /// The position and the time of the deletion.
        let position: Int64
        let at: Instant
        /// The messages, at least one.
        var messages: MessageRuns
        /// True if the whole conversation was deleted.
        let isWhole: Bool
    }

    /// All deleted messages, including those that can no longer be recovered.
    package private(set) var messages = MessageRuns()
    /// The deletions that can be undone, the oldest first.
    private(set) var recent: [Deletion] = []
    /// The position through which notices and system lines are deleted permanently.
    private var cleared: Int64 = 0
    /// True if the conversation is off the member's list.
    private(set) var isDeletedFromList = false
    /// The position of the last return to the member's list, caused by a message, a notice or a new beginning of the
    /// conversation; 0 if there is none.
    private(set) var returned: Int64 = 0
    /// The newest message that the member sees, if the newest of the conversation is deleted. It is read from the log.
    var head: PlacedMessage?

    /// The position through which the notices and system lines of the thread are deleted; 0 if none are.
    package var clearedThrough: Int64 { max(cleared, recent.last(where: \.isWhole)?.position ?? 0) }

    /// The messages that can be recovered.
    package var recoverable: MessageRuns { MessageRuns(recent.lazy.flatMap(\.messages.runs)) }

    /// Returns true if a message was deleted before a position of the log and can still be recovered.
    func wasDeleted(_ number: Int64, before position: Int64) -> Bool {
        recent.contains { $0.position < position && $0.messages.contains(number) }
    }

    /// The number of stored runs.
    var runCount: Int { recent.reduce(messages.runs.count) { $0 + $1.messages.runs.count } }

    /// Deletes messages that are not deleted yet.
    ///
    /// - Parameter isWhole: true if the whole conversation is deleted, with the notices and system lines of its thread.
    mutating func delete(_ runs: [DeletedRun], isWhole: Bool, at place: LogPosition) {
        for run in runs { messages.insert(run) }
        if !runs.isEmpty {
            recent.append(
                Deletion(position: place.position, at: place.at, messages: MessageRuns(runs), isWhole: isWhole))
        } else if isWhole {
            cleared = place.position
        }
        if isWhole { isDeletedFromList = true }
    }

    /// Returns the conversation to the member's list.
    mutating func returnToList(at position: Int64) {
        guard isDeletedFromList else { return }
        (isDeletedFromList, returned) = (false, position)
    }

    /// Recovers messages. The notices and system lines return with the last message of their deletion. The conversation
    /// returns to its earlier place in the list.
    mutating func restore(_ runs: [DeletedRun]) {
        for run in runs { messages.remove(run) }
        forget(runs)
        isDeletedFromList = false
    }

    /// Makes the deletion of messages permanent.
    mutating func erase(_ runs: [DeletedRun]) {
        for deletion in forget(runs) where deletion.isWhole { cleared = max(cleared, deletion.position) }
    }

    /// Ends the member's stay. No message can be recovered after it.
    mutating func endStay() {
        (recent, head, isDeletedFromList) = ([], nil, false)
    }

    /// Removes messages from the recoverable ones.
    ///
    /// - Returns: the deletions that have no messages left.
    @discardableResult
    private mutating func forget(_ runs: [DeletedRun]) -> [Deletion] {
        for index in recent.indices {
            for run in runs { recent[index].messages.remove(run) }
        }
        let ended = recent.filter(\.messages.isEmpty)
        if !ended.isEmpty { recent.removeAll(where: \.messages.isEmpty) }
        return ended
    }

    /// Ignores `head`: it follows from the log, so it is equal if the rest is equal.
    package static func == (left: DeletedMessages, right: DeletedMessages) -> Bool {
        left.messages == right.messages && left.recent == right.recent && left.cleared == right.cleared
            && left.isDeletedFromList == right.isDeletedFromList && left.returned == right.returned
    }
}

/// The deletions of all people that can be undone, in the order in which they become permanent. All deletions can be
/// undone for the same time.
struct DeletionEnds: Sendable {
    /// One deletion, with its position.
    struct End: Sendable {
        var conversation: ConversationID
        var person: Handle
        var position: Int64
        var at: Instant
    }

    private var ends: [End] = []
    private var passed = 0
    /// The number of ends at which recovered and erased deletions are removed from the queue.
    private var countMax = 64

    /// The next deletion that becomes permanent.
    var first: End? { passed < ends.count ? ends[passed] : nil }

    /// Adds the newest deletion.
    ///
    /// - Parameter isWaiting: returns true if a deletion still has messages that can be recovered.
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

/// A set of messages of one conversation, stored as runs of numbers. Its size grows with the number of gaps, and not
/// with the number of messages.
package struct MessageRuns: Hashable, Sendable {
    /// The runs in ascending order. Between two runs there is at least one message that is not in the set.
    package private(set) var runs: [DeletedRun] = []

    /// Creates a set of runs, given in any order.
    init(_ runs: some Sequence<DeletedRun> = [DeletedRun]()) {
        for run in runs { insert(run) }
    }

    package var isEmpty: Bool { runs.isEmpty }

    /// The number of messages.
    package var count: Int64 { runs.reduce(0) { $0 + $1.count } }

    /// Returns the run that contains a message; nil if the message is not in the set.
    package func run(of number: Int64) -> DeletedRun? {
        let index = index(from: number)
        return index < runs.count && runs[index].first <= number ? runs[index] : nil
    }

    package func contains(_ number: Int64) -> Bool { run(of: number) != nil }

    /// Returns the number of messages above `low`, up to and including `high`; 0 if `high` is not greater.
    func count(after low: Int64, through high: Int64) -> Int64 {
        guard low < high else { return 0 }
        var count: Int64 = 0
        for run in runs[index(from: low + 1)...] {
            guard run.first <= high else { break }
            count += min(run.last, high) - max(run.first, low + 1) + 1
        }
        return count
    }

    /// Adds the messages of a run.
    mutating func insert(_ run: DeletedRun) {
        var (new, start) = (run, index(from: run.first - 1))
        let first = start
        while start < runs.count, runs[start].first - 1 <= run.last {
            let other = runs[start]
            new.first = min(new.first, other.first)
            new.last = max(new.last, other.last)
            new.from = min(new.from, other.from)
            new.to = max(new.to, other.to)
            start += 1
        }
        runs.replaceSubrange(first..<start, with: [new])
    }

    /// Removes the messages of a run.
    mutating func remove(_ run: DeletedRun) {
        let first = index(from: run.first)
        var (end, rest): (Int, [DeletedRun]) = (first, [])
        while end < runs.count, runs[end].first <= run.last {
            var (before, behind) = (runs[end], runs[end])
            (before.last, before.to) = (run.first - 1, run.from - 1)
            if before.first <= before.last { rest.append(before) }
            if behind.last > run.last {
                (behind.first, behind.from) = (run.last + 1, run.to + 1)
                rest.append(behind)
            }
            end += 1
        }
        runs.replaceSubrange(first..<end, with: rest)
    }

    /// Returns the messages of a run that are not in the set, as runs.
    func gaps(in run: DeletedRun) -> [DeletedRun] {
        var rest = MessageRuns([run])
        for other in runs[index(from: run.first)...] {
            guard other.first <= run.last else { break }
            rest.remove(other)
        }
        return rest.runs
    }

    /// Returns the index of the first run whose last number is at least `number`.
    private func index(from number: Int64) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DeletedRun {
    /// Creates the run of one message.
    init(_ message: PlacedMessage) {
        self.init(
            first: message.message.sequence, last: message.message.sequence, from: message.position,
            to: message.position)
    }

    var count: Int64 { last - first + 1 }
}

/// The current version of a message, with its place in the log.
package struct PlacedMessage: Sendable, Equatable {
    package var message: Message
    /// The position at which the message was posted.
    package var position: Int64
    /// The position of the event with the current version.
    package var fact: Int64

    /// Creates a message with its place.
    package init(_ message: Message, at position: Int64, fact: Int64) {
        (self.message, self.position, self.fact) = (message, position, fact)
    }
}
