package import ChatProtocol

/// A collaboration as it stands in the composer before Send (`draft-stage`): whoever stages it has it, and the server
/// knows nothing of it. The share sheet and a document that is dropped into a thread stage the same one
/// (`collab-start-sheet`, `collab-start-drop`).
package struct CollaborationDraft: Equatable, Sendable {
    /// What is shared.
    package enum Item: Equatable, Sendable {
        /// Something new, with that title.
        case new(title: String)
        /// A document that there is.
        case document(DocumentID)
    }

    /// What is shared.
    let item: Item
    /// What the app and the item allow.
    let offer: CollaborationOffer
    /// Where it goes.
    package var conversation: ConversationID
    /// How it is handed on: the first of the methods that are allowed, until somebody chooses (`sheet-method-choice`).
    package private(set) var method: SharingMethod
    /// The options, with what is chosen (`sheet-permission-choice`).
    package private(set) var options: ShareOptions
    /// The forms in which the item comes beside its link (`reps-multiple`).
    var representations: [Share.Representation]
    /// What is said with it.
    package var text = ""
    /// The sending app's own name for its document: for that app alone (`meta-local-id`).
    package var localIdentifier: String?
    /// By which the collaboration is known on every device: nothing yet, for there is none (`meta-create`).
    var collaborationIdentifier: String? { nil }
    /// The account that it goes out from, for its sender to see: it is in no request (`meta-initiator-private`).
    var initiatorHandle: Handle?
    /// The name of that account.
    var initiatorName: String?

    /// A draft of what an offer says.
    ///
    /// - Returns: nil where there is no way to hand the item on.
    package init?(
        _ item: Item, offer: CollaborationOffer, for conversation: ConversationID,
        representations: [Share.Representation] = []
    ) {
        guard let method = offer.methods.first else { return nil }
        self.init(item, offer: offer, for: conversation, method: method, representations: representations)
    }

    private init(
        _ item: Item, offer: CollaborationOffer, for conversation: ConversationID, method: SharingMethod,
        representations: [Share.Representation]
    ) {
        self.item = item
        self.offer = offer
        self.conversation = conversation
        self.method = method
        options = offer.options
        self.representations = representations
    }

    /// The title of what is shared.
    var title: String {
        if case .new(let title) = item { title } else { offer.title ?? "" }
    }

    /// Which methods the header offers (`collab-link-copy-choice`).
    package var methods: [SharingMethod] { offer.methods }

    /// The line on the button that opens the options (`perm-summary-button`); nil for a copy, which has none.
    package var summary: String? { method == .collaborate ? options.summary : nil }

    /// Chooses between collaborating and a copy.
    ///
    /// - Returns: whether that is offered.
    @discardableResult
    package mutating func choose(_ method: SharingMethod) -> Bool {
        guard methods.contains(method) else { return false }
        self.method = method
        return true
    }

    /// Chooses an option, or turns it off.
    ///
    /// - Returns: whether there is such an option, and it can be chosen now (`opt-required`).
    @discardableResult
    package mutating func choose(option identifier: String, _ isOn: Bool = true) -> Bool {
        options.choose(identifier, isOn)
    }

    /// What Send says.
    package var start: StartCollaboration {
        var start = StartCollaboration(
            conversation: conversation, mode: method, text: text.isEmpty ? nil : text,
            localIdentifier: localIdentifier)
        switch item {
        case .new(let title):
            (start.app, start.title, start.backend) = (offer.app, title, offer.backend)
            start.representations = representations
            if method == .collaborate { start.options = options.selected }
        case .document(let document): start.document = document
        }
        return start
    }
}

extension CollaborationDraft: JSONRecord {
    /// Reads what ``writeMembers(to:)`` writes: a draft outlives the client.
    package init(from fields: inout JSONFields) throws(InvalidField) {
        let document: DocumentID? = try fields.readOptional("document")
        let title: String = try fields.readOptional("title") ?? ""
        self.init(
            document.map(Item.document) ?? .new(title: title), offer: try fields.read("offer"),
            for: try fields.read("conversation"), method: try fields.read("method"),
            representations: try fields.read("representations"))
        options = try fields.read("options")
        text = try fields.read("text")
        localIdentifier = try fields.readOptional("localIdentifier")
        initiatorHandle = try fields.readOptional("initiatorHandle")
        initiatorName = try fields.readOptional("initiatorName")
    }

    /// Appends all that was chosen, with what is offered.
    package func writeMembers(to json: inout JSONWriter) {
        switch item {
        case .new(let title): json.member("title", title)
        case .document(let document): json.member("document", document)
        }
        json.member("offer", offer)
        json.member("options", options)
        json.member("conversation", conversation)
        json.member("method", method)
        json.member("representations", representations)
        json.member("text", text)
        json.member("localIdentifier", localIdentifier)
        json.member("initiatorHandle", initiatorHandle)
        json.member("initiatorName", initiatorName)
    }
}

extension CollaborationDraft: Hashable {
    /// By what tells most drafts apart.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(conversation)
    }
}
