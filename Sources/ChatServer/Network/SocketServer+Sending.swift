import ChatEngine
import ChatProtocol
import ChatSystem

/// The engine's deliveries: framed, enqueued and sent once.
extension SocketServer {
    /// Enqueues deliveries on their connections, for each connection in order.
    func deliver(_ deliveries: [Delivery]) {
        // Consecutive deliveries to the same recipients form a run, so that each recipient is looked up once for all of
        // them. A delivery to one session ends the run, unless the run leaves that session out.
        var run: [Int] = []
        for index in deliveries.indices {
            let isForOne = deliveries[index].isForOne
            if let first = run.first {
                if !isForOne, deliveries[first].isToSame(as: deliveries[index]) {
                    run.append(index)
                    continue
                }
                if !isForOne || !deliveries[first].leavesOut(deliveries[index].session) {
                    deliver(run, of: deliveries)
                    run.removeAll(keepingCapacity: true)
                }
            }
            guard isForOne else {
                run.append(index)
                continue
            }
            switch deliveries[index].content {
            case .end(let reason): deliver(reason, to: deliveries[index].session)
            case .forward(let forward): begin(forward, of: deliveries[index].session)
            case .message(let message):
                if message.count > Self.longMessage, deliverLong(message, to: deliveries[index].session) { continue }
                var words = Words()
                deliver(&words, to: deliveries[index].session) { $0(message) }
            }
        }
        if !run.isEmpty { deliver(run, of: deliveries) }
    }

    /// Enqueues the messages of a run on the connection of each recipient.
    private func deliver(_ run: [Int], of deliveries: [Delivery]) {
        var words = Words(isToMany: true)
        deliveries[run[0]].forEachSession { session in
            deliver(&words, to: session) { body in
                for index in run {
                    if case .message(let message) = deliveries[index].content { body(message) }
                }
            }
        }
    }

    /// The size in bytes above which a message to one session goes directly into the connection's buffer. No socket
    /// accepts it at once, so that it would be copied there in any case.
    private static let longMessage = 256 * 1024

    /// Enqueues a long message on the connection of a session.
    ///
    /// - Returns: False if the connection is no stream.
    private func deliverLong(_ message: [UInt8], to session: Session) -> Bool {
        guard let connection = connections[session.tag], connection.session === session,
            connection.wire.mode == .lines || connection.wire.mode == .webSocket
        else { return false }
        connection.own(said)
        _ = connection.wire.frame(message, into: &connection.output)
        markDirty(connection)
        relieve(connection)
        return true
    }

    /// The slices of a run's messages in the tick's shared buffer, for each framing that was needed so far.
    private struct Words {
        var isToMany = false
        var line = OutboundBuffer.Slice()
        var frame = OutboundBuffer.Slice()
    }

    /// Enqueues the messages that the closure iterates over.
    @inline(__always) private func deliver(
        _ words: inout Words, to session: Session, _ messages: ((([UInt8]) -> Void)) -> Void
    ) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        let piece: OutboundBuffer.Slice
        switch connection.wire.mode {
        case .lines:
            if words.line.isEmpty {
                words.line = said.add(toMany: words.isToMany) { said in
                    messages { WireConnection.appendLine($0, to: &said) }
                }
            }
            piece = words.line
        case .webSocket:
            if words.frame.isEmpty {
                words.frame = said.add(toMany: words.isToMany) { said in
                    messages { _ = connection.wire.frame($0, into: &said) }
                }
            }
            piece = words.frame
        case .http:
            messages { respond(HTTPResponse(json: $0), on: connection) }
            // Requests that were pipelined after this one can be read once it is answered.
            return takeEvents(of: connection)
        case .undecided, .closed: return
        }
        markDirty(connection)
        guard !connection.share(piece) else { return }
        connection.copy(piece, of: said)
        relieve(connection)
    }

    private func deliver(_ end: SessionEnd, to session: Session) {
        guard let connection = connections[session.tag], connection.session === session else { return }
        connection.own(said)
        switch end {
        case .tokenRevoked:
            statistics.note(.tokenRevoked, of: connection)
            let error = RPCError(.unauthenticated, "This session is over: its token was revoked.")
            _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
            connection.wire.close(
                WebSocketClose(.policyViolation, reason: "token revoked"), into: &connection.output)
            endAfterSending(connection)
        case .loginRefused:
            connection.wire.close(WebSocketClose(.policyViolation, reason: "login refused"), into: &connection.output)
            endAfterSending(connection)
        case .worldEnded, .shuttingDown, .worldMoved, .faultInjected, .tooMuchHeldBack:
            statistics.note(end.ending, of: connection)
            if end == .shuttingDown || end == .worldMoved, engine.leases != nil {
                // The client can log in on another server of the database.
                let why = end == .shuttingDown ? "This server is stopping" : "Another server serves this world now"
                let error = RPCError(.unavailable, "\(why): log in again with your cursor.")
                _ = connection.wire.frame(Envelope.failure(id: nil, error), into: &connection.output)
            }
            connection.wire.close(WebSocketClose(.goingAway, reason: "\(end)"), into: &connection.output)
            endAfterSending(connection)
        }
    }

    func send(_ connection: AcceptedConnection) {
        guard !connection.isClosed else { return }
        guard connection.flush(said, counting: statistics) else { return close(connection) }
        unsent.note(connection)
        let waiting = connection.unsentBytes
        if let session = connection.session {
            if waiting < session.noteUnsent(waiting), engine.canCatchUp(to: session) { timer.scheduleTick() }
        }
        if limits.isTooMuch(unsentBytes: waiting) { return endSlow(connection) }
        resumeUpstream(of: connection)
        if waiting == 0, connection.endsWhenSent { return linger(connection) }
        if connection.watchesWriting != (waiting > 0) {
            connection.watchesWriting = waiting > 0
            registry.update(connection)
        }
    }

    /// Ends the slowest connections while a person or the server exceeds a limit of unsent bytes. Pending output is
    /// sent first.
    func relieve(_ connection: AcceptedConnection) {
        unsent.note(connection)
        guard unsent.passedBound(by: connection, limits) != nil else { return }
        sendDirty()
        while let bound = unsent.passedBound(by: connection, limits),
            let slowest = unsent.slowest(of: connections.open, past: bound)
        { endSlow(slowest) }
    }

    /// Ends a connection that reads too slowly. Its client can resume.
    private func endSlow(_ connection: AcceptedConnection) {
        statistics.note(.readsTooSlowly, of: connection)
        // A close frame after so many unsent bytes would arrive too late. One attempt sends it in their place.
        connection.discardUnsent()
        connection.wire.close(WebSocketClose(.tryAgainLater, reason: "too slow"), into: &connection.output)
        _ = connection.flush(said, counting: statistics)
        close(connection)
    }

    /// Ends a connection whose output is sent: without a wait if the peer has ended its output, and after the peer's
    /// end if not.
    private func linger(_ connection: AcceptedConnection) {
        guard !connection.readsPaused else { return close(connection) }
        guard !connection.isLingering else { return }
        connection.isLingering = true
        if let session = connection.session { engine.close(session) }
        connection.become(nil)
        connections.noteActivity(connection)
        Syscalls.shutdownWriting(connection.descriptor)
    }
}

extension SessionEnd {
    /// The reason as the log reports it.
    fileprivate var ending: ServerLog.Ending {
        switch self {
        case .worldEnded: .worldEnded
        case .shuttingDown: .shuttingDown
        case .worldMoved: .worldMoved
        case .faultInjected: .faultInjected
        case .tooMuchHeldBack: .tooMuchHeldBack
        case .tokenRevoked: .tokenRevoked
        case .loginRefused: .noHello
        }
    }
}
