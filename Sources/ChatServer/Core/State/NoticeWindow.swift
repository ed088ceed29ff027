import ChatProtocol

/// The key of the events that are one notice: the same actor does the same to the same document in the same thread.
struct NoticeKey: Hashable, Sendable {
    var conversation: ConversationID
    var actor: Handle
    var url: String
    var type: String
    var trigger: String?
    /// The mentioned person, if it is a mention.
    var mentioned: Handle?

    /// - Parameter url: the link of the collaboration.
    /// - Returns: nil for a membership event, which is a notice of its own: a person who joins again after a removal
    ///   has joined a second time.
    init?(_ event: HighlightEvent, by actor: Handle, at url: String, in conversation: ConversationID) {
        switch event {
        case .membership: return nil
        case .mention(let person): mentioned = person
        case .change, .persistence: mentioned = nil
        }
        self.conversation = conversation
        self.actor = actor
        self.url = url
        (type, trigger) = event.words
    }
}

/// The notices of one key that may still grow. People who know the same events have the same notice, so there are
/// several where access changed in between.
struct NoticeWindow: Equatable, Sendable {
    /// The people whom one notice tells of an event.
    struct Part {
        /// The notice that grows; nil for a new one.
        var open: Event.NoticePosted?
        var people: [Handle]

        /// What people know of the notice who are told no more of it.
        var earlier: [EarlierNotice] {
            guard let open else { return [] }
            let known = Set(people)
            let lost = open.told.filter { !known.contains($0) }
            return open.earlier + (lost.isEmpty ? [] : [EarlierNotice(notice: open.notice, told: lost)])
        }
    }

    /// The most earlier forms that a notice keeps. One that would have more grows no more.
    private static let earlierMax = 16

    /// When the first event happened.
    let firstAt: Instant
    /// The notices that told of the newest event, the oldest first.
    private(set) var notices: [Event.NoticePosted]

    /// A window that a notice opens.
    init(_ posted: Event.NoticePosted) {
        firstAt = posted.firstAt
        notices = [posted]
    }

    /// Adds a notice, or replaces it with what it has grown to. A notice grows no more once all of its readers missed an
    /// event.
    mutating func note(_ posted: Event.NoticePosted) {
        let audience = Set(posted.told + posted.besides)
        notices.removeAll { other in
            other.notice.id != posted.notice.id && audience.isDisjoint(with: other.told)
                && !(audience.isEmpty && other.told.isEmpty)
        }
        if let index = notices.firstIndex(where: { $0.notice.id == posted.notice.id }) {
            notices[index] = posted
        } else {
            notices.append(posted)
        }
    }

    /// Returns which notice tells whom of the next event. A notice grows for the people who know all of it and missed no
    /// event since. Everybody else gets a new one, which counts from this event and is placed where it happened.
    ///
    /// - Parameters:
    ///   - people: the people to tell.
    ///   - joined: the position at which a person joined the conversation.
    func parts(telling people: [Handle], joined: (Handle) -> Int64) -> [Part] {
        var rest = Set(people)
        var parts: [Part] = []
        for open in notices where open.earlier.count < Self.earlierMax {
            let place = open.notice.id.position ?? 0
            let known = open.told.filter { joined($0) < place && rest.remove($0) != nil }
            if !known.isEmpty || (people.isEmpty && open.told.isEmpty) { parts.append(Part(open: open, people: known)) }
        }
        let new = people.filter(rest.contains)
        if !new.isEmpty || parts.isEmpty { parts.append(Part(people: new)) }
        return parts
    }

    /// The first moment at which its notices grow no more. The last millisecond of the window still counts.
    func end(_ limits: Limits) -> Instant {
        firstAt.advanced(byMilliseconds: Int64(limits.coalescingMilliseconds) + 1)
    }

    /// True if its notices cannot grow after that time under any configuration. A log must fold to the same state on
    /// every server.
    func isOver(at now: Instant) -> Bool {
        firstAt.advanced(byMilliseconds: Int64(Limits.Name.coalescingMilliseconds.range.upperBound)) < now
    }
}

/// The notices that may still grow.
struct NoticeWindows: Equatable, Sendable {
    private var open: [NoticeKey: NoticeWindow] = [:]
    /// The number of windows at which expired ones are removed.
    private var countMax = 64

    subscript(key: NoticeKey) -> NoticeWindow? { open[key] }

    var all: some Collection<NoticeWindow> { open.values }

    /// Adds a notice to its window, or opens one. Expired windows are removed once there are twice as many as the last
    /// removal left, so adding costs the same however many there are.
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

    /// Ignores `countMax`, which is not part of a world's state.
    static func == (left: NoticeWindows, right: NoticeWindows) -> Bool { left.open == right.open }
}
