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
