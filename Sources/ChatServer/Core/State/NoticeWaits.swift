import ChatProtocol

/// The notices that wait in banners, in the order in which they expire. All notices wait for the same time, so this is
/// also the order in which they were posted.
struct NoticeWaits: Sendable {
    /// One notice, with its recipients and the time at which it was posted.
    struct Wait: Sendable {
        var notice: NoticeID
        var people: [Handle]
        var postedAt: Instant

        /// The time at which the notice expires.
        var until: Instant { postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds) }
    }

    private var waits: [Wait] = []
    private var passed = 0

    /// The next notice that expires.
    var first: Wait? { passed < waits.count ? waits[passed] : nil }

    mutating func append(_ wait: Wait) { waits.append(wait) }

    /// Removes and returns the next notice that expires.
    mutating func removeFirst() -> Wait? {
        guard let first else { return nil }
        passed += 1
        removePassed()
        return first
    }

    /// Removes the notices that expired before an instant. Notices that expire exactly at it stay: several can expire
    /// in one millisecond, and each is cleared by an event of its own.
    mutating func removeAll(endedBefore now: Instant) {
        while let first, first.until < now { passed += 1 }
        removePassed()
    }

    private mutating func removePassed() {
        guard passed > 64, passed * 2 > waits.count else { return }
        waits.removeFirst(passed)
        passed = 0
    }
}
