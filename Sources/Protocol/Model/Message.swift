/// A stretch of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`).
public struct TextRange: Sendable, Hashable {
    /// The offset of the first unit.
    public var location: Int
    /// How many units.
    public var length: Int

    /// That stretch.
    public init(location: Int, length: Int) {
        self.location = location
        self.length = length
    }
}

/// A link that stands in a message's text.
public struct MessageLink: Sendable, Equatable {
    /// The link in canonical form.
    public var url: String
    /// The app that opens it, if a registered one does (`surf-universal`).
    public var app: AppID?
    /// The title of what it leads to, where the server knows it: the title of a share.
    public var title: String?
    /// Where it stands in the text.
    public var range: TextRange

    /// A link in a text.
    public init(url: String, app: AppID?, title: String?, range: TextRange) {
        self.url = url
        self.app = app
        self.title = title
        self.range = range
    }
}

/// A member who is named in a message's text as `@name`.
public struct MessageMention: Sendable, Equatable {
    /// Who is mentioned.
    public var handle: Handle
    /// Where the name stands, the `@` included.
    public var range: TextRange

    /// A mention in a text.
    public init(handle: Handle, range: TextRange) {
        self.handle = handle
        self.range = range
    }
}

/// What someone said in a conversation.
public struct Message: Sendable, Equatable {
    /// Its id.
    public var id: MessageID
    /// Where it was said.
    public var conversation: ConversationID
    /// Who said it.
    public var sender: Handle
    /// What was said.
    public var text: String
    /// When the server took it.
    public var sentAt: Instant
    /// Its number in the conversation: 1, 2, 3 … without gaps.
    public var sequence: Int64
    /// The links in the text, in order.
    public var links: [MessageLink]
    /// The members named in the text, in order.
    public var mentions: [MessageMention]
    /// The sender's own id for the request, by which a retry is known.
    public var clientID: String?
    /// What most messages do not have: beside the message, so that it is quick to hand around.
    private var extras: MessageExtras?

    /// Changes what most messages do not have.
    private mutating func changeExtras(_ change: (inout MessageExtras.Values) -> Void) {
        var values = extras?.values ?? .init()
        change(&values)
        extras = MessageExtras(values)
    }

    /// The message that it answers (`reply-inline`).
    public var replyTo: MessageID? {
        get { extras?.values.replyTo }
        set { changeExtras { $0.replyTo = newValue } }
    }

    /// The message that begins its thread of replies: a reply to a reply joins the same thread.
    public var thread: MessageID? {
        get { extras?.values.thread }
        set { changeExtras { $0.thread = newValue } }
    }

    /// How many replies stand in the thread that it begins, where it was read from a page; nil elsewhere.
    public var replies: Int64? {
        get { extras?.values.replies }
        set { changeExtras { $0.replies = newValue } }
    }

    /// The document that came with it.
    public var attachment: Attachment? {
        get { extras?.values.attachment }
        set { changeExtras { $0.attachment = newValue } }
    }

    /// When it got the text that it has; nil if that is the first.
    public var editedAt: Instant? {
        get { extras?.values.editedAt }
        set { changeExtras { $0.editedAt = newValue } }
    }

    /// Its earlier texts, oldest first.
    public var versions: [MessageVersion] {
        get { extras?.values.versions ?? [] }
        set { changeExtras { $0.versions = newValue } }
    }

    /// When it was taken back: nothing of its content is left then (`msg-unsend-note`).
    public var unsentAt: Instant? {
        get { extras?.values.unsentAt }
        set { changeExtras { $0.unsentAt = newValue } }
    }

    /// The tapbacks, in the order in which they came: one a person.
    public var reactions: [MessageReaction] {
        get { extras?.values.reactions ?? [] }
        set { changeExtras { $0.reactions = newValue } }
    }

    /// Whether it was taken back.
    public var isUnsent: Bool { unsentAt != nil }

    /// A message as it stands in the log.
    public init(
        id: MessageID, conversation: ConversationID, sender: Handle, text: String, sentAt: Instant, sequence: Int64,
        links: [MessageLink] = [], mentions: [MessageMention] = [], clientID: String? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.sender = sender
        self.text = text
        self.sentAt = sentAt
        self.sequence = sequence
        self.links = links
        self.mentions = mentions
        self.clientID = clientID
    }
}

// MARK: JSON

extension TextRange: JSONWritable {
    /// Appends `{location, length}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("location", location)
            $0.member("length", length)
        }
    }

    /// Reads `{location, length}`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        location = Int(try fields.integer("location", in: 0...Int64(Int32.max)))
        length = Int(try fields.integer("length", in: 0...Int64(Int32.max)))
    }
}

extension MessageLink: JSONWritable {
    /// Appends `{url, app?, title?, range}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("url", url)
            $0.member("app", app)
            $0.member("title", title)
            $0.member("range", range)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.string("url")
        app = try fields.optionalID("app")
        title = try fields.optionalString("title")
        var range = try fields.fields("range")
        self.range = try TextRange(from: &range)
    }
}

extension MessageMention: JSONWritable {
    /// Appends `{handle, range}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("range", range)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        var range = try fields.fields("range")
        self.range = try TextRange(from: &range)
    }
}

extension Message: JSONWritable {
    /// Appends the object of `message.posted`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("conversation", conversation)
            $0.member("sender", sender)
            $0.member("text", text)
            $0.member("sentAt", sentAt)
            $0.member("sequence", sequence)
            $0.member("links", links)
            $0.member("mentions", mentions)
            $0.member("clientID", clientID)
            extras?.values.writeMembers(to: &$0)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        conversation = try fields.id("conversation")
        sender = try fields.handle("sender")
        text = try fields.string("text")
        sentAt = try fields.instant("sentAt")
        sequence = try fields.integer("sequence", in: 1...Int64.max)
        links = try fields.list("links") { fields throws(InvalidField) in try MessageLink(from: &fields) }
        mentions = try fields.list("mentions") { fields throws(InvalidField) in try MessageMention(from: &fields) }
        clientID = try fields.optionalString("clientID")
        extras = MessageExtras(try MessageExtras.Values(from: &fields))
    }
}
