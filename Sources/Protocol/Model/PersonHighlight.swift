/// A link on a person's Shared with You shelf, as that person sees it: with names.
public struct PersonHighlight: Sendable, Equatable {
    /// One sharer of the link, and where they shared it (`attr-content`, `merge-threads`).
    public struct Attribution: Sendable, Equatable {
        /// Who shared it.
        public var handle: Handle
        /// Their display name.
        public var name: String
        /// Where.
        public var conversation: ConversationID

        /// A sharer.
        public init(handle: Handle, name: String, conversation: ConversationID) {
            self.handle = handle
            self.name = name
            self.conversation = conversation
        }
    }

    /// Its id, the same for ever.
    public var id: HighlightID
    /// The link, canonical.
    public var url: String
    /// The app it belongs to.
    public var app: AppID
    /// What to call it.
    public var title: String
    /// A second line, where there is one.
    public var subtitle: String?
    /// What its app shows for it; the title and subtitle from above where the app registered nothing.
    public var preview: LinkPreview
    /// Whether this person pinned it.
    public var pinned: Bool
    /// When it was last shared.
    public var sharedAt: Instant
    /// Everyone who shared it, newest first.
    public var attribution: [Attribution]
    /// Why it is here, and here in the order.
    public var why: Reason
    /// The same in numbers; nil from a server that does not tell.
    public var ranking: HighlightRanking?

    /// A highlight with all that its person may know.
    public init(
        id: HighlightID, url: String, app: AppID, title: String, subtitle: String?, preview: LinkPreview? = nil,
        pinned: Bool, sharedAt: Instant, attribution: [Attribution], why: Reason, ranking: HighlightRanking? = nil
    ) {
        self.id = id
        self.url = url
        self.app = app
        self.title = title
        self.subtitle = subtitle
        self.preview = preview ?? LinkPreview(title: title, subtitle: subtitle)
        self.pinned = pinned
        self.sharedAt = sharedAt
        self.attribution = attribution
        self.why = why
        self.ranking = ranking
    }
}

/// The rule that decided something, and the same in words (law 9: a person can see why).
public struct Reason: Sendable, Hashable {
    /// The id of the rule in the feature table.
    public var rule: String
    /// The sentence for people.
    public var text: String

    /// That rule with that sentence.
    public init(_ rule: String, _ text: String) {
        self.rule = rule
        self.text = text
    }
}

// MARK: JSON

extension Reason: JSONWritable {
    /// Appends `{rule, text}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("rule", rule)
            $0.member("text", text)
        }
    }

    /// Reads `{rule, text}`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        rule = try fields.string("rule")
        text = try fields.string("text")
    }
}

extension PersonHighlight.Attribution: JSONWritable {
    /// Appends `{handle, name, conversation}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("name", name)
            $0.member("conversation", conversation)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        name = try fields.string("name")
        conversation = try fields.id("conversation")
    }
}

extension PersonHighlight: JSONWritable {
    /// Appends the object of `highlight.list` for a person.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("url", url)
            $0.member("app", app)
            $0.member("title", title)
            $0.member("subtitle", subtitle)
            $0.member("preview", preview)
            $0.member("pinned", pinned)
            $0.member("sharedAt", sharedAt)
            $0.member("attribution", attribution)
            $0.member("why", why)
            $0.member("ranking", ranking)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        url = try fields.string("url")
        app = try fields.id("app")
        title = try fields.string("title")
        subtitle = try fields.optionalString("subtitle")
        if var fields = try fields.optionalFields("preview") {
            preview = try LinkPreview(from: &fields)
        } else {
            preview = LinkPreview(title: title, subtitle: subtitle)
        }
        pinned = try fields.bool("pinned")
        sharedAt = try fields.instant("sharedAt")
        attribution = try fields.list("attribution") { fields throws(InvalidField) in try Attribution(from: &fields) }
        var why = try fields.fields("why")
        self.why = try Reason(from: &why)
        if var ranking = try fields.optionalFields("ranking") { self.ranking = try HighlightRanking(from: &ranking) }
    }
}
