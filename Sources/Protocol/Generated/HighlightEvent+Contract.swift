// Written by script/contract: change the contract instead.

extension HighlightEvent {
    /// The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`.
    public enum ChangeTrigger: String, CaseIterable, Sendable {
        /// An edit (raw value 1).
        case `edit`
        /// A comment (raw value 2).
        case `comment`
    }
}

extension HighlightEvent.ChangeTrigger: JSONWord {}

extension HighlightEvent {
    /// The triggers of a membership event, with the raw values of `SWHighlightMembershipEventTrigger`.
    public enum MembershipTrigger: String, CaseIterable, Sendable {
        /// Someone was added or joined (raw value 1).
        case `addedCollaborator`
        /// Someone was removed or left (raw value 2).
        case `removedCollaborator`
    }
}

extension HighlightEvent.MembershipTrigger: JSONWord {}

/// An event of a collaboration: one of the four events of SharedWithYou (`ev-change`, `ev-membership`, `ev-mention`,
/// `ev-persistence`). It has no value for a meaningless event, such as a mention without a person.
public enum HighlightEvent: Sendable, Hashable {
    /// The content was edited or commented on.
    case change(_ trigger: ChangeTrigger)
    /// Someone joined or left the collaboration.
    case membership(_ trigger: MembershipTrigger, person: Handle)
    /// Someone was mentioned in the content.
    case mention(_ mentioned: Handle)
    /// The document was created, deleted, moved or renamed.
    case persistence(_ persistence: Persistence)
}

extension HighlightEvent: JSONRecord {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `change`
        case `membership`
        case `mention`
        case `persistence`
    }

    /// Its word of `type`.
    public var kind: Kind {
        switch self {
            case .change: .change
            case .membership: .membership
            case .mention: .mention
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
            case .membership:
                self = .membership(try fields.read("trigger"), person: try fields.read("person"))
            case .mention:
                self = .mention(try fields.read("mentioned"))
            case .persistence:
                self = .persistence(try Persistence(from: &fields))
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("type", kind)
        switch self {
            case .change(let trigger):
                json.member("trigger", trigger)
            case .membership(let trigger, let person):
                json.member("trigger", trigger)
                json.member("person", person)
            case .mention(let mentioned):
                json.member("mentioned", mentioned)
            case .persistence(let persistence):
                persistence.writeMembers(to: &json)
        }
    }
}

extension HighlightEvent {
    /// A change of the document as a whole.
    public enum Persistence: Sendable, Hashable {
        /// It was created (raw value 1).
        case created
        /// It was deleted (raw value 2).
        case deleted
        /// It was renamed to this name (raw value 3).
        case renamed(to: String)
        /// It was moved (raw value 4).
        case moved
    }
}

extension HighlightEvent.Persistence: JSONRecord {
    /// The words of `trigger`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `created`
        case `deleted`
        case `renamed`
        case `moved`
    }

    /// Its word of `trigger`.
    public var kind: Kind {
        switch self {
            case .created: .created
            case .deleted: .deleted
            case .renamed: .renamed
            case .moved: .moved
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("trigger") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("trigger")
        switch kind {
            case .created:
                self = .created
            case .deleted:
                self = .deleted
            case .renamed:
                self = .renamed(to: try fields.read("title"))
            case .moved:
                self = .moved
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("trigger", kind)
        switch self {
            case .created: break
            case .deleted: break
            case .renamed(let to):
                json.member("title", to)
            case .moved: break
        }
    }
}
