// Written by script/contract: change the contract instead.

/// A person in Messages, as others see them.
public struct Person: Sendable, Equatable {
    /// The handle.
    public var handle: Handle
    /// The name to show.
    public var name: String

    /// Creates a value from its members.
    public init(handle: Handle, name: String) {
        self.handle = handle
        self.name = name
    }
}

extension Person: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        name = try fields.read("name")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("name", name)
    }
}

/// A conversation as one of its members sees it.
public struct Conversation: Sendable, Equatable {
    /// The id.
    public var id: ConversationID
    /// The name, if it has one.
    public var name: String?
    /// The members with their display names.
    public var people: [Person]
    /// The number of unread messages of other people.
    public var unread: Int64
    /// The people who left or were removed, by handle. A member sees only people who were members at the time of
    /// messages that the member can read; an observer sees all.
    public var former: [Person]
    /// The newest message, if there is one.
    public var lastMessage: Message?
    /// The number of the last message that this member has read, if they deleted unread messages. The default is the
    /// number of the newest message minus `unread`.
    public var readThrough: Int64?
    /// True if this member hides its alerts.
    public var muted: Bool
    /// The notices in this member's banner, oldest first (`ntc-collapse`).
    public var waitingNotices: [Notice]
    /// The emoji of the group photo, if there is one (`grp-name-photo`).
    public var photo: String?
    /// True if this member pinned the conversation to the top of their list (`msg-pin-conv`).
    public var pinned: Bool
    /// True if this member marked the conversation as unread, even without unread messages (`unread-mark`).
    public var markedUnread: Bool
    /// This member's pinned links in the conversation that no app opens, oldest pin first. Pinned links of apps are on
    /// the shelf (`swy-pin-scope`).
    public var pinnedLinks: [String]
    /// The newest read message of the other person in a one-to-one conversation, if they send read receipts.
    public var receipt: MessageReceipt?
    /// The number of the newest message that reached the other person; nil if none did.
    public var deliveredThrough: Int64?
    /// True if this member left or was removed.
    public var left: Bool
    /// True if this member deleted the conversation and no message has arrived since. Their list does not show it.
    public var deleted: Bool
    /// True if the conversation is new and empty, so that notifications bring all of its content.
    public var isNew: Bool

    /// Creates a value from its members.
    public init(id: ConversationID, name: String? = nil, people: [Person] = [], unread: Int64, former: [Person] = [], lastMessage: Message? = nil, readThrough: Int64? = nil, muted: Bool, waitingNotices: [Notice] = [], photo: String? = nil, pinned: Bool = false, markedUnread: Bool = false, pinnedLinks: [String] = [], receipt: MessageReceipt? = nil, deliveredThrough: Int64? = nil, left: Bool = false, deleted: Bool = false, isNew: Bool = false) {
        self.id = id
        self.name = name
        self.people = people
        self.unread = unread
        self.former = former
        self.lastMessage = lastMessage
        self.readThrough = readThrough
        self.muted = muted
        self.waitingNotices = waitingNotices
        self.photo = photo
        self.pinned = pinned
        self.markedUnread = markedUnread
        self.pinnedLinks = pinnedLinks
        self.receipt = receipt
        self.deliveredThrough = deliveredThrough
        self.left = left
        self.deleted = deleted
        self.isNew = isNew
    }
}

extension Conversation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        name = try fields.readOptional("name")
        _ = fields.value("participants")
        people = try fields.readOptional("people") ?? []
        unread = try fields.read("unread", in: 0...Int64.max)
        former = try fields.readOptional("former") ?? []
        lastMessage = try fields.readOptional("lastMessage")
        readThrough = try fields.readOptional("readThrough", in: 0...Int64.max)
        muted = try fields.read("muted")
        waitingNotices = try fields.readOptional("waitingNotices") ?? []
        photo = try fields.readOptional("photo")
        pinned = try fields.readOptional("pinned") ?? false
        markedUnread = try fields.readOptional("markedUnread") ?? false
        pinnedLinks = try fields.readOptional("pinnedLinks") ?? []
        receipt = try fields.readOptional("receipt")
        deliveredThrough = try fields.readOptional("deliveredThrough", in: 0...Int64.max)
        left = try fields.readOptional("left") ?? false
        deleted = try fields.readOptional("deleted") ?? false
        isNew = try fields.readOptional("isNew") ?? false
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        if let name { json.member("name", name) }
        json.member("participants", participants)
        json.member("people", people)
        json.member("unread", unread)
        if !former.isEmpty { json.member("former", former) }
        if let lastMessage { json.member("lastMessage", lastMessage) }
        if let readThrough { json.member("readThrough", readThrough) }
        json.member("muted", muted)
        json.member("waitingNotices", waitingNotices)
        if let photo { json.member("photo", photo) }
        json.member("pinned", pinned)
        if markedUnread { json.member("markedUnread", markedUnread) }
        if !pinnedLinks.isEmpty { json.member("pinnedLinks", pinnedLinks) }
        if let receipt { json.member("receipt", receipt) }
        if let deliveredThrough { json.member("deliveredThrough", deliveredThrough) }
        if left { json.member("left", left) }
        if deleted { json.member("deleted", deleted) }
        if isNew { json.member("isNew", isNew) }
    }
}

/// An entry of a thread, as `conversation.history` returns it.
public enum ThreadEntry: Sendable, Equatable {
    /// A message.
    case message(_ message: Message)
    /// A highlight event, as a centred row.
    case notice(_ notice: Notice)
    /// A change of the conversation itself.
    case system(id: String, text: String)
}

extension ThreadEntry: JSONRecord {
    /// The words of `kind`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `message`
        case `notice`
        case `system`
    }

    /// Its word of `kind`.
    public var kind: Kind {
        switch self {
            case .message: .message
            case .notice: .notice
            case .system: .system
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("kind") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("kind")
        switch kind {
            case .message:
                _ = fields.value("id")
                self = .message(try fields.read("message"))
            case .notice:
                _ = fields.value("id")
                self = .notice(try fields.read("notice"))
            case .system:
                self = .system(id: try fields.read("id"), text: try fields.read("text"))
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        switch self {
            case .message(let message):
                json.member("id", id)
                json.member("message", message)
            case .notice(let notice):
                json.member("id", id)
                json.member("notice", notice)
            case .system(let id, let text):
                json.member("id", id)
                json.member("text", text)
        }
    }
}
