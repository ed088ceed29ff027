// Written by script/contract: change the contract instead.

/// `world.create`: creates a world for a test.
public struct CreateWorld: Sendable, Equatable {
    /// The name.
    public var world: WorldName
    /// The kind of the clock.
    public var clock: ClockKind
    /// The seed of the random numbers.
    public var seed: Int64

    /// Creates a value from its members.
    public init(world: WorldName, clock: ClockKind = .virtual, seed: Int64 = 0) {
        self.world = world
        self.clock = clock
        self.seed = seed
    }
}

extension CreateWorld: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("world") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        world = try fields.read("world")
        clock = try fields.readOptional("clock") ?? .virtual
        seed = try fields.readOptional("seed", in: 0...9007199254740992) ?? 0
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("world", world)
        if clock != .virtual { json.member("clock", clock) }
        if seed != 0 { json.member("seed", seed) }
    }
}

/// `delivery.explain`: explains whether and why something reached a person.
public struct ExplainDelivery: Sendable, Equatable {
    /// The person.
    public var person: Handle
    /// The id of a message, notice, highlight or consent, or a url.
    public var about: String

    /// Creates a value from its members.
    public init(person: Handle, about: String) {
        self.person = person
        self.about = about
    }
}

extension ExplainDelivery: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("person") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.read("person")
        about = try fields.read("about")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("person", person)
        json.member("about", about)
    }
}

/// Work that waits for time to pass.
public struct PendingWork: Sendable, Equatable {
    /// A description of the work.
    public var what: String
    /// The time of the work.
    public var dueAt: Instant

    /// Creates a value from its members.
    public init(what: String, dueAt: Instant) {
        self.what = what
        self.dueAt = dueAt
    }
}

extension PendingWork: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("what") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        what = try fields.read("what")
        dueAt = try fields.read("dueAt")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("what", what)
        json.member("dueAt", dueAt)
    }
}

/// `app.register`: registers an app and its domains, or replaces the app.
public struct RegisterApp: Sendable, Equatable {
    /// The bundle id.
    public var app: AppID
    /// The name.
    public var name: String
    /// The domains of the app's entitlement.
    public var domains: [String]
    /// The association JSON of those domains; every path if left out.
    public var association: JSONValue?
    /// The back ends of the app's shares; all three if left out.
    public var backends: [Share.Backend]
    /// The capabilities; all if left out.
    public var capabilities: [App.Capability]
    /// The previews of the links; none if left out.
    public var previews: [AppPreview]
    /// The title of the menu item that hides a highlight; Remove if left out.
    public var menuTitleForHideAction: String?
    /// The options of the app's collaborations; the standard ones if left out.
    public var shareOptions: ShareOptions?
    /// The methods of sharing a document; both if left out.
    public var sharingMethods: [SharingMethod]
    /// The title of the button that manages a shared document.
    public var manageTitle: String?
    /// The actions on the share sheet, in order; none if left out.
    public var activities: [AppActivity]
    /// The system actions that the share sheet leaves out; none if left out.
    public var excludedActivityTypes: [SystemActivity]
    /// The extensions of the files that the app opens, without the dot; none if left out.
    public var documentTypes: [String]
    /// True if the app opens the documents that it holds itself only after a proof of identity.
    public var asksForProofs: Bool

    /// Creates a value from its members.
    public init(app: AppID, name: String, domains: [String], association: JSONValue? = nil, backends: [Share.Backend] = Share.Backend.allCases, capabilities: [App.Capability] = App.Capability.allCases, previews: [AppPreview] = [], menuTitleForHideAction: String? = nil, shareOptions: ShareOptions? = nil, sharingMethods: [SharingMethod] = SharingMethod.allCases, manageTitle: String? = nil, activities: [AppActivity] = [], excludedActivityTypes: [SystemActivity] = [], documentTypes: [String] = [], asksForProofs: Bool = false) {
        self.app = app
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

extension RegisterApp: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        name = try fields.read("name")
        domains = try fields.read("domains")
        association = try fields.readOptional("association")
        backends = try fields.readOptional("backends") ?? Share.Backend.allCases
        capabilities = try fields.readOptional("capabilities") ?? App.Capability.allCases
        previews = try fields.readOptional("previews") ?? []
        menuTitleForHideAction = try fields.readOptional("menuTitleForHideAction")
        shareOptions = try fields.readOptional("shareOptions")
        sharingMethods = try fields.readOptional("sharingMethods") ?? SharingMethod.allCases
        manageTitle = try fields.readOptional("manageTitle")
        activities = try fields.readOptional("activities") ?? []
        excludedActivityTypes = try fields.readOptional("excludedActivityTypes") ?? []
        documentTypes = try fields.readOptional("documentTypes") ?? []
        asksForProofs = try fields.readOptional("proofs") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("name", name)
        json.member("domains", domains)
        if let association { json.member("association", association) }
        if backends != Share.Backend.allCases { json.member("backends", backends) }
        if capabilities != App.Capability.allCases { json.member("capabilities", capabilities) }
        if !previews.isEmpty { json.member("previews", previews) }
        if let menuTitleForHideAction { json.member("menuTitleForHideAction", menuTitleForHideAction) }
        if let shareOptions { json.member("shareOptions", shareOptions) }
        if sharingMethods != SharingMethod.allCases { json.member("sharingMethods", sharingMethods) }
        if let manageTitle { json.member("manageTitle", manageTitle) }
        if !activities.isEmpty { json.member("activities", activities) }
        if !excludedActivityTypes.isEmpty { json.member("excludedActivityTypes", excludedActivityTypes) }
        if !documentTypes.isEmpty { json.member("documentTypes", documentTypes) }
        if asksForProofs { json.member("proofs", asksForProofs) }
    }
}

/// The answer to `delivery.explain`: the decision trail.
public struct DeliveryExplanation: Sendable, Equatable {
    /// True if the subject reached the person, or would reach a person with a session.
    public var delivered: Bool
    /// The rules in the order of the decision: first about the delivery, then about the alert.
    public var reasons: [Reason]

    /// Creates a value from its members.
    public init(delivered: Bool, reasons: [Reason] = []) {
        self.delivered = delivered
        self.reasons = reasons
    }
}

extension DeliveryExplanation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("delivered") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        delivered = try fields.read("delivered")
        reasons = try fields.readOptional("reasons") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("delivered", delivered)
        json.member("reasons", reasons)
    }
}

/// `app.get`: returns a registered app.
public struct GetApp: Sendable, Equatable {
    /// The app; the calling app if left out.
    public var app: AppID?

    /// Creates a value from its members.
    public init(app: AppID? = nil) {
        self.app = app
    }
}

extension GetApp: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.readOptional("app")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let app { json.member("app", app) }
    }
}

/// `clock.advance`: advances the world's clock.
public enum AdvanceClock: Sendable, Equatable {
    /// The time to advance, a hundred years at most.
    case milliseconds(_ milliseconds: Int64)
    /// A named time to advance to.
    case until(_ until: End)
}

extension AdvanceClock: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("milliseconds") || fields.has("until") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let milliseconds: Int64 = try fields.readOptional("milliseconds", in: 0...3162240000000) {
            guard !fields.has("until") else {
                throw fields.invalid("until", "cannot be given together with milliseconds")
            }
            self = .milliseconds(milliseconds)
        } else if let until: End = try fields.readOptional("until") {
            guard !fields.has("milliseconds") else {
                throw fields.invalid("milliseconds", "cannot be given together with until")
            }
            self = .until(until)
        } else {
            throw fields.invalid("milliseconds", "is missing: give milliseconds or until")
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .milliseconds(let milliseconds):
                json.member("milliseconds", milliseconds)
            case .until(let until):
                json.member("until", until)
        }
    }
}

extension AdvanceClock {
    /// The named times to advance to.
    public enum End: String, CaseIterable, Sendable {
        /// The first time at which no pending work waits for the clock.
        case `quiescent` = "settled"
    }
}

extension AdvanceClock.End: JSONWord {}

/// `person.list`: returns a page of the people of a world.
public struct ListPeople: Sendable, Equatable {
    /// Only people after this handle.
    public var after: Handle?
    /// The most people of the page.
    public var limit: Int?

    /// Creates a value from its members.
    public init(after: Handle? = nil, limit: Int? = nil) {
        self.after = after
        self.limit = limit
    }
}

extension ListPeople: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        after = try fields.readOptional("after")
        limit = try fields.readOptional("limit", in: 1...1000)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let after { json.member("after", after) }
        if let limit { json.member("limit", limit) }
    }
}

/// A person of a world.
public struct KnownPerson: Sendable, Equatable {
    /// The person.
    public var person: Person
    /// The number of the person's open streams, without the streams of apps.
    public var sessions: Int

    /// Creates a value from its members.
    public init(_ person: Person, sessions: Int) {
        self.person = person
        self.sessions = sessions
    }
}

extension KnownPerson: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("sessions") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        person = try Person(from: &fields)
        sessions = try fields.read("sessions", in: 0...Int.max)
    }

    public func writeMembers(to json: inout JSONWriter) {
        person.writeMembers(to: &json)
        json.member("sessions", sessions)
    }
}
