import ChatEngine
import ChatProtocol
import ChatSystem

/// One accepted socket: its codec, its unsent output and its deadlines. It makes no decisions.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class AcceptedConnection {
    let descriptor: Int32
    /// The number that distinguishes this connection from earlier ones in its slot. Both form its ``token``.
    let generation: UInt32
    let slot: Int
    /// The network address of the peer, which limits wrong tokens.
    let address: String
    @exclusivity(unchecked) var wire: WireConnection
    /// The session in the engine; nil before the first request.
    @exclusivity(unchecked) private(set) var session: Session?
    /// The connection to the server that holds the client's world, if that is another server.
    var upstream: Upstream?
    /// The unfinished handshake with a server that forwards a client on this connection.
    var handshake: ForwardHandshake.Holding?
    /// The bearer token of the last HTTP request.
    @exclusivity(unchecked) var bearer: String?
    /// The unsent bytes from offset ``sent``. Empty, and without memory, while the socket accepts all output.
    @exclusivity(unchecked) var output: [UInt8] = []
    @exclusivity(unchecked) private var sent = 0
    /// The unsent slice of the tick's shared buffer, while ``output`` is empty.
    @exclusivity(unchecked) private var piece = OutboundBuffer.Slice()
    /// The protocol that the connection was counted under; nil while it is undecided.
    @exclusivity(unchecked) var kind: ConnectionKind?
    /// True if the peer is on this machine.
    let isLocal: Bool
    @exclusivity(unchecked) var watchesWriting = false
    @exclusivity(unchecked) var readsPaused = false
    /// True if the server closes the connection once ``output`` is sent.
    @exclusivity(unchecked) var endsWhenSent = false
    /// True if all output is sent and the server waits for the peer to close. Further input is discarded.
    /// Closing at once would reset the connection and destroy output that the peer has not read.
    @exclusivity(unchecked) var isLingering = false
    /// True if the descriptor is closed.
    @exclusivity(unchecked) var isClosed = false
    /// True if requests that were read wait for a later tick.
    @exclusivity(unchecked) var hasMore = false
    /// True if the connection is in the server's list of connections with output.
    @exclusivity(unchecked) var isDirty = false
    /// True if a complete HTTP request has arrived.
    var hasAsked = false
    /// True if a ping was sent and nothing has arrived since.
    @exclusivity(unchecked) var isPinged = false
    /// True if the scheduler has suspended reading.
    @exclusivity(unchecked) var rests = false
    /// True if the poller watches it in the set that can be paused, with all connections that have not logged in.
    @exclusivity(unchecked) var isPausable = true
    /// True if the connection is in the queue of ``ConnectionTable``.
    @exclusivity(unchecked) var isQueued = false
    /// True if ``UnsentBytes`` has assigned the session to its person.
    @exclusivity(unchecked) var isCharged = false
    /// The time of the last activity, by the steady clock in milliseconds. Activity of a session is any input, of HTTP
    /// a complete request, and of a closing connection output that the peer accepts. Before a login only the connect
    /// counts.
    @exclusivity(unchecked) var lastActivity: Int64

    /// The number of bytes that ``UnsentBytes`` has counted for this connection and its ``person``.
    @exclusivity(unchecked) var countedBytes = 0
    @exclusivity(unchecked) var person: UnsentBytes.Person? {
        didSet { taken = person ?? strangers }
    }
    /// The time of all connections that have not logged in. A new connection shares it, because a time of zero would
    /// give every new connection priority.
    private let strangers: RecentTime
    /// The time that its requests used, shared with all connections of its person after a login.
    @exclusivity(unchecked) private(set) var taken: RecentTime
    /// The number of bytes that ``UnfinishedInput`` has counted, and true if it counted them as a session's.
    @exclusivity(unchecked) var countedInput = 0
    @exclusivity(unchecked) var isInputOfSession = false

    /// The slots of its neighbors in the queue of ``ConnectionTable``.
    var before: Int?
    var after: Int?

    init(
        descriptor: Int32, slot: Int, generation: UInt32, peer: SocketAddress, wire: WireConnection,
        strangers: RecentTime, now: Int64
    ) {
        self.descriptor = descriptor
        self.slot = slot
        self.generation = generation
        isLocal = peer.isLoopback
        address = peer.network
        self.wire = wire
        self.strangers = strangers
        taken = strangers
        lastActivity = now
    }

    var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(slot)) }

    /// True if it has logged in, here or on the server that its bytes are relayed to.
    var hasLoggedIn: Bool { session?.hasJoined == true || upstream?.stage == .relaying }

    /// Marks the connection as relayed: another server reads its further input. It then uses time of its own, separate
    /// from connections that have not logged in.
    func beginRelaying() {
        become(nil)
        taken = RecentTime()
        hasMore = false
    }

    /// Replaces the session. ``UnsentBytes`` assigns the new session to its person again.
    func become(_ session: Session?) {
        if session !== self.session { isCharged = false }
        self.session = session
    }

    /// Returns the session of the client, which is opened before its first request.
    func session(in engine: ServerEngine, isStream: Bool) -> Session {
        if let session { return session }
        let session = engine.open(tag: slot, isStream: isStream)
        session.bearer = bearer
        session.address = address
        become(session)
        return session
    }

    /// Notes that a complete HTTP request has arrived.
    func noteRequest(at now: Int64) {
        hasAsked = true
        lastActivity = now
    }

    /// True if the poller reports input. A relayed client is read only while its upstream connection has room.
    var watchesReading: Bool {
        guard let upstream else { return !readsPaused && !rests }
        return !readsPaused && upstream.stage == .relaying && upstream.unsentBytes <= Upstream.room
    }

    /// The number of unsent bytes, without the slice of the shared buffer.
    var unsentBytes: Int { output.count - sent }

    /// Appends a slice of the tick's shared buffer without a copy.
    ///
    /// - Returns: False if the slice must be copied, because it does not continue the output.
    func share(_ next: OutboundBuffer.Slice) -> Bool {
        guard output.isEmpty else { return false }
        if piece.isEmpty {
            piece = next
        } else {
            guard piece.isToMany == next.isToMany, piece.end == next.start else { return false }
            piece.end = next.end
        }
        return true
    }

    /// Appends a copy of a slice of the tick's shared buffer.
    func copy(_ next: OutboundBuffer.Slice, of said: OutboundBuffer) {
        own(said)
        output.append(contentsOf: said[isToMany: next.isToMany][next.start..<next.end])
    }

    /// Copies its slice of the tick's shared buffer into ``output``.
    func own(_ said: OutboundBuffer) {
        guard !piece.isEmpty else { return }
        output.append(contentsOf: said[isToMany: piece.isToMany][piece.start..<piece.end])
        piece = OutboundBuffer.Slice()
    }

    /// Discards the unsent bytes.
    func discardUnsent() {
        (output, sent, piece) = ([], 0, OutboundBuffer.Slice())
    }

    /// Sends as many bytes as the socket accepts.
    ///
    /// - Parameters:
    ///   - said: The tick's shared buffer.
    ///   - statistics: Counts the bytes that were sent.
    /// - Returns: False if the connection has ended.
    func flush(_ said: OutboundBuffer, counting statistics: ConnectionStatistics) -> Bool {
        if !piece.isEmpty {
            let bytes = said[isToMany: piece.isToMany]
            if case .bytes(let count) = Syscalls.send(descriptor, bytes, from: piece.start, to: piece.end) {
                statistics.addSent(count)
                piece.start += count
                if endsWhenSent { lastActivity = Clocks.steady() }
            }
            own(said)
            if output.isEmpty { return true }
        }
        while sent < output.count {
            switch Syscalls.send(descriptor, output, from: sent, to: output.count) {
            case .bytes(let count):
                sent += count
                statistics.addSent(count)
                if endsWhenSent { lastActivity = Clocks.steady() }
            case .wouldBlock:
                dropSent()
                return true
            case .ended: return false
            }
        }
        // Released entirely, so that an idle connection holds no buffer.
        output = []
        sent = 0
        return true
    }

    /// Frees the sent bytes once they exceed half of the buffer. Moving the rest then costs less than keeping them.
    private func dropSent() {
        guard sent > output.count / 2 else { return }
        // Removal in place would keep the capacity, and with it the memory.
        output = Array(output[sent...])
        sent = 0
    }
}
