// Written by script/contract: change the contract instead.
package import ChatProtocol

/// An action that an app must answer, as the log stores it. The stored form includes the people; the app's own form
/// (``RequestedAction``) has no field for them.
package struct CollaborationAction: Sendable, Equatable {
    /// Its id: `x` and the position of its event.
    package var id: ActionID
    /// The app that must answer.
    package var app: AppID
    /// The person that the app runs for.
    package var person: Handle
    /// The end of the time for the answer.
    package var dueAt: Instant
    /// The purpose of the action.
    package var purpose: Purpose
    /// The title of the document.
    package var title: String
    /// The conversation for the message; nil without a message.
    package var conversation: ConversationID?
    /// The app's options at that time.
    package var options: ShareOptions
    /// The chosen options.
    package var selected: [String]
    /// The forms of the document besides its link.
    package var representations: [Share.Representation]
    /// The people who get access.
    package var added: [Handle]
    /// The people who lose access.
    package var removed: [Handle]

    /// Creates a value from its members.
    package init(id: ActionID, app: AppID, person: Handle, dueAt: Instant, purpose: Purpose, title: String, conversation: ConversationID? = nil, options: ShareOptions, selected: [String] = [], representations: [Share.Representation] = [], added: [Handle] = [], removed: [Handle] = []) {
        self.id = id
        self.app = app
        self.person = person
        self.dueAt = dueAt
        self.purpose = purpose
        self.title = title
        self.conversation = conversation
        self.options = options
        self.selected = selected
        self.representations = representations
        self.added = added
        self.removed = removed
    }
}

extension CollaborationAction: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        app = try fields.read("app")
        person = try fields.read("person")
        dueAt = try fields.read("dueAt")
        purpose = try Purpose(from: &fields)
        title = try fields.read("title")
        conversation = try fields.readOptional("conversation")
        options = try fields.read("options")
        selected = try fields.readOptional("selected") ?? []
        representations = try fields.readOptional("representations") ?? []
        added = try fields.readOptional("added") ?? []
        removed = try fields.readOptional("removed") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("app", app)
        json.member("person", person)
        json.member("dueAt", dueAt)
        purpose.writeMembers(to: &json)
        json.member("title", title)
        if let conversation { json.member("conversation", conversation) }
        json.member("options", options)
        json.member("selected", selected)
        if !representations.isEmpty { json.member("representations", representations) }
        if !added.isEmpty { json.member("added", added) }
        if !removed.isEmpty { json.member("removed", removed) }
    }
}

extension CollaborationAction {
    /// The purpose of an action.
    package enum Purpose: Sendable, Equatable {
        /// A new collaboration: the app creates its link.
        case start(_ start: StartID)
        /// The next step of a new collaboration, or a shared document that is sent again: the app gives people access. The
        /// share has its future members. `isNew` is true if no share existed before.
        case send(_ start: StartID, _ share: Share, isNew: Bool)
        /// A new share without a message: the app creates its link.
        case create(_ start: StartID, _ share: Share)
        /// A change of a share's participants or of who can access it.
        case save(_ start: StartID, _ shareID: ShareID, _ save: SaveShare)
        /// A change of a group that the share follows, as its owner chose.
        case prompt(_ notice: NoticeID, _ shareID: ShareID)
    }
}

extension CollaborationAction.Purpose: JSONRecord {
    /// The words of `for`.
    package enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `start`
        case `send`
        case `create`
        case `save`
        case `prompt`
    }

    /// Its word of `for`.
    package var kind: Kind {
        switch self {
            case .start: .start
            case .send: .send
            case .create: .create
            case .save: .save
            case .prompt: .prompt
        }
    }

    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("for") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("for")
        switch kind {
            case .start:
                self = .start(try fields.read("start"))
            case .send:
                self = .send(try fields.read("start"), try fields.read("share"), isNew: try fields.read("new"))
            case .create:
                self = .create(try fields.read("start"), try fields.read("share"))
            case .save:
                self = .save(try fields.read("start"), try fields.read("shareID"), try fields.read("save"))
            case .prompt:
                self = .prompt(try fields.read("notice"), try fields.read("shareID"))
        }
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("for", kind)
        switch self {
            case .start(let start):
                json.member("start", start)
            case .send(let start, let share, let isNew):
                json.member("start", start)
                json.member("share", share)
                json.member("new", isNew)
            case .create(let start, let share):
                json.member("start", start)
                json.member("share", share)
            case .save(let start, let shareID, let save):
                json.member("start", start)
                json.member("shareID", shareID)
                json.member("save", save)
            case .prompt(let notice, let shareID):
                json.member("notice", notice)
                json.member("shareID", shareID)
        }
    }
}

/// The stored part of a draft that waits for its app. The log erases it when the draft no longer waits.
package struct StoredDraft: Sendable, Equatable {
    /// The text before the link.
    package var text: String?
    /// The app's own name for its document, which is sent to no other person (`meta-local-id`).
    package var localIdentifier: String?

    /// Creates a value from its members.
    package init(text: String? = nil, localIdentifier: String? = nil) {
        self.text = text
        self.localIdentifier = localIdentifier
    }
}

extension StoredDraft: JSONRecord {
    package init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.readOptional("text")
        localIdentifier = try fields.readOptional("localIdentifier")
    }

    package func writeMembers(to json: inout JSONWriter) {
        if let text { json.member("text", text) }
        if let localIdentifier { json.member("localIdentifier", localIdentifier) }
    }
}
