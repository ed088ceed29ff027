import ChatSystem

/// The open connections by slot, and a queue of the connections without a login in the order of their last activity.
/// The queue finds the connection that has been silent longest without a search.
struct ConnectionTable {
    /// The place of a connection in the queue.
    struct Place {
        fileprivate var isQueued = false
        /// The slots of its neighbors.
        fileprivate var before: Int?
        fileprivate var after: Int?
    }

    /// The maximum number of open connections.
    let limit: Int
    /// The number of open connections.
    private(set) var count = 0
    private var slots: [AcceptedConnection?] = []
    private var freeSlots: [Int] = []
    private var generation: UInt32 = 0
    /// The slots of the connection that has been silent longest, and of the most recently active one.
    private var first: Int?
    private var last: Int?

    init(limit: Int) { self.limit = limit }

    var open: [AcceptedConnection] { slots.compactMap { $0 } }

    var isFull: Bool { count >= limit }

    subscript(slot: Int) -> AcceptedConnection? { slot < slots.count ? slots[slot] : nil }

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
        if slot == slots.count { slots.append(connection) } else { slots[slot] = connection }
        count += 1
        noteActivity(connection)
        return connection
    }

    mutating func remove(_ connection: AcceptedConnection) {
        unqueue(connection)
        slots[connection.slot] = nil
        freeSlots.append(connection.slot)
        count -= 1
    }

    /// Moves a connection without a login to the end of the queue. The caller reports each activity of such a
    /// connection, and each loss of a login.
    mutating func noteActivity(_ connection: AcceptedConnection) {
        guard !connection.hasLoggedIn, !connection.isClosed, last != connection.slot else { return }
        unqueue(connection)
        connection.place.isQueued = true
        connection.place.before = last
        if let last { self[last]?.place.after = connection.slot } else { first = connection.slot }
        last = connection.slot
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
        guard connection.place.isQueued else { return }
        if let before = connection.place.before {
            self[before]?.place.after = connection.place.after
        } else {
            first = connection.place.after
        }
        if let after = connection.place.after {
            self[after]?.place.before = connection.place.before
        } else {
            last = connection.place.before
        }
        connection.place.isQueued = false
        (connection.place.before, connection.place.after) = (nil, nil)
    }
}
