import ChatEngine
import ChatProtocol
import ChatSystem

/// The output of all connections: enqueued during a tick, and sent once at its end. It ends the connections that read
/// too slowly.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class OutputQueue {
    private let limits: Limits
    private let engine: ServerEngine
    private let connections: OpenConnections
    private let registry: PollerRegistry
    private let statistics: ConnectionStatistics
    private let timer: TickTimer
    private let received: ReceiveBuffer
    /// The framed messages of this tick, each stored once for all of its recipients.
    private let shared = OutboundBuffer()
    /// The connections with output that was enqueued since the last flush.
    @exclusivity(unchecked) private var dirty: [AcceptedConnection] = []
    /// The connections that are being sent to. The memory is reused in each tick.
    @exclusivity(unchecked) private var sending: [AcceptedConnection] = []

    init(
        limits: Limits, engine: ServerEngine, connections: OpenConnections, registry: PollerRegistry,
        statistics: ConnectionStatistics, timer: TickTimer, received: ReceiveBuffer
    ) {
        (self.limits, self.engine, self.connections) = (limits, engine, connections)
        (self.registry, self.statistics, self.timer, self.received) = (registry, statistics, timer, received)
    }

    // MARK: Sending

    /// Sends the output that was enqueued since the last flush.
    func flush() {
        swap(&sending, &dirty)
        for connection in sending {
            connection.markClean()
            send(connection)
        }
        sending.removeAll(keepingCapacity: true)
    }

    /// Sends the output of a tick, and empties the shared buffer.
    ///
    /// - Returns: True if sending enqueued more output.
    func endTick() -> Bool {
        flush()
        guard dirty.isEmpty else { return true }
        shared.removeAll()
        return false
    }

    /// Makes the next flush send the output of a connection.
    func markDirty(_ connection: AcceptedConnection) {
        if connection.markDirty() { dirty.append(connection) }
    }

    private func send(_ connection: AcceptedConnection) {
        guard !connection.isClosed else { return }
        guard connection.flush(shared, counting: statistics) else { return connections.close(connection) }
        connections.noteOutput(of: connection)
        let waiting = connection.unsentBytes
        if let session = connection.session {
            if waiting < session.noteUnsent(waiting), engine.canCatchUp(to: session) { timer.scheduleTick() }
        }
        if limits.isTooMuch(unsentBytes: waiting) { return endSlow(connection) }
        resumeUpstream(of: connection)
        if waiting == 0, connection.endsWhenSent { return linger(connection) }
        if connection.watchesWriting != (waiting > 0) {
            connection.watchWriting(waiting > 0)
            registry.update(connection)
        }
    }

    /// Resumes reading from the other server, once the client has accepted enough output.
    private func resumeUpstream(of connection: AcceptedConnection) {
        guard let upstream = connection.upstream, upstream.resume(clientUnsent: connection.unsentBytes) else { return }
        registry.updateUpstream(of: connection)
    }

    // MARK: Enqueuing

    /// Appends the bytes that the closure writes to the shared buffer, and returns their slice.
    func share(toMany isToMany: Bool, _ write: (inout [UInt8]) -> Void) -> OutboundBuffer.Slice {
        shared.add(toMany: isToMany, write)
    }

    /// Enqueues a slice of the shared buffer.
    func enqueue(_ slice: OutboundBuffer.Slice, on connection: AcceptedConnection) {
        markDirty(connection)
        guard !connection.share(slice) else { return }
        connection.copy(slice, of: shared)
        relieve(connection)
    }

    /// Enqueues a message directly in the connection's own buffer.
    func enqueue(_ message: [UInt8], on connection: AcceptedConnection) {
        connection.own(shared)
        connection.append(message: message)
        markDirty(connection)
        relieve(connection)
    }

    /// Enqueues framed bytes of another server.
    func relay(_ bytes: ArraySlice<UInt8>, to connection: AcceptedConnection) {
        connection.own(shared)
        connection.append(bytes)
        markDirty(connection)
        relieve(connection)
    }

    /// Enqueues the answer to an HTTP request.
    func respond(_ response: HTTPResponse, on connection: AcceptedConnection) {
        if !connection.respond(response) { endAfterSending(connection) }
        markDirty(connection)
    }

    // MARK: Slow readers

    /// Ends the slowest connections while a person or the server exceeds a limit of unsent bytes. Pending output is
    /// sent first.
    func relieve(_ connection: AcceptedConnection) {
        connections.noteOutput(of: connection)
        guard connections.hasTooMuchOutput(like: connection) else { return }
        flush()
        while let slowest = connections.slowest(like: connection) { endSlow(slowest) }
    }

    /// Ends a connection that reads too slowly. Its client can resume.
    private func endSlow(_ connection: AcceptedConnection) {
        statistics.note(.readsTooSlowly, of: connection)
        // A close frame after so many unsent bytes would arrive too late. One attempt sends it in their place.
        connection.discardUnsent()
        connection.endStream(WebSocketClose(.tryAgainLater, reason: "too slow"))
        _ = connection.flush(shared, counting: statistics)
        connections.close(connection)
    }

    // MARK: Ending

    /// Ends a connection once its output is sent.
    func endAfterSending(_ connection: AcceptedConnection) {
        connection.endAfterSending()
        markDirty(connection)
    }

    /// Ends a stream once its output is sent, which ends with an error and a close code.
    func end(_ connection: AcceptedConnection, _ error: RPCError? = nil, close: WebSocketClose) {
        connection.own(shared)
        if let error { connection.append(message: Envelope.failure(id: nil, error)) }
        connection.endStream(close)
        endAfterSending(connection)
    }

    /// Reports an error to a client in its own protocol, and ends the connection once the error is sent.
    ///
    /// - Parameters:
    ///   - status: The status over HTTP.
    ///   - close: The close code over WebSocket.
    func dismiss(_ connection: AcceptedConnection, _ error: RPCError, status: Int, close: WebSocketClose) {
        if connection.wire.mode == .http {
            return respond(HTTPResponse(status: status, text: error.message + "\n"), on: connection)
        }
        end(connection, error, close: close)
    }

    /// Sends as many bytes as the socket accepts and closes it, without waiting for the peer's end.
    func closeAtOnce(_ connection: AcceptedConnection) {
        _ = connection.flush(shared, counting: statistics)
        received.discardInput(of: connection.descriptor)
        connections.close(connection)
    }

    /// Ends a connection whose output is sent: without a wait if the peer has ended its output, and after the peer's
    /// end if not.
    private func linger(_ connection: AcceptedConnection) {
        guard !connection.hasPeerEnded else { return connections.close(connection) }
        guard !connection.isLingering else { return }
        if let session = connection.session { engine.close(session) }
        connection.linger()
        connections.noteActivity(connection)
        Sockets.shutdownWriting(connection.descriptor)
    }
}

/// The framed messages of one tick, which all connections share. A connection copies its slice only if its socket does
/// not accept all of it.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class OutboundBuffer {
    /// A slice of the buffer.
    struct Slice {
        /// True if the slice lies in the buffer for several recipients. Messages for the same recipients are adjacent
        /// there.
        var isToMany = false
        var start = 0
        var end = 0

        var isEmpty: Bool { start == end }
    }

    /// The largest capacity that is kept from tick to tick, in bytes.
    private static let roomMax = 1024 * 1024
    @exclusivity(unchecked) private var toOne: [UInt8] = []
    @exclusivity(unchecked) private var toMany: [UInt8] = []

    subscript(isToMany isToMany: Bool) -> [UInt8] { isToMany ? toMany : toOne }

    /// Appends the bytes that the closure writes, and returns their slice.
    func add(toMany isToMany: Bool, _ write: (inout [UInt8]) -> Void) -> Slice {
        let start = isToMany ? toMany.count : toOne.count
        if isToMany { write(&toMany) } else { write(&toOne) }
        return Slice(isToMany: isToMany, start: start, end: isToMany ? toMany.count : toOne.count)
    }

    /// Empties the buffer. No connection may have an unsent slice of it.
    func removeAll() {
        toOne.removeAll(keepingCapacity: toOne.capacity <= Self.roomMax)
        toMany.removeAll(keepingCapacity: toMany.capacity <= Self.roomMax)
    }
}

/// The number of unsent bytes for each connection, for each person and for the server. The sent part of a retained
/// buffer counts too, because the limit bounds memory.
///
/// A change has a constant cost. The slowest connection is searched for only if a limit is exceeded. It is the
/// connection with the most unsent bytes, so that ending it frees the most memory. A client that reads has few unsent
/// bytes. If the server exceeds its limit, the slowest connection belongs to the person with the most unsent bytes. A
/// person with many sessions therefore answers for all of them.
struct UnsentBytes {
    /// The counts that the connections of one person share: unsent bytes and processing time.
    ///
    /// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message
    ///   path). It is sound: one thread uses the object, and no access calls code that could begin another access.
    final class PersonTotal: RecentTime {
        fileprivate let key: Session.PersonKey
        @exclusivity(unchecked) fileprivate(set) var bytes = 0
        fileprivate var connections = 0

        fileprivate init(_ key: Session.PersonKey) { self.key = key }
    }

    /// The part of the counts that one connection contributes. Only ``UnsentBytes`` changes it.
    final class Charge {
        /// True if the session is assigned to its person.
        fileprivate var isCharged = false
        /// The number of bytes that are counted for the connection and its ``person``.
        fileprivate var bytes = 0
        fileprivate(set) var person: PersonTotal?

        /// Requires a new assignment, because the connection has another session.
        func release() { isCharged = false }
    }

    /// The limit that is exceeded.
    enum Bound {
        case person(PersonTotal)
        case server
    }

    /// The number of unsent bytes of all connections.
    private(set) var bytes = 0
    /// The people with an open connection that has had output.
    private(set) var people: [Session.PersonKey: PersonTotal] = [:]

    /// Updates the count of a connection. The caller reports each change of the output and the end.
    mutating func note(_ connection: AcceptedConnection) {
        if !connection.unsentCharge.isCharged, let session = connection.session, session.hasJoined {
            charge(connection, to: session.person)
            connection.unsentCharge.isCharged = true
        }
        let waiting = connection.isClosed ? 0 : connection.output.count
        let change = waiting - connection.unsentCharge.bytes
        connection.unsentCharge.bytes = waiting
        bytes += change
        connection.unsentCharge.person?.bytes += change
        if connection.isClosed { charge(connection, to: nil) }
    }

    /// Returns the limit that the connection's person or the server exceeds; nil if neither does.
    func passedBound(by connection: AcceptedConnection, _ limits: Limits) -> Bound? {
        if let person = connection.unsentCharge.person, person.bytes > limits.unsentBytesOfPerson {
            return .person(person)
        }
        return bytes > limits.unsentBytesOfServer ? .server : nil
    }

    /// Returns the connection to end if a limit is exceeded.
    func slowest(of connections: [AcceptedConnection], past bound: Bound) -> AcceptedConnection? {
        switch bound {
        case .person(let person):
            connections.lazy.filter { $0.unsentCharge.person === person }.max {
                $0.unsentCharge.bytes < $1.unsentCharge.bytes
            }
        case .server:
            connections.max {
                ($0.unsentCharge.person?.bytes ?? $0.unsentCharge.bytes, $0.unsentCharge.bytes)
                    < ($1.unsentCharge.person?.bytes ?? $1.unsentCharge.bytes, $1.unsentCharge.bytes)
            }
        }
    }

    private mutating func charge(_ connection: AcceptedConnection, to key: Session.PersonKey?) {
        guard connection.unsentCharge.person?.key != key else { return }
        if let person = connection.unsentCharge.person {
            person.bytes -= connection.unsentCharge.bytes
            person.connections -= 1
            if person.connections == 0 { people[person.key] = nil }
        }
        connection.unsentCharge.person = key.map { people[$0, default: PersonTotal($0)] }
        connection.useTime(of: connection.unsentCharge.person)
        guard let person = connection.unsentCharge.person else { return }
        people[person.key] = person
        person.bytes += connection.unsentCharge.bytes
        person.connections += 1
    }
}
