extension PostNotice {
    /// Somebody on a collaboration, as its app names them (`ev-mention`).
    public enum Subject: Sendable, Equatable {
        /// By their handle.
        case handle(Handle)
        /// The app's own person, where nobody is named.
        case caller
        /// By their identity in it.
        case identity(PersonIdentity)
    }

    /// What happened, with people as the app names them.
    public enum Event: Sendable, Equatable {
        /// The content was worked on.
        case change(HighlightEvent.ChangeTrigger)
        /// Someone joined or left.
        case membership(HighlightEvent.MembershipTrigger, Subject)
        /// Someone was mentioned.
        case mention(Subject)
        /// The content itself came, went, moved, or has a new name.
        case persistence(HighlightEvent.Persistence)

        /// The event with people as the server knows them.
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
    /// A highlight event, with people by their handles.
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

    /// Reads what ``writeMembers(to:)`` writes.
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
