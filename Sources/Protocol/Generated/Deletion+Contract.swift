// Written by script/contract: change the contract instead.

/// Consecutive messages of one conversation, by their numbers (`sequence`).
public struct MessageRun: Sendable, Hashable {
    /// The number of the first message.
    public var first: Int64
    /// The number of the last message, `first` or more.
    public var last: Int64

    /// Creates a value from its members.
    public init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }
}

extension MessageRun: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("first") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        first = try fields.read("first", in: 1...Int64.max)
        last = try fields.read("last", in: 1...Int64.max)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("first", first)
        json.member("last", last)
    }
}

/// Messages of one conversation, by their ids.
public struct MessageReferences: Sendable, Equatable {
    /// The messages: at least one, and at most `pageEntries`.
    public var messages: [MessageID]

    /// Creates a value from its members.
    public init(messages: [MessageID]) {
        self.messages = messages
    }
}

extension MessageReferences: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("messages") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        messages = try fields.read("messages")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("messages", messages)
    }
}

/// `message.recentlyDeleted`: returns a page of the messages that the caller deleted from a conversation and can
/// recover.
public struct ListDeletedMessages: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The deleted message before which the page ends; the newest page if left out.
    public var before: MessageID?
    /// The most messages of the page.
    public var limit: Int?

    /// Creates a value from its members.
    public init(conversation: ConversationID, before: MessageID? = nil, limit: Int? = nil) {
        self.conversation = conversation
        self.before = before
        self.limit = limit
    }
}

extension ListDeletedMessages: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        before = try fields.readOptional("before")
        limit = try fields.readOptional("limit")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if let before { json.member("before", before) }
        if let limit { json.member("limit", limit) }
    }
}

/// A conversation with messages in the caller's Recently Deleted (`unread-mark`).
public struct RecentlyDeleted: Sendable, Equatable {
    /// The conversation as the caller sees it, without its newest message.
    public var conversation: Conversation
    /// The number of its messages that can be recovered.
    public var messages: Int64
    /// The time of the newest deletion.
    public var deletedAt: Instant
    /// The time of the first permanent deletion.
    public var endsAt: Instant
    /// The messages that can be recovered.
    public var runs: [MessageRun]

    /// Creates a value from its members.
    public init(conversation: Conversation, messages: Int64, deletedAt: Instant, endsAt: Instant, runs: [MessageRun] = []) {
        self.conversation = conversation
        self.messages = messages
        self.deletedAt = deletedAt
        self.endsAt = endsAt
        self.runs = runs
    }
}

extension RecentlyDeleted: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        messages = try fields.read("messages", in: 1...Int64.max)
        deletedAt = try fields.read("deletedAt")
        endsAt = try fields.read("endsAt")
        runs = try fields.readOptional("runs") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("messages", messages)
        json.member("deletedAt", deletedAt)
        json.member("endsAt", endsAt)
        if !runs.isEmpty { json.member("runs", runs) }
    }
}

/// A change of one person's own view of a conversation.
public struct DeletionChange: Sendable, Hashable {
    /// The kind of the change.
    public var kind: Kind
    /// The messages; none if a conversation without messages was deleted.
    public var runs: [MessageRun]
    /// True if the whole conversation was deleted, with the notices and lines of its thread.
    public var whole: Bool

    /// Creates a value from its members.
    public init(kind: Kind, runs: [MessageRun], whole: Bool = false) {
        self.kind = kind
        self.runs = runs
        self.whole = whole
    }
}

extension DeletionChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("change") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try fields.read("change")
        runs = try fields.read("messages")
        whole = try fields.readOptional("whole") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("change", kind)
        json.member("messages", runs)
        if whole { json.member("whole", whole) }
    }
}

extension DeletionChange {
    /// A kind of change.
    public enum Kind: String, CaseIterable, Sendable {
        /// The messages left the person's thread, and are in Recently Deleted.
        case `deleted`
        /// The messages returned to their places in the thread.
        case `restored`
        /// The messages cannot be recovered: the person deleted them permanently, or their time was over.
        case `erased`
    }
}

extension DeletionChange.Kind: JSONWord {}
