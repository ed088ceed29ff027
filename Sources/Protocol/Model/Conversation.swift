/// Someone in Messages, as others see them.
public struct Person: Sendable, Equatable {
    /// How they are addressed.
    public var handle: Handle
    /// The name to show.
    public var name: String

    /// That person.
    public init(handle: Handle, name: String) {
        self.handle = handle
        self.name = name
    }
}

/// A conversation as one of its members sees it.
public struct Conversation: Sendable, Equatable {
    /// Its id.
    public var id: ConversationID
    /// Its name, if somebody gave it one.
    public var name: String?
    /// Its members, in the order in which they joined.
    public var participants: [Handle]
    /// The same members with their display names.
    public var people: [Person]
    /// How many messages of others this member has not read.
    public var unread: Int64
    /// The newest message, if there is one.
    public var lastMessage: Message?
    /// Whether this member hides its alerts.
    public var muted: Bool
    /// The notices that wait for this member in the banner, oldest first (`ntc-collapse`).
    public var waitingNotices: [Notice]
    /// The emoji that stands for the group's photo, if somebody set one (`grp-name-photo`).
    public var photo: String?
    /// Whether this member pinned it to the top of their list (`msg-pin-conv`).
    public var pinned = false
    /// Whether this member marked it as unread, whatever the count says (`unread-mark`).
    public var markedUnread = false
    /// How far the other person of a one-to-one conversation has read, as they let it be known.
    public var receipt: MessageReceipt?
    /// The number of the newest message that is known to have come to the other person; nil where none is.
    public var deliveredThrough: Int64?
    /// Whether this member is in it no longer: they left, or were removed.
    public var left = false
    /// Whether it begins with this: nothing stands in it yet, and all that comes is told.
    public var isNew = false

    /// A conversation in the eyes of one member.
    public init(
        id: ConversationID, name: String?, people: [Person], unread: Int64, lastMessage: Message?, muted: Bool,
        waitingNotices: [Notice]
    ) {
        self.id = id
        self.name = name
        self.participants = people.map(\.handle)
        self.people = people
        self.unread = unread
        self.lastMessage = lastMessage
        self.muted = muted
        self.waitingNotices = waitingNotices
    }
}

/// One entry of a thread, as `conversation.history` pages it.
public enum ThreadEntry: Sendable, Equatable {
    /// Something that was said.
    case message(Message)
    /// A highlight event, as a centred row.
    case notice(Notice)
    /// What happened to the conversation itself.
    case system(id: String, text: String)
}

// MARK: JSON

extension Person: JSONWritable {
    /// Appends `{handle, name}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("name", name)
        }
    }

    /// Reads `{handle, name}`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        name = try fields.string("name")
    }
}

extension Conversation: JSONWritable {
    /// Appends the object of `conversation.changed`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("participants", participants)
            $0.member("people", people)
            $0.member("unread", unread)
            $0.member("lastMessage", lastMessage)
            $0.member("muted", muted)
            $0.member("waitingNotices", waitingNotices)
            $0.member("photo", photo)
            $0.member("pinned", pinned)
            if markedUnread { $0.member("markedUnread", true) }
            $0.member("receipt", receipt)
            if let deliveredThrough { $0.member("deliveredThrough", deliveredThrough) }
            if left { $0.member("left", true) }
            if isNew { $0.member("isNew", true) }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        name = try fields.optionalString("name")
        people = try fields.list("people") { fields throws(InvalidField) in try Person(from: &fields) }
        participants = people.map(\.handle)
        unread = try fields.integer("unread", in: 0...Int64.max)
        if var last = try fields.optionalFields("lastMessage") {
            lastMessage = try Message(from: &last)
        } else {
            lastMessage = nil
        }
        muted = try fields.bool("muted")
        waitingNotices = try fields.list("waitingNotices") { fields throws(InvalidField) in
            try Notice(from: &fields)
        }
        photo = try fields.optionalString("photo")
        pinned = try fields.optionalBool("pinned") ?? false
        markedUnread = try fields.optionalBool("markedUnread") ?? false
        if var fields = try fields.optionalFields("receipt") { receipt = try MessageReceipt(from: &fields) }
        deliveredThrough = try fields.optionalInteger("deliveredThrough", in: 0...Int64.max)
        left = try fields.optionalBool("left") ?? false
        isNew = try fields.optionalBool("isNew") ?? false
    }
}

extension ThreadEntry: JSONWritable {
    private enum Kind: String, CaseIterable { case message, notice, system }

    /// The id of what stands there.
    public var id: String {
        switch self {
        case .message(let message): message.id.rawValue
        case .notice(let notice): notice.id.rawValue
        case .system(let id, _): id
        }
    }

    /// Appends `{kind, id, message? , notice?, text?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            switch self {
            case .message(let message):
                $0.member("kind", Kind.message.rawValue)
                $0.member("id", message.id)
                $0.member("message", message)
            case .notice(let notice):
                $0.member("kind", Kind.notice.rawValue)
                $0.member("id", notice.id)
                $0.member("notice", notice)
            case .system(let id, let text):
                $0.member("kind", Kind.system.rawValue)
                $0.member("id", id)
                $0.member("text", text)
            }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        switch try fields.word("kind", Kind.self) {
        case .message:
            var message = try fields.fields("message")
            self = .message(try Message(from: &message))
        case .notice:
            var notice = try fields.fields("notice")
            self = .notice(try Notice(from: &notice))
        case .system: self = .system(id: try fields.string("id"), text: try fields.string("text"))
        }
    }
}
