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

extension Message: JSONRecord {
    /// Appends the members of `message.posted`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("conversation", conversation)
        json.member("sender", sender)
        json.member("text", text)
        json.member("sentAt", sentAt)
        json.member("sequence", sequence)
        json.member("links", links)
        json.member("mentions", mentions)
        json.member("clientID", clientID)
        extras?.values.writeMembers(to: &json)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        conversation = try fields.read("conversation")
        sender = try fields.read("sender")
        text = try fields.read("text")
        sentAt = try fields.read("sentAt")
        sequence = try fields.read("sequence", in: 1...Int64.max)
        links = try fields.readOptional("links") ?? []
        mentions = try fields.readOptional("mentions") ?? []
        clientID = try fields.readOptional("clientID")
        extras = MessageExtras(try MessageExtras.Values(from: &fields))
    }
}
