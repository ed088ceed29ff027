// Written by script/contract: change the contract instead.

/// A change of a document, in the terms of highlight events, so that an app can post a notice about it.
public struct DocumentChange: Sendable, Equatable {
    /// The change.
    public var action: Action
    /// The author.
    public var person: Handle

    /// Creates a value from its members.
    public init(action: Action, person: Handle) {
        self.action = action
        self.person = person
    }
}

extension DocumentChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("change") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("change")
        person = try fields.read("by")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("change", action)
        json.member("by", person)
    }
}

extension DocumentChange {
    /// A change and the people it mentions.
    public struct Action: Sendable, Equatable {
        /// The change.
        public var kind: DocumentChange.Kind
        /// The people that the added text mentions, each once; only people on the share (`ev-mention`).
        public var mentions: [Handle]

        /// Creates a value from its members.
        public init(kind: DocumentChange.Kind, mentions: [Handle] = []) {
            self.kind = kind
            self.mentions = mentions
        }
    }
}

extension DocumentChange.Action: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try DocumentChange.Kind(from: &fields)
        mentions = try fields.readOptional("mentions") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        kind.writeMembers(to: &json)
        if !mentions.isEmpty { json.member("mentions", mentions) }
    }
}

extension DocumentChange {
    /// A change, without mentions.
    public enum Kind: Sendable, Hashable {
        /// The text changed, or a comment was added.
        case change(_ trigger: HighlightEvent.ChangeTrigger)
        /// The document was created, deleted, moved or renamed.
        case persistence(_ persistence: DocumentChange.Persistence)
    }
}

extension DocumentChange.Kind: JSONRecord {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `change`
        case `persistence`
    }

    /// Its word of `type`.
    public var kind: Kind {
        switch self {
            case .change: .change
            case .persistence: .persistence
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("type") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("type")
        switch kind {
            case .change:
                self = .change(try fields.read("trigger"))
            case .persistence:
                self = .persistence(try DocumentChange.Persistence(from: &fields))
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("type", kind)
        switch self {
            case .change(let trigger):
                json.member("trigger", trigger)
            case .persistence(let persistence):
                persistence.writeMembers(to: &json)
        }
    }
}

extension DocumentChange {
    /// A change of the document as a whole.
    public enum Persistence: Sendable, Hashable {
        /// It was created.
        case created
        /// It was renamed.
        case renamed(to: String)
        /// It was moved to a folder.
        case moved(to: String)
        /// It was deleted.
        case deleted
    }
}

extension DocumentChange.Persistence: JSONRecord {
    /// The words of `trigger`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `created`
        case `renamed`
        case `moved`
        case `deleted`
    }

    /// Its word of `trigger`.
    public var kind: Kind {
        switch self {
            case .created: .created
            case .renamed: .renamed
            case .moved: .moved
            case .deleted: .deleted
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("trigger") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("trigger")
        switch kind {
            case .created:
                self = .created
            case .renamed:
                self = .renamed(to: try fields.read("title"))
            case .moved:
                self = .moved(to: try fields.read("folder"))
            case .deleted:
                self = .deleted
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("trigger", kind)
        switch self {
            case .created: break
            case .renamed(let to):
                json.member("title", to)
            case .moved(let to):
                json.member("folder", to)
            case .deleted: break
        }
    }
}

/// A change of a document as an app sees it. For privacy it has no names of the author or the mentioned people.
public struct AppDocumentChange: Sendable, Hashable {
    /// The change.
    public var action: Action
    /// True if the app's own person made the change.
    public var isMine: Bool

    /// Creates a value from its members.
    public init(action: Action, isMine: Bool) {
        self.action = action
        self.isMine = isMine
    }
}

extension AppDocumentChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("change") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("change")
        isMine = try fields.read("isMine")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("change", action)
        json.member("isMine", isMine)
    }
}

extension AppDocumentChange {
    /// A change with its mentions, as an app sees it.
    public struct Action: Sendable, Hashable {
        /// The change.
        public var kind: DocumentChange.Kind
        /// The people that the added text mentions, by the root hashes of their identities.
        public var mentions: [String]

        /// Creates a value from its members.
        public init(kind: DocumentChange.Kind, mentions: [String] = []) {
            self.kind = kind
            self.mentions = mentions
        }
    }
}

extension AppDocumentChange.Action: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try DocumentChange.Kind(from: &fields)
        mentions = try fields.readOptional("mentions") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        kind.writeMembers(to: &json)
        if !mentions.isEmpty { json.member("mentions", mentions) }
    }
}
