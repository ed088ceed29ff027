// Written by script/contract: change the contract instead.

/// `conversation.markRead`: marks everything up to a message as read.
public struct MarkRead: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The last read message; all messages if left out.
    public var through: MessageID?

    /// Creates a value from its members.
    public init(conversation: ConversationID, through: MessageID? = nil) {
        self.conversation = conversation
        self.through = through
    }
}

extension MarkRead: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        through = try fields.readOptional("through")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if let through { json.member("through", through) }
    }
}

/// `conversation.addParticipant` and `conversation.removeParticipant`: adds or removes a person.
public struct ChangeParticipant: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The person.
    public var handle: Handle

    /// Creates a value from its members.
    public init(conversation: ConversationID, handle: Handle) {
        self.conversation = conversation
        self.handle = handle
    }
}

extension ChangeParticipant: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        handle = try fields.read("handle")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("handle", handle)
    }
}

/// `conversation.rename`: renames a group for everyone (`grp-name-photo`).
public struct RenameConversation: Sendable, Equatable {
    /// The conversation, of three or more people.
    public var conversation: ConversationID
    /// The new name.
    public var name: String

    /// Creates a value from its members.
    public init(conversation: ConversationID, name: String) {
        self.conversation = conversation
        self.name = name
    }
}

extension RenameConversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        name = try fields.read("name")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("name", name)
    }
}

/// `conversation.mute`: turns Hide Alerts on or off for the caller (`msg-hide-alerts`).
public struct MuteConversation: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// True to hide alerts.
    public var muted: Bool

    /// Creates a value from its members.
    public init(conversation: ConversationID, muted: Bool) {
        self.conversation = conversation
        self.muted = muted
    }
}

extension MuteConversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        muted = try fields.read("muted")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("muted", muted)
    }
}

/// `link.pin` and `link.unpin`: pins or unpins a link of a conversation for the caller.
public struct LinkReference: Sendable, Equatable {
    /// The conversation with the link.
    public var conversation: ConversationID
    /// The link, in any spelling.
    public var url: String

    /// Creates a value from its members.
    public init(conversation: ConversationID, url: String) {
        self.conversation = conversation
        self.url = url
    }
}

extension LinkReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        url = try fields.read("url")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("url", url)
    }
}

/// A pinned link.
public struct Pin: Sendable, Equatable {
    /// The canonical link.
    public var url: String
    /// The app that opens it, if any.
    public var app: AppID?
    /// The conversation of the pin.
    public var conversation: ConversationID
    /// True if the link is pinned.
    public var pinned: Bool

    /// Creates a value from its members.
    public init(url: String, app: AppID? = nil, conversation: ConversationID, pinned: Bool) {
        self.url = url
        self.app = app
        self.conversation = conversation
        self.pinned = pinned
    }
}

extension Pin: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
        app = try fields.readOptional("app")
        conversation = try fields.read("conversation")
        pinned = try fields.read("pinned")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
        if let app { json.member("app", app) }
        json.member("conversation", conversation)
        json.member("pinned", pinned)
    }
}

/// `conversation.create`: begins a conversation, or returns the one that two people already have.
public struct CreateConversation: Sendable, Equatable {
    /// The members; the caller is always one of them.
    public var participants: [Handle]
    /// The name, if it has one.
    public var name: String?

    /// Creates a value from its members.
    public init(participants: [Handle], name: String? = nil) {
        self.participants = participants
        self.name = name
    }
}

extension CreateConversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("participants") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        participants = try fields.read("participants")
        name = try fields.readOptional("name")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("participants", participants)
        if let name { json.member("name", name) }
    }
}

/// `conversation.list`: returns a page of conversations.
public struct ListConversations: Sendable, Equatable {
    /// The `next` of the previous page; the first page if left out.
    public var after: Int64?
    /// The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are
    /// limited.
    public var limit: Int?

    /// Creates a value from its members.
    public init(after: Int64? = nil, limit: Int? = nil) {
        self.after = after
        self.limit = limit
    }
}

extension ListConversations: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        after = try fields.readOptional("after")
        limit = try fields.readOptional("limit")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let after { json.member("after", after) }
        if let limit { json.member("limit", limit) }
    }
}

/// `conversation.history`: returns a page of a thread.
public struct ConversationHistory: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The entry before which the page ends; the newest page if left out.
    public var before: String?
    /// The most entries of the page.
    public var limit: Int?

    /// Creates a value from its members.
    public init(conversation: ConversationID, before: String? = nil, limit: Int? = nil) {
        self.conversation = conversation
        self.before = before
        self.limit = limit
    }
}

extension ConversationHistory: JSONRecord {
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

/// `conversation.setPhoto`: sets or removes the group photo for everyone (`grp-name-photo`).
public struct SetConversationPhoto: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The emoji of the photo. If left out, the photo is removed.
    public var photo: String?

    /// Creates a value from its members.
    public init(conversation: ConversationID, photo: String? = nil) {
        self.conversation = conversation
        self.photo = photo
    }
}

extension SetConversationPhoto: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        photo = try fields.readOptional("photo")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if let photo { json.member("photo", photo) }
    }
}

/// `conversation.pin`: pins the conversation to the top of the caller's list, or unpins it (`msg-pin-conv`).
public struct PinConversation: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// True to pin it.
    public var pinned: Bool
    /// The place, 1 for the first. If left out, a new pin becomes the last, and an existing pin keeps its place.
    public var place: Int?

    /// Creates a value from its members.
    public init(conversation: ConversationID, pinned: Bool, place: Int? = nil) {
        self.conversation = conversation
        self.pinned = pinned
        self.place = place
    }
}

extension PinConversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        pinned = try fields.read("pinned")
        place = try fields.readOptional("place", in: 1...1000)
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("pinned", pinned)
        if let place { json.member("place", place) }
    }
}

/// `conversation.delete`: deletes a conversation from the caller's own view.
public struct DeleteConversation: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The last message that the deletion covers; the newest message if left out. With a newer one, the conversation
    /// stays in the caller's list.
    public var through: MessageID?

    /// Creates a value from its members.
    public init(conversation: ConversationID, through: MessageID? = nil) {
        self.conversation = conversation
        self.through = through
    }
}

extension DeleteConversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        through = try fields.readOptional("through")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if let through { json.member("through", through) }
    }
}

/// `conversation.restore` and `conversation.erase`: recovers or erases messages in Recently Deleted.
public struct EndDeletion: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID
    /// The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and
    /// recoverable. If left out, all messages of the conversation.
    public var runs: [MessageRun]

    /// Creates a value from its members.
    public init(conversation: ConversationID, runs: [MessageRun] = []) {
        self.conversation = conversation
        self.runs = runs
    }
}

extension EndDeletion: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        runs = try fields.readOptional("runs") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if !runs.isEmpty { json.member("runs", runs) }
    }
}

/// A conversation, by its id.
public struct ConversationReference: Sendable, Equatable {
    /// The conversation.
    public var conversation: ConversationID

    /// Creates a value from its members.
    public init(conversation: ConversationID) {
        self.conversation = conversation
    }
}

extension ConversationReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
    }
}
