// Written by script/contract: change the contract instead.

/// A method of sharing a document (`sheet-method-choice`).
public enum SharingMethod: String, CaseIterable, Sendable {
    /// Everyone works on the same document.
    case `collaborate`
    /// Everyone gets their own copy.
    case `copy`
}

extension SharingMethod: JSONWord {}

/// A start of a collaboration, from Send to the message in the thread, or a change of the people who can open a share.
/// Its app must answer first.
public struct CollaborationStart: Sendable, Equatable {
    /// The id.
    public var id: StartID
    /// The state.
    public var state: State
    /// The app of the document.
    public var app: AppID
    /// The title.
    public var title: String
    /// The conversation for the message, or the one with the link of the changed share; nil if there is none.
    public var conversation: ConversationID?
    /// The share; nil before it exists.
    public var share: ShareID?
    /// The message; nil before it is sent.
    public var message: MessageID?
    /// The reason for the failure.
    public var failure: Reason?

    /// Creates a value from its members.
    public init(id: StartID, state: State, app: AppID, title: String, conversation: ConversationID? = nil, share: ShareID? = nil, message: MessageID? = nil, failure: Reason? = nil) {
        self.id = id
        self.state = state
        self.app = app
        self.title = title
        self.conversation = conversation
        self.share = share
        self.message = message
        self.failure = failure
    }
}

extension CollaborationStart: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        state = try fields.read("state")
        app = try fields.read("app")
        title = try fields.read("title")
        conversation = try fields.readOptional("conversation")
        share = try fields.readOptional("share")
        message = try fields.readOptional("message")
        failure = try fields.readOptional("failure")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("state", state)
        json.member("app", app)
        json.member("title", title)
        if let conversation { json.member("conversation", conversation) }
        if let share { json.member("share", share) }
        if let message { json.member("message", message) }
        if let failure { json.member("failure", failure) }
    }
}

extension CollaborationStart {
    /// The state of a start or change.
    public enum State: String, CaseIterable, Sendable {
        /// The app has been asked and has not answered.
        case `waiting`
        /// The message is in the thread.
        case `sent`
        /// The change was made.
        case `done`
        /// The app refused, or did not answer: nothing was stored or changed.
        case `failed`
        /// The author cancelled it.
        case `cancelled`
    }
}

extension CollaborationStart.State: JSONWord {}

/// The content of the share sheet for an item, before anything is created (`collab-start-sheet`).
public struct CollaborationOffer: Sendable, Equatable {
    /// The app of the item.
    public var app: AppID
    /// The app's name.
    public var appName: String
    /// The title of the item, if it has one.
    public var title: String?
    /// The back end for the item.
    public var backend: Share.Backend
    /// The methods that both the app and the item support; the first is the default.
    public var methods: [SharingMethod]
    /// The options with their default selection; without groups if the item cannot be shared for collaboration.
    public var options: ShareOptions

    /// Creates a value from its members.
    public init(app: AppID, appName: String, title: String? = nil, backend: Share.Backend, methods: [SharingMethod] = [], options: ShareOptions) {
        self.app = app
        self.appName = appName
        self.title = title
        self.backend = backend
        self.methods = methods
        self.options = options
    }
}

extension CollaborationOffer: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        appName = try fields.read("appName")
        title = try fields.readOptional("title")
        backend = try fields.read("backend")
        methods = try fields.readOptional("methods") ?? []
        options = try ShareOptions(from: &fields)
        _ = fields.value("summary")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("appName", appName)
        if let title { json.member("title", title) }
        json.member("backend", backend)
        json.member("methods", methods)
        options.writeMembers(to: &json)
        json.member("summary", summary)
    }
}
