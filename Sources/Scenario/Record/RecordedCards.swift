import ChatConnection
import ChatProtocol

/// Whose cards people had before a recording, and whom they had blocked.
struct RecordedCards {
    /// Somebody's card of another, or that the other is blocked.
    struct Card: Hashable {
        let owner: Handle
        let other: Handle
    }

    /// In the order of each owner's list.
    private(set) var contacts: [Card] = []
    private(set) var blocked: [Card] = []
    /// How the world shows those who are on the lists.
    private(set) var names: [Handle: String] = [:]

    /// Takes somebody's list.
    ///
    /// - Returns: who is on it.
    mutating func add(_ list: JSONValue, of owner: Handle) -> [Handle] {
        var people: [Handle] = []
        func cards(_ key: String) -> [Card] {
            list.list(key).compactMap { entry in
                guard let other = entry.handle("handle") else { return nil }
                names[other] = entry.text("name")
                people.append(other)
                return Card(owner: owner, other: other)
            }
        }
        contacts += cards("contacts")
        blocked += cards("blocked")
        return people
    }

    /// The cards without what was changed about them by requests that are heard later.
    func undoing(_ heard: ArraySlice<ScriptedClient.Notified>) -> RecordedCards {
        var before = self
        for notified in heard.reversed() where notified.method == NotificationName.requestDone {
            guard let request = HeardRequest(notified.params), request.isDone,
                let owner = request.params.handle("person") ?? request.person,
                let other = request.params.handle("handle")
            else { continue }
            let card = Card(owner: owner, other: other)
            switch request.method {
            case .contactAdd: before.contacts.removeAll { $0 == card }
            case .contactRemove: before.contacts.append(card)
            case .contactBlock: before.blocked.removeAll { $0 == card }
            case .contactUnblock: before.blocked.append(card)
            default: continue
            }
        }
        return before
    }
}
