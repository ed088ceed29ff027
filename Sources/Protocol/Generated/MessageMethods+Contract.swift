// Written by script/contract: change the contract instead.

/// `message.send`: sends a message.
public struct SendMessage: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The text; it can be empty with an attachment.
    public var text: String
    /// The message to which this one replies, if any.
    public var replyTo: MessageID?
    /// The attachment, if any.
    public var attachment: SentAttachment?

    /// Creates a value from its members.
    public init(conversation: ConversationID, text: String = "", replyTo: MessageID? = nil, attachment: SentAttachment? = nil) {
        self.conversation = conversation
        self.text = text
        self.replyTo = replyTo
        self.attachment = attachment
    }
}

extension SendMessage: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        text = try fields.readOptional("text") ?? ""
        replyTo = try fields.readOptional("replyTo")
        attachment = try fields.readOptional("attachment")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if text != "" { json.member("text", text) }
        if let replyTo { json.member("replyTo", replyTo) }
        if let attachment { json.member("attachment", attachment) }
    }
}

/// `message.edit`: replaces the text of a message.
public struct EditMessage: Sendable, Equatable {
    /// The message.
    public var message: MessageID
    /// The new text.
    public var text: String

    /// Creates a value from its members.
    public init(message: MessageID, text: String) {
        self.message = message
        self.text = text
    }
}

extension EditMessage: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
        text = try fields.read("text")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
        json.member("text", text)
    }
}

/// `message.react`: sets or removes the caller's tapback on a message.
public struct ReactToMessage: Sendable, Equatable {
    /// The message.
    public var message: MessageID
    /// The tapback.
    public var reaction: Reaction
    /// True to remove the tapback. If left out, a tapback that is already set is removed (`tap-one`).
    public var remove: Bool

    /// Creates a value from its members.
    public init(message: MessageID, reaction: Reaction, remove: Bool = false) {
        self.message = message
        self.reaction = reaction
        self.remove = remove
    }
}

extension ReactToMessage: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
        reaction = try fields.read("reaction")
        remove = try fields.readOptional("remove") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
        json.member("reaction", reaction)
        if remove { json.member("remove", remove) }
    }
}

/// `message.search`: searches for messages by their words.
public struct SearchMessages: Sendable, Equatable {
    /// The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must
    /// be adjacent.
    public var text: String
    /// The conversation; all of the caller's conversations if left out.
    public var conversation: ConversationID?
    /// The most messages of the answer.
    public var limit: Int?

    /// Creates a value from its members.
    public init(text: String, conversation: ConversationID? = nil, limit: Int? = nil) {
        self.text = text
        self.conversation = conversation
        self.limit = limit
    }
}

extension SearchMessages: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.read("text")
        conversation = try fields.readOptional("conversation")
        limit = try fields.readOptional("limit")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("text", text)
        if let conversation { json.member("conversation", conversation) }
        if let limit { json.member("limit", limit) }
    }
}

/// `message.thread`: returns the replies of one thread, from its beginning.
public struct ReplyThread: Sendable, Equatable {
    /// A message of the thread: its beginning or one of its replies.
    public var message: MessageID
    /// The message after which the page begins; the thread's beginning if left out.
    public var after: MessageID?
    /// The most messages of the answer.
    public var limit: Int?

    /// Creates a value from its members.
    public init(message: MessageID, after: MessageID? = nil, limit: Int? = nil) {
        self.message = message
        self.after = after
        self.limit = limit
    }
}

extension ReplyThread: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
        after = try fields.readOptional("after")
        limit = try fields.readOptional("limit")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
        if let after { json.member("after", after) }
        if let limit { json.member("limit", limit) }
    }
}

/// A message, by its id.
public struct MessageReference: Sendable, Equatable {
    /// The message.
    public var message: MessageID

    /// Creates a value from its members.
    public init(message: MessageID) {
        self.message = message
    }
}

extension MessageReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
    }
}
