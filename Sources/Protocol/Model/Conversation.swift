extension ThreadEntry {
    /// The id of what stands there.
    public var id: String {
        switch self {
        case .message(let message): message.id.rawValue
        case .notice(let notice): notice.id.rawValue
        case .system(let id, _): id
        }
    }
}

extension Conversation {
    /// Its members, in the order in which they joined.
    public var participants: [Handle] { people.map(\.handle) }
}
