package import ChatProtocol
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
        for index in state.settings.apps.indices where state.settings.apps[index].id == app {
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
            let app = state.settings.apps[index].id
            state.settings.apps[index] = toggle(app, isOn: state.settings.apps[index].isOn)
        }
    }

    /// Returns the switch of an app.
    func toggle(_ app: AppID, isOn: Bool?) -> SettingsState.Toggle<App> {
        var toggle = SettingsState.Toggle(id: app, title: known.apps.name(of: app), isOn: isOn)
        toggle.answer = known.apps.answer(to: app)
        toggle.isAsking = known.consent.isAsking(app)
        return toggle
    }
}

/// The known apps: their names, their registrations, and the person's answers to them.
struct AppDirectory: Sendable {
    private struct Entry: Sendable {
        var name: String?
        var manageTitle: String?
        var registration: AppRegistration?
        var standing: SettingChange.Standing?
    }

    /// The apps, in the order in which the client met them.
    private(set) var met: [AppID]
    private var entries: [AppID: Entry] = [:]

    init(met: [AppID] = []) { self.met = met }

    /// True if the name of an app is known.
    func isNamed(_ app: AppID) -> Bool { entries[app]?.name != nil }

    /// Returns the registered name of an app, or the last word of its bundle id until the name is known.
    func name(of app: AppID) -> String {
        if let name = entries[app]?.name { return name }
        let last = app.rawValue.utf8.split(separator: UInt8(ascii: ".")).last.map(Substring.init) ?? app.rawValue[...]
        return last.prefix(1).uppercased() + last.dropFirst()
    }

    /// Returns the app's own title for managing participants; nil if the app has no screen of its own for that.
    func manageTitle(of app: AppID) -> String? { entries[app]?.manageTitle }

    /// True if the registration of an app is known.
    func isRegistered(_ app: AppID) -> Bool { entries[app]?.registration != nil }

    /// Returns the title that an app gives to all links of this form; nil if it gives none.
    func previewTitle(of url: String, _ app: AppID) -> String? { entries[app]?.registration?.preview(of: url)?.title }

    /// Stores the registration of an app.
    mutating func register(_ app: App) { entries[app.id, default: Entry()].registration = AppRegistration(app) }

    /// Returns the person's answer to the question of an app; nil if they turned it on or off, or were not asked.
    func answer(to app: AppID) -> ConsentAnswer? {
        switch entries[app]?.standing {
        case .postponed: .notNow
        case .never: .never
        case .on, .off, .revoked, .unset, .offered, nil: nil
        }
    }

    /// Adds an app.
    ///
    /// - Returns: true if the app is new.
    mutating func meet(_ app: AppID) -> Bool {
        if met.contains(app) { return false }
        met.append(app)
        return true
    }

    /// Stores the name of an app. The system's title for managing participants means that the app has none of its own
    /// (`manage-view`).
    mutating func register(_ app: AppID, name: String, manageTitle: String?) {
        entries[app, default: Entry()].name = name
        entries[app]?.manageTitle = manageTitle == App.standardManageTitle ? nil : manageTitle
    }

    /// Replaces the person's settings for the apps, from the newest change of each.
    mutating func replaceStandings(_ standings: [(app: AppID, standing: SettingChange.Standing)]) {
        for app in entries.keys { entries[app]?.standing = nil }
        for (app, standing) in standings { entries[app, default: Entry()].standing = standing }
    }
}

/// The questions of apps whether their links may appear automatically.
package struct ConsentQueue: Sendable {
    /// The unanswered questions, as the server sent them.
    package private(set) var waiting: [ConsentRequest] = []
    /// The questions that this client has answered. The server may still send them.
    private var answered: Set<ConsentID> = []

    /// True if this client has answered a question.
    func isAnswered(_ id: ConsentID) -> Bool { answered.contains(id) }

    mutating func add(_ request: ConsentRequest) { waiting.append(request) }

    /// Replaces the questions with all that wait on the server, except those answered here.
    mutating func replace(_ requests: [ConsentRequest]) { waiting = requests.filter { !answered.contains($0.id) } }

    /// Notes that this client has answered a question.
    mutating func answer(_ id: ConsentID) { answered.insert(id) }

    /// Notes that the server has stored or refused the answer to a question.
    mutating func settle(_ id: ConsentID) { answered.remove(id) }

    /// Returns the ids of the questions of an app.
    func ids(of app: AppID) -> [String] { waiting.filter { $0.app == app }.map(\.id.rawValue) }

    /// True if an app waits for an answer.
    func isAsking(_ app: AppID) -> Bool { waiting.contains { $0.app == app && !answered.contains($0.id) } }
}

/// The history of automatic sharing, for the person whose setting it is.
extension ClientModel {
    /// Shows the audit, the newest change first.
    mutating func show(audit changes: [SettingChange], of app: AppID?, hasMore: Bool) {
        var blocks = changes.reversed().map { change in
            [
                "\(clock.short(change.at))  \(title(of: change.scope)): \(words(change))", change.cause.text,
            ]
        }
        if blocks.isEmpty {
            blocks = [["No changes" + (app.map { " for \(known.apps.name(of: $0))" } ?? "")]]
        }
        if hasMore { blocks.append(["Earlier changes are not shown."]) }
        let heading = "Automatic Sharing: Change History"
        state.arrive(.text(title: heading, body: Array(blocks.joined(separator: [""]))))
        tell(.text(title: heading, body: blocks.flatMap { $0 }))
    }

    private func title(of scope: SettingChange.Scope) -> String {
        switch scope {
        case .everywhere: "Everywhere"
        case .app(let app): known.apps.name(of: app)
        case .conversation(let conversation):
            // A person who left a conversation gets no more data about it, not even its name.
            known[conversation].conversation == nil ? "a conversation" : title(of: conversation)
        }
    }

    private func words(_ change: SettingChange) -> String { "\(word(change.from)) → \(word(change.to))" }

    private func word(_ standing: SettingChange.Standing) -> String {
        switch standing {
        case .on: "on"
        case .off, .revoked: "off"
        case .unset: "not asked"
        case .offered: "asked"
        case .postponed: "not now"
        case .never: "never"
        }
    }
}
