// Written by script/contract: change the contract instead.

extension NoticeEvent {
    /// The subject of a prompt to those who manage a share.
    public enum GroupChange: String, CaseIterable, Sendable {
        /// A person joined the conversation.
        case `added`
        /// A person left it, or was removed.
        case `removed`
        /// A person asks for access (`ck-access-requests`).
        case `requested`
    }
}

extension NoticeEvent.GroupChange: JSONWord {}

/// A highlight event in a thread: a centred row, and a banner at the top until it is cleared.
public struct Notice: Sendable, Equatable {
    /// The id. A notice that grows keeps it.
    public var id: NoticeID
    /// The conversation.
    public var conversation: ConversationID
    /// The person who caused the event.
    public var actor: Handle
    /// The event; the newest if it combines several.
    public var event: NoticeEvent
    /// The app of the document.
    public var app: AppID
    /// The link that the notice opens: the link of the collaboration, or one to a view inside it
    /// (`notice-type-and-link`).
    public var url: String
    /// The collaboration's link, if `url` is a link to a view inside it.
    public var documentURL: String?
    /// The title of the collaboration at that time.
    public var title: String
    /// The number of combined events.
    public var count: Int64
    /// The text for the row and the banner.
    public var text: String
    /// The time of the newest event.
    public var postedAt: Instant
    /// The possible answers to a prompt, until it is answered.
    public var actions: [Action]
    /// The shares that the prompt is about.
    public var shares: [ShareID]
    /// The people of a membership event, if one save added or removed several (`ev-membership`); else empty.
    public var people: [Handle]

    /// Creates a value from its members.
    public init(id: NoticeID, conversation: ConversationID, actor: Handle, event: NoticeEvent, app: AppID, url: String, documentURL: String? = nil, title: String, count: Int64, text: String, postedAt: Instant, actions: [Action] = [], shares: [ShareID] = [], people: [Handle] = []) {
        self.id = id
        self.conversation = conversation
        self.actor = actor
        self.event = event
        self.app = app
        self.url = url
        self.documentURL = documentURL
        self.title = title
        self.count = count
        self.text = text
        self.postedAt = postedAt
        self.actions = actions
        self.shares = shares
        self.people = people
    }
}

extension Notice: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        conversation = try fields.read("conversation")
        actor = try fields.read("actor")
        event = try fields.read("event")
        app = try fields.read("app")
        url = try fields.read("url")
        documentURL = try fields.readOptional("documentURL")
        title = try fields.read("title")
        count = try fields.read("count", in: 1...Int64.max)
        text = try fields.read("text")
        postedAt = try fields.read("postedAt")
        actions = try fields.readOptional("actions") ?? []
        shares = try fields.readOptional("shares") ?? []
        people = try fields.readOptional("people") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("conversation", conversation)
        json.member("actor", actor)
        json.member("event", event)
        json.member("app", app)
        json.member("url", url)
        if let documentURL { json.member("documentURL", documentURL) }
        json.member("title", title)
        json.member("count", count)
        json.member("text", text)
        json.member("postedAt", postedAt)
        if !actions.isEmpty { json.member("actions", actions) }
        if !shares.isEmpty { json.member("shares", shares) }
        if !people.isEmpty { json.member("people", people) }
    }
}

extension Notice {
    /// An answer to a prompt.
    public struct Action: Sendable, Equatable {
        /// The id for `notice.answer`.
        public var id: String
        /// The title of the button.
        public var title: String

        /// Creates a value from its members.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }
}

extension Notice.Action: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        title = try fields.read("title")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("title", title)
    }
}
