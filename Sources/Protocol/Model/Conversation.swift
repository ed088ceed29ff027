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
