/// The subject of a notice: an event of a collaboration, or a change of the group that its owner may want to apply to
/// the group's documents.
public enum NoticeEvent: Sendable, Hashable {
    /// A highlight event that an app posted.
    case highlight(HighlightEvent)
    /// A person joined or left a conversation. The owner of shared documents in it is asked whether to add or remove
    /// the person there too (`group-sync-prompt-add`, `group-sync-prompt-remove`).
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

    /// The highlight event; nil for a change of the group.
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
