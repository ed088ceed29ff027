// Written by script/contract: change the contract instead.

/// `action.fulfill`: reports that the app fulfilled the action.
public struct FulfillAction: Sendable, Equatable {
    /// The action.
    public var action: ActionID
    /// The link of the new collaboration.
    public var url: String?
    /// The collaboration identifier on every device.
    public var collaborationIdentifier: String?

    /// Creates a value from its members.
    public init(action: ActionID, url: String? = nil, collaborationIdentifier: String? = nil) {
        self.action = action
        self.url = url
        self.collaborationIdentifier = collaborationIdentifier
    }
}

extension FulfillAction: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("action") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("action")
        url = try fields.readOptional("url")
        collaborationIdentifier = try fields.readOptional("collaborationIdentifier")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
        if let url { json.member("url", url) }
        if let collaborationIdentifier { json.member("collaborationIdentifier", collaborationIdentifier) }
    }
}

/// `action.fail`: reports that the app could not fulfil the action.
public struct FailAction: Sendable, Equatable {
    /// The action.
    public var action: ActionID
    /// The reason, for the person who sent the draft or changed the share.
    public var message: String?

    /// Creates a value from its members.
    public init(action: ActionID, message: String? = nil) {
        self.action = action
        self.message = message
    }
}

extension FailAction: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("action") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("action")
        message = try fields.readOptional("message")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
        if let message { json.member("message", message) }
    }
}

/// `collaboration.offer`: returns the content of the share sheet for an item.
public struct OfferCollaboration: Sendable, Equatable {
    /// The item.
    public var item: Item
    /// The back end; the app's first if left out.
    public var backend: Share.Backend?
    /// The forms of the item in addition to its link.
    public var representations: [Share.Representation]

    /// Creates a value from its members.
    public init(item: Item, backend: Share.Backend? = nil, representations: [Share.Representation] = []) {
        self.item = item
        self.backend = backend
        self.representations = representations
    }
}

extension OfferCollaboration: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        item = try Item(from: &fields)
        backend = try fields.readOptional("backend")
        representations = try fields.readOptional("representations") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        if let backend { json.member("backend", backend) }
        if !representations.isEmpty { json.member("representations", representations) }
    }
}

extension OfferCollaboration {
    /// The item of a share sheet.
    public enum Item: Sendable, Equatable {
        /// A new document of the app.
        case app(_ app: AppID)
        /// An existing document.
        case document(_ document: DocumentID)
        /// An existing share.
        case share(_ share: ShareID)
        /// A file, by its name. The offer is from the first app that opens such files (`collab-start-drop`).
        case file(_ file: String)
    }
}

extension OfferCollaboration.Item: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") || fields.has("document") || fields.has("share") || fields.has("file") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let app: AppID = try fields.readOptional("app") {
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with app")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with app")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with app")
            }
            self = .app(app)
        } else if let document: DocumentID = try fields.readOptional("document") {
            guard !fields.has("app") else {
                throw fields.invalid("app", "cannot be given together with document")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with document")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with document")
            }
            self = .document(document)
        } else if let share: ShareID = try fields.readOptional("share") {
            guard !fields.has("app") else {
                throw fields.invalid("app", "cannot be given together with share")
            }
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with share")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with share")
            }
            self = .share(share)
        } else if let file: String = try fields.readOptional("file") {
            guard !fields.has("app") else {
                throw fields.invalid("app", "cannot be given together with file")
            }
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with file")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with file")
            }
            self = .file(file)
        } else {
            throw fields.invalid("app", "is missing: give app, document, share or file")
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .app(let app):
                json.member("app", app)
            case .document(let document):
                json.member("document", document)
            case .share(let share):
                json.member("share", share)
            case .file(let file):
                json.member("file", file)
        }
    }
}

/// `collaboration.start`: sends a draft.
public struct StartCollaboration: Sendable, Equatable {
    /// The app of the document.
    public var app: AppID?
    /// The title of a new document; nil for an existing one.
    public var title: String?
    /// The document.
    public var document: DocumentID?
    /// The conversation for the message.
    public var conversation: ConversationID
    /// The method of sharing.
    public var mode: SharingMethod
    /// The text before the link, if any.
    public var text: String?
    /// The back end; the app's first if left out.
    public var backend: Share.Backend?
    /// The identifiers of the selected options; the defaults if left out.
    public var options: [String]?
    /// The forms of the document in addition to its link.
    public var representations: [Share.Representation]
    /// The app's own name for its document on this device.
    public var localIdentifier: String?
    /// The text of the new document; empty if left out.
    public var content: String?

    /// Creates a value from its members.
    public init(app: AppID? = nil, title: String? = nil, document: DocumentID? = nil, conversation: ConversationID, mode: SharingMethod = .collaborate, text: String? = nil, backend: Share.Backend? = nil, options: [String]? = nil, representations: [Share.Representation] = [], localIdentifier: String? = nil, content: String? = nil) {
        self.app = app
        self.title = title
        self.document = document
        self.conversation = conversation
        self.mode = mode
        self.text = text
        self.backend = backend
        self.options = options
        self.representations = representations
        self.localIdentifier = localIdentifier
        self.content = content
    }
}

extension StartCollaboration: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.readOptional("app")
        title = try fields.readOptional("title")
        document = try fields.readOptional("document")
        conversation = try fields.read("conversation")
        mode = try fields.readOptional("mode") ?? .collaborate
        text = try fields.readOptional("text")
        backend = try fields.readOptional("backend")
        options = try fields.readOptional("options")
        representations = try fields.readOptional("representations") ?? []
        localIdentifier = try fields.readOptional("localIdentifier")
        content = try fields.readOptional("content")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let app { json.member("app", app) }
        if let title { json.member("title", title) }
        if let document { json.member("document", document) }
        json.member("conversation", conversation)
        json.member("mode", mode)
        if let text { json.member("text", text) }
        if let backend { json.member("backend", backend) }
        if let options { json.member("options", options) }
        if !representations.isEmpty { json.member("representations", representations) }
        if let localIdentifier { json.member("localIdentifier", localIdentifier) }
        if let content { json.member("content", content) }
    }
}

/// A start or change that waits for its app, by its id.
public struct StartReference: Sendable, Equatable {
    /// The start or change.
    public var start: StartID

    /// Creates a value from its members.
    public init(start: StartID) {
        self.start = start
    }
}

extension StartReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("start") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        start = try fields.read("start")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("start", start)
    }
}
