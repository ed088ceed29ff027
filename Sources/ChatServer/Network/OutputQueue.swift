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
