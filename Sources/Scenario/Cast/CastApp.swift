import AppModel
import ChatProtocol

/// One app of a scenario: what its website says about which links it opens, and the app as each person runs it.
struct CastApp {
    /// One line of a website's association, as a step says it.
    struct Rule: Hashable, Sendable, CustomStringConvertible {
        var domain: String
        var path: String
        var fragment: String?
        var isExcluded: Bool

        /// Reads `notes.example`, `notes.example/d/*` or `notes.example/d/*#top`.
        init?(_ text: String, isExcluded: Bool) {
            var rest = text[...]
            for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
            if let hash = rest.firstIndex(of: "#") {
                fragment = String(rest[rest.index(after: hash)...])
                rest = rest[..<hash]
            }
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            guard slash > rest.startIndex else { return nil }
            domain = String(rest[..<slash])
            path = slash == rest.endIndex ? "*" : String(rest[slash...])
            self.isExcluded = isExcluded
        }

        /// As a step says it.
        var description: String { domain + (path == "*" ? "" : path) + (fragment.map { "#\($0)" } ?? "") }
    }

    /// The name in the steps.
    let name: String
    /// The bundle id: `com.example.` and the name's letters and digits in lower case.
    let id: AppID
    /// In the order of the steps: the first that matches decides.
    var rules: [Rule] = []
    /// Whether it shows what is shared with its person.
    var hasSharedWithYou = true
    /// Whether people can be mentioned in its documents.
    var hasMentions = true
    /// Whether it tells of what its person does: an app may, and need not (`notice-optional`).
    var postsNotices = true
    /// What it shows for its links: the first that matches decides.
    var previews: [AppPreview] = []
    /// What the entry that hides one of its highlights is called, if it is not called Remove.
    var hideTitle: String?
    /// The back ends that it shares with; all if nobody says so.
    var backends: [Share.Backend]?
    /// How its documents can be handed on; both ways if nobody says so.
    var sharingMethods: [SharingMethod]?
    /// The options of its collaborations, if it has some of its own.
    var shareOptions: ShareOptions?
    /// What its manage button is called, if it has a title of its own.
    var manageTitle: String?
    /// What it offers on the share sheet within itself.
    var activities: [AppActivity] = []
    /// The system's actions that do not apply to what it shares.
    var excludedActivityTypes: [SystemActivity] = []
    /// Which choices its sharing screens offer.
    var sharingChoices = CloudSharingController.PermissionOptions.standard
    /// Whether it tells its sharing screens what it shares.
    var namesItems = true
    /// The endings of the names of the files that it opens.
    var documentTypes: [String] = []
    /// What its last registration was warned of.
    var warnings: [String] = []
    /// What it answered last, or tried to.
    var lastAction: ActionID?
    /// The app as it runs on each device.
    var screens: [CastPerson.Device: CastAppScreen] = [:]

    init(name: String) {
        self.name = name
        let letters = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        id = AppID("com.example." + (letters.isEmpty ? "app" : String(String.UnicodeScalarView(letters))))
    }

    /// What an app can do, and how a step says that it cannot.
    static var capabilities: [(capability: App.Capability, member: WritableKeyPath<CastApp, Bool>, lack: String)] {
        [
            (.mentions, \.hasMentions, "has no mentions"),
            (.sharedWithYou, \.hasSharedWithYou, "has not adopted Shared with You"),
        ]
    }

    /// The domains, in the order in which they were first named.
    var domains: [String] {
        var domains: [String] = []
        for rule in rules where !domains.contains(rule.domain) { domains.append(rule.domain) }
        return domains
    }

    /// The apple-app-site-association that its domains serve.
    var association: JSONValue {
        let components = rules.map { rule in
            var members = [JSONObject.Member(key: "/", value: .string(rule.path))]
            if let fragment = rule.fragment { members.append(.init(key: "#", value: .string(fragment))) }
            if rule.isExcluded { members.append(.init(key: "exclude", value: true)) }
            return JSONValue.object(JSONObject(members))
        }
        return ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(id)")], "components": .array(components)]]]]
    }

    /// What registers it.
    var registration: RegisterApp {
        let missing = Self.capabilities.filter { !self[keyPath: $0.member] }.map(\.capability)
        return RegisterApp(
            app: id, name: name, domains: domains, association: association,
            backends: backends ?? Share.Backend.allCases,
            capabilities: App.Capability.allCases.filter { !missing.contains($0) }, previews: previews,
            menuTitleForHideAction: hideTitle, shareOptions: shareOptions,
            sharingMethods: sharingMethods ?? SharingMethod.allCases, manageTitle: manageTitle, activities: activities,
            excludedActivityTypes: excludedActivityTypes, documentTypes: documentTypes)
    }
}
