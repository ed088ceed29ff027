/// What happened in a collaboration: one of the four events of SharedWithYou (`ev-change`, `ev-membership`,
/// `ev-mention`, `ev-persistence`). An event without meaning, such as a mention of nobody, has no value here.
public enum HighlightEvent: Sendable, Hashable {
    /// The content was worked on.
    case change(ChangeTrigger)
    /// Someone joined or left the collaboration.
    case membership(MembershipTrigger, person: Handle)
    /// Someone was mentioned in the content.
    case mention(Handle)
    /// The content itself came, went, moved, or has a new name.
    case persistence(Persistence)

    /// The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`.
    public enum ChangeTrigger: String, CaseIterable, Sendable {
        /// An edit (raw value 1).
        case edit
        /// A comment (raw value 2).
        case comment

        /// The number in SharedWithYou.
        public var triggerValue: Int { self == .edit ? 1 : 2 }
    }

    /// The triggers of a membership event, with the raw values of `SWHighlightMembershipEventTrigger`.
    public enum MembershipTrigger: String, CaseIterable, Sendable {
        /// Someone was added or joined (raw value 1).
        case addedCollaborator
        /// Someone was removed or left (raw value 2).
        case removedCollaborator

        /// The number in SharedWithYou.
        public var triggerValue: Int { self == .addedCollaborator ? 1 : 2 }
    }

    /// What became of the content.
    public enum Persistence: Sendable, Hashable {
        /// It was created (raw value 1).
        case created
        /// It was deleted (raw value 2).
        case deleted
        /// It has that new name (raw value 3).
        case renamed(to: String)
        /// It was moved (raw value 4).
        case moved

        /// The number in SharedWithYou.
        public var triggerValue: Int {
            switch self {
            case .created: 1
            case .deleted: 2
            case .renamed: 3
            case .moved: 4
            }
        }
    }
}

// MARK: JSON

extension HighlightEvent: JSONWritable {
    private enum Kind: String, CaseIterable { case change, membership, mention, persistence }
    private enum PersistenceTrigger: String, CaseIterable { case created, deleted, renamed, moved }

    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        switch self {
        case .change(let trigger): (Kind.change.rawValue, trigger.rawValue)
        case .membership(let trigger, _): (Kind.membership.rawValue, trigger.rawValue)
        case .mention: (Kind.mention.rawValue, nil)
        case .persistence(.created): (Kind.persistence.rawValue, PersistenceTrigger.created.rawValue)
        case .persistence(.deleted): (Kind.persistence.rawValue, PersistenceTrigger.deleted.rawValue)
        case .persistence(.renamed): (Kind.persistence.rawValue, PersistenceTrigger.renamed.rawValue)
        case .persistence(.moved): (Kind.persistence.rawValue, PersistenceTrigger.moved.rawValue)
        }
    }

    /// Appends `{type, trigger?, mentioned?, person?, title?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("type", words.type)
            $0.member("trigger", words.trigger)
            switch self {
            case .change: break
            case .membership(_, let person): $0.member("person", person)
            case .mention(let mentioned): $0.member("mentioned", mentioned)
            case .persistence(.renamed(let title)): $0.member("title", title)
            case .persistence: break
            }
        }
    }

    /// Reads `{type, trigger?, mentioned?, person?, title?}`.
    ///
    /// - Parameter caller: whom a membership event is about if it does not say.
    /// - Throws: ``InvalidField`` for a missing or foreign trigger, or a member that this type does not have.
    public init(from fields: inout JSONFields, caller: Handle?) throws(InvalidField) {
        switch try fields.word("type", Kind.self) {
        case .change: self = .change(try fields.word("trigger"))
        case .membership:
            let trigger = try fields.word("trigger", MembershipTrigger.self)
            guard let person = try fields.optionalHandle("person") ?? caller else {
                throw fields.invalid("person", "is missing: whom the event is about")
            }
            self = .membership(trigger, person: person)
        case .mention: self = .mention(try fields.handle("mentioned"))
        case .persistence:
            switch try fields.word("trigger", PersistenceTrigger.self) {
            case .created: self = .persistence(.created)
            case .deleted: self = .persistence(.deleted)
            case .moved: self = .persistence(.moved)
            case .renamed: self = .persistence(.renamed(to: try fields.string("title")))
            }
        }
    }
}
