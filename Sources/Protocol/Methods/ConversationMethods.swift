/// `conversation.create`: a new conversation, or the one that two people already have.
public struct CreateConversation: Sendable, Equatable {
    /// Its members; the caller is one of them, named or not.
    public var participants: [Handle]
    /// Its name, if it has one.
    public var name: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        guard let participants = try fields.optionalHandles("participants") else {
            throw fields.invalid("participants", "is missing: it must be an array of handles")
        }
        self.participants = participants
        name = try fields.optionalString("name")
    }
}

/// `conversation.history`: a page of a thread.
public struct ConversationHistory: Sendable, Equatable {
    /// Which thread.
    public var conversation: ConversationID
    /// The entry before which the page ends; the newest page if left out.
    public var before: String?
    /// The most entries of the page.
    public var limit: Int

    /// The page size where none is asked for.
    public static let defaultLimit = 50

    /// Reads the params.
    public init(from fields: inout JSONFields, limits: Limits) throws(InvalidField) {
        conversation = try fields.id("conversation")
        before = try fields.optionalString("before")
        limit = try Self.limit(from: &fields, limits)
    }

    /// Reads `limit`, the most entries of a page: no more than a page may have, also where nobody asks for a number.
    static func limit(from fields: inout JSONFields, _ limits: Limits) throws(InvalidField) -> Int {
        let asked = try fields.optionalInteger("limit", in: 1...Int64(limits.pageEntries))
        return asked.map { Int($0) } ?? min(defaultLimit, limits.pageEntries)
    }
}

/// `conversation.markRead`: everything up to a message is read.
public struct MarkRead: Sendable, Equatable {
    /// Which thread.
    public var conversation: ConversationID
    /// The last message that was read; all if left out.
    public var through: MessageID?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        through = try fields.optionalID("through")
    }
}

/// `conversation.addParticipant` and `conversation.removeParticipant`: somebody comes or goes.
public struct ChangeParticipant: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// Who.
    public var handle: Handle

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        handle = try fields.handle("handle")
    }
}

/// `conversation.rename`: the conversation is called otherwise, for everyone.
public struct RenameConversation: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// Its new name.
    public var name: String

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        name = try fields.string("name")
    }
}

/// `conversation.setPhoto`: the group has a photo, for everyone, or none again (`grp-name-photo`).
public struct SetConversationPhoto: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// The emoji that stands for the photo; none if left out.
    public var photo: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        photo = try fields.optionalString("photo")
        if let photo, Reaction.emoji(photo) == nil { throw fields.invalid("photo", "must be one emoji") }
    }
}

/// `conversation.mute`: the caller hides its alerts, or no longer (`msg-hide-alerts`).
public struct MuteConversation: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// Whether its alerts are hidden.
    public var muted: Bool

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        muted = try fields.bool("muted")
    }
}

/// `conversation.pin`: the caller puts it to the top of their list, or takes it from there (`msg-pin-conv`).
public struct PinConversation: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// Whether it stands at the top.
    public var pinned: Bool
    /// Where, 1 for the first; behind the others, or where it stands, if left out.
    public var place: Int?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        pinned = try fields.bool("pinned")
        place = try fields.optionalInteger("place", in: 1...1_000).map { Int($0) }
        if place != nil, !pinned { throw fields.invalid("place", "belongs to pinned: true") }
    }
}

/// `link.pin` and `link.unpin`: a link of a conversation matters to the caller, or no longer.
public struct LinkReference: Sendable, Equatable {
    /// Where the link was shared.
    public var conversation: ConversationID
    /// The link, in any spelling.
    public var url: String

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.id("conversation")
        url = try fields.string("url")
    }
}

/// A link that someone pinned.
public struct Pin: Sendable, Equatable {
    /// The link, canonical.
    public var url: String
    /// The app that opens it, if one does.
    public var app: AppID?
    /// Where it was pinned.
    public var conversation: ConversationID
    /// Whether it is pinned now.
    public var pinned: Bool

    /// A pin, or the lack of one.
    public init(url: String, app: AppID?, conversation: ConversationID, pinned: Bool) {
        self.url = url
        self.app = app
        self.conversation = conversation
        self.pinned = pinned
    }
}

extension Pin: JSONWritable {
    /// Appends `{url, app?, conversation, pinned}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("url", url)
            $0.member("app", app)
            $0.member("conversation", conversation)
            $0.member("pinned", pinned)
        }
    }
}
