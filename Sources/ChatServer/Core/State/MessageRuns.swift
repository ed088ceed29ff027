package import ChatProtocol

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
