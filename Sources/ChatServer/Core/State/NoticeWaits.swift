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

    /// Forgets what has ended by then.
    mutating func removeFirst(through now: Instant) {
        while let first, first.until <= now { passed += 1 }
        guard passed > 64, passed * 2 > waits.count else { return }
        waits.removeFirst(passed)
        passed = 0
    }
}
