/// `message.send`: something is said.
public struct SendMessage: Sendable, Equatable {
    /// Where.
    public var conversation: ConversationID
    /// What; it may be empty where a document comes with it.
    public var text: String
    /// The message that it answers, if it answers one.
    public var replyTo: MessageID?
    /// The document that comes with it, if one does.
    public var attachment: SentAttachment?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        replyTo = try fields.optionalID("replyTo")
        if var attachment = try fields.optionalFields("attachment") {
            self.attachment = try SentAttachment(from: &attachment)
            try attachment.finish()
            text = try fields.optionalString("text") ?? ""
        } else {
            text = try fields.string("text")
        }
    }
}

/// A document as its sender gives it: with its content, or with what is known of a content that is elsewhere.
public struct SentAttachment: Sendable, Equatable {
    /// The file's name.
    public var name: String
    /// Its type.
    public var type: String
    /// How many bytes it has, and its digest: both must be said where there is no content, and must agree with it
    /// where there is one.
    public var size: Int64?
    /// Its digest, such as `sha256:…`.
    public var digest: String?
    /// The content.
    public var content: [UInt8]?

    /// Reads `{name, type, size?, digest?, content?}`; `content` is base 64.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        name = try fields.string("name")
        type = try fields.string("type")
        size = try fields.optionalInteger("size", in: 0...RequestID.integerMax)
        digest = try fields.optionalString("digest")
        if let digest, !Attachment.isDigest(digest) {
            throw fields.invalid("digest", "must be sha256: and 64 lower-case hexadecimal digits")
        }
        if let text = try fields.optionalString("content") {
            guard let bytes = Base64.decode(text) else { throw fields.invalid("content", "must be base 64, padded") }
            content = bytes
            if let size, size != Int64(bytes.count) {
                throw fields.invalid("size", "is \(size), and the content has \(bytes.count) bytes")
            }
            if let digest, digest != Attachment.digest(of: bytes) {
                throw fields.invalid("digest", "is not that of the content")
            }
        } else if size == nil || digest == nil {
            throw fields.invalid("content", "is missing: without it size and digest must be there")
        }
    }
}

/// `message.edit`: a message gets another text.
public struct EditMessage: Sendable, Equatable {
    /// Which message.
    public var message: MessageID
    /// Its new text.
    public var text: String

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.id("message")
        text = try fields.string("text")
    }
}

/// `message.react`: the caller sets their tapback on a message, or takes it away.
public struct ReactToMessage: Sendable, Equatable {
    /// Which message.
    public var message: MessageID
    /// Which tapback.
    public var reaction: Reaction
    /// Whether it goes. Without it, choosing the one that is set takes it away (`tap-one`).
    public var remove: Bool

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.id("message")
        reaction = try fields.reaction("reaction")
        remove = try fields.optionalBool("remove") ?? false
    }
}

/// `message.search`: what was said, by its words.
public struct SearchMessages: Sendable, Equatable {
    /// The words: all of them must be there, the last one may be the beginning of a word.
    public var text: String
    /// Where; in all of the caller's conversations if left out.
    public var conversation: ConversationID?
    /// The most messages that are answered.
    public var limit: Int

    /// Reads the params.
    public init(from fields: inout JSONFields, limits: Limits) throws(InvalidField) {
        text = try fields.string("text")
        conversation = try fields.optionalID("conversation")
        limit = try ConversationHistory.limit(from: &fields, limits)
    }
}

/// `message.thread`: the replies of one thread, from its beginning.
public struct ReplyThread: Sendable, Equatable {
    /// A message of the thread: its beginning or one of its replies.
    public var message: MessageID
    /// The message after which the page begins; the thread's beginning if left out.
    public var after: MessageID?
    /// The most messages that are answered.
    public var limit: Int

    /// Reads the params.
    public init(from fields: inout JSONFields, limits: Limits) throws(InvalidField) {
        message = try fields.id("message")
        after = try fields.optionalID("after")
        limit = try ConversationHistory.limit(from: &fields, limits)
    }
}
