package import ChatProtocol

/// The conversations of a world, and which of them changed while somebody reads all of them (law 14).
package struct ConversationTable: Equatable, Sendable {
    /// Each where it was put, so that it is changed in place; the first place is nobody's, and empty.
    private var places: [ConversationState?] = [nil]
    private var numbers: [ConversationID: Int] = [:]
    /// The number of the newest change of each one that changed since somebody watches; nil while nobody does.
    private var changes: [ConversationID: Int]?
    /// How many changes there were while somebody watched.
    package private(set) var changeCount = 0

    /// The conversation of that id, lent and not copied. One that is put in stays.
    package subscript(id: ConversationID) -> ConversationState? {
        _read { yield places[numbers[id] ?? 0] }
        _modify {
            if changes != nil { noteChange(of: id) }
            if let number = numbers[id] {
                yield &places[number]
            } else {
                var new: ConversationState?
                defer {
                    if new != nil {
                        numbers[id] = places.count
                        places.append(new)
                    }
                }
                yield &new
            }
        }
    }

    var values: some Collection<ConversationState> { places.lazy.compactMap(\.self) }

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
    package static func == (left: Self, right: Self) -> Bool {
        left.numbers.count == right.numbers.count && left.numbers.keys.allSatisfy { left[$0] == right[$0] }
    }
}
