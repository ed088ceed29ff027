// Written by script/contract: change the contract instead.

/// A link on a person's Shared with You shelf, as that person sees it, with names.
public struct PersonHighlight: Sendable, Equatable {
    /// The permanent id.
    public var id: HighlightID
    /// The canonical link.
    public var url: String
    /// The app of the link.
    public var app: AppID
    /// The title.
    public var title: String
    /// The subtitle, if it has one.
    public var subtitle: String?
    /// The app's preview of the link; the title and subtitle above if the app registered none.
    public var preview: LinkPreview
    /// True if this person pinned the link.
    public var pinned: Bool
    /// The time of the last share.
    public var sharedAt: Instant
    /// The people who shared it, newest first.
    public var attribution: [Attribution]
    /// The reasons for the highlight's presence and place.
    public var why: Reason
    /// The signals and weights of the place; nil from a server that does not send them.
    public var ranking: HighlightRanking?

    /// Creates a value from its members.
    public init(id: HighlightID, url: String, app: AppID, title: String, subtitle: String? = nil, preview: LinkPreview, pinned: Bool, sharedAt: Instant, attribution: [Attribution] = [], why: Reason, ranking: HighlightRanking? = nil) {
        self.id = id
        self.url = url
        self.app = app
        self.title = title
        self.subtitle = subtitle
        self.preview = preview
        self.pinned = pinned
        self.sharedAt = sharedAt
        self.attribution = attribution
        self.why = why
        self.ranking = ranking
    }
}

extension PersonHighlight: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        url = try fields.read("url")
        app = try fields.read("app")
        title = try fields.read("title")
        subtitle = try fields.readOptional("subtitle")
        preview = try fields.read("preview")
        pinned = try fields.read("pinned")
        sharedAt = try fields.read("sharedAt")
        attribution = try fields.readOptional("attribution") ?? []
        why = try fields.read("why")
        ranking = try fields.readOptional("ranking")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("url", url)
        json.member("app", app)
        json.member("title", title)
        if let subtitle { json.member("subtitle", subtitle) }
        json.member("preview", preview)
        json.member("pinned", pinned)
        json.member("sharedAt", sharedAt)
        json.member("attribution", attribution)
        json.member("why", why)
        if let ranking { json.member("ranking", ranking) }
    }
}

extension PersonHighlight {
    /// A sharer of the link, and the conversation (`attr-content`, `merge-threads`).
    public struct Attribution: Sendable, Equatable {
        /// The sharer.
        public var handle: Handle
        /// Their display name.
        public var name: String
        /// The conversation.
        public var conversation: ConversationID

        /// Creates a value from its members.
        public init(handle: Handle, name: String, conversation: ConversationID) {
            self.handle = handle
            self.name = name
            self.conversation = conversation
        }
    }
}

extension PersonHighlight.Attribution: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        name = try fields.read("name")
        conversation = try fields.read("conversation")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("name", name)
        json.member("conversation", conversation)
    }
}

/// The rule of a decision, and a sentence that explains the decision to people.
public struct Reason: Sendable, Hashable {
    /// The id of the rule in `docs/reference/rules.md`.
    public var rule: String
    /// The explanation.
    public var text: String

    /// Creates a value from its members.
    public init(_ rule: String, _ text: String) {
        self.rule = rule
        self.text = text
    }
}

extension Reason: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("rule") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        rule = try fields.read("rule")
        text = try fields.read("text")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("rule", rule)
        json.member("text", text)
    }
}
