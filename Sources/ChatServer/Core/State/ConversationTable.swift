package import ChatProtocol

/// The conversations of a world.
package struct ConversationTable: Equatable, Sendable {
    /// Each where it was put, so that it is changed in place; the first place is nobody's, and empty.
    private var places: [ConversationState?] = [nil]
    /// Where each stands, by the positions that their ids say, and of those that say none by the ids themselves.
    private var numbers = PositionTable()
    private var others: [ConversationID: Int] = [:]

    /// The conversation of that id, lent and not copied. One that is put in stays.
    package subscript(id: ConversationID) -> ConversationState? {
        _read { yield places[place(of: id)] }
        _modify {
            let place = place(of: id)
            if place > 0 {
                yield &places[place]
            } else {
                var new: ConversationState?
                defer { if new != nil { add(new, id) } }
                yield &new
            }
        }
    }

    /// The number of the newest message of a conversation, for one of its members; nil for everyone else. This and what
    /// follows is asked for each message, and found with one look.
    func lastSequence(of id: ConversationID, for person: Handle) -> Int64? {
        let place = place(of: id)
        return places[place]?.members.contains(person) == true ? places[place]?.lastSequence : nil
    }

    /// Whether nobody hides the alerts of a conversation that there is.
    func hidesNoAlerts(_ id: ConversationID) -> Bool { places[place(of: id)]?.muted.isEmpty == true }

    /// The members who deleted a conversation and do not have it on their lists, in order.
    func peopleWhoDeleted(_ id: ConversationID) -> [Handle] {
        let place = place(of: id)
        guard places[place]?.deleted.isEmpty == false, let conversation = places[place] else { return [] }
        return conversation.deleted.filter(\.value.isOffList).keys.sorted()
    }

    /// Takes in a new message of a conversation that there is.
    mutating func take(_ message: Message, at position: Int64) {
        let place = place(of: message.conversation)
        places[place]?.take(message, at: position)
    }

    private func place(of id: ConversationID) -> Int {
        // Other ids may say the same position.
        if let position = id.position, let place = numbers[position], places[place]?.id == id { return place }
        return others.isEmpty ? 0 : others[id] ?? 0
    }

    private mutating func add(_ new: ConversationState?, _ id: ConversationID) {
        if let position = id.position, position > 0, numbers[position] == nil {
            numbers.insert(places.count, at: position)
        } else {
            others[id] = places.count
        }
        places.append(new)
    }

    var values: some Collection<ConversationState> { places.lazy.compactMap(\.self) }

    /// Whether they are the same conversations.
    package static func == (left: Self, right: Self) -> Bool {
        left.places.count == right.places.count && left.values.allSatisfy { $0 == right[$0.id] }
    }
}
