import ChatProtocol
import ChatScreens

/// The apps that were met: what they are called, and where they stand with the person.
struct AppDirectory: Sendable {
    private struct Entry: Sendable {
        var name: String?
        var manageTitle: String?
        var registration: AppRegistration?
        var standing: SettingChange.Standing?
    }

    /// The apps, in the order in which they were met.
    private(set) var met: [AppID]
    private var entries: [AppID: Entry] = [:]

    init(met: [AppID] = []) { self.met = met }

    /// Whether it is told what an app is called.
    func isNamed(_ app: AppID) -> Bool { entries[app]?.name != nil }

    /// What to call an app: by its registered name; until that is told, by the last word of its bundle id.
    func name(of app: AppID) -> String {
        if let name = entries[app]?.name { return name }
        let last = app.rawValue.utf8.split(separator: UInt8(ascii: ".")).last.map(Substring.init) ?? app.rawValue[...]
        return last.prefix(1).uppercased() + last.dropFirst()
    }

    /// What an app calls its own way to manage who takes part; nil where it has none.
    func manageTitle(of app: AppID) -> String? { entries[app]?.manageTitle }

    /// True if it is known what an app registered.
    func isRegistered(_ app: AppID) -> Bool { entries[app]?.registration != nil }

    /// Returns the title that an app gives to all links that look like one; nil if it gives none.
    func previewTitle(of url: String, _ app: AppID) -> String? { entries[app]?.registration?.preview(of: url)?.title }

    /// Takes what an app registered.
    mutating func register(_ app: App) { entries[app.id, default: Entry()].registration = AppRegistration(app) }

    /// What the person answered when the app asked; nil where they turned it on or off, or were not asked.
    func answer(to app: AppID) -> ConsentAnswer? {
        switch entries[app]?.standing {
        case .postponed: .notNow
        case .never: .never
        case .on, .off, .revoked, .unset, .offered, nil: nil
        }
    }

    /// An app is here from now on.
    ///
    /// - Returns: whether it is new.
    mutating func meet(_ app: AppID) -> Bool {
        if met.contains(app) { return false }
        met.append(app)
        return true
    }

    /// Takes what an app is called; the system's word for managing says that it has no way of its own (`manage-view`).
    mutating func register(_ app: AppID, name: String, manageTitle: String?) {
        entries[app, default: Entry()].name = name
        entries[app]?.manageTitle = manageTitle == App.standardManageTitle ? nil : manageTitle
    }

    /// Takes where the apps stand, from the newest change of each.
    mutating func replaceStandings(_ standings: [(app: AppID, standing: SettingChange.Standing)]) {
        for app in entries.keys { entries[app]?.standing = nil }
        for (app, standing) in standings { entries[app, default: Entry()].standing = standing }
    }
}
