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

extension MessageChange {
    /// Returns the sentence about an edit where the message cannot be redrawn (`msg-edit-old`).
    package static func sentence(ofEditTo text: String) -> String { "Edited to “\(text)”" }
}

extension SendMessage {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard text.isEmpty, attachment == nil, !fields.has("text") else { return }
        throw fields.missing("text", "a string")
    }
}

/// An attachment as its sender describes it: with its content, or with the size and digest of content that is stored in
/// another place.
public struct SentAttachment: Sendable, Equatable, JSONRecord {
    /// The file's name.
    public var name: String
    /// The type.
    public var type: String
    /// The size in bytes. It is required without content, and must match the content if there is one.
    public var size: Int64?
    /// The digest, such as `sha256:…`. It is required without content, and must match the content if there is one.
    public var digest: String?
    /// The content.
    public var content: [UInt8]?

    /// Creates an attachment with its content.
    public init(name: String, type: String, content: [UInt8]) {
        (self.name, self.type, self.content) = (name, type, content)
    }

    /// Reads `{name, type, size?, digest?, content?}`; `content` is base64.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        name = try fields.read("name")
        type = try fields.read("type")
        size = try fields.readOptional("size", in: 0...RequestID.integerMax)
        digest = try fields.readOptional("digest")
        if let digest, !Attachment.isDigest(digest) {
            throw fields.invalid("digest", "must be sha256: and 64 lower-case hexadecimal digits")
        }
        if let text: String = try fields.readOptional("content") {
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

    /// Appends the members that ``init(from:)`` reads.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("type", type)
        json.member("size", size)
        json.member("digest", digest)
        json.member("content", content.map(Base64.encode))
    }
}

extension Attachment {
    private static let digestPrefix = "sha256:"

    /// Returns the digest of a content, in the form of ``digest``.
    public static func digest(of content: [UInt8]) -> String {
        digestPrefix + Hexadecimal.text(SHA256.digest(content))
    }

    /// Returns true if the text has the form of a digest.
    public static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && Hexadecimal.bytes(String(text.dropFirst(digestPrefix.count)))?.count == 32
    }
}

/// A `message.send` in its most common form, parsed in one pass without temporary values.
///
/// A plain request has each member once, in any order, with strings without escapes, and no other members. The id may
/// be a number. The parser returns nil for any other request, valid or not: ``RequestEnvelope`` reads it and reports
/// its errors. Tests check that both parsers give the same result.
public struct PlainSend: Sendable, Equatable {
    /// The id, which the response repeats.
    public let id: RequestID
    /// The `message.send` with its conversation and text.
    public let request: Request
    /// The client's id of the request, which identifies a retry.
    public let clientID: String?

    /// Reads a plain request. Returns nil for any other.
    public init?(_ bytes: [UInt8]) {
        var members = Members()
        guard bytes.withUnsafeBufferPointer({ members.read($0) }), members.hasVersion, members.isSend,
            let id = members.id.take(), let conversation = members.conversation.take(), let text = members.text.take()
        else { return nil }
        self.id = id
        request = .messageSend(SendMessage(conversation: ConversationID(conversation), text: text))
        clientID = members.clientID.take()
    }

    /// The values of the members that were read, of the request and of its params.
    private struct Members {
        var hasVersion = false
        var isSend = false
        var id: RequestID?
        private var hasParams = false
        var conversation: String?
        var text: String?
        var clientID: String?

        /// Reads the whole request. Returns false if it is not plain.
        mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            var json = PlainJSON(bytes)
            return readObject(&json) { members, json, key in members.take(key, &json) } && json.isAtEnd
        }

        @inline(__always) private mutating func readObject(
            _ json: inout PlainJSON, _ take: (inout Members, inout PlainJSON, PlainJSON.Text) -> Bool
        ) -> Bool {
            guard json.skip(UInt8(ascii: "{")) else { return false }
            repeat {
                guard let key = json.text(), json.skip(UInt8(ascii: ":")), take(&self, &json, key) else { return false }
            } while json.skip(UInt8(ascii: ","))
            return json.skip(UInt8(ascii: "}"))
        }

        private mutating func take(_ key: PlainJSON.Text, _ json: inout PlainJSON) -> Bool {
            switch key.count {
            case 2 where json.reads(key, "id") && id == nil:
                id = json.natural().map { .integer($0) } ?? json.string().map { .string($0) }
                return id != nil
            case 6 where json.reads(key, "method") && !isSend:
                isSend = json.text().map { json.reads($0, "message.send") } ?? false
                return isSend
            case 6 where json.reads(key, "params") && !hasParams:
                hasParams = true
                return readObject(&json) { members, json, key in members.takeParam(key, &json) }
            case 7 where json.reads(key, "jsonrpc") && !hasVersion:
                hasVersion = json.text().map { json.reads($0, "2.0") } ?? false
                return hasVersion
            default: return false
            }
        }

        private mutating func takeParam(_ key: PlainJSON.Text, _ json: inout PlainJSON) -> Bool {
            switch key.count {
            case 4 where json.reads(key, "text") && text == nil:
                text = json.string()
                return text != nil
            case 8 where json.reads(key, "clientID") && clientID == nil:
                clientID = json.string()
                return clientID != nil
            case 12 where json.reads(key, "conversation") && conversation == nil:
                conversation = json.string()
                return conversation != nil
            default: return false
            }
        }
    }
}
