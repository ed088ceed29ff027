import ChatProtocol
import ChatScreens

/// The names of apps, and their switches.
extension ClientModel {
    /// Adds an app with its switch if it is new, and requests its name once.
    mutating func meet(_ app: AppID) {
        if known.apps.meet(app) { state.settings.apps.append(toggle(app, isOn: nil)) }
        askName(of: app)
    }

    /// Requests the name of an app if it is not known.
    mutating func askName(of app: AppID) {
        if !known.apps.isNamed(app), line.appNames.begin(app) { ask(.appName(app)) }
    }

    /// Stores the name of an app, and shows it in place of an earlier name.
    mutating func register(_ app: AppID, name: String, manageTitle: String?) {
        line.appNames.end(app)
        let isNews = known.apps.name(of: app) != name
        known.apps.register(app, name: name, manageTitle: manageTitle)
        for url in state.shares.keys where state.shares[url]?.appID == app {
            state.shares[url]?.app = name
            state.shares[url]?.manageTitle = known.apps.manageTitle(of: app)
        }
        guard isNews else { return }
        for index in state.settings.apps.indices where state.settings.apps[index].id == app.rawValue {
            state.settings.apps[index].title = name
        }
        let ids = known.consent.ids(of: app)
        for index in state.consents.indices where ids.contains(state.consents[index].id) {
            state.consents[index].app = name
        }
        if case .consent(var prompt)? = state.view.sheet, ids.contains(prompt.id) {
            prompt.app = name
            state.view.sheet = .consent(prompt)
        }
        for index in state.starts.indices where state.starts[index].appID == app { state.starts[index].app = name }
        showShelf()
        refreshCards()
        for index in outbox.facts.indices {
            switch outbox.facts[index] {
            case .message(var message, let conversation):
                nameApps(on: &message.cards, of: MessageID(message.id))
                outbox.facts[index] = .message(message, conversation: conversation)
            case .consent(var prompt) where ids.contains(prompt.id):
                prompt.app = name
                outbox.facts[index] = .consent(prompt)
            case .settings: outbox.facts[index] = .settings(state.settings)
            case .shelf: outbox.facts[index] = .shelf(state.shelf)
            case .changed, .alert, .receipt, .typing, .status, .versions, .search, .details, .question, .notice,
                .noticeCleared, .system, .pin, .consent, .conversations, .connection, .hint, .text, .staged, .start,
                .collaborations, .recentlyDeleted:
                break
            }
        }
    }

    /// Sets the names of the apps on the cards of a message.
    func nameApps(on cards: inout [LinkCard], of message: MessageID) {
        let links = known.messages[message]?.links ?? []
        for index in cards.indices {
            let url = cards[index].url
            if let app = links.first(where: { $0.url == url })?.app { cards[index].app = known.apps.name(of: app) }
        }
    }

    /// Shows the person's settings for the apps, from the newest change of each.
    mutating func showStandings(_ changes: [SettingChange]) {
        var standings: [(app: AppID, standing: SettingChange.Standing)] = []
        for case (.app(let app), let standing) in changes.map({ ($0.scope, $0.to) }) {
            meet(app)
            standings.append((app, standing))
        }
        known.apps.replaceStandings(standings)
        for index in state.settings.apps.indices {
            let app = AppID(state.settings.apps[index].id)
            state.settings.apps[index] = toggle(app, isOn: state.settings.apps[index].isOn)
        }
    }

    /// Returns the switch of an app.
    func toggle(_ app: AppID, isOn: Bool?) -> SettingsState.Toggle {
        var toggle = SettingsState.Toggle(id: app.rawValue, title: known.apps.name(of: app), isOn: isOn)
        toggle.answer = known.apps.answer(to: app)
        toggle.isAsking = known.consent.isAsking(app)
        return toggle
    }
}
