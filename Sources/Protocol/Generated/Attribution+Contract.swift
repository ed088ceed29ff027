// Written by script/contract: change the contract instead.

/// The people who shared a highlight, for the process that draws them on behalf of the app. The app itself never
/// receives it (`attr-content`).
public struct Attribution: Sendable, Equatable {
    /// The highlight.
    public var highlight: HighlightID
    /// The canonical link.
    public var url: String
    /// The app of the link.
    public var app: AppID
    /// The name of the app.
    public var appName: String
    /// True if the person pinned it (`attr-pin-mark`).
    public var pinned: Bool
    /// The context that the app gave when it attached the attribution; it does not change (`attr-context-when`).
    public var context: DisplayHighlight.Context
    /// The people who shared it, newest first.
    public var sharers: [Sharer]

    /// Creates a value from its members.
    public init(highlight: HighlightID, url: String, app: AppID, appName: String, pinned: Bool, context: DisplayHighlight.Context, sharers: [Sharer] = []) {
        self.highlight = highlight
        self.url = url
        self.app = app
        self.appName = appName
        self.pinned = pinned
        self.context = context
        self.sharers = sharers
    }
}

extension Attribution: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("highlight") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        highlight = try fields.read("highlight")
        url = try fields.read("url")
        app = try fields.read("app")
        appName = try fields.read("appName")
        pinned = try fields.read("pinned")
        context = try fields.read("context")
        sharers = try fields.readOptional("sharers") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("highlight", highlight)
        json.member("url", url)
        json.member("app", app)
        json.member("appName", appName)
        json.member("pinned", pinned)
        json.member("context", context)
        json.member("sharers", sharers)
    }
}

extension Attribution {
    /// A sharer, and the message with the link. A reply goes to that message (`attr-activate`).
    public struct Sharer: Sendable, Equatable {
        /// The sharer.
        public var handle: Handle
        /// Their display name.
        public var name: String
        /// The conversation.
        public var conversation: ConversationID
        /// The name of the conversation, for a choice between several (`disambiguate`); empty if the person has left it.
        public var conversationName: String
        /// The message.
        public var message: MessageID

        /// Creates a value from its members.
        public init(handle: Handle, name: String, conversation: ConversationID, conversationName: String, message: MessageID) {
            self.handle = handle
            self.name = name
            self.conversation = conversation
            self.conversationName = conversationName
            self.message = message
        }
    }
}

extension Attribution.Sharer: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        name = try fields.read("name")
        conversation = try fields.read("conversation")
        conversationName = try fields.read("conversationName")
        message = try fields.read("message")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("name", name)
        json.member("conversation", conversation)
        json.member("conversationName", conversationName)
        json.member("message", message)
    }
}
