// Written by script/contract: change the contract instead.

extension App {
    /// A capability that an app declares.
    public enum Capability: String, CaseIterable, Sendable {
        /// The app has a Shared with You shelf.
        case `sharedWithYou`
        /// The app's documents support mentions.
        case `mentions`
    }
}

extension App.Capability: JSONWord {}

/// A content app in the simulation. It owns domains, and receives their links.
public struct App: Sendable, Equatable {
    /// The bundle id.
    public var id: AppID
    /// The name.
    public var name: String
    /// The domains of its entitlement (`ul-entitlement`), in order.
    public var domains: [String]
    /// The association JSON of those domains (`ul-file`); nil if the reader may not see it.
    public var association: JSONValue?
    /// The back ends of its shares, in order; the first is the default.
    public var backends: [Share.Backend]
    /// The capabilities, such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`).
    public var capabilities: [Capability]
    /// The previews of the links; the first matching one decides.
    public var previews: [AppPreview]
    /// The title of the menu item that hides a highlight, if it is not Remove (`attr-remove-word`).
    public var menuTitleForHideAction: String?
    /// The options of the app's collaborations; nil for the standard ones.
    public var shareOptions: ShareOptions?
    /// The methods of sharing a document (`sheet-customise-methods`).
    public var sharingMethods: [SharingMethod]
    /// The title of the button that manages a shared document (`manage-title`).
    public var manageTitle: String
    /// The actions on the share sheet, in order (`av-app-actions`).
    public var activities: [AppActivity]
    /// The system actions that the share sheet leaves out (`av-exclude`).
    public var excludedActivityTypes: [SystemActivity]
    /// The extensions of the files that the app opens, without the dot (`collab-start-drop`).
    public var documentTypes: [String]
    /// True if the app opens the documents that it holds itself only after a proof of identity (`id-flow`).
    public var asksForProofs: Bool

    /// Creates a value from its members.
    public init(id: AppID, name: String, domains: [String] = [], association: JSONValue? = nil, backends: [Share.Backend] = [], capabilities: [Capability] = [], previews: [AppPreview] = [], menuTitleForHideAction: String? = nil, shareOptions: ShareOptions? = nil, sharingMethods: [SharingMethod] = SharingMethod.allCases, manageTitle: String = App.standardManageTitle, activities: [AppActivity] = [], excludedActivityTypes: [SystemActivity] = [], documentTypes: [String] = [], asksForProofs: Bool = false) {
        self.id = id
        self.name = name
        self.domains = domains
        self.association = association
        self.backends = backends
        self.capabilities = capabilities
        self.previews = previews
        self.menuTitleForHideAction = menuTitleForHideAction
        self.shareOptions = shareOptions
        self.sharingMethods = sharingMethods
        self.manageTitle = manageTitle
        self.activities = activities
        self.excludedActivityTypes = excludedActivityTypes
        self.documentTypes = documentTypes
        self.asksForProofs = asksForProofs
    }
}

extension App: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        name = try fields.read("name")
        domains = try fields.readOptional("domains") ?? []
        association = try fields.readOptional("association")
        backends = try fields.readOptional("backends") ?? []
        capabilities = try fields.readOptional("capabilities") ?? []
        previews = try fields.readOptional("previews") ?? []
        menuTitleForHideAction = try fields.readOptional("menuTitleForHideAction")
        shareOptions = try fields.readOptional("shareOptions")
        sharingMethods = try fields.readOptional("sharingMethods") ?? SharingMethod.allCases
        manageTitle = try fields.readOptional("manageTitle") ?? App.standardManageTitle
        activities = try fields.readOptional("activities") ?? []
        excludedActivityTypes = try fields.readOptional("excludedActivityTypes") ?? []
        documentTypes = try fields.readOptional("documentTypes") ?? []
        asksForProofs = try fields.readOptional("proofs") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("name", name)
        json.member("domains", domains)
        if let association { json.member("association", association) }
        json.member("backends", backends)
        json.member("capabilities", capabilities)
        if !previews.isEmpty { json.member("previews", previews) }
        if let menuTitleForHideAction { json.member("menuTitleForHideAction", menuTitleForHideAction) }
        if let shareOptions { json.member("shareOptions", shareOptions) }
        json.member("sharingMethods", sharingMethods)
        json.member("manageTitle", manageTitle)
        if !activities.isEmpty { json.member("activities", activities) }
        if !excludedActivityTypes.isEmpty { json.member("excludedActivityTypes", excludedActivityTypes) }
        if !documentTypes.isEmpty { json.member("documentTypes", documentTypes) }
        if asksForProofs { json.member("proofs", asksForProofs) }
    }
}
