/// A message of a conversation.
///
/// A message is copied many times during its delivery, so its content is in one immutable object that all copies share.
public struct Message: Sendable, Equatable {
    private var place: MessagePlace

    private var parts: MessagePlace.Parts {
        get { place.parts }
        set { place = MessagePlace(newValue) }
    }

    /// The id.
    public var id: MessageID { parts.id }
    /// The conversation of the message.
    public var conversation: ConversationID { parts.conversation }
    /// The person who sent the message.
    public var sender: Handle { parts.sender }
    /// The text.
    public var text: String {
        get { parts.text }
        set { parts.text = newValue }
    }
    /// The time at which the server accepted the message.
    public var sentAt: Instant { parts.sentAt }
    /// The number in the conversation: 1, 2, 3 … without gaps.
    public var sequence: Int64 { parts.sequence }
    /// The links in the text, in order.
    public var links: [MessageLink] {
        get { parts.links }
        set { parts.links = newValue }
    }
    /// The members mentioned in the text, in order.
    public var mentions: [MessageMention] {
        get { parts.mentions }
        set { parts.mentions = newValue }
    }
    /// The id that the sender gave the request, which identifies a retry.
    public var clientID: String? { parts.clientID }

    /// Changes the members that most messages do not have.
    private mutating func changeExtras(_ change: (inout MessageExtras.Values) -> Void) {
        var values = parts.extras?.values ?? .init()
        change(&values)
        parts.extras = MessageExtras(values)
    }

    /// The message to which this one replies (`reply-inline`).
    public var replyTo: MessageID? {
        get { parts.extras?.values.replyTo }
        set { changeExtras { $0.replyTo = newValue } }
    }

    /// The message that begins this reply's thread. A reply to a reply joins the same thread.
    public var thread: MessageID? {
        get { parts.extras?.values.thread }
        set { changeExtras { $0.thread = newValue } }
    }

    /// The number of replies in the thread that this message begins, if it was read from a page; else nil.
    public var replies: Int64? {
        get { parts.extras?.values.replies }
        set { changeExtras { $0.replies = newValue } }
    }

    /// The attachment.
    public var attachment: Attachment? {
        get { parts.extras?.values.attachment }
        set { changeExtras { $0.attachment = newValue } }
    }

    /// The time of the current text; nil if it is the first text.
    public var editedAt: Instant? {
        get { parts.extras?.values.editedAt }
        set { changeExtras { $0.editedAt = newValue } }
    }

    /// The earlier texts, oldest first.
    public var versions: [MessageVersion] {
        get { parts.extras?.values.versions ?? [] }
        set { changeExtras { $0.versions = newValue } }
    }

    /// The time at which the sender unsent the message. The message then has no content (`msg-unsend-note`).
    public var unsentAt: Instant? {
        get { parts.extras?.values.unsentAt }
        set { changeExtras { $0.unsentAt = newValue } }
    }

    /// The tapbacks in order of arrival, one for each person.
    public var reactions: [MessageReaction] {
        get { parts.extras?.values.reactions ?? [] }
        set { changeExtras { $0.reactions = newValue } }
    }

    /// True if the sender unsent the message.
    public var isUnsent: Bool { unsentAt != nil }

    /// Creates a message as the log stores it.
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

/// The shared content of all copies of a message.
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
        /// The members that most messages do not have.
        var extras: MessageExtras?
    }

    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (left: MessagePlace, right: MessagePlace) -> Bool {
        left === right || left.parts == right.parts
    }
}

extension Message: JSONRecord {
    /// Appends the members of the message as `message.posted` sends them.
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

    /// Reads the members that ``writeMembers(to:)`` writes.
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

/// The members that most messages do not have, such as replies, edits and tapbacks.
///
/// A message is copied many times during its delivery, and most messages are only a text. So these members are in a
/// separate immutable object that all copies share.
final class MessageExtras: Sendable {
    let values: Values

    /// Creates the object; nil if all members have their default values.
    init?(_ values: Values) {
        guard values != Values() else { return nil }
        self.values = values
    }
}

extension MessageExtras: Equatable {
    static func == (left: MessageExtras, right: MessageExtras) -> Bool {
        left === right || left.values == right.values
    }
}
