import ChatProtocol

/// What makes events one notice: the same actor does the same to the same thing in the same thread.
struct NoticeKey: Hashable, Sendable {
    var conversation: ConversationID
    var actor: Handle
    var url: String
    var type: String
    var trigger: String?
    /// Whom a mention or a membership event is about.
    var people: [Handle]

    /// - Parameter people: whom a membership event is about, where they are several.
    init(
        _ event: HighlightEvent, about people: [Handle], by actor: Handle, at url: String,
        in conversation: ConversationID
    ) {
        self.conversation = conversation
        self.actor = actor
        self.url = url
        (type, trigger) = event.words
        switch event {
        case .mention(let mentioned): self.people = [mentioned]
        case .membership(_, let person): self.people = people.isEmpty ? [person] : people
        case .change, .persistence: self.people = []
        }
    }
}

/// A notice that still grows.
struct NoticeWindow: Equatable, Sendable {
    var notice: Notice
    var firstAt: Instant

    /// The first moment at which it grows no longer: the last one of its time still counts.
    func end(_ limits: Limits) -> Instant {
        firstAt.advanced(byMilliseconds: Int64(limits.coalescingMilliseconds) + 1)
    }

    /// Whether it grows no longer by then, however long notices grow here: what the log says is folded the same
    /// wherever it is read.
    func isOver(at now: Instant) -> Bool {
        firstAt.advanced(byMilliseconds: Int64(Limits.Name.coalescingMilliseconds.range.upperBound)) < now
    }
}

/// The notices that may still grow.
struct NoticeWindows: Equatable, Sendable {
    private var open: [NoticeKey: NoticeWindow] = [:]
    /// At how many of them those that are over are looked for.
    private var countMax = 64

    subscript(key: NoticeKey) -> NoticeWindow? { open[key] }

    var all: some Collection<NoticeWindow> { open.values }

    /// Opens one. Those that are over are forgotten when there are twice as many as were left the last time: what is
    /// added costs the same however many there are.
    mutating func open(_ window: NoticeWindow, for key: NoticeKey, at now: Instant) {
        if open.count >= countMax {
            open = open.filter { !$0.value.isOver(at: now) }
            countMax = max(64, 2 * open.count)
        }
        open[key] = window
    }

    /// When those that are over are forgotten says nothing of a world.
    static func == (left: NoticeWindows, right: NoticeWindows) -> Bool { left.open == right.open }
}
