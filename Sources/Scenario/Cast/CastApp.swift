import AppModel
import ChatProtocol

/// One app of a scenario: the association of its website with links, and its instance on each person's device.
struct CastApp {
    /// One rule of a website's association, in the form of a step.
    struct Rule: Hashable, Sendable, CustomStringConvertible {
        var domain: String
        var path: String
        var fragment: String?
        var isExcluded: Bool

        /// Reads `notes.example`, `notes.example/d/*` or `notes.example/d/*#top`; nil without a domain.
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

        /// The rule in the form of a step.
        var description: String { domain + (path == "*" ? "" : path) + (fragment.map { "#\($0)" } ?? "") }
    }

    /// The name in the steps.
    let name: String
    /// The bundle id: `com.example.` and the letters and digits of the name in lower case.
    let id: AppID
    /// The rules in the order of the steps; the first that matches decides.
    var rules: [Rule] = []
    /// True if the app has adopted Shared with You, and shows links that were shared with its person.
    var hasSharedWithYou = true
    /// True if people can be mentioned in its documents.
    var hasMentions = true
    /// True if the app posts notices about its person's changes, which an app may do but need not (`notice-optional`).
    var postsNotices = true
    /// The previews of its links; the first that matches decides.
    var previews: [AppPreview] = []
    /// The title of the menu item that hides one of its highlights; nil for Remove.
    var hideTitle: String?
    /// The backends that it shares with; nil for all.
    var backends: [Share.Backend]?
    /// The ways in which its documents can be shared; nil for both.
    var sharingMethods: [SharingMethod]?
    /// The options of its collaborations; nil for the standard options.
    var shareOptions: ShareOptions?
    /// The title of its manage button; nil for the standard title.
    var manageTitle: String?
    /// Its own activities, which it offers on the share sheet.
    var activities: [AppActivity] = []
    /// The system's activities that do not apply to its content.
    var excludedActivityTypes: [SystemActivity] = []
    /// The choices that its sharing screens offer.
    var sharingChoices = CloudSharingController.PermissionOptions.standard
    /// True if it gives its sharing screens the title and picture of the shared item.
    var namesItems = true
    /// The file name extensions of the documents that it opens.
    var documentTypes: [String] = []
    /// The warnings about its last registration.
    var warnings: [String] = []
    /// The action that it answered last, or tried to answer.
    var lastAction: ActionID?
    /// The running app on each device.
    var screens: [CastPerson.Device: CastAppScreen] = [:]

    init(name: String) {
        self.name = name
        let letters = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        id = AppID("com.example." + (letters.isEmpty ? "app" : String(String.UnicodeScalarView(letters))))
    }

    /// The capabilities of an app, each with the words in which a step denies it.
    static var capabilities: [(capability: App.Capability, member: WritableKeyPath<CastApp, Bool>, lack: String)] {
        [
            (.mentions, \.hasMentions, "has no mentions"),
            (.sharedWithYou, \.hasSharedWithYou, "has not adopted Shared with You"),
        ]
    }

    /// The domains, in the order of their first use.
    var domains: [String] {
        var domains: [String] = []
        for rule in rules where !domains.contains(rule.domain) { domains.append(rule.domain) }
        return domains
    }

    /// The apple-app-site-association file that its domains serve.
    var association: JSONValue {
        let components = rules.map { rule in
            var members = [JSONObject.Member(key: "/", value: .string(rule.path))]
            if let fragment = rule.fragment { members.append(.init(key: "#", value: .string(fragment))) }
            if rule.isExcluded { members.append(.init(key: "exclude", value: true)) }
            return JSONValue.object(JSONObject(members))
        }
        return ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(id)")], "components": .array(components)]]]]
    }

    /// The request that registers the app.
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
