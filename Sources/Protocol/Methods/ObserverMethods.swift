/// `app.register`: an app and its domains come into being, or are replaced.
public struct RegisterApp: Sendable, Equatable {
    /// The bundle id.
    public var app: AppID
    /// The name.
    public var name: String
    /// The domains of its entitlement.
    public var domains: [String]
    /// The association JSON that those domains serve; every path if left out.
    public var association: JSONValue?
    /// The back ends that it can share with; all three if left out.
    public var backends: [Share.Backend]
    /// What else it can do; everything if left out.
    public var capabilities: [App.Capability]
    /// What it shows for its links; nothing of its own if left out.
    public var previews: [AppPreview]
    /// What the entry that hides one of its highlights is called; Remove if left out.
    public var menuTitleForHideAction: String?
    /// The options of its collaborations; the standard ones if left out.
    public var shareOptions: ShareOptions?
    /// How its documents can be handed on; in both ways if left out.
    public var sharingMethods: [SharingMethod]
    /// What the button is called that manages a shared document.
    public var manageTitle: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.id("app")
        name = try fields.string("name")
        domains = try fields.strings("domains")
        association = fields.value("association")
        backends = try fields.words("backends") ?? Share.Backend.allCases
        capabilities = try fields.words("capabilities") ?? App.Capability.allCases
        previews = try fields.previews(isClosed: true)
        menuTitleForHideAction = try fields.optionalString("menuTitleForHideAction")
        shareOptions = try fields.optionalShareOptions("shareOptions", isClosed: true)
        sharingMethods = try fields.words("sharingMethods") ?? SharingMethod.allCases
        manageTitle = try fields.optionalString("manageTitle")
    }
}

/// `world.create`: a world of its own for a test.
public struct CreateWorld: Sendable, Equatable {
    /// Its name.
    public var world: WorldName
    /// How time passes in it.
    public var clock: ClockKind
    /// What its randomness begins with.
    public var seed: Int64

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        world = try fields.id("world")
        clock = try fields.optionalWord("clock") ?? .virtual
        seed = try fields.optionalInteger("seed", in: 0...RequestID.integerMax) ?? 0
    }
}

/// `clock.advance`: an observer lets time pass.
public enum AdvanceClock: Sendable, Equatable {
    /// So long.
    case milliseconds(Int64)
    /// Until nothing is pending that only time brings.
    case settled

    /// The most that time may be advanced at once: a hundred years, in milliseconds.
    private static let millisecondsMax: Int64 = 100 * 366 * 86_400_000

    private enum End: String, CaseIterable { case settled }

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        guard try fields.optionalWord("until", End.self) != nil else {
            self = .milliseconds(try fields.integer("milliseconds", in: 0...Self.millisecondsMax))
            return
        }
        guard fields.value("milliseconds") == nil else {
            throw fields.invalid("milliseconds", "stands beside until: give one of them")
        }
        self = .settled
    }
}

/// `delivery.explain`: why a person was told of something, or not.
public struct ExplainDelivery: Sendable, Equatable {
    /// Whom it is about.
    public var person: Handle
    /// The id of a message, notice, highlight or consent, or a url.
    public var about: String

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.handle("person")
        about = try fields.string("about")
    }
}

/// The answer to `delivery.explain`: the decision trail.
public struct DeliveryExplanation: Sendable, Equatable {
    /// Whether it reached the person, or would if they were here.
    public var delivered: Bool
    /// The rules that decided, the one that settled it last.
    public var reasons: [Reason]

    /// A trail.
    public init(delivered: Bool, reasons: [Reason]) {
        self.delivered = delivered
        self.reasons = reasons
    }
}

/// Something that only time will bring.
public struct PendingWork: Sendable, Equatable {
    /// What, in words.
    public var what: String
    /// When.
    public var dueAt: Instant

    /// Something that waits.
    public init(what: String, dueAt: Instant) {
        self.what = what
        self.dueAt = dueAt
    }
}

extension PendingWork: JSONWritable {
    /// Appends `{what, dueAt}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("what", what)
            $0.member("dueAt", dueAt)
        }
    }
}
