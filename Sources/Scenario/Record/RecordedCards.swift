import ChatConnection
import ChatProtocol

/// The contact cards and blocks of people from before a recording.
struct RecordedCards {
    /// A card of one person for another, or a block of one person by another.
    struct Card: Hashable {
        let owner: Handle
        let other: Handle
    }

    /// The cards, in the order of each owner's list.
    private(set) var contacts: [Card] = []
    private(set) var blocked: [Card] = []
    /// The display names of the people on the lists.
    private(set) var names: [Handle: String] = [:]

    /// Adds the list of a person.
    ///
    /// - Returns: The people on it.
    mutating func add(_ list: JSONValue, of owner: Handle) -> [Handle] {
        func people(_ key: String) -> [Person] { list.list(key).compactMap { try? Person(told: $0, as: key) } }
        let all = (contacts: people("contacts"), blocked: people("blocked"))
        contacts += all.contacts.map { Card(owner: owner, other: $0.handle) }
        blocked += all.blocked.map { Card(owner: owner, other: $0.handle) }
        for person in all.contacts + all.blocked { names[person.handle] = person.name }
        return (all.contacts + all.blocked).map(\.handle)
    }

    /// Returns the cards without the changes of later notifications, which the lists already contained.
    func undoing(_ heard: ArraySlice<ScriptedClient.Notified>) -> RecordedCards {
        var before = self
        for done in heard.reversed().compactMap({ DoneRequest($0) }) where done.isDone {
            func card(_ owner: Handle?, _ other: Handle) -> Card? {
                (owner ?? done.person).map { Card(owner: $0, other: other) }
            }
            switch done.request {
            case .contactAdd(let it):
                before.contacts.removeAll { $0.owner == it.person ?? done.person && it.handles.contains($0.other) }
            case .contactRemove(let it): before.contacts += [card(it.person, it.handle)].compactMap { $0 }
            case .contactBlock(let it): before.blocked.removeAll { $0 == card(it.person, it.handle) }
            case .contactUnblock(let it): before.blocked += [card(it.person, it.handle)].compactMap { $0 }
            default: continue
            }
        }
        return before
    }
}
