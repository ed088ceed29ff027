// Written by script/contract: change the contract instead.

/// `share.create`: shares a document for collaboration.
public struct CreateShare: Sendable, Equatable {
    /// The app of the document.
    public var app: AppID
    /// The title.
    public var title: String
    /// The app's own link for the document; a new link on the app's first domain if left out.
    public var url: String?
    /// The back end; the app's first if left out.
    public var backend: Share.Backend?
    /// The access; `private` if left out.
    public var access: Share.Access
    /// The general permission; `readWrite` if left out.
    public var permission: Share.Permission
    /// True to let participants add people; false if left out.
    public var allowsInviting: Bool
    /// The document. If left out, the caller's document with that link or title, or a new one.
    public var document: DocumentID?
    /// The caller's folder to share, with all documents in it (`ck-zone-share`). Its title is then the title of the share.
    public var folder: String?
    /// The forms for copies, besides the link.
    public var representations: [Share.Representation]

    /// Creates a value from its members.
    public init(app: AppID, title: String, url: String? = nil, backend: Share.Backend? = nil, access: Share.Access = .private, permission: Share.Permission = .readWrite, allowsInviting: Bool = false, document: DocumentID? = nil, folder: String? = nil, representations: [Share.Representation] = []) {
        self.app = app
        self.title = title
        self.url = url
        self.backend = backend
        self.access = access
        self.permission = permission
        self.allowsInviting = allowsInviting
        self.document = document
        self.folder = folder
        self.representations = representations
    }
}

extension CreateShare: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        title = try fields.read("title")
        url = try fields.readOptional("url")
        backend = try fields.readOptional("backend")
        access = try fields.readOptional("access") ?? .private
        permission = try fields.readOptional("permission") ?? .readWrite
        allowsInviting = try fields.readOptional("allowsInviting") ?? false
        document = try fields.readOptional("document")
        folder = try fields.readOptional("folder")
        representations = try fields.readOptional("representations") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("title", title)
        if let url { json.member("url", url) }
        if let backend { json.member("backend", backend) }
        if access != .private { json.member("access", access) }
        if permission != .readWrite { json.member("permission", permission) }
        if allowsInviting { json.member("allowsInviting", allowsInviting) }
        if let document { json.member("document", document) }
        if let folder { json.member("folder", folder) }
        json.member("representations", representations)
    }
}

/// `share.send`: sends the link of a share to a conversation.
public struct SendShare: Sendable, Equatable {
    /// The share.
    public var share: ShareID
    /// The conversation.
    public var conversation: ConversationID
    /// The text before the link, if any.
    public var text: String?
    /// The people that the sender expects in the conversation, without the sender. If it has another person, the
    /// request fails with `conflict`. A client passes them if it does not show the conversation; the conversation's
    /// messages then stay unread.
    public var people: [Handle]?
    /// The method of sharing.
    public var mode: SharingMethod

    /// Creates a value from its members.
    public init(share: ShareID, conversation: ConversationID, text: String? = nil, people: [Handle]? = nil, mode: SharingMethod = .collaborate) {
        self.share = share
        self.conversation = conversation
        self.text = text
        self.people = people
        self.mode = mode
    }
}

extension SendShare: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("share") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try fields.read("share")
        conversation = try fields.read("conversation")
        text = try fields.readOptional("text")
        people = try fields.readOptional("people")
        mode = try fields.readOptional("mode") ?? .collaborate
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("share", share)
        json.member("conversation", conversation)
        if let text { json.member("text", text) }
        if let people { json.member("people", people) }
        if mode != .collaborate { json.member("mode", mode) }
    }
}

/// A share, named by its id or by its link.
public enum ShareReference: Sendable, Equatable {
    /// By its id.
    case id(_ share: ShareID)
    /// By its link, in any spelling.
    case url(_ url: String)
}

extension ShareReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("share") || fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let share: ShareID = try fields.readOptional("share") {
            guard !fields.has("url") else {
                throw fields.invalid("url", "cannot be given together with share")
            }
            self = .id(share)
        } else if let url: String = try fields.readOptional("url") {
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with url")
            }
            self = .url(url)
        } else {
            throw fields.invalid("share", "is missing: give share or url")
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .id(let share):
                json.member("share", share)
            case .url(let url):
                json.member("url", url)
        }
    }
}

/// `share.requestAccess`: asks for access to a private share.
public struct RequestShareAccess: Sendable, Equatable {
    /// The link of the share.
    public var url: String

    /// Creates a value from its members.
    public init(url: String) {
        self.url = url
    }
}

extension RequestShareAccess: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
    }
}

/// `share.list`: returns the shares of a person.
public struct ListShares: Sendable, Equatable {
    /// Returns only shares whose link is in this conversation.
    public var conversation: ConversationID?
    /// The person; the caller if left out.
    public var person: Handle?
    /// The first share of the next newer page; the newest page if left out.
    public var before: ShareID?

    /// Creates a value from its members.
    public init(conversation: ConversationID? = nil, person: Handle? = nil, before: ShareID? = nil) {
        self.conversation = conversation
        self.person = person
        self.before = before
    }
}

extension ListShares: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.readOptional("conversation")
        person = try fields.readOptional("person")
        before = try fields.readOptional("before")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let conversation { json.member("conversation", conversation) }
        if let person { json.member("person", person) }
        if let before { json.member("before", before) }
    }
}
