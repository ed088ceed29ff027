// Written by script/contract: change the contract instead.

/// The question whether the links of an app may surface (`auto-offer`).
public struct ConsentRequest: Sendable, Equatable {
    /// The id.
    public var id: ConsentID
    /// The app.
    public var app: AppID
    /// The conversation with the pin that caused the question.
    public var conversation: ConversationID
    /// The pinned link.
    public var url: String

    /// Creates a value from its members.
    public init(id: ConsentID, app: AppID, conversation: ConversationID, url: String) {
        self.id = id
        self.app = app
        self.conversation = conversation
        self.url = url
    }
}

extension ConsentRequest: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("consent") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("consent")
        app = try fields.read("app")
        conversation = try fields.read("conversation")
        url = try fields.read("url")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("consent", id)
        json.member("app", app)
        json.member("conversation", conversation)
        json.member("url", url)
    }
}

extension ConsentRequest {
    /// An answer to a consent request.
    public enum Answer: String, CaseIterable, Sendable {
        /// Allow: surface the app's links.
        case `allow`
        /// Not Now: ask again later.
        case `notNow`
        /// Never: do not ask again.
        case `never`
    }
}

extension ConsentRequest.Answer: JSONWord {}

/// A person's switches for links outside Messages, at the three levels of `consent-levels`, and their open questions.
public struct Settings: Sendable, Equatable {
    /// The switches of automatic sharing.
    public var sharing: Sharing
    /// The open consent requests, oldest first.
    public var consents: [ConsentRequest]
    /// The switches of read receipts.
    public var receipts: Receipts
    /// True if a mention alerts even in a muted conversation (`mention-alert`).
    public var mentionAlerts: Bool
    /// The pinned conversations, in the person's order (`msg-pin-conv`).
    public var pinnedConversations: [ConversationID]

    /// Creates a value from its members.
    public init(sharing: Sharing, consents: [ConsentRequest] = [], receipts: Receipts, mentionAlerts: Bool = true, pinnedConversations: [ConversationID] = []) {
        self.sharing = sharing
        self.consents = consents
        self.receipts = receipts
        self.mentionAlerts = mentionAlerts
        self.pinnedConversations = pinnedConversations
    }
}

extension Settings: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("automaticSharing") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        sharing = try fields.read("automaticSharing")
        consents = try fields.readOptional("consents") ?? []
        receipts = try fields.read("readReceipts")
        mentionAlerts = try fields.readOptional("mentionAlerts") ?? true
        pinnedConversations = try fields.readOptional("pinnedConversations") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("automaticSharing", sharing)
        json.member("consents", consents)
        json.member("readReceipts", receipts)
        json.member("mentionAlerts", mentionAlerts)
        json.member("pinnedConversations", pinnedConversations)
    }
}

extension Settings {
    /// The switches of automatic sharing, at three levels.
    public struct Sharing: Sendable, Equatable {
        /// The master switch.
        public var everywhere: Bool
        /// The switch of each app that has one; an app without one counts as off.
        public var apps: AppSwitches
        /// The switch of each conversation that was ever set; all other conversations are on.
        public var conversations: ConversationSwitches

        /// Creates a value from its members.
        public init(everywhere: Bool, apps: AppSwitches, conversations: ConversationSwitches) {
            self.everywhere = everywhere
            self.apps = apps
            self.conversations = conversations
        }
    }
}

extension Settings.Sharing: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("everywhere") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        everywhere = try fields.read("everywhere")
        apps = try fields.read("apps")
        conversations = try fields.read("conversations")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("everywhere", everywhere)
        json.member("apps", apps)
        json.member("conversations", conversations)
    }
}

extension Settings {
    /// The switches of read receipts in one-to-one conversations (`rcpt-setting`).
    public struct Receipts: Sendable, Equatable {
        /// The switch for all conversations without their own.
        public var everywhere: Bool
        /// The conversations with their own switch.
        public var conversations: ConversationSwitches

        /// Creates a value from its members.
        public init(everywhere: Bool, conversations: ConversationSwitches) {
            self.everywhere = everywhere
            self.conversations = conversations
        }
    }
}

extension Settings.Receipts: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("everywhere") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        everywhere = try fields.read("everywhere")
        conversations = try fields.read("conversations")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("everywhere", everywhere)
        json.member("conversations", conversations)
    }
}
