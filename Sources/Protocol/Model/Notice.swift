/// A highlight event as it stands in a thread: a centred row, and the banner at the top while it waits.
public struct Notice: Sendable, Equatable {
    /// Its id; a notice that grows keeps it.
    public var id: NoticeID
    /// The thread it stands in.
    public var conversation: ConversationID
    /// Who did it.
    public var actor: Handle
    /// What they did: the newest, where it stands for several.
    public var event: HighlightEvent
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

    /// A notice as it stands in the log.
    public init(
        id: NoticeID, conversation: ConversationID, actor: Handle, event: HighlightEvent, app: AppID, url: String,
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
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        conversation = try fields.id("conversation")
        actor = try fields.handle("actor")
        var event = try fields.fields("event")
        self.event = try HighlightEvent(from: &event, caller: nil)
        app = try fields.id("app")
        url = try fields.string("url")
        title = try fields.string("title")
        count = try fields.integer("count", in: 1...Int64.max)
        text = try fields.string("text")
        postedAt = try fields.instant("postedAt")
    }
}
