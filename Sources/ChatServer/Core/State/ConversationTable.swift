package import ChatProtocol

/// The conversations of a world, and which of them changed while somebody reads all of them (law 14).
package struct ConversationTable: Equatable, Sendable {
    private var conversations: [ConversationID: ConversationState] = [:]
    /// The number of the newest change of each one that changed since somebody watches; nil while nobody does.
    private var changes: [ConversationID: Int]?
    /// How many changes there were while somebody watched.
    package private(set) var changeCount = 0

    package subscript(id: ConversationID) -> ConversationState? {
        get { conversations[id] }
        _modify {
            if changes != nil { noteChange(of: id) }
            yield &conversations[id]
        }
    }

    var values: some Collection<ConversationState> { conversations.values }

    /// Whether changes are noted.
    package var isWatched: Bool {
        get { changes != nil }
        set { changes = newValue ? changes ?? [:] : nil }
    }

    /// Notes that a conversation reads otherwise, where somebody watches.
    package mutating func noteChange(of id: ConversationID) {
        guard changes != nil else { return }
        changeCount += 1
        changes?[id] = changeCount
    }

    /// Whether a conversation changed since there were so many changes.
    package func hasChanged(_ id: ConversationID, since count: Int) -> Bool { changes?[id].map { $0 > count } == true }

    /// Whether they are the same conversations, whoever watches.
    package static func == (left: Self, right: Self) -> Bool { left.conversations == right.conversations }
}
