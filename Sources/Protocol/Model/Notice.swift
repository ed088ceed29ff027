/// What a notice is about: something that happened in a collaboration, or a change of the group that its owner may want
/// to follow.
public enum NoticeEvent: Sendable, Hashable {
    /// A highlight event that an app posted.
    case highlight(HighlightEvent)
    /// Somebody came to a conversation or went from it, and the owner of documents there is asked whether they come
    /// to those as well, or go (`group-sync-prompt-add`, `group-sync-prompt-remove`).
    case group(GroupChange, person: Handle)
    /// The word for the type of a prompt.
    static let groupType = "group"

    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        switch self {
        case .highlight(let event): event.words
        case .group(let change, _): (Self.groupType, change.rawValue)
        }
    }

    /// The highlight event, if it is one.
    public var highlight: HighlightEvent? {
        if case .highlight(let event) = self { event } else { nil }
    }
}

extension Notice {
    /// Whether it is a prompt that was answered, closed or withdrawn: it stands in the thread and waits no longer.
    public var isSettled: Bool { event.highlight == nil && actions.isEmpty }

    /// The link of the collaboration that it is about.
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

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        if fields.value("type")?.stringValue == Self.groupType {
            self = .group(try fields.read("trigger"), person: try fields.read("person"))
        } else {
            self = .highlight(try HighlightEvent(from: &fields))
        }
    }
}
