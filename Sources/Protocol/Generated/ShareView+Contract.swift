// Written by script/contract: change the contract instead.

/// A share as one person sees it: without internal members, and without people they may not see.
public struct ShareView: Sendable, Equatable {
    /// The share.
    public var share: Share
    /// The app's identifier for the share.
    public var collaborationIdentifier: String
    /// The reader's role.
    public var role: Share.Role
    /// The summary of the permissions (`perm-summary-text`).
    public var summary: String
    /// The reader's conversations with the link, in order of sending (`cv-button`); only in an answer about this share.
    public var conversations: [ConversationID]?

    /// Creates a value from its members.
    public init(share: Share, collaborationIdentifier: String, role: Share.Role, summary: String, conversations: [ConversationID]? = nil) {
        self.share = share
        self.collaborationIdentifier = collaborationIdentifier
        self.role = role
        self.summary = summary
        self.conversations = conversations
    }
}

extension ShareView: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("collaborationIdentifier") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        share = try Share(from: &fields)
        collaborationIdentifier = try fields.read("collaborationIdentifier")
        role = try fields.read("role")
        summary = try fields.read("summary")
        conversations = try fields.readOptional("conversations")
    }

    public func writeMembers(to json: inout JSONWriter) {
        share.writeMembers(to: &json)
        json.member("collaborationIdentifier", collaborationIdentifier)
        json.member("role", role)
        json.member("summary", summary)
        if let conversations { json.member("conversations", conversations) }
    }
}

/// The last notification about a share that a person lost, without its new state and its participants.
public struct LostShare: Sendable, Equatable {
    /// The id.
    public var id: ShareID
    /// The app of the document.
    public var app: AppID
    /// The title.
    public var title: String
    /// The link.
    public var url: String

    /// Creates a value from its members.
    public init(id: ShareID, app: AppID, title: String, url: String) {
        self.id = id
        self.app = app
        self.title = title
        self.url = url
    }
}

extension LostShare: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        app = try fields.read("app")
        title = try fields.read("title")
        url = try fields.read("url")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("title", title)
        json.member("url", url)
    }
}

extension LostShare {
    /// The way a share was lost.
    public enum Cause: String, CaseIterable, Sendable {
        /// The person was removed, or lost access.
        case `removed`
        /// The person left.
        case `left`
        /// The owner stopped sharing.
        case `stopped`
    }
}

extension LostShare.Cause: JSONWord {}
