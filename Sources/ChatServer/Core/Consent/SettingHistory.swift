import ChatProtocol

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
