import ChatEngine
import ChatProtocol
import ChatSystem

/// The open connections, and the memory that their input and output occupy.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class OpenConnections {
    private let limits: Limits
    private let engine: ServerEngine
    private let registry: PollerRegistry
    @exclusivity(unchecked) private var table: ConnectionTable
    @exclusivity(unchecked) private var unsent = UnsentBytes()
    @exclusivity(unchecked) private var input: UnfinishedInput

    /// - Parameter limit: The maximum number of open connections.
    init(limit: Int, limits: Limits, engine: ServerEngine, registry: PollerRegistry) {
        (self.limits, self.engine, self.registry) = (limits, engine, registry)
        table = ConnectionTable(limit: limit)
        input = UnfinishedInput(limits)
    }

    // MARK: The table

    /// The maximum number of open connections.
    var limit: Int { table.limit }

    var isFull: Bool { table.isFull }

    var all: [AcceptedConnection] { table.open }

    /// The connection with this token; nil if that connection is closed, even if another one uses its slot.
    subscript(token token: UInt64) -> AcceptedConnection? { table[token: token] }

    /// The connection of a session; nil if it is closed or has another session now.
    subscript(session: Session) -> AcceptedConnection? {
        guard let connection = table[session.tag], connection.session === session else { return nil }
        return connection
    }

    /// Adds a connection for an accepted socket.
    ///
    /// - Parameter strangers: The processing time of all connections without a login.
    /// - Returns: The connection; nil, after it closed the socket, if the system has no resources to watch it.
    func open(_ descriptor: Int32, from peer: SocketAddress, strangers: RecentTime) -> AcceptedConnection? {
        let connection = table.add { slot, generation in
            AcceptedConnection(
                descriptor: descriptor, slot: slot, generation: generation, peer: peer,
                wire: WireConnection(limits: WireLimits(messageBytes: limits.messageBytes)), strangers: strangers,
                now: Clocks.steady())
        }
        guard registry.watch(connection) else {
            connection.markClosed()
            table.remove(connection)
            Descriptors.close(descriptor)
            return nil
        }
        return connection
    }

    /// Closes a connection, its upstream connection and its session.
    func close(_ connection: AcceptedConnection) {
        guard !connection.isClosed else { return }
        connection.markClosed()
        unsent.note(connection)
        input.note(connection)
        if let session = connection.session { engine.close(session) }
        endUpstream(of: connection)
        registry.unwatch(connection.descriptor)
        Descriptors.close(connection.descriptor)
        table.remove(connection)
    }

    /// Closes the upstream connection of a client.
    func endUpstream(of connection: AcceptedConnection) {
        guard let upstream = connection.takeUpstream() else { return }
        if let descriptor = upstream.descriptor { registry.unwatch(descriptor) }
        upstream.close()
    }

    /// Notes activity of a connection. The caller reports each activity before a login, and each loss of a login.
    func noteActivity(_ connection: AcceptedConnection) { table.noteActivity(connection) }

    /// Returns the connection without a login that has been silent longest; nil if every connection has logged in.
    func longestSilentUnauthenticated() -> AcceptedConnection? { table.longestSilentUnauthenticated() }

    // MARK: Unsent output

    /// Updates the count of a connection's unsent bytes. The caller reports each change of the output.
    func noteOutput(of connection: AcceptedConnection) { unsent.note(connection) }

    /// Returns true if the person of a connection, or the server, has too many unsent bytes.
    func hasTooMuchOutput(like connection: AcceptedConnection) -> Bool {
        unsent.passedBound(by: connection, limits) != nil
    }

    /// Returns the connection to end while ``hasTooMuchOutput(like:)`` is true; nil if it is false.
    func slowest(like connection: AcceptedConnection) -> AcceptedConnection? {
        unsent.passedBound(by: connection, limits).flatMap { unsent.slowest(of: table.open, past: $0) }
    }

    // MARK: Unfinished input

    /// Updates the count of a connection's unfinished input. The caller reports each read.
    func noteInput(of connection: AcceptedConnection) { input.note(connection) }

    /// Returns true if a connection without a login has begun a message that is longer than a login can be.
    func isLongerThanLogin(_ connection: AcceptedConnection) -> Bool { input.isLongerThanLogin(connection) }

    /// Returns the connections to end because the group of this connection has too much unfinished input; none if it
    /// has not.
    func largestInputs(like connection: AcceptedConnection) -> [AcceptedConnection] {
        input.isTooMuch(like: connection) ? input.largest(of: table.open, like: connection) : []
    }
}

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
