import ChatProtocol

/// The history of one person's consent and switches of automatic sharing.
///
/// It stores no link, title or name, so that an unsent message leaves no trace. The words are made on reading.
struct SharingAudit: Equatable, Sendable {
    /// The largest number of changes in the history, which has the newest ones.
    static let entriesMax = 1_000

    /// One change with its time.
    struct Entry: Equatable, Sendable {
        var at: Instant
        var change: Change
    }

    /// The switch or the consent that changed.
    enum Change: Equatable, Sendable {
        /// The master switch, set by hand.
        case everywhere(Bool)
        /// A conversation's switch, set by hand.
        case conversation(ConversationID, Bool)
        /// Consent to an app's links.
        case app(AppID, from: SettingChange.Standing, to: SettingChange.Standing, Cause)
    }

    /// The cause of a change of consent.
    enum Cause: Equatable, Sendable {
        /// A pinned link of the app led to that question.
        case pinned(ConsentID)
        /// The person answered the question. `count` is the number of Not Now answers so far, and 1 for every other
        /// answer.
        case answered(ConsentRequest.Answer, count: Int)
        /// The person set the app's switch by hand.
        case switched(Bool)
        /// Automatic sharing was turned off everywhere.
        case withdrawn
    }

    private var stored: [Entry] = []

    /// The stored changes, oldest first, at most ``entriesMax``.
    var entries: ArraySlice<Entry> { stored.suffix(Self.entriesMax) }

    mutating func note(_ change: Change, at now: Instant) {
        stored.append(Entry(at: now, change: change))
        // Removing an entry moves all that remain, so that many are removed at once.
        if stored.count == 2 * Self.entriesMax { stored.removeFirst(Self.entriesMax) }
    }

    /// Returns the entry that ended a question. It is nil if the question is open, was never asked, or is too old for
    /// the history.
    func end(of question: ConsentID) -> Entry? {
        var asked: AppID?
        for entry in entries {
            guard case .app(let app, let from, _, let cause) = entry.change else { continue }
            if cause == .pinned(question) { asked = app } else if app == asked, from == .offered { return entry }
        }
        return nil
    }
}
