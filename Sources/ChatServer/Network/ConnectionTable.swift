import ChatSystem

/// The open connections by slot, and a queue of the connections without a login in the order of their last activity.
/// The queue finds the connection that has been silent longest without a search.
struct ConnectionTable {
    /// A slot, and the place of its connection in the queue.
    private struct Slot {
        var connection: AcceptedConnection?
        var isQueued = false
        /// The slots of its neighbors in the queue.
        var before: Int?
        var after: Int?
    }

    /// The maximum number of open connections.
    let limit: Int
    /// The number of open connections.
    private(set) var count = 0
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var generation: UInt32 = 0
    /// The slots of the connection that has been silent longest, and of the most recently active one.
    private var first: Int?
    private var last: Int?

    init(limit: Int) { self.limit = limit }

    var open: [AcceptedConnection] { slots.compactMap(\.connection) }

    var isFull: Bool { count >= limit }

    subscript(slot: Int) -> AcceptedConnection? { slot < slots.count ? slots[slot].connection : nil }

    /// The connection with this token; nil if that connection is closed, even if another one uses its slot.
    subscript(token token: UInt64) -> AcceptedConnection? {
        self[Int(token & 0xFFFF_FFFF)].flatMap { $0.token == token ? $0 : nil }
    }

    /// Creates a connection in a free slot.
    mutating func add(_ make: (_ slot: Int, _ generation: UInt32) -> AcceptedConnection) -> AcceptedConnection {
        let slot = freeSlots.popLast() ?? slots.count
        generation &+= 1
        // The tokens of the listener, the store and the poller use the highest generation.
        if generation == .max { generation = 0 }
        let connection = make(slot, generation)
        if slot == slots.count { slots.append(Slot()) }
        slots[slot].connection = connection
        count += 1
        noteActivity(connection)
        return connection
    }

    mutating func remove(_ connection: AcceptedConnection) {
        unqueue(connection)
        slots[connection.slot].connection = nil
        freeSlots.append(connection.slot)
        count -= 1
    }

    /// Moves a connection without a login to the end of the queue. The caller reports each activity of such a
    /// connection, and each loss of a login.
    mutating func noteActivity(_ connection: AcceptedConnection) {
        guard !connection.hasLoggedIn, !connection.isClosed, last != connection.slot else { return }
        let slot = connection.slot
        unqueue(connection)
        slots[slot].isQueued = true
        slots[slot].before = last
        if let last { slots[last].after = slot } else { first = slot }
        last = slot
    }

    /// Returns the connection without a login that has been silent longest; nil if every connection has logged in.
    mutating func longestSilentUnauthenticated() -> AcceptedConnection? {
        while let connection = first.flatMap({ self[$0] }) {
            guard connection.hasLoggedIn else { return connection }
            // It logged in after its last reported activity.
            unqueue(connection)
        }
        return nil
    }

    private mutating func unqueue(_ connection: AcceptedConnection) {
        let place = slots[connection.slot]
        guard place.isQueued else { return }
        if let before = place.before { slots[before].after = place.after } else { first = place.after }
        if let after = place.after { slots[after].before = place.before } else { last = place.before }
        slots[connection.slot] = Slot(connection: connection)
    }
}
