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

/// The audit of the switches in words. The words are made on reading, so that an app has its present name in them.
struct SettingHistory {
    private let state: CoreState

    init(_ state: CoreState) { self.state = state }

    /// Returns the stored changes of a person's switches, oldest first; with an app, only the changes of that app.
    func changes(of person: Handle, app: AppID?) -> [SettingChange] {
        (state.people[person]?.audit.entries ?? []).compactMap { entry in
            let change = change(entry, of: person)
            return app == nil || change.scope == app.map(SettingChange.Scope.app) ? change : nil
        }
    }

    /// Returns the words for the end of a question. They are nil if the question is open, was never asked of the
    /// person, or is too old for the audit.
    func endOfQuestion(_ question: ConsentID, to person: Handle) -> String? {
        state.people[person]?.audit.end(of: question).map { change($0, of: person).cause.text + ", at \($0.at)" }
    }

    private func change(_ entry: SharingAudit.Entry, of person: Handle) -> SettingChange {
        func standing(_ isOn: Bool) -> SettingChange.Standing { isOn ? .on : .off }
        let who = state.name(person)
        switch entry.change {
        case .everywhere(let isOn):
            return SettingChange(
                at: entry.at, scope: .everywhere, from: standing(!isOn), to: standing(isOn),
                cause: Reason("swy-master-effect", "\(who) turned automatic sharing \(word(isOn)) everywhere"))
        case .conversation(let conversation, let isOn):
            return SettingChange(
                at: entry.at, scope: .conversation(conversation), from: standing(!isOn), to: standing(isOn),
                cause: Reason(
                    "swy-conv-toggle", "\(who) turned automatic sharing \(word(isOn)) for this conversation"))
        case .app(let app, let from, let to, let cause):
            return SettingChange(
                at: entry.at, scope: .app(app), from: from, to: to, cause: reason(cause, who, state.appName(app)))
        }
    }

    private func reason(_ cause: SharingAudit.Cause, _ who: String, _ app: String) -> Reason {
        switch cause {
        case .pinned: Reason("pin-signal", "\(who) pinned a link of \(app), and was asked whether \(app) may share")
        case .answered(.allow, _): Reason("auto-on", "\(who) answered Allow to the question about \(app)")
        case .answered(.notNow, let count):
            Reason(
                "auto-offer",
                "\(who) answered Not Now to the question about \(app)" + (count > 1 ? ", \(count) times so far" : ""))
        case .answered(.never, _): Reason("auto-offer", "\(who) answered Never to the question about \(app)")
        case .switched(let isOn):
            Reason("consent-levels", "\(who) turned automatic sharing \(word(isOn)) for \(app)")
        case .withdrawn:
            Reason(
                "swy-master-effect",
                "the question about \(app) was withdrawn: automatic sharing was turned off everywhere")
        }
    }

    private func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
