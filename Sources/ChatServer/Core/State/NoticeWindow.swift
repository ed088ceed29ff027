import ChatProtocol

/// The key of the events that share one notice: the same action of the same actor on the same document in the same
/// thread.
struct NoticeKey: Hashable, Sendable {
    var conversation: ConversationID
    var actor: Handle
    var url: String
    var type: String
    var trigger: String?
    /// The mentioned person of a mention; nil for other events.
    var mentioned: Handle?

    /// Creates the key of an event.
    ///
    /// - Parameter url: the link of the collaboration.
    /// - Returns: nil for a membership event, which has a notice of its own. A person who is removed and added again
    ///   joins twice.
    init?(_ event: HighlightEvent, by actor: Handle, at url: String, in conversation: ConversationID) {
        if case .membership = event { return nil }
        if case .mention(let person) = event { mentioned = person }
        self.conversation = conversation
        self.actor = actor
        self.url = url
        (type, trigger) = event.words
    }
}

/// The notices of one key that can still grow. People who know the same events share a notice. There are several
/// notices if access changed between the events.
struct NoticeWindow: Equatable, Sendable {
    /// The people who receive an event in the same notice.
    struct Part {
        /// The notice that grows; nil for a new one.
        var open: Event.NoticePosted?
        var people: [Handle]

        /// The earlier versions of the notice, for readers who do not receive the new event.
        var earlier: [EarlierNotice] {
            guard let open else { return [] }
            let known = Set(people)
            let lost = open.recipients.filter { !known.contains($0) }
            return open.earlier + (lost.isEmpty ? [] : [EarlierNotice(notice: open.notice, recipients: lost)])
        }
    }

    /// The largest number of earlier versions of a notice. A notice that would exceed it stops growing.
    private static let earlierMax = 16

    /// The time of the first event.
    let firstAt: Instant
    /// The notices that contain the newest event, the oldest first.
    private(set) var notices: [Event.NoticePosted]

    /// Creates a window with its first notice.
    init(_ posted: Event.NoticePosted) {
        firstAt = posted.firstAt
        notices = [posted]
    }

    /// Adds a notice, or replaces its earlier version. A notice stops growing once each of its readers was left out of a
    /// later event, for example because they had lost access.
    mutating func note(_ posted: Event.NoticePosted) {
        let audience = Set(posted.recipients + posted.besides)
        notices.removeAll { other in
            other.notice.id != posted.notice.id && audience.isDisjoint(with: other.recipients)
                && !(audience.isEmpty && other.recipients.isEmpty)
        }
        if let index = notices.firstIndex(where: { $0.notice.id == posted.notice.id }) {
            notices[index] = posted
        } else {
            notices.append(posted)
        }
    }

    /// Returns the notices for the next event, each with its recipients. A notice grows for the people who know all of
    /// its events. All other people receive a new notice, which begins with this event at its position in the thread.
    ///
    /// - Parameters:
    ///   - people: the recipients of the event.
    ///   - joined: returns the position at which a person joined the conversation.
    func parts(notifying people: [Handle], joined: (Handle) -> Int64) -> [Part] {
        var rest = Set(people)
        var parts: [Part] = []
        for open in notices where open.earlier.count < Self.earlierMax {
            let place = open.notice.id.position ?? 0
            let known = open.recipients.filter { joined($0) < place && rest.remove($0) != nil }
            if !known.isEmpty || (people.isEmpty && open.recipients.isEmpty) {
                parts.append(Part(open: open, people: known))
            }
        }
        let new = people.filter(rest.contains)
        if !new.isEmpty || parts.isEmpty { parts.append(Part(people: new)) }
        return parts
    }

    /// Returns the first moment at which the notices no longer grow. The last millisecond of the window still counts.
    func end(_ limits: Limits) -> Instant {
        firstAt.advanced(byMilliseconds: Int64(limits.coalescingMilliseconds) + 1)
    }

    /// Returns true if the notices cannot grow after this time under any configuration. The result must not depend on
    /// the configuration, because every server must fold a log to the same state.
    func isOver(at now: Instant) -> Bool {
        firstAt.advanced(byMilliseconds: Int64(Limits.Name.coalescingMilliseconds.range.upperBound)) < now
    }
}

/// The notices that can still grow.
struct NoticeWindows: Equatable, Sendable {
    private var open: [NoticeKey: NoticeWindow] = [:]
    /// The number of windows at which expired ones are removed.
    private var countMax = 64

    subscript(key: NoticeKey) -> NoticeWindow? { open[key] }

    /// Returns the coalescing windows that have not ended, the earliest end first.
    func pending(at now: Instant, _ limits: Limits) -> [PendingWork] {
        open.values
            .flatMap { window in window.notices.map { (id: $0.notice.id, dueAt: window.end(limits)) } }
            .filter { $0.dueAt > now }
            .sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
            .map { PendingWork(what: "coalescing window of notice \($0.id)", dueAt: $0.dueAt) }
    }

    /// Adds a notice to its window, or opens a window. Expired windows are removed when their number has doubled since
    /// the last removal, so that the average cost of a call is constant.
    mutating func note(_ posted: Event.NoticePosted, for key: NoticeKey, at now: Instant) {
        if open[key]?.firstAt == posted.firstAt {
            open[key]?.note(posted)
            return
        }
        if open.count >= countMax {
            open = open.filter { !$0.value.isOver(at: now) }
            countMax = max(64, 2 * open.count)
        }
        open[key] = NoticeWindow(posted)
    }

    /// Returns true if the open windows are equal. `countMax` is ignored, because it is not part of a world's state.
    static func == (left: NoticeWindows, right: NoticeWindows) -> Bool { left.open == right.open }
}

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
