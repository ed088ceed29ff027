/// What someone said in a conversation.
///
/// A message goes through many hands on its way: its parts stand in one place, which all its copies share and which
/// never changes.
public struct Message: Sendable, Equatable {
    private var place: MessagePlace

    private var parts: MessagePlace.Parts {
        get { place.parts }
        set { place = MessagePlace(newValue) }
    }

    /// Its id.
    public var id: MessageID { parts.id }
    /// Where it was said.
    public var conversation: ConversationID { parts.conversation }
    /// Who said it.
    public var sender: Handle { parts.sender }
    /// What was said.
    public var text: String {
        get { parts.text }
        set { parts.text = newValue }
    }
    /// When the server took it.
    public var sentAt: Instant { parts.sentAt }
    /// Its number in the conversation: 1, 2, 3 … without gaps.
    public var sequence: Int64 { parts.sequence }
    /// The links in the text, in order.
    public var links: [MessageLink] {
        get { parts.links }
        set { parts.links = newValue }
    }
    /// The members named in the text, in order.
    public var mentions: [MessageMention] {
        get { parts.mentions }
        set { parts.mentions = newValue }
    }
    /// The sender's own id for the request, by which a retry is known.
    public var clientID: String? { parts.clientID }

    /// Changes what most messages do not have.
    private mutating func changeExtras(_ change: (inout MessageExtras.Values) -> Void) {
        var values = parts.extras?.values ?? .init()
        change(&values)
        parts.extras = MessageExtras(values)
    }

    /// The message that it answers (`reply-inline`).
    public var replyTo: MessageID? {
        get { parts.extras?.values.replyTo }
        set { changeExtras { $0.replyTo = newValue } }
    }

    /// The message that begins its thread of replies: a reply to a reply joins the same thread.
    public var thread: MessageID? {
        get { parts.extras?.values.thread }
        set { changeExtras { $0.thread = newValue } }
    }

    /// How many replies stand in the thread that it begins, where it was read from a page; nil elsewhere.
    public var replies: Int64? {
        get { parts.extras?.values.replies }
        set { changeExtras { $0.replies = newValue } }
    }

    /// The document that came with it.
    public var attachment: Attachment? {
        get { parts.extras?.values.attachment }
        set { changeExtras { $0.attachment = newValue } }
    }

    /// When it got the text that it has; nil if that is the first.
    public var editedAt: Instant? {
        get { parts.extras?.values.editedAt }
        set { changeExtras { $0.editedAt = newValue } }
    }

    /// Its earlier texts, oldest first.
    public var versions: [MessageVersion] {
        get { parts.extras?.values.versions ?? [] }
        set { changeExtras { $0.versions = newValue } }
    }

    /// When it was taken back: nothing of its content is left then (`msg-unsend-note`).
    public var unsentAt: Instant? {
        get { parts.extras?.values.unsentAt }
        set { changeExtras { $0.unsentAt = newValue } }
    }

    /// The tapbacks, in the order in which they came: one a person.
    public var reactions: [MessageReaction] {
        get { parts.extras?.values.reactions ?? [] }
        set { changeExtras { $0.reactions = newValue } }
    }

    /// Whether it was taken back.
    public var isUnsent: Bool { unsentAt != nil }

    /// A message as it stands in the log.
    public init(
        id: MessageID, conversation: ConversationID, sender: Handle, text: String, sentAt: Instant, sequence: Int64,
        links: [MessageLink] = [], mentions: [MessageMention] = [], clientID: String? = nil
    ) {
        place = MessagePlace(
            MessagePlace.Parts(
                id: id, conversation: conversation, sender: sender, text: text, sentAt: sentAt, sequence: sequence,
                links: links, mentions: mentions, clientID: clientID, extras: nil))
    }
}

/// Where the parts of a message stand.
private final class MessagePlace: Sendable, Equatable {
    struct Parts: Equatable {
        let id: MessageID
        let conversation: ConversationID
        let sender: Handle
        var text: String
        let sentAt: Instant
        let sequence: Int64
        var links: [MessageLink]
        var mentions: [MessageMention]
        let clientID: String?
        /// What most messages do not have.
        var extras: MessageExtras?
    }

    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (left: MessagePlace, right: MessagePlace) -> Bool {
        left === right || left.parts == right.parts
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
        parts.extras?.values.writeMembers(to: &json)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        place = MessagePlace(
            MessagePlace.Parts(
                id: try fields.read("id"), conversation: try fields.read("conversation"),
                sender: try fields.read("sender"), text: try fields.read("text"), sentAt: try fields.read("sentAt"),
                sequence: try fields.read("sequence", in: 1...Int64.max),
                links: try fields.readOptional("links") ?? [], mentions: try fields.readOptional("mentions") ?? [],
                clientID: try fields.readOptional("clientID"),
                extras: MessageExtras(try MessageExtras.Values(from: &fields))))
    }
}
