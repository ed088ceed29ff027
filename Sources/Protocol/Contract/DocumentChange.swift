/// What was done to a document, in the words of highlight events: that is what an app may post a notice of.
public struct DocumentChange: Sendable, Equatable {
    /// What was done, without who was called by it.
    public enum Kind: Sendable, Hashable {
        /// It came into being.
        case created
        /// Its text is another.
        case edited
        /// Somebody said something about it.
        case commented
        /// It has that title.
        case renamed(to: String)
        /// It is in that folder.
        case moved(to: String)
        /// It is gone.
        case deleted
    }

    /// What was done.
    public var kind: Kind
    /// Whom the words that were added mention: people on the share only, each once (`ev-mention`).
    public var mentions: [Handle]
    /// Who did it.
    public var person: Handle

    /// A change.
    public init(_ kind: Kind, mentions: [Handle] = [], by person: Handle) {
        self.kind = kind
        self.mentions = mentions
        self.person = person
    }
}

/// What was done to a document as an app is told it: who did it, and who was mentioned, has no name (law 7).
public struct AppDocumentChange: Sendable, Hashable {
    /// What was done.
    public var kind: DocumentChange.Kind
    /// Whom the words that were added mention.
    public var mentions: [PersonIdentity]
    /// Whether the person whom the app runs as did it.
    public var isMine: Bool

    /// A change.
    public init(_ kind: DocumentChange.Kind, mentions: [PersonIdentity], isMine: Bool) {
        self.kind = kind
        self.mentions = mentions
        self.isMine = isMine
    }
}

extension DocumentChange.Kind {
    private enum Trigger: String, JSONWord { case created, edit, comment, renamed, moved, deleted }

    private var trigger: Trigger {
        switch self {
        case .created: .created
        case .edited: .edit
        case .commented: .comment
        case .renamed: .renamed
        case .moved: .moved
        case .deleted: .deleted
        }
    }

    /// The highlight event that says it to others.
    public var event: HighlightEvent {
        switch self {
        case .created: .persistence(.created)
        case .edited: .change(.edit)
        case .commented: .change(.comment)
        case .renamed(let title): .persistence(.renamed(to: title))
        case .moved: .persistence(.moved)
        case .deleted: .persistence(.deleted)
        }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("type", event.words.type)
        json.member("trigger", trigger.rawValue)
        switch self {
        case .renamed(let title): json.member("title", title)
        case .moved(let folder): json.member("folder", folder)
        case .created, .edited, .commented, .deleted: break
        }
    }

    init(from fields: inout JSONFields) throws(InvalidField) {
        let type: String = try fields.read("type")
        let trigger: Trigger = try fields.read("trigger")
        switch trigger {
        case .created: self = .created
        case .edit: self = .edited
        case .comment: self = .commented
        case .renamed: self = .renamed(to: try fields.read("title"))
        case .moved: self = .moved(to: try fields.read("folder"))
        case .deleted: self = .deleted
        }
        guard type == event.words.type else { throw fields.invalid("type", "has no such trigger") }
    }
}

extension DocumentChange: JSONRecord {
    /// Appends `{type, trigger, title?, folder?, mentions?}`, without who did it.
    public func write(to json: inout JSONWriter) {
        json.object {
            kind.writeMembers(to: &$0)
            if !mentions.isEmpty { $0.member("mentions", mentions) }
        }
    }

    /// Appends the members `change` and `by`.
    public func writeMembers(to json: inout JSONWriter) {
        json.key("change")
        write(to: &json)
        json.member("by", person)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var change = try fields.fields("change")
        kind = try Kind(from: &change)
        mentions = try change.readOptional("mentions") ?? []
        person = try fields.read("by")
    }
}

extension AppDocumentChange: JSONRecord {
    /// Appends `{type, trigger, title?, folder?, mentions?}`, the mentioned by their root hashes.
    public func write(to json: inout JSONWriter) {
        json.object {
            kind.writeMembers(to: &$0)
            if !mentions.isEmpty { $0.member("mentions", mentions.map(\.rootHash)) }
        }
    }

    /// Reads the `change` of an answer to the app that asked for it; nil where there is none.
    public init?(answer change: JSONValue?) throws(InvalidField) {
        guard let change else { return nil }
        var fields = try JSONFields(["change": change, "isMine": true])
        self = try Self(from: &fields)
    }

    /// Appends the members `change` and `isMine`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("change", self)
        json.member("isMine", isMine)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var change = try fields.fields("change")
        kind = try DocumentChange.Kind(from: &change)
        let hashes: [String] = try change.readOptional("mentions") ?? []
        mentions = hashes.map { PersonIdentity(rootHash: $0) }
        isMine = try fields.read("isMine")
    }
}
