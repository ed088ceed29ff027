// Written by script/contract: change the contract instead.
package import ChatProtocol

/// A collaboration in the composer before Send (`draft-stage`). Only the client of its author has it; the server does
/// not know it. The share sheet and a document dropped into a thread create the same draft (`collab-start-sheet`,
/// `collab-start-drop`). It is stored with the composer, and survives a restart of the client.
package struct CollaborationDraft: Sendable, Equatable {
    /// The item to share.
    package var item: Item
    /// The options that the app and the item allow.
    package var offer: CollaborationOffer
    /// The options with their choices (`sheet-permission-choice`).
    package var options: ShareOptions
    /// The conversation for the message.
    package var conversation: ConversationID
    /// The method of sharing; the first allowed one until the person chooses (`sheet-method-choice`).
    package var method: SharingMethod
    /// The forms of the item besides its link (`reps-multiple`).
    package var representations: [Share.Representation]
    /// The text of the message.
    package var text: String
    /// The sending app's own name for its document; only that app receives it (`meta-local-id`).
    package var localIdentifier: String?
    /// The sender's account. Only the sender sees it: no request contains it (`meta-initiator-private`).
    package var initiatorHandle: Handle?
    /// The sender's name. No request contains it either.
    package var initiatorName: String?
    /// The link of a document that exists.
    package var url: String?
    /// The permission summary of a shared document, whose options are changed on its share.
    package var sharedSummary: String?
    /// The text of a file, from Send on.
    package var content: String?

    /// Creates a value from its members.
    package init(item: Item, offer: CollaborationOffer, options: ShareOptions, conversation: ConversationID, method: SharingMethod, representations: [Share.Representation], text: String, localIdentifier: String? = nil, initiatorHandle: Handle? = nil, initiatorName: String? = nil, url: String? = nil, sharedSummary: String? = nil, content: String? = nil) {
        self.item = item
        self.offer = offer
        self.options = options
        self.conversation = conversation
        self.method = method
        self.representations = representations
        self.text = text
        self.localIdentifier = localIdentifier
        self.initiatorHandle = initiatorHandle
        self.initiatorName = initiatorName
        self.url = url
        self.sharedSummary = sharedSummary
        self.content = content
    }
}

extension CollaborationDraft: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("offer") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        item = try Item(from: &fields)
        offer = try fields.read("offer")
        options = try fields.read("options")
        conversation = try fields.read("conversation")
        method = try fields.read("method")
        representations = try fields.read("representations")
        text = try fields.read("text")
        localIdentifier = try fields.readOptional("localIdentifier")
        initiatorHandle = try fields.readOptional("initiatorHandle")
        initiatorName = try fields.readOptional("initiatorName")
        url = try fields.readOptional("url")
        sharedSummary = try fields.readOptional("sharedSummary")
        content = try fields.readOptional("content")
    }

    package func writeMembers(to json: inout JSONWriter) {
        item.writeMembers(to: &json)
        json.member("offer", offer)
        json.member("options", options)
        json.member("conversation", conversation)
        json.member("method", method)
        json.member("representations", representations)
        json.member("text", text)
        if let localIdentifier { json.member("localIdentifier", localIdentifier) }
        if let initiatorHandle { json.member("initiatorHandle", initiatorHandle) }
        if let initiatorName { json.member("initiatorName", initiatorName) }
        if let url { json.member("url", url) }
        if let sharedSummary { json.member("sharedSummary", sharedSummary) }
        if let content { json.member("content", content) }
    }
}

extension CollaborationDraft {
    /// An item to share.
    package enum Item: Sendable, Equatable {
        /// A new document with this title.
        case new(title: String)
        /// An existing document that is not shared.
        case document(_ document: DocumentID)
        /// A shared document.
        case share(_ share: ShareID)
        /// A file that will become a document, by its path.
        case file(_ file: String)
    }
}

extension CollaborationDraft.Item: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("title") || fields.has("document") || fields.has("share") || fields.has("file") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        if let title: String = try fields.readOptional("title") {
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with title")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with title")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with title")
            }
            self = .new(title: title)
        } else if let document: DocumentID = try fields.readOptional("document") {
            guard !fields.has("title") else {
                throw fields.invalid("title", "cannot be given together with document")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with document")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with document")
            }
            self = .document(document)
        } else if let share: ShareID = try fields.readOptional("share") {
            guard !fields.has("title") else {
                throw fields.invalid("title", "cannot be given together with share")
            }
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with share")
            }
            guard !fields.has("file") else {
                throw fields.invalid("file", "cannot be given together with share")
            }
            self = .share(share)
        } else if let file: String = try fields.readOptional("file") {
            guard !fields.has("title") else {
                throw fields.invalid("title", "cannot be given together with file")
            }
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with file")
            }
            guard !fields.has("share") else {
                throw fields.invalid("share", "cannot be given together with file")
            }
            self = .file(file)
        } else {
            throw fields.invalid("title", "is missing: give title, document, share or file")
        }
    }

    package func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .new(let title):
                json.member("title", title)
            case .document(let document):
                json.member("document", document)
            case .share(let share):
                json.member("share", share)
            case .file(let file):
                json.member("file", file)
        }
    }
}
