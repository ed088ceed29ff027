package import ChatProtocol

/// The conversations of a world.
package struct ConversationTable: Equatable, Sendable {
    /// The conversations at fixed indices, so that they are changed in place. Index 0 is reserved for unknown ids and
    /// is always empty.
    private var places: [ConversationState?] = [nil]
    /// The indices by the positions in the ids. ``others`` has the indices of ids without a position, or with a
    /// position that another conversation has.
    private var numbers = PositionTable()
    private var others: [ConversationID: Int] = [:]

    /// The conversation with an id, accessed without a copy. A conversation is never removed.
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

    /// Returns the number of the newest message of a conversation for one of its members; nil for everyone else. This
    /// method and the next ones are called for every message, so each takes a single lookup.
    func lastSequence(of id: ConversationID, for person: Handle) -> Int64? {
        let place = place(of: id)
        return places[place]?.members.contains(person) == true ? places[place]?.lastSequence : nil
    }

    /// Returns true if the conversation exists and no person has ever turned on Hide Alerts for it.
    func hidesNoAlerts(_ id: ConversationID) -> Bool { places[place(of: id)]?.muted.isEmpty == true }

    /// Returns the position at which a person joined a conversation; 0 if they are not in it.
    package func joined(_ person: Handle, _ id: ConversationID) -> Int64 { self[id]?.members[person]?.joined ?? 0 }

    /// Returns true if a person may see a message.
    package func isVisible(_ message: Message, to person: Handle) -> Bool {
        self[message.conversation]?.isVisible(message, to: person) == true
    }

    /// Returns the messages that a person deleted from a conversation; nil if there are none.
    package func deleted(by person: Handle, in id: ConversationID) -> DeletedMessages? { self[id]?.deleted[person] }

    /// Returns true if a message is in the person's Recently Deleted.
    package func isRecoverable(_ message: Message, by person: Handle) -> Bool {
        self[message.conversation]?.isRecoverable(message, by: person) == true
    }

    /// The newest visible messages that must be read from the log.
    package var pendingNewestQueries: [NewestMessageQuery] {
        values.flatMap { conversation in
            conversation.deleted.keys.compactMap { soughtHead(of: conversation.id, for: $0) }
        }
    }

    /// Returns the request for the newest message that one member sees; nil if it need not be read from the log.
    private func soughtHead(of id: ConversationID, for person: Handle) -> NewestMessageQuery? {
        self[id]?.soughtHead(for: person).map { NewestMessageQuery(conversation: id, person: person, before: $0) }
    }

    /// Stores the newest message that a member sees.
    package mutating func setHead(_ head: PlacedMessage?, of id: ConversationID, for person: Handle) {
        guard let head, self[id]?.deleted[person] != nil else { return }
        self[id]?.deleted[person]?.head = head
    }

    /// Returns true if a person is or was in a conversation.
    package func wasEverMember(_ person: Handle, of id: ConversationID) -> Bool {
        self[id]?.wasEverMember(person) == true
    }

    /// Returns true if a person received a message at a position of the log: they were a member and had not deleted it.
    func wasDelivered(_ message: Message, to person: Handle, at position: Int64) -> Bool {
        guard let conversation = self[message.conversation] else { return false }
        return conversation.wasThere(person, for: message, at: position)
            && conversation.deleted[person]?.wasDeleted(message.sequence, before: position) != true
    }

    /// Returns the members of a conversation by the time they joined, then its former members.
    func everMembers(of id: ConversationID) -> [Handle] { self[id].map { $0.order + $0.formerMembers } ?? [] }

    /// Returns true if a person hides the alerts of a conversation at a position of the log (`msg-hide-alerts`).
    func isMuted(_ id: ConversationID, by person: Handle, at position: Int64) -> Bool {
        self[id]?.muted[person]?.isOn(at: position) == true
    }

    /// Returns the members who deleted a conversation and do not have it on their lists, by handle.
    func peopleWhoDeleted(_ id: ConversationID) -> [Handle] {
        let place = place(of: id)
        guard places[place]?.deleted.isEmpty == false, let conversation = places[place] else { return [] }
        return conversation.deleted.filter(\.value.isDeletedFromList).keys.sorted()
    }

    /// Applies a new message to an existing conversation.
    mutating func append(_ message: Message, at position: Int64) {
        let place = place(of: message.conversation)
        places[place]?.append(message, at: position)
    }

    private func place(of id: ConversationID) -> Int {
        // Several ids can contain the same position.
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

    /// Returns true if both tables have equal conversations.
    package static func == (left: Self, right: Self) -> Bool {
        left.places.count == right.places.count && left.values.allSatisfy { $0 == right[$0.id] }
    }
}

/// Small numbers by log positions, which ids contain (``Identifier/position``). A lookup hashes no text.
///
/// The table uses open addressing (Knuth, The Art of Computer Programming, volume 3, section 6.4). The log assigns
/// positions one by one, so no client can choose colliding ones. A multiplication therefore spreads them well enough,
/// at a tenth of the cost of a hash that resists attacks.
package struct PositionTable: Sendable {
    /// The positions with their numbers. Position 0 is never used and marks a free slot.
    private var slots: [(position: Int64, number: Int)] = []
    private var count = 0
    /// The number of bits by which the product is shifted to the right to give a slot.
    private var shift: UInt64 = 64

    /// Creates an empty table.
    package init() {}

    /// Returns the slot of a position, or the free slot where it would be inserted. The table always has a free slot.
    private func place(of position: Int64) -> Int {
        let spread = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(spread &>> shift)
        while slots[place].position != position, slots[place].position != 0 {
            place = place + 1 == slots.count ? 0 : place + 1
        }
        return place
    }

    /// The number at a position; nil if the table has none.
    package subscript(position: Int64) -> Int? {
        guard position > 0, !slots.isEmpty else { return nil }
        let slot = slots[place(of: position)]
        return slot.position == position ? slot.number : nil
    }

    /// Inserts a number at a position. The position must be greater than 0 and have no number.
    package mutating func insert(_ number: Int, at position: Int64) {
        if 4 * (count + 1) > 3 * slots.count { grow() }
        slots[place(of: position)] = (position, number)
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, 0), count: max(8, 2 * old.count))
        shift = UInt64(slots.count.leadingZeroBitCount + 1)
        for slot in old where slot.position != 0 { slots[place(of: slot.position)] = slot }
    }
}
