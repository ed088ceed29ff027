/// What an app gets for the attribution of a highlight: whoever draws for the person exchanges it for the names, and
/// the app itself can do nothing with it (`privacy-render`).
public typealias AttributionToken = Identifier<Attribution>

/// Who shared what a highlight leads to, for whoever draws it on the app's behalf; never for the app itself
/// (`attr-content`).
public struct Attribution: Sendable, Equatable {
    /// One sharer, and the message in which they shared it: where a reply goes (`attr-activate`).
    public struct Sharer: Sendable, Equatable {
        /// Who.
        public var handle: Handle
        /// Their display name.
        public var name: String
        /// In which conversation.
        public var conversation: ConversationID
        /// What that is called, to choose between several (`disambiguate`).
        public var conversationName: String
        /// The message.
        public var message: MessageID

        /// A sharer.
        public init(
            handle: Handle, name: String, conversation: ConversationID, conversationName: String, message: MessageID
        ) {
            self.handle = handle
            self.name = name
            self.conversation = conversation
            self.conversationName = conversationName
            self.message = message
        }
    }

    /// Which highlight.
    public var highlight: HighlightID
    /// Its link, canonical.
    public var url: String
    /// The app it belongs to.
    public var app: AppID
    /// That app's name.
    public var appName: String
    /// Whether the person pinned it (`attr-pin-mark`).
    public var pinned: Bool
    /// The context that the app gave when it attached the attribution; it stays (`attr-context-when`).
    public var context: DisplayHighlight.Context
    /// Who shared it, newest first.
    public var sharers: [Sharer]

    /// An attribution.
    public init(
        highlight: HighlightID, url: String, app: AppID, appName: String, pinned: Bool,
        context: DisplayHighlight.Context, sharers: [Sharer]
    ) {
        self.highlight = highlight
        self.url = url
        self.app = app
        self.appName = appName
        self.pinned = pinned
        self.context = context
        self.sharers = sharers
    }
}

extension Attribution.Sharer: JSONWritable {
    /// Appends `{handle, name, conversation, conversationName, message}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("name", name)
            $0.member("conversation", conversation)
            $0.member("conversationName", conversationName)
            $0.member("message", message)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        name = try fields.string("name")
        conversation = try fields.id("conversation")
        conversationName = try fields.string("conversationName")
        message = try fields.id("message")
    }
}

extension Attribution: JSONWritable {
    /// Appends the object of `attribution.show`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("highlight", highlight)
            $0.member("url", url)
            $0.member("app", app)
            $0.member("appName", appName)
            $0.member("pinned", pinned)
            $0.member("context", context.rawValue)
            $0.member("sharers", sharers)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        highlight = try fields.id("highlight")
        url = try fields.string("url")
        app = try fields.id("app")
        appName = try fields.string("appName")
        pinned = try fields.bool("pinned")
        context = try fields.word("context")
        sharers = try fields.list("sharers") { fields throws(InvalidField) in try Sharer(from: &fields) }
    }
}
