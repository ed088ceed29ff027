import ChatCore
import ChatProtocol

/// Changes that time alone causes. Each happens at its moment, before any later request.
extension World {
    /// Decides and announces the changes that are due by time alone.
    func endByTime(at now: Instant) {
        guard let end = core.nextEnd, end <= now else { return }
        let records = noteTime(upTo: now)
        guard !records.isEmpty else { return }
        broadcast(Decision(answer: .empty, records: records), origin: nil)
    }

    /// The milliseconds until a due change is retried after a failed write.
    private static let pauseMilliseconds: Int64 = 1_000

    /// The time of the next change by time alone; nil if there is none.
    var nextWake: Instant? {
        let next =
            switch (nextDue, core.nextEnd) {
            case (let due?, let end?): min(due, end)
            case (let due, let end): due ?? end
            }
        // A failed commit rolls a due change back, so it stays due.
        guard let next, let failedAt else { return next }
        return max(next, failedAt.advanced(byMilliseconds: Self.pauseMilliseconds))
    }

    /// Returns the work that waits for time alone. Work of one kind is sorted by time.
    ///
    /// - Parameter person: The person who asks; nil for an observer.
    func pending(at now: Instant, for person: Handle?) -> [PendingWork] {
        core.state.pending(at: now, for: person, limits: limits) + waiting
    }

    /// Returns the moment after which nothing is pending, as far as it can be foreseen. A copy of the core computes it,
    /// so that the world's time advances only once.
    func quiescentAt(from start: Instant, in rounds: Int) -> Instant {
        var core = core
        var now = start
        for _ in 0..<rounds {
            let due = core.state.pending(at: now, for: nil, limits: limits).map(\.dueAt) + waiting.map(\.dueAt)
            guard let last = due.max(), last > now else { break }
            now = last
            core.pass(to: now)
        }
        return now
    }
}
