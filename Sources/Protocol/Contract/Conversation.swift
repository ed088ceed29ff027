/// One entry of a thread, as `conversation.history` pages it.
public enum ThreadEntry: Sendable, Equatable {
    /// Something that was said.
    case message(Message)
    /// A highlight event, as a centred row.
    case notice(Notice)
    /// What happened to the conversation itself.
    case system(id: String, text: String)
}

// MARK: JSON

extension ThreadEntry: JSONRecord {
    private enum Kind: String, JSONWord { case message, notice, system }

    /// The id of what stands there.
    public var id: String {
        switch self {
        case .message(let message): message.id.rawValue
        case .notice(let notice): notice.id.rawValue
        case .system(let id, _): id
        }
    }

    /// Appends `{kind, id, message? , notice?, text?}`.
    public func writeMembers(to json: inout JSONWriter) {
        let kind: Kind =
            switch self {
            case .message: .message
            case .notice: .notice
            case .system: .system
            }
        json.member("kind", kind)
        json.member("id", id)
        switch self {
        case .message(let message): json.member("message", message)
        case .notice(let notice): json.member("notice", notice)
        case .system(_, let text): json.member("text", text)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("kind")
        switch kind {
        case .message: self = .message(try fields.read("message"))
        case .notice: self = .notice(try fields.read("notice"))
        case .system: self = .system(id: try fields.read("id"), text: try fields.read("text"))
        }
    }
}

extension Conversation {
    /// Its members, in the order in which they joined.
    public var participants: [Handle] { people.map(\.handle) }
}
