/// `share.create`: a document becomes a collaboration.
public struct CreateShare: Sendable, Equatable {
    /// The app whose document it is.
    public var app: AppID
    /// Its title.
    public var title: String
    /// The app's own link for it; made on its first domain if left out.
    public var url: String?
    /// The back end; the first that the app has if left out.
    public var backend: Share.Backend?
    /// Who can open it: `private` if left out.
    public var access: Share.Access
    /// What they may do: `readWrite` if left out.
    public var permission: Share.Permission
    /// Whether participants may add people: not if left out.
    public var allowsInviting: Bool

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.id("app")
        title = try fields.string("title")
        url = try fields.optionalString("url")
        backend = try fields.optionalWord("backend")
        access = try fields.optionalWord("access") ?? .private
        permission = try fields.optionalWord("permission") ?? .readWrite
        allowsInviting = try fields.optionalBool("allowsInviting") ?? false
    }
}

/// `share.send`: the collaboration's link goes to a conversation.
public struct SendShare: Sendable, Equatable {
    /// Which share.
    public var share: ShareID
    /// Where.
    public var conversation: ConversationID
    /// What is said before the link, if anything.
    public var text: String?
    /// How it is handed on.
    public var mode: SharingMethod

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try fields.id("share")
        conversation = try fields.id("conversation")
        text = try fields.optionalString("text")
        mode = try fields.optionalWord("mode") ?? .collaborate
    }
}

/// A share, named by its id or by its link.
public enum ShareReference: Sendable, Equatable {
    /// By its id.
    case id(ShareID)
    /// By its link, in any spelling.
    case url(String)

    /// Reads `share` or `url`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let id: ShareID = try fields.optionalID("share") {
            self = .id(id)
        } else if let url = try fields.optionalString("url") {
            self = .url(url)
        } else {
            throw fields.invalid("share", "is missing: give share or url")
        }
    }
}
