import ChatProtocol
import ChatScreens

/// The apps that were met: what they are called, and where they stand with the person.
extension ClientModel {
    /// What to call an app: by its registered name; until that is told, by the last word of its bundle id.
    func appName(_ app: AppID) -> String {
        if let name = appNames[app] { return name }
        let last = app.rawValue.utf8.split(separator: UInt8(ascii: ".")).last.map(Substring.init) ?? app.rawValue[...]
        return last.prefix(1).uppercased() + last.dropFirst()
    }

    /// Takes note of an app: it has a switch from now on, and its name is asked for once.
    mutating func meet(_ app: AppID) {
        if !apps.contains(app) {
            apps.append(app)
            state.settings.apps.append(toggle(app, isOn: nil))
        }
        askName(of: app)
    }

    /// Asks for every name that is not known.
    mutating func askNames() {
        for app in apps { askName(of: app) }
    }

    private mutating func askName(of app: AppID) {
        guard namesAsked.insert(app).inserted else { return }
        namesToCome.insert(app)
        ask(.appName(app))
    }

    /// Takes what an app is called, and says so wherever it was called something else.
    mutating func take(name: String, of app: AppID) {
        namesToCome.remove(app)
        guard appName(app) != name else {
            appNames[app] = name
            return
        }
        appNames[app] = name
        for index in state.settings.apps.indices where state.settings.apps[index].id == app.rawValue {
            state.settings.apps[index].title = name
        }
        let ids = questions.filter { $0.app == app }.map(\.id.rawValue)
        for index in state.consents.indices where ids.contains(state.consents[index].id) {
            state.consents[index].app = name
        }
        if case .consent(var prompt)? = state.view.sheet, ids.contains(prompt.id) {
            prompt.app = name
            state.view.sheet = .consent(prompt)
        }
        showShelf()
        nameApps(onSharesOf: app)
        nameApps(onStartsOf: app)
        refreshCards()
        for index in facts.indices {
            switch facts[index] {
            case .message(var message, let conversation):
                nameApps(on: &message.cards, of: MessageID(message.id))
                facts[index] = .message(message, conversation: conversation)
            case .consent(var prompt) where ids.contains(prompt.id):
                prompt.app = name
                facts[index] = .consent(prompt)
            case .settings: facts[index] = .settings(state.settings)
            case .shelf: facts[index] = .shelf(state.shelf)
            case .changed, .alert, .receipt, .typing, .status, .versions, .search, .details, .question, .notice,
                .noticeCleared, .system, .pin, .consent, .conversations, .connection, .hint, .text, .staged, .start,
                .collaborations:
                break
            }
        }
    }

    /// Writes on the cards of a message what their apps are called.
    func nameApps(on cards: inout [LinkCard], of message: MessageID) {
        let links = messages[message]?.links ?? []
        for index in cards.indices {
            let url = cards[index].url
            if let app = links.first(where: { $0.url == url })?.app { cards[index].app = appName(app) }
        }
    }

    /// Takes where the apps stand, from the newest change of each.
    mutating func take(standings changes: [SettingChange]) {
        standings = [:]
        for change in changes {
            if case .app(let app) = change.scope {
                meet(app)
                standings[app] = change.to
            }
        }
        for index in state.settings.apps.indices {
            let app = AppID(state.settings.apps[index].id)
            state.settings.apps[index] = toggle(app, isOn: state.settings.apps[index].isOn)
        }
    }

    /// The switch of an app.
    func toggle(_ app: AppID, isOn: Bool?) -> SettingsState.Toggle {
        var toggle = SettingsState.Toggle(id: app.rawValue, title: appName(app), isOn: isOn)
        switch standings[app] {
        case .postponed: toggle.answer = .notNow
        case .never: toggle.answer = .never
        case .on, .off, .revoked, .unset, .offered, nil: toggle.answer = nil
        }
        toggle.isAsking = questions.contains { $0.app == app && !answered.contains($0.id) }
        return toggle
    }
}
