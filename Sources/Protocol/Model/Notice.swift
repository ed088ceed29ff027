/// What a notice is about: something that happened in a collaboration, or a change of the group that its owner may want
/// to follow.
public enum NoticeEvent: Sendable, Hashable {
    /// A highlight event that an app posted.
    case highlight(HighlightEvent)
    /// Somebody came to a conversation or went from it, and the owner of documents there is asked whether they come
    /// to those as well, or go (`group-sync-prompt-add`, `group-sync-prompt-remove`).
    case group(GroupChange, person: Handle)

    /// Which way somebody went.
    public enum GroupChange: String, CaseIterable, Sendable {
        /// They joined the conversation.
        case added
        /// They left it, or were removed.
        case removed
    }

    /// The word for the type of a prompt.
    static let groupType = "group"

    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        switch self {
        case .highlight(let event): event.words
        case .group(let change, _): (Self.groupType, change.rawValue)
        }
    }

    /// The highlight event, if it is one.
    public var highlight: HighlightEvent? {
        if case .highlight(let event) = self { event } else { nil }
    }
}

/// A highlight event as it stands in a thread: a centred row, and the banner at the top while it waits.
public struct Notice: Sendable, Equatable {
    /// Its id; a notice that grows keeps it.
    public var id: NoticeID
    /// The thread it stands in.
    public var conversation: ConversationID
    /// Who did it.
    public var actor: Handle
    /// What they did: the newest, where it stands for several.
    public var event: NoticeEvent
    /// The app it happened in.
    public var app: AppID
    /// What opening it opens.
    public var url: String
    /// The title of the collaboration when it happened.
    public var title: String
    /// How many events it stands for.
    public var count: Int64
    /// The sentence to show.
    public var text: String
    /// When the newest of its events was posted.
    public var postedAt: Instant
    /// What its reader can answer, as long as nobody has: a prompt's alone.
    public var actions: [Action] = []
    /// The shares that a prompt is about.
    public var shares: [ShareID] = []
    /// Whom a membership event is about, where one save added or removed several (`ev-membership`); else empty.
    public var people: [Handle] = []

    /// Whether it is a prompt that was answered, closed or withdrawn: it stands in the thread and waits no longer.
    public var isSettled: Bool { event.highlight == nil && actions.isEmpty }

    /// An answer to a prompt.
    public struct Action: Sendable, Equatable {
        /// What `notice.answer` names.
        public var id: String
        /// What the button says.
        public var title: String

        /// An answer.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A notice as it stands in the log.
    public init(
        id: NoticeID, conversation: ConversationID, actor: Handle, event: NoticeEvent, app: AppID, url: String,
        title: String, count: Int64, text: String, postedAt: Instant
    ) {
        self.id = id
        self.conversation = conversation
        self.actor = actor
        self.event = event
        self.app = app
        self.url = url
        self.title = title
        self.count = count
        self.text = text
        self.postedAt = postedAt
    }
}

extension Notice: JSONWritable {
    /// Appends the object of `notice.posted`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("conversation", conversation)
            $0.member("actor", actor)
            $0.member("event", event)
            $0.member("app", app)
            $0.member("url", url)
            $0.member("title", title)
            $0.member("count", count)
            $0.member("text", text)
            $0.member("postedAt", postedAt)
            if !actions.isEmpty { $0.member("actions", actions) }
            if !shares.isEmpty { $0.member("shares", shares) }
            if !people.isEmpty { $0.member("people", people) }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        conversation = try fields.id("conversation")
        actor = try fields.handle("actor")
        var event = try fields.fields("event")
        self.event = try NoticeEvent(from: &event)
        app = try fields.id("app")
        url = try fields.string("url")
        title = try fields.string("title")
        count = try fields.integer("count", in: 1...Int64.max)
        text = try fields.string("text")
        postedAt = try fields.instant("postedAt")
        if fields.value("actions") != nil {
            actions = try fields.list("actions") { fields throws(InvalidField) in
                Action(id: try fields.string("id"), title: try fields.string("title"))
            }
        }
        shares = (try fields.optionalStrings("shares") ?? []).map { ShareID($0) }
        people = try fields.optionalHandles("people") ?? []
    }
}

extension Notice.Action: JSONWritable {
    /// Appends `{id, title}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("title", title)
        }
    }
}

extension NoticeEvent: JSONWritable {
    /// Appends `{type, trigger?, mentioned?, person?, title?}`.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .highlight(let event): event.write(to: &json)
        case .group(let change, let person):
            json.object {
                $0.member("type", Self.groupType)
                $0.member("trigger", change.rawValue)
                $0.member("person", person)
            }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        if fields.value("type")?.stringValue == Self.groupType {
            _ = try fields.string("type")
            self = .group(try fields.word("trigger"), person: try fields.handle("person"))
        } else {
            self = .highlight(try HighlightEvent(from: &fields, caller: nil))
        }
    }
}
