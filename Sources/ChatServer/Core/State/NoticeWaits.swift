import ChatProtocol

/// The notices that wait in banners, in the order in which their time ends. All wait equally long, so that this is the
/// order in which they were posted; nothing else of them is kept here.
struct NoticeWaits: Sendable {
    /// One notice, as it was posted at that moment.
    struct Wait: Sendable {
        var notice: NoticeID
        var people: [Handle]
        var postedAt: Instant

        /// When it has waited long enough.
        var until: Instant { postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds) }
    }

    private var waits: [Wait] = []
    private var passed = 0

    /// The one whose time ends next.
    var first: Wait? { passed < waits.count ? waits[passed] : nil }

    mutating func append(_ wait: Wait) { waits.append(wait) }

    /// Removes the one whose time ends next, and returns it.
    mutating func removeFirst() -> Wait? {
        guard let first else { return nil }
        passed += 1
        removePassed()
        return first
    }

    /// Removes those that ended before an instant. Those that end at it stay: several may end in the same millisecond,
    /// and each is cleared by an event of its own.
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
