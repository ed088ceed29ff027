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
    /// True if the peer is on this machine.
    let isLocal: Bool

    @exclusivity(unchecked) private(set) var wire: WireConnection
    /// The session in the engine; nil before the first request.
    @exclusivity(unchecked) private(set) var session: Session?
    /// The connection to the server that holds the client's world, if that is another server.
    private(set) var upstream: Upstream?
    /// The unfinished handshake with a server that forwards a client on this connection.
    private(set) var handshake: ForwardHandshake.Holding?
    /// The bearer token of the last HTTP request.
    @exclusivity(unchecked) private(set) var bearer: String?
    /// The call of a tool that waits for the engine's answer (``MCPResponder``).
    private var call: MCPCall?
    /// The protocol that the connection was counted under; nil while it is undecided.
    @exclusivity(unchecked) private(set) var kind: ConnectionKind?
    /// True if a complete HTTP request has arrived.
    private(set) var hasAsked = false
    /// The time of the last activity, by the steady clock in milliseconds. Activity of a session is any input, of HTTP
    /// a complete request, and of a closing connection output that the peer accepts. Before a login only the connect
    /// counts.
    @exclusivity(unchecked) private(set) var lastActivity: Int64
    /// True if a ping was sent and nothing has arrived since.
    @exclusivity(unchecked) private(set) var isPinged = false

    /// The unsent bytes from offset ``sent``. Empty, and without memory, while the socket accepts all output.
    @exclusivity(unchecked) private(set) var output: [UInt8] = []
    @exclusivity(unchecked) private var sent = 0
    /// The unsent slice of the tick's shared buffer, while ``output`` is empty.
    @exclusivity(unchecked) private var slice = OutboundBuffer.Slice()
    /// True if the poller reports that the socket accepts output.
    @exclusivity(unchecked) private(set) var watchesWriting = false
    /// True if the next flush sends the output.
    @exclusivity(unchecked) private(set) var isDirty = false

    /// True if requests that were read wait for a later tick.
    @exclusivity(unchecked) private(set) var hasMore = false
    /// True if the scheduler has suspended reading.
    @exclusivity(unchecked) private(set) var isThrottled = false
    /// True if the poller watches it in the set that can be paused, with all connections that have not logged in.
    @exclusivity(unchecked) private(set) var isPausable = true

    /// True if the peer has ended its output.
    @exclusivity(unchecked) private(set) var hasPeerEnded = false
    /// True if the server closes the connection once ``output`` is sent.
    @exclusivity(unchecked) private(set) var endsWhenSent = false
    /// True if all output is sent and the server waits for the peer to close. Further input is discarded.
    /// Closing at once would reset the connection and destroy output that the peer has not read.
    @exclusivity(unchecked) private(set) var isLingering = false
    /// True if the descriptor is closed.
    @exclusivity(unchecked) private(set) var isClosed = false

    /// The time of all connections that have not logged in. A new connection shares it, because a time of zero would
    /// give every new connection priority.
    private let strangers: RecentTime
    /// The time that its requests used, shared with all connections of its person after a login.
    @exclusivity(unchecked) private(set) var taken: RecentTime

    /// The part in the counts of ``UnsentBytes``.
    let unsentCharge = UnsentBytes.Charge()
    /// The part in the counts of ``UnfinishedInput``.
    let inputCharge = UnfinishedInput.Charge()

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

    // MARK: Session

    /// Replaces the session. ``UnsentBytes`` assigns the new session to its person again.
    func become(_ session: Session?) {
        if session !== self.session { unsentCharge.release() }
        self.session = session
    }

    /// Returns the session of the client, which is opened before its first request.
    func session(in engine: ServerEngine, isStream: Bool) -> Session {
        if let session { return session }
        let session = engine.open(tag: slot, isStream: isStream)
        session.noteConnection(bearer: bearer, from: address)
        become(session)
        return session
    }

    /// Uses the time of a person; nil for the time of all connections that have not logged in.
    func useTime(of person: UnsentBytes.PersonTotal?) { taken = person ?? strangers }

    // MARK: Input

    func receive(_ bytes: Span<UInt8>) { wire.receive(bytes) }

    /// Notes that the peer has ended its output.
    func receiveEnd() {
        wire.receiveEnd()
        hasPeerEnded = true
    }

    /// Returns the next event of the input, and appends its answer, if the protocol has one, to the output.
    func nextEvent() -> WireConnection.Event? { wire.next(into: &output) }

    /// Notes input of a session.
    func noteInput(at now: Int64) {
        lastActivity = now
        isPinged = false
    }

    /// Notes that a complete HTTP request has arrived.
    func noteRequest(bearer: String?, at now: Int64) {
        hasAsked = true
        lastActivity = now
        self.bearer = bearer
    }

    /// Returns the protocol once it is known or changes; nil if it was returned before.
    func takeNewKind() -> ConnectionKind? {
        let kind: ConnectionKind
        switch wire.mode {
        case .lines: kind = .lines
        case .http: kind = .http
        case .webSocket: kind = .webSocket
        case .undecided, .closed: return nil
        }
        guard kind != self.kind else { return nil }
        self.kind = kind
        return kind
    }

    /// Makes the requests that were read wait for a later tick.
    func postpone() { hasMore = true }

    func endPostponement() { hasMore = false }

    /// Suspends or resumes reading for the scheduler.
    func throttle(_ isThrottled: Bool) { self.isThrottled = isThrottled }

    func setPausable(_ isPausable: Bool) { self.isPausable = isPausable }

    /// True if the poller reports input. A relayed client is read only while its upstream connection has room.
    var watchesReading: Bool {
        guard let upstream else { return !hasPeerEnded && !isThrottled }
        return !hasPeerEnded && upstream.stage == .relaying && upstream.unsentBytes <= Upstream.room
    }

    // MARK: Forwarding

    func begin(_ handshake: ForwardHandshake.Holding) { self.handshake = handshake }

    func endHandshake() { handshake = nil }

    func begin(_ upstream: Upstream) { self.upstream = upstream }

    /// Removes the upstream connection.
    func takeUpstream() -> Upstream? {
        defer { upstream = nil }
        return upstream
    }

    /// Marks the connection as relayed: another server reads its further input. It then uses time of its own, separate
    /// from connections that have not logged in.
    ///
    /// - Returns: The input that was read before.
    func beginRelaying() -> [UInt8] {
        become(nil)
        taken = RecentTime()
        hasMore = false
        return wire.takeRest()
    }

    /// Notes that a relayed peer has ended its output.
    func endRelayedInput() { hasPeerEnded = true }

    /// Speaks WebSocket from now on: the server that forwards the client has accepted the upgrade.
    func becomeWebSocket() { wire.becomeWebSocket() }

    // MARK: Output

    /// The number of unsent bytes, without the slice of the shared buffer.
    var unsentBytes: Int { output.count - sent }

    func append(_ bytes: some Collection<UInt8>) { output += bytes }

    /// Appends a framed message, unless the protocol is HTTP or unknown.
    func append(message: [UInt8]) { _ = wire.frame(message, into: &output) }

    /// Appends a message, framed as for this connection, to a buffer.
    func frame(_ message: [UInt8], into buffer: inout [UInt8]) { _ = wire.frame(message, into: &buffer) }

    /// Appends the answer to an HTTP request.
    ///
    /// - Returns: False if the connection ends after it.
    func respond(_ response: HTTPResponse) -> Bool { wire.respond(response, into: &output) }

    /// Makes the next answer of the engine the result of a call.
    func begin(_ call: MCPCall) { self.call = call }

    /// Returns the HTTP answer with a message of the engine.
    func response(with message: [UInt8]) -> HTTPResponse {
        defer { call = nil }
        return HTTPResponse(json: call.map { $0.answer(message: message) } ?? message)
    }

    /// Appends the answer that makes the connection a WebSocket.
    func acceptUpgrade() {
        wire.acceptUpgrade(subprotocols: [WebSocketHandshake.subprotocol], into: &output)
    }

    /// Appends a ping.
    func ping() {
        isPinged = true
        _ = wire.ping(into: &output)
    }

    /// Appends the last frame of a WebSocket, and ends the protocol.
    func endStream(_ close: WebSocketClose) { wire.close(close, into: &output) }

    /// Makes the next flush send the output.
    ///
    /// - Returns: False if it does so already, or if the connection is closed.
    func markDirty() -> Bool {
        guard !isDirty, !isClosed else { return false }
        isDirty = true
        return true
    }

    func markClean() { isDirty = false }

    func watchWriting(_ watches: Bool) { watchesWriting = watches }

    /// Appends a slice of the tick's shared buffer without a copy.
    ///
    /// - Returns: False if the slice must be copied, because it does not continue the output.
    func share(_ next: OutboundBuffer.Slice) -> Bool {
        guard output.isEmpty else { return false }
        if slice.isEmpty {
            slice = next
        } else {
            guard slice.isToMany == next.isToMany, slice.end == next.start else { return false }
            slice.end = next.end
        }
        return true
    }

    /// Appends a copy of a slice of the tick's shared buffer.
    func copy(_ next: OutboundBuffer.Slice, of shared: OutboundBuffer) {
        own(shared)
        output.append(contentsOf: shared[isToMany: next.isToMany][next.start..<next.end])
    }

    /// Copies its slice of the tick's shared buffer into ``output``.
    func own(_ shared: OutboundBuffer) {
        guard !slice.isEmpty else { return }
        output.append(contentsOf: shared[isToMany: slice.isToMany][slice.start..<slice.end])
        slice = OutboundBuffer.Slice()
    }

    /// Discards the unsent bytes.
    func discardUnsent() {
        (output, sent, slice) = ([], 0, OutboundBuffer.Slice())
    }

    /// Sends as many bytes as the socket accepts.
    ///
    /// - Parameters:
    ///   - shared: The tick's shared buffer.
    ///   - statistics: Counts the bytes that were sent.
    /// - Returns: False if the connection has ended.
    func flush(_ shared: OutboundBuffer, counting statistics: ConnectionStatistics) -> Bool {
        if !slice.isEmpty {
            let bytes = shared[isToMany: slice.isToMany]
            if case .bytes(let count) = Sockets.send(descriptor, bytes, from: slice.start, to: slice.end) {
                statistics.addSent(count)
                slice.start += count
                if endsWhenSent { lastActivity = Clocks.steady() }
            }
            own(shared)
            if output.isEmpty { return true }
        }
        while sent < output.count {
            switch Sockets.send(descriptor, output, from: sent, to: output.count) {
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

    // MARK: Ending

    /// Makes the server close the connection once the output is sent.
    func endAfterSending() {
        if !endsWhenSent { lastActivity = Clocks.steady() }
        endsWhenSent = true
    }

    /// Waits for the peer to close. The session is over.
    func linger() {
        isLingering = true
        become(nil)
    }

    func markClosed() { isClosed = true }
}
