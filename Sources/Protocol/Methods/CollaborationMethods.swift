/// `collaboration.offer`: what the share sheet shows for an item.
public struct OfferCollaboration: Sendable, Equatable {
    /// What would be shared.
    public enum Item: Sendable, Equatable {
        /// Something new of that app.
        case app(AppID)
        /// A document that there is.
        case document(DocumentID)
        /// What is shared already.
        case share(ShareID)
    }

    /// What would be shared.
    public var item: Item
    /// Which back end would hold it; the first that the app has if left out.
    public var backend: Share.Backend?
    /// The forms in which the item comes beside its link.
    public var representations: [Share.Representation]

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let app: AppID = try fields.optionalID("app") {
            item = .app(app)
        } else if let document: DocumentID = try fields.optionalID("document") {
            item = .document(document)
        } else if let share: ShareID = try fields.optionalID("share") {
            item = .share(share)
        } else {
            throw fields.invalid("app", "is missing: give app, document or share")
        }
        backend = try fields.optionalWord("backend")
        representations = try fields.words("representations") ?? []
    }
}

/// `collaboration.start`: a draft is sent.
public struct StartCollaboration: Sendable, Equatable {
    /// The app whose document it is.
    public var app: AppID?
    /// The title of what is new; nil where there is a document.
    public var title: String?
    /// The document that is shared.
    public var document: DocumentID?
    /// Where the message goes.
    public var conversation: ConversationID
    /// How it is handed on.
    public var mode: SharingMethod
    /// What is said before the link, if anything.
    public var text: String?
    /// Which back end holds it; the first that the app has if left out.
    public var backend: Share.Backend?
    /// The options that were chosen, by their identifiers; the usual ones if left out.
    public var options: [String]?
    /// The forms in which the document comes beside its link.
    public var representations: [Share.Representation]
    /// The app's own name for its document on this device.
    public var localIdentifier: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.optionalID("app")
        title = try fields.optionalString("title")
        document = try fields.optionalID("document")
        conversation = try fields.id("conversation")
        mode = try fields.optionalWord("mode") ?? .collaborate
        text = try fields.optionalString("text")
        backend = try fields.optionalWord("backend")
        options = try fields.optionalStrings("options")
        representations = try fields.words("representations") ?? []
        localIdentifier = try fields.optionalString("localIdentifier")
        guard document == nil else { return }
        guard app != nil else { throw fields.invalid("app", "is missing: give app and title, or document") }
        guard title != nil else { throw fields.invalid("title", "is missing: give app and title, or document") }
    }
}

/// `action.fulfill`: an app did what it was asked to.
public struct FulfillAction: Sendable, Equatable {
    /// Which action.
    public var action: ActionID
    /// The link of the collaboration that begins.
    public var url: String?
    /// By which it is known on every device.
    public var collaborationIdentifier: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.id("action")
        url = try fields.optionalString("url")
        collaborationIdentifier = try fields.optionalString("collaborationIdentifier")
    }
}

/// `action.fail`: an app could not do what it was asked to.
public struct FailAction: Sendable, Equatable {
    /// Which action.
    public var action: ActionID
    /// Why, for the person who waits.
    public var message: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.id("action")
        message = try fields.optionalString("message")
    }
}

extension CreateShare {
    /// A share that begins with a draft.
    public init(
        app: AppID, title: String, url: String?, backend: Share.Backend, options: ShareOptions
    ) {
        self.app = app
        self.title = title
        self.url = url
        self.backend = backend
        access = options.access
        permission = options.permission
        allowsInviting = options.allowsInviting
    }
}
