/// How a document can be handed on (`sheet-method-choice`).
public enum SharingMethod: String, CaseIterable, Sendable {
    /// Everyone works on the same document.
    case collaborate
    /// Everyone gets a copy of their own.
    case copy
}

/// What the share sheet shows for an item before anything is created (`collab-start-sheet`).
public struct CollaborationOffer: Sendable, Equatable {
    /// The app whose item it is.
    public var app: AppID
    /// The app's name.
    public var appName: String
    /// The title of the item, where there is one already.
    public var title: String?
    /// The back end that would hold it.
    public var backend: Share.Backend
    /// The methods that both the app and the item support, the first being the usual one.
    public var methods: [SharingMethod]
    /// The options, with the usual ones chosen; without groups where it cannot be worked on together.
    public var options: ShareOptions

    /// An offer.
    public init(
        app: AppID, appName: String, title: String?, backend: Share.Backend, methods: [SharingMethod],
        options: ShareOptions
    ) {
        self.app = app
        self.appName = appName
        self.title = title
        self.backend = backend
        self.methods = methods
        self.options = options
    }
}

extension CollaborationOffer: JSONWritable {
    /// Appends `{app, appName, title?, backend, methods, groups, summaries?, summary}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("app", app)
            $0.member("appName", appName)
            $0.member("title", title)
            $0.member("backend", backend.rawValue)
            $0.member("methods", methods.map(\.rawValue))
            $0.member("groups", options.groups)
            if !options.summaries.isEmpty { $0.member("summaries", options.summaries) }
            $0.member("summary", options.summary)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.id("app")
        appName = try fields.string("appName")
        title = try fields.optionalString("title")
        backend = try fields.word("backend")
        methods = try fields.words("methods") ?? []
        options = try ShareOptions(from: &fields)
    }
}

/// What somebody does about a collaboration that its app is asked for: a start from a draft, from Send to the message in
/// the thread, or a change of who can open what is shared already.
public struct CollaborationStart: Sendable, Equatable {
    /// How far it got.
    public enum State: String, CaseIterable, Sendable {
        /// Its app was asked and has not answered.
        case waiting
        /// The message stands in the thread.
        case sent
        /// The change is made.
        case done
        /// The app said no, or nothing: nothing was kept, and nothing changed.
        case failed
        /// Whoever began it took it back.
        case cancelled
    }

    /// Its id.
    public var id: StartID
    /// How far it got.
    public var state: State
    /// The app whose document it is.
    public var app: AppID
    /// The title.
    public var title: String
    /// Where the message goes, or where the link of what is changed stands; nil where that is nowhere.
    public var conversation: ConversationID?
    /// The share, once there is one.
    public var share: ShareID?
    /// The message, once there is one.
    public var message: MessageID?
    /// Why it failed.
    public var failure: Reason?

    /// A start.
    public init(
        id: StartID, state: State, app: AppID, title: String, conversation: ConversationID?, share: ShareID? = nil,
        message: MessageID? = nil, failure: Reason? = nil
    ) {
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

/// The id of a ``CollaborationStart``.
public typealias StartID = Identifier<CollaborationStart>

extension CollaborationStart: JSONWritable {
    /// Appends `{id, state, app, title, conversation?, share?, message?, failure?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("state", state.rawValue)
            $0.member("app", app)
            $0.member("title", title)
            $0.member("conversation", conversation)
            $0.member("share", share)
            $0.member("message", message)
            $0.member("failure", failure)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        state = try fields.word("state")
        app = try fields.id("app")
        title = try fields.string("title")
        conversation = try fields.optionalID("conversation")
        share = try fields.optionalID("share")
        message = try fields.optionalID("message")
        if var inner = try fields.optionalFields("failure") { failure = try Reason(from: &inner) }
    }
}
