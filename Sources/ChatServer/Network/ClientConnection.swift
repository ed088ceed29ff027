import ChatEngine
import ChatProtocol
import ChatSystem

/// One accepted socket: its codec, what waits to be sent, and its deadlines. It decides nothing.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
final class ClientConnection {
    let descriptor: Int32
    /// Tells this connection from others that had its slot before: both together are its token.
    let generation: UInt32
    let slot: Int
    /// The address that it comes from.
    let address: String
    @exclusivity(unchecked) var wire: WireConnection
    /// Who it is to the engine; a connection that never spoke a request has none.
    @exclusivity(unchecked) private(set) var session: Session?
    /// The connection to the server that holds its world, where that is another one.
    var upstream: Upstream?
    /// The handshake of another server that forwards a client on this connection.
    var handshake: ForwardHandshake.Holding?
    /// The token that its last HTTP request carried.
    @exclusivity(unchecked) var bearer: String?
    /// What is to be sent; empty, without memory, whenever the socket takes it all.
    @exclusivity(unchecked) var output: [UInt8] = []
    @exclusivity(unchecked) private var sent = 0
    /// What is to be sent of what is said in this tick, while ``output`` is empty.
    @exclusivity(unchecked) private var piece = SaidBytes.Piece()
    /// As what it was counted, once that is known.
    @exclusivity(unchecked) var kind: ConnectionKind?
    /// Whether its peer is on this machine.
    let isLocal: Bool
    @exclusivity(unchecked) var watchesWriting = false
    @exclusivity(unchecked) var readsPaused = false
    /// Whether it is to be closed once ``output`` is sent.
    @exclusivity(unchecked) var endsWhenSent = false
    /// Whether everything was said and only the peer's end is waited for: what it still sends is thrown away. Closing
    /// at once would reset the connection, and take what was said last from a peer that has not read it yet.
    @exclusivity(unchecked) var isLingering = false
    /// Whether its descriptor is closed.
    @exclusivity(unchecked) var isClosed = false
    /// Whether what was read holds requests that the next tick takes.
    @exclusivity(unchecked) var hasMore = false
    /// Whether it stands in the list of those that have something to send.
    @exclusivity(unchecked) var isDirty = false
    /// Whether it made a whole HTTP request.
    var hasAsked = false
    /// Whether a ping waits for any sign of life.
    @exclusivity(unchecked) var isPinged = false
    /// Whether nothing is read from it until its turn comes.
    @exclusivity(unchecked) var rests = false
    /// Whether the poller has it among the strangers, who can be paused.
    @exclusivity(unchecked) var isPausable = true
    /// Whether it stands in the queue of ``ConnectionTable``.
    @exclusivity(unchecked) var isQueued = false
    /// Whether ``UnsentBytes`` knows who its session is.
    @exclusivity(unchecked) var isCharged = false
    /// The last sign of life that counts, by the steady clock in milliseconds: of a session, anything that came; of
    /// whoever is nobody yet, the connecting; of HTTP, a whole request; of one that ends, bytes that it took.
    @exclusivity(unchecked) var heardAt: Int64

    /// How many of its bytes ``UnsentBytes`` has counted, and for whom.
    @exclusivity(unchecked) var countedBytes = 0
    @exclusivity(unchecked) var person: UnsentBytes.Person? {
        didSet { taken = person ?? strangers }
    }
    /// The time that the requests of all who have not logged in take: a new connection has used nothing yet, and must
    /// not come before everybody else because of that.
    private let strangers: TimeTaken
    /// How much time its requests take, with all of its person's once they are somebody's.
    @exclusivity(unchecked) private(set) var taken: TimeTaken
    /// How many bytes of unfinished input ``UnfinishedInput`` has counted, and whether as those of a session.
    @exclusivity(unchecked) var countedInput = 0
    @exclusivity(unchecked) var isInputOfSession = false

    /// Behind and before whom it stands in the queue of ``ConnectionTable``, by their slots.
    var before: Int?
    var after: Int?

    init(
        descriptor: Int32, slot: Int, generation: UInt32, peer: SocketAddress, wire: WireConnection,
        strangers: TimeTaken, now: Int64
    ) {
        self.descriptor = descriptor
        self.slot = slot
        self.generation = generation
        isLocal = peer.isLoopback
        address = peer.network
        self.wire = wire
        self.strangers = strangers
        taken = strangers
        heardAt = now
    }

    var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(slot)) }

    /// Whether it is somebody's.
    var hasGreeted: Bool { session?.hasJoined == true || upstream?.stage == .relaying }

    /// Notes that another server reads what comes from now on: it takes time of its own, and not of those who have not
    /// logged in.
    func becomeRelay() {
        become(nil)
        taken = TimeTaken()
        hasMore = false
    }

    /// Makes it somebody's, or nobody's.
    func become(_ session: Session?) {
        if session !== self.session { isCharged = false }
        self.session = session
    }

    /// Notes that a whole HTTP request came.
    func noteRequest(at now: Int64) {
        hasAsked = true
        heardAt = now
    }

    /// Whether the poller is to say that there is something to read.
    var watchesReading: Bool {
        guard let upstream else { return !readsPaused && !rests }
        return !readsPaused && upstream.stage == .relaying && upstream.unsentBytes <= Upstream.room
    }

    /// How many bytes wait.
    var unsentBytes: Int { output.count - sent }

    /// Puts a piece of what is said in this tick behind what waits, where it need not be copied for that.
    func share(_ next: SaidBytes.Piece) -> Bool {
        guard output.isEmpty else { return false }
        if piece.isEmpty {
            piece = next
        } else {
            guard piece.isToMany == next.isToMany, piece.end == next.start else { return false }
            piece.end = next.end
        }
        return true
    }

    /// Puts a piece of what is said in this tick behind what waits, as a copy.
    func copy(_ next: SaidBytes.Piece, of said: SaidBytes) {
        own(said)
        output.append(contentsOf: said[isToMany: next.isToMany][next.start..<next.end])
    }

    /// Copies what it has of what is said in this tick.
    func own(_ said: SaidBytes) {
        guard !piece.isEmpty else { return }
        output.append(contentsOf: said[isToMany: piece.isToMany][piece.start..<piece.end])
        piece = SaidBytes.Piece()
    }

    /// Forgets what waits.
    func forgetUnsent() {
        (output, sent, piece) = ([], 0, SaidBytes.Piece())
    }

    /// Sends what the socket takes.
    ///
    /// - Parameters:
    ///   - said: what is said in this tick.
    ///   - total: grows by as many bytes.
    /// - Returns: whether the socket is still there.
    func flush(_ said: SaidBytes, counting total: inout Int) -> Bool {
        if !piece.isEmpty {
            let bytes = said[isToMany: piece.isToMany]
            if case .bytes(let count) = Syscalls.send(descriptor, bytes, from: piece.start, to: piece.end) {
                total += count
                piece.start += count
                if endsWhenSent { heardAt = Clocks.steady() }
            }
            own(said)
            if output.isEmpty { return true }
        }
        while sent < output.count {
            switch Syscalls.send(descriptor, output, from: sent, to: output.count) {
            case .bytes(let count):
                sent += count
                total += count
                if endsWhenSent { heardAt = Clocks.steady() }
            case .wouldBlock:
                dropSent()
                return true
            case .ended: return false
            }
        }
        // Gone whole, so that a silent connection holds no buffer.
        output = []
        sent = 0
        return true
    }

    /// Gives back the memory of what was sent, once it is most of the buffer: moving the rest then costs less than
    /// keeping it.
    private func dropSent() {
        guard sent > output.count / 2 else { return }
        // Removed in place it would keep its room, and with it the memory.
        output = Array(output[sent...])
        sent = 0
    }
}
