import ChatSystem

/// The connections that are open, each in its slot; and those of nobody's in the order in which they were last heard, so
/// that the longest silent of them is found at once.
struct ConnectionTable {
    /// How many there may be.
    let limit: Int
    /// How many there are.
    private(set) var count = 0
    private var slots: [ClientConnection?] = []
    private var freeSlots: [Int] = []
    private var generation: UInt32 = 0
    /// The ends of the queue, by their slots: who was heard longest ago, and who last.
    private var first: Int?
    private var last: Int?

    init(limit: Int) { self.limit = limit }

    /// All that are open.
    var open: [ClientConnection] { slots.compactMap { $0 } }

    var isFull: Bool { count >= limit }

    /// The connection in a slot.
    subscript(slot: Int) -> ClientConnection? { slot < slots.count ? slots[slot] : nil }

    /// The connection of a token; nil if it was closed, and its slot is somebody else's by now.
    subscript(token token: UInt64) -> ClientConnection? {
        self[Int(token & 0xFFFF_FFFF)].flatMap { $0.token == token ? $0 : nil }
    }

    /// Puts a connection that is made for it into a slot.
    mutating func add(_ make: (_ slot: Int, _ generation: UInt32) -> ClientConnection) -> ClientConnection {
        let slot = freeSlots.popLast() ?? slots.count
        generation &+= 1
        // The highest generation is the listener's token's.
        if generation == .max { generation = 0 }
        let connection = make(slot, generation)
        if slot == slots.count { slots.append(connection) } else { slots[slot] = connection }
        count += 1
        noteHeard(connection)
        return connection
    }

    mutating func remove(_ connection: ClientConnection) {
        unqueue(connection)
        slots[connection.slot] = nil
        freeSlots.append(connection.slot)
        count -= 1
    }

    /// Puts one of nobody's at the end of the queue. To be told of whatever such a one says, and whenever one becomes so.
    mutating func noteHeard(_ connection: ClientConnection) {
        guard !connection.hasGreeted, !connection.isClosed, last != connection.slot else { return }
        unqueue(connection)
        connection.isQueued = true
        connection.before = last
        if let last { self[last]?.after = connection.slot } else { first = connection.slot }
        last = connection.slot
    }

    /// Who is nobody and was silent the longest; nil if everyone has greeted.
    mutating func longestSilentStranger() -> ClientConnection? {
        while let connection = first.flatMap({ self[$0] }) {
            guard connection.hasGreeted else { return connection }
            // It was nobody when it was heard last.
            unqueue(connection)
        }
        return nil
    }

    private mutating func unqueue(_ connection: ClientConnection) {
        guard connection.isQueued else { return }
        if let before = connection.before { self[before]?.after = connection.after } else { first = connection.after }
        if let after = connection.after { self[after]?.before = connection.before } else { last = connection.before }
        connection.isQueued = false
        (connection.before, connection.after) = (nil, nil)
    }
}
