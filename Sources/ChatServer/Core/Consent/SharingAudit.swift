import ChatProtocol

/// What became of one person's consent and of their switches of automatic sharing, change by change.
///
/// Facts alone, without a link, a title or a name in them: what was unsent leaves no trace here, and the words are made
/// when somebody reads them.
struct SharingAudit: Equatable, Sendable {
    /// So many changes are kept, the newest.
    static let entriesMax = 1_000

    /// One change.
    struct Entry: Equatable, Sendable {
        var at: Instant
        var change: Change
    }

    /// What changed.
    enum Change: Equatable, Sendable {
        /// The switch above all others, by hand.
        case everywhere(Bool)
        /// A conversation's switch, by hand.
        case conversation(ConversationID, Bool)
        /// Consent to an app's links.
        case app(AppID, from: SettingChange.Standing, to: SettingChange.Standing, Cause)
    }

    /// Why consent changed.
    enum Cause: Equatable, Sendable {
        /// A link of the app was pinned, which led to that question.
        case pinned(ConsentID)
        /// The question was answered; `count` says how often the answer was that so far.
        case answered(ConsentRequest.Answer, count: Int)
        /// The person turned the switch by hand.
        case switched(Bool)
        /// Automatic sharing was turned off everywhere.
        case withdrawn
    }

    private var kept: [Entry] = []

    /// The changes that are kept, oldest first.
    var entries: ArraySlice<Entry> { kept.suffix(Self.entriesMax) }

    mutating func note(_ change: Change, at now: Instant) {
        kept.append(Entry(at: now, change: change))
        // Now and then many at once: one at a time would move all that stay.
        if kept.count == 2 * Self.entriesMax { kept.removeFirst(Self.entriesMax) }
    }

    /// Why a question that was once asked waits no longer; nil if it was never asked, or too long ago.
    func end(of question: ConsentID) -> Entry? {
        var asked: AppID?
        for entry in entries {
            guard case .app(let app, let from, _, let cause) = entry.change else { continue }
            if cause == .pinned(question) { asked = app } else if app == asked, from == .offered { return entry }
        }
        return nil
    }
}
