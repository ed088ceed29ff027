import ChatProtocol
import ChatScreens

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
