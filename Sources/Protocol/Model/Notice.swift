/// The subject of a notice: an event of a collaboration, or a question to those who manage it.
public enum NoticeEvent: Sendable, Hashable {
    /// A highlight event that an app posted.
    case highlight(HighlightEvent)
    /// A person joined or left a conversation. The owner of shared documents in it is asked whether to add or remove
    /// the person there too (`group-sync-prompt-add`, `group-sync-prompt-remove`). Or a person asks for access, and the
    /// owner and the administrators are asked (`ck-access-requests`).
    case group(GroupChange, person: Handle)
    /// The `type` of a prompt on the wire.
    static let groupType = "group"

    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        switch self {
        case .highlight(let event): event.words
        case .group(let change, _): (Self.groupType, change.rawValue)
        }
    }

    /// The highlight event; nil for a question.
    public var highlight: HighlightEvent? {
        if case .highlight(let event) = self { event } else { nil }
    }
}

extension Notice {
    /// True if the notice is a prompt that was answered, closed or withdrawn. It stays in the thread without actions.
    public var isAnswered: Bool { event.highlight == nil && actions.isEmpty }

    /// The link of the collaboration.
    public var collaborationURL: String { documentURL ?? url }
}

extension NoticeEvent: JSONRecord {
    /// Appends `{type, trigger?, mentioned?, person?, title?}`.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .highlight(let event): event.writeMembers(to: &json)
        case .group(let change, let person):
            json.member("type", Self.groupType)
            json.member("trigger", change)
            json.member("person", person)
        }
    }

    /// Reads the members that ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        // A member is read once, and a highlight event reads its type itself.
        var group = fields
        guard group.value("type")?.stringValue == Self.groupType else {
            self = .highlight(try HighlightEvent(from: &fields))
            return
        }
        fields = group
        self = .group(try fields.read("trigger"), person: try fields.read("person"))
    }
}

extension ThreadEntry {
    /// The id of the message, the notice or the system line.
    public var id: String {
        switch self {
        case .message(let message): message.id.rawValue
        case .notice(let notice): notice.id.rawValue
        case .system(let id, _): id
        }
    }
}

extension Conversation {
    /// The handles of the members, in the order in which they joined.
    public var participants: [Handle] { people.map(\.handle) }
}

extension PostNotice {
    /// A person on a collaboration, as its app identifies them (`ev-mention`).
    public enum Subject: Sendable, Equatable {
        /// A person by their handle.
        case handle(Handle)
        /// The app's own person, if the event names no person.
        case caller
        /// A person by their identity in the collaboration.
        case identity(PersonIdentity)
    }

    /// An event with people as the app identifies them.
    public enum Event: Sendable, Equatable {
        /// The content was edited or commented on.
        case change(HighlightEvent.ChangeTrigger)
        /// A person joined or left.
        case membership(HighlightEvent.MembershipTrigger, Subject)
        /// A person was mentioned.
        case mention(Subject)
        /// The document was created, deleted, moved or renamed.
        case persistence(HighlightEvent.Persistence)

        /// Returns the event with the handles of its people.
        public func resolved<Failure: Error>(
            _ handle: (Subject) throws(Failure) -> Handle
        ) throws(Failure) -> HighlightEvent {
            switch self {
            case .change(let trigger): .change(trigger)
            case .membership(let trigger, let subject): .membership(trigger, person: try handle(subject))
            case .mention(let subject): .mention(try handle(subject))
            case .persistence(let persistence): .persistence(persistence)
            }
        }
    }
}

extension PostNotice.Event {
    /// Creates the event from a highlight event, with people by their handles.
    public init(_ event: HighlightEvent) {
        self =
            switch event {
            case .change(let trigger): .change(trigger)
            case .membership(let trigger, let person): .membership(trigger, .handle(person))
            case .mention(let mentioned): .mention(.handle(mentioned))
            case .persistence(let persistence): .persistence(persistence)
            }
    }
}

extension PostNotice.Event: JSONRecord {
    /// Appends `{type, trigger?, mentioned?, person?, identity?, title?}`.
    public func writeMembers(to json: inout JSONWriter) {
        let (type, subject): (HighlightEvent.Kind, PostNotice.Subject?) =
            switch self {
            case .change: (.change, nil)
            case .membership(_, let subject): (.membership, subject)
            case .mention(let subject): (.mention, subject)
            case .persistence: (.persistence, nil)
            }
        json.member("type", type)
        switch self {
        case .change(let trigger): json.member("trigger", trigger)
        case .membership(let trigger, _): json.member("trigger", trigger)
        case .mention: break
        case .persistence(let persistence): persistence.writeMembers(to: &json)
        }
        switch subject {
        case .handle(let handle): json.member(type == .mention ? "mentioned" : "person", handle)
        case .identity(let identity): json.member("identity", identity.rootHash)
        case .caller, nil: break
        }
    }

    /// Reads the members that ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        let identity: String? = try fields.readOptional("identity")
        for member: StaticString in ["mentioned", "person"] where identity != nil && fields.has(member) {
            throw fields.invalid("\(member)", "cannot be combined with identity: give one of them")
        }
        let subject = identity.map { PostNotice.Subject.identity(PersonIdentity(rootHash: $0)) }
        let kind: HighlightEvent.Kind = try fields.read("type")
        switch kind {
        case .membership:
            let person: Handle? = try fields.readOptional("person")
            self = .membership(try fields.read("trigger"), subject ?? person.map { .handle($0) } ?? .caller)
        case .mention:
            if let subject { self = .mention(subject) } else { self = .mention(.handle(try fields.read("mentioned"))) }
        case .change, .persistence:
            guard identity == nil else {
                throw fields.invalid("identity", "belongs to a mention or a membership event")
            }
            if kind == .change {
                self = .change(try fields.read("trigger"))
            } else {
                self = .persistence(try HighlightEvent.Persistence(from: &fields))
            }
        }
    }
}
